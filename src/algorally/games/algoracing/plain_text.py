"""The field as plain text, and what is to be seen on it; only what everybody may see."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from algorally.core.grid import NORTH, NOWHERE, WEST
from algorally.core.position import Position
from algorally.games.algoracing.names import (
    CARDS,
    CARRIED,
    COLOURS,
    COMPLETE,
    MAX_SQUARES,
    SAMPLES,
    UNPLACED,
    Phase,
)
from algorally.games.algoracing.options import OBSTRUCTS
from algorally.games.algoracing.state import Field, Race
from algorally.games.algoracing.terrain import Side, Square, Terrain, over
from algorally.games.algoracing.vocabulary import HEADING_NAMES

LETTERS = [colour[0].upper() for colour in COLOURS]
ARROWS = "^>v<"
SQUARE_WIDTH = 7  # characters
DECISIONS = {
    Phase.PLACE_SAMPLES: "is to lay a sample",
    Phase.CORNERS: "is to choose a corner",
    Phase.FACINGS: "is to choose a heading",
    Phase.BUILD: "is to move",
    Phase.REPLACE: "is to replace cards",
}  # in every other phase: is to choose an elevator


# --- what is to be seen --------------------------------------------------------------------------


class Sight(NamedTuple):
    """A position by squares and sides instead of numbers and bits."""

    terrain: Terrain
    lifts: set[Side]  # both sides of each working elevator
    seams: set[Side]  # between two blocks of the same height, from both sides
    bases: dict[Square, int]  # colour of the base on a square
    rovers: dict[Square, int]  # who stands on a square: a seat, or an idle rover after the seats
    samples: Counter[Square]  # how many lie on a square; their types stay hidden

    def falls(self, side: Side) -> int:
        """How many storeys it goes down behind a side; below zero if it goes up."""
        return self.terrain.storey(side[:2]) - self.terrain.storey(over(side)[:2])

    def works(self, arrow: Side) -> bool:
        """Whether an arrow's elevator works; one that points up at another's platform does not."""
        return arrow in self.lifts and self.falls(arrow) > 0


def square_at(field: Field, number: int) -> Square:
    """The square with this number as x and y."""
    return int(number) % int(field.width), int(number) // int(field.width)


def _sides(field: Field, bits: Any) -> set[Side]:
    """The sides whose bit is set."""
    squares = range(int(field.width) * int(field.height))
    return {
        (*square_at(field, square), heading)
        for square in squares
        for heading in range(4)
        if int(bits[square]) >> heading & 1
    }


def look(position: Position) -> Sight:
    """Unpack a position."""
    state, field = position.state, position.field
    places = (int(place) for place in state.places)
    terrain = Terrain(int(field.width), int(field.height))
    for number in range(terrain.width * terrain.height):
        terrain.storeys[square_at(field, number)] = int(field.storeys[number])
        terrain.blocks[square_at(field, number)] = int(field.blocks[number])
    terrain.marks = [square_at(field, mark) for mark in field.mark_squares[: int(field.marks)]]
    terrain.walls, terrain.arrows = _sides(field, field.walls), _sides(field, field.arrows)
    return Sight(
        terrain,
        _sides(field, field.lifts),
        _seams(terrain),
        {square_at(field, at): colour for colour, at in enumerate(state.bases) if at != NOWHERE},
        {
            square_at(field, rover.square): who
            for who, rover in enumerate(state.rovers)
            if rover.square != NOWHERE
        },
        Counter(square_at(field, place) for place in places if place < MAX_SQUARES),
    )


def _seams(terrain: Terrain) -> set[Side]:
    """The sides behind which another block of the same height begins."""
    sides = [(*square, heading) for square in terrain.blocks for heading in range(4)]
    return {
        side
        for side in sides
        if (there := over(side)[:2]) in terrain
        and terrain.storey(there) == terrain.storey(side[:2])
        and terrain.blocks[there] != terrain.blocks[side[:2]]
    }


def labs_at(field: Field, base: int) -> list[int]:
    """The colours that deliver at a base."""
    return [colour for colour in range(len(COLOURS)) if int(field.labs[base]) >> colour & 1]


def carried(state: Race, who: int) -> int:
    """How many samples a rover has on board."""
    return sum(int(place) == CARRIED + who for place in state.places)


# --- words ---------------------------------------------------------------------------------------


def _rover_words(position: Position, who: int) -> str:
    """Where a rover is and what its player has."""
    state, rover = position.state, position.state.rovers[who]
    x, y = square_at(position.field, rover.square)
    where = f"at {x},{y} facing {HEADING_NAMES[int(rover.heading)]}"
    if rover.square == NOWHERE:
        where = "not on the field yet"
    line = f"{COLOURS[int(rover.colour)]} {where}, "
    if who >= position.seats:
        return line + "idle"
    kinds = [SAMPLES[kind] for kind, count in enumerate(rover.delivered) for _ in range(count)]
    line += f"carries {carried(state, who)}, {position.standing().points[who]} points, "
    line += f"delivered {' '.join(kinds) or 'nothing'}; {rover.held} cards in hand"
    return "; ".join([line, *_notes(state, who)])


def _notes(state: Race, who: int) -> Iterator[str]:
    """What else is to be said of a player now."""
    if state.rovers[who].waits:
        yield "waits for the elevator"
    if int(state.winners) >> who & 1:
        yield "has won"
    if state.phase != Phase.OVER and state.seat == who:
        yield DECISIONS.get(Phase(int(state.phase)), "is to choose an elevator")


def _base_words(position: Position, sight: Sight) -> str:
    """Where the bases lie, and at the complete level whose labs they are."""
    words = []
    for (x, y), base in sorted(sight.bases.items(), key=lambda item: item[1]):
        labs = " and ".join(COLOURS[colour] for colour in labs_at(position.field, base))
        note = f" (lab of {labs})" if position.field.level == COMPLETE else ""
        words.append(f"{COLOURS[base]} {x},{y}{note}")
    return f"bases: {'; '.join(words) or 'none yet'}"


def _sample_words(state: Race, sight: Sight) -> str:
    """Where samples lie."""
    words = [
        f"{x},{y} x{sight.samples[x, y]}" if sight.samples[x, y] > 1 else f"{x},{y}"
        for y in range(sight.terrain.height)
        for x in range(sight.terrain.width)
        if sight.samples[x, y]
    ]
    if unplaced := sum(int(place) == UNPLACED for place in state.places):
        words.append(f"{unplaced} still to be laid")
    return f"samples: {'; '.join(words) or 'none on the field'}"


def _row_words(state: Race) -> str:
    """The row of command cards, its cycles, and how many cards lie under others."""
    places = range(int(state.length))
    parts = [", ".join(f"{place} {CARDS[state.row[place]]}" for place in places) or "empty"]
    for place in places:
        if state.times[place]:
            last = f"-{place + 1}" if state.span[place] > 1 else ""
            parts.append(f"cycle x{state.times[place]} over {place}{last}")
    if covered := sum(int(count) for count in state.covered):
        parts.append(f"covered cards: {covered}")
    return f"row: {'; '.join(parts)}"


def words(position: Position, sight: Sight) -> list[str]:
    """Everything that moves, in lines of words."""
    idle = sorted(who for who in sight.rovers.values() if who >= position.seats)
    lines = [_rover_words(position, who) for who in (*range(position.seats), *idle)]
    lines += [_base_words(position, sight), _sample_words(position.state, sight)]
    if position.field.level == COMPLETE or position.state.length:
        lines.append(_row_words(position.state))
    return lines


# --- the drawn grid ------------------------------------------------------------------------------


def _edge(sight: Sight, side: Side, line: str, seams: bool) -> tuple[str, str]:
    """The sign of an edge, and what stands in its middle."""
    inside = side[:2] in sight.terrain and over(side)[:2] in sight.terrain
    free = inside and not sight.falls(side) and not (seams and side in sight.seams)
    sign = " " if free else line
    if sight.terrain.walls & {side, over(side)}:
        sign = "#"
    arrows = sight.terrain.arrows & {side, over(side)}
    if working := [ARROWS[arrow[2]] for arrow in arrows if sight.works(arrow)]:
        return sign, working[0]
    return sign, "x" if arrows else sign


def _edge_line(sight: Sight, y: int, seams: bool) -> str:
    """The line of text above a row of squares."""
    text = "   +"
    for x in range(sight.terrain.width):
        sign, middle = _edge(sight, (x, y, NORTH), "-", seams)
        text += middle.join([sign * (SQUARE_WIDTH // 2)] * 2) + "+"
    return text


def _square(position: Position, sight: Sight, at: Square) -> str:
    """The signs on one square: storey, base, rover, samples."""
    base, rover, sample = " ", "", "o" if at in sight.terrain.marks else ""
    if at in sight.bases:
        base = LETTERS[sight.bases[at]]
    if at in sight.rovers:
        sample = ""
        standing = position.state.rovers[sight.rovers[at]]
        rover = LETTERS[int(standing.colour)] + ARROWS[int(standing.heading)]
    if count := sight.samples[at]:
        sample = f"*{count}" if count > 1 else "*"
    return f"{sight.terrain.storey(at) or '.'}{base} {rover:2}{sample:2}"


def _square_line(position: Position, sight: Sight, y: int, seams: bool) -> str:
    """A row of squares as a line of text."""
    text = f"{y:2} "
    for x in range(sight.terrain.width + 1):
        sign, middle = _edge(sight, (x, y, WEST), "|", seams)
        text += sign if sign == "#" else middle
        if x < sight.terrain.width:
            text += _square(position, sight, (x, y))
    return text


def _legend(sight: Sight) -> str:
    """The signs of the grid in words, those of them that it has."""
    terrain, most = sight.terrain, max(sight.samples.values(), default=0)
    storeys = sorted(set(terrain.storeys.values()) - {0})
    signs = {
        ". ground": True,
        **{f"{storey} storey {storey}": True for storey in storeys},
        "- | edge": True,
        "# wall": bool(terrain.walls),
        "^ > v < on an edge: elevator, pointing down": bool(sight.lifts),
        "x dead elevator": not all(sight.works(arrow) for arrow in terrain.arrows),
        "R base": bool(sight.bases),
        "R> rover and its heading": bool(sight.rovers),
        "* sample": most > 0,
        f"*{most} several": most > 1,
        "o empty mark": bool(set(terrain.marks) - set(sight.samples)),
    }
    return f"signs: {', '.join(sign for sign, used in signs.items() if used)}"


def text(position: Position) -> str:
    """The field as plain text: a drawn grid, its signs, and everything that moves in words."""
    sight = look(position)
    seams = position.field.options.seam_between_blocks == OBSTRUCTS
    columns = "".join(f"{x:^{SQUARE_WIDTH + 1}}" for x in range(sight.terrain.width))
    lines = [f"   {columns.rstrip()}"]
    for y in range(sight.terrain.height):
        lines.append(_edge_line(sight, y, seams))
        lines.append(_square_line(position, sight, y, seams))
    lines.append(_edge_line(sight, sight.terrain.height, seams))
    return "\n".join([*lines, _legend(sight), *words(position, sight)])
