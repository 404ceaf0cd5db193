"""A position as readable text that can be read back to the last byte."""

from collections import Counter
from typing import Any

from algorally.core.grid import HEADINGS
from algorally.core.notation import build_position, frame_position, numbers_of
from algorally.core.position import Position
from algorally.games.roborally.given_position import RaceBuilder
from algorally.games.roborally.names import (
    BELT_GLYPHS,
    COLOURS,
    EMPTY,
    EXPRESS_GLYPHS,
    GLYPHS,
    LETTERS,
    OFF,
    OPTION_NAMES,
    REGISTERS,
)
from algorally.games.roborally.options import OPTION_SET
from algorally.games.roborally.scenes import robot_table
from algorally.games.roborally.vocabulary import at, option_names

DRAWN = (
    "options", "width", "height", "flag_count", "lasers", "boards", "board_side", "flag_squares",
    "laser_squares", "laser_headings", "laser_beams", "board_corners", "kinds", "belts", "walls",
    "pushers", "pushes", "crushers", "lit", "on_board", "steps", "colours",
)  # fmt: skip  # what the tables below tell of a field


def write_position(position: Position) -> str:
    """A position as TOML: a scene's `given`, and `exact` for what a scene leaves open."""
    given = floor_table(position)
    robots = range(int(position.field.robots))
    given["robots"] = {LETTERS[who]: robot_table(position, who) for who in robots}
    given["exact"] = {
        "race": numbers_of(position.state),
        "field": numbers_of(position.field, DRAWN),
    }
    return frame_position(position, OPTION_SET.text(position.field.options), given)


def glyph(field: Any, square: int) -> str:
    """A square as board files write it."""
    belt = int(field.belts[square])
    return (BELT_GLYPHS + EXPRESS_GLYPHS)[belt - 1] if belt else GLYPHS[int(field.kinds[square])]


def registers_text(registers: int) -> str:
    """Registers as board files write them."""
    return ",".join(str(number + 1) for number in range(REGISTERS) if registers >> number & 1)


def floor_table(position: Position) -> dict[str, Any]:
    """The floor and what stands on it."""
    field = position.field
    wide, high = int(field.width), int(field.height)
    squares = range(wide * high)
    return {
        "rows": ["".join(glyph(field, y * wide + x) for x in range(wide)) for y in range(high)],
        "boards": boards_of(position),
        "walls": [
            at(position, square) + HEADINGS[way]
            for square in squares
            for way in range(4)
            if int(field.walls[square]) >> way & 1
        ],
        "pushers": [
            f"{at(position, square)}{HEADINGS[int(field.pushes[square])]}"
            f" {registers_text(int(field.pushers[square]))}"
            for square in squares
            if field.pushers[square]
        ],
        "crushers": [
            f"{at(position, square)} {registers_text(int(field.crushers[square]))}"
            for square in squares
            if field.crushers[square]
        ],
        "lasers": [
            f"{at(position, int(field.laser_squares[laser]))}"
            f"{HEADINGS[int(field.laser_headings[laser])]}*{int(field.laser_beams[laser])}"
            for laser in range(int(field.lasers))
        ],
        "flags": [at(position, int(s)) for s in field.flag_squares[: int(field.flag_count)]],
        "colours": [COLOURS[int(colour)] for colour in field.colours[: int(field.seats)]],
    }


def boards_of(position: Position) -> list[str]:
    """Where the boards lie; none if all is one."""
    field = position.field
    wide = int(field.width)
    every = range(wide * int(field.height))
    written = []
    for board in range(int(field.boards)):
        squares = [square for square in every if field.on_board[square] == board]
        squares = [square for square in squares if field.kinds[square] < len(GLYPHS) - 1]
        across, down = {s % wide for s in squares}, {s // wide for s in squares}
        written.append(f"{min(across)},{min(down)} {len(across)}x{len(down)}")
    return written


def read_position(text: str) -> Position:
    """A position from its text, checked."""
    return build_position(RaceBuilder, text)


def inventory(position: Position) -> dict[str, int]:
    """Each card, wherever it is, and the robots: no two of them on one square."""
    race = position.state
    cards = [*cards_of(race.deck), *cards_of(race.discard), *cards_of(race.aside)]
    options = option_names(race.offered)
    for pile in (race.option_deck, race.option_discard):
        options += [OPTION_NAMES[card - 1] for card in cards_of(pile)]
    for robot in race.robots:
        cards += [*robot.hand.tolist(), *robot.registers.tolist(), *robot.seconds.tolist()]
        cards.append(int(robot.conditional))
        options += option_names(robot.options)
    squares = [int(robot.square) for robot in race.robots[: int(position.field.robots)]]
    return {
        **Counter(f"card {card}" for card in cards if card != EMPTY),
        **Counter(options),
        "robots": len(set(squares) - {OFF}) + squares.count(OFF),
    }


def cards_of(pile: Any) -> list[int]:
    """The cards of a pile."""
    cards: list[int] = pile.cards[: int(pile.count)].tolist()
    return cards
