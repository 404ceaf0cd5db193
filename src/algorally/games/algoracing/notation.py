"""A position as readable text that can be read back to the last byte."""

from collections.abc import Iterator
from typing import Any

from algorally.core.deck import HIDDEN
from algorally.core.grid import HEADINGS, NOWHERE
from algorally.core.notation import build_position, frame_position
from algorally.core.position import Position
from algorally.core.seats import seat_name
from algorally.games.algoracing.given_field import GROUND
from algorally.games.algoracing.given_position import HIDDEN_NAME, RaceBuilder
from algorally.games.algoracing.names import (
    CARDS,
    CARRIED,
    COLOURS,
    COMPLETE,
    DELIVERED,
    KINDS,
    LEVELS,
    MAX_SEATS,
    OUT,
    SAMPLES,
    TOKENS,
    UNPLACED,
    X2,
)
from algorally.games.algoracing.options import OPTION_SET
from algorally.games.algoracing.rules.happen import card_in_hand
from algorally.games.algoracing.scenes import cycles, loose_samples, rover, sample_name
from algorally.games.algoracing.vocabulary import at, hand


def write_position(position: Position) -> str:
    """A position as TOML: a scene's `given`, and `exact` for what a scene leaves open."""
    given = field_table(position) | race_table(position)
    given["rovers"] = {
        seat_name(position, seat): rover_table(position, seat) for seat in range(position.seats)
    }
    given["exact"] = exact_table(position)
    return frame_position(position, OPTION_SET.text(position.field.options), given)


def field_table(position: Position) -> dict[str, Any]:
    """The board and what lies fast on it."""
    field = position.field
    rows = ["".join(f"{GROUND}12"[int(n)] for n in row) for row in _rows(field.storeys, field)]
    table: dict[str, Any] = {
        "level": LEVELS[int(field.level)],
        "rows": rows,
        "blocks": [
            "".join(str(n) if n else GROUND for n in row) for row in _rows(field.blocks, field)
        ],
        "walls": list(_sides(position, field.walls)),
        "elevators": list(_sides(position, field.arrows)),
        "marks": [at(position, int(m)) for m in field.mark_squares[: int(field.marks)]],
        "bases": {
            name: "nowhere" if square == NOWHERE else at(position, int(square))
            for name, square in zip(COLOURS, position.state.bases, strict=True)
        },
    }
    if field.level == COMPLETE:
        table["labs"] = {
            name: [COLOURS[base] for base in range(len(COLOURS)) if field.labs[base] >> colour & 1]
            for colour, name in enumerate(COLOURS)
        }
    return table


def _rows(squares: Any, field: Any) -> Iterator[list[int]]:
    width = int(field.width)
    for y in range(int(field.height)):
        yield [int(number) for number in squares[y * width : (y + 1) * width]]


def _sides(position: Position, bits: Any) -> Iterator[str]:
    squares = int(position.field.width) * int(position.field.height)
    for square in range(squares):
        for heading, name in enumerate(HEADINGS):
            if int(bits[square]) >> heading & 1:
                yield at(position, square) + name


def race_table(position: Position) -> dict[str, Any]:
    """Samples, row and piles."""
    race = position.state
    return {
        "samples": loose_samples(position),
        "row": [CARDS[int(card)] for card in race.row[: int(race.length)]],
        "cycles": cycles(position),
        "covered": [CARDS[kind] for kind in range(KINDS) for _ in range(int(race.covered[kind]))],
        "deck": [_card(card) for card in race.draw.cards[: int(race.draw.count)][::-1]],
        "discard": [_card(card) for card in race.discards.cards[: int(race.discards.count)]],
        "to_move": seat_name(position, int(race.seat)),
    }


def _card(card: int) -> str:
    return HIDDEN_NAME if card == HIDDEN else CARDS[int(card)]


def rover_table(position: Position, seat: int) -> dict[str, Any]:
    """A rover and what lies before its player."""
    seen = rover(position, seat)
    return {
        "at": seen["at"],
        "carrying": list(seen["carrying"]),
        "delivered": list(seen["delivered"]),
        "hand": hand(position, seat),
    }


def exact_table(position: Position) -> dict[str, Any]:
    """The rest of the state."""
    race, field = position.state, position.field
    seats = range(position.seats)
    pairs = [(a, b) for a in range(MAX_SEATS) for b in range(a) if race.locks[a * MAX_SEATS + b]]
    return {
        **RaceBuilder.numbers_of(race),
        "turns": [int(race.rovers[seat].turns) for seat in seats],
        "held": [int(race.rovers[seat].held) for seat in seats],
        "owed": [int(race.rovers[seat].owed) for seat in seats],
        "facing": "".join(HEADINGS[int(rover.heading)] for rover in race.rovers),
        "idle": {
            seat_name(position, who): at(position, int(race.rovers[who].square))
            for who in range(position.seats, MAX_SEATS)
            if race.rovers[who].square != NOWHERE
        },
        "waits": [seat_name(position, seat) for seat in seats if race.rovers[seat].waits],
        "locks": [f"{seat_name(position, a)} {seat_name(position, b)}" for a, b in pairs],
        "fresh": [place for place in range(int(race.length)) if race.fresh[place]],
        "program": [CARDS[int(card)] for card in race.program[: int(race.commands)]],
        "tokens": [_token(position, t) for t in range(TOKENS) if race.places[t] != OUT],
        "samples_of_each_type": [int(count) for count in field.samples],
        "goal": int(field.goal),
    }


def _token(position: Position, token: int) -> str:
    place = int(position.state.places[token])
    sample = sample_name(int(position.state.types[token]))
    if place == UNPLACED:
        return f"unplaced {sample}"
    if place >= DELIVERED:
        return f"{seat_name(position, place - DELIVERED)} delivered {sample}"
    if place >= CARRIED:
        return f"{seat_name(position, place - CARRIED)} carries {sample}"
    return f"{at(position, place)} {sample}"


def read_position(text: str) -> Position:
    """A position from its text, checked."""
    return build_position(RaceBuilder, text)


def inventory(position: Position) -> dict[str, int]:
    """All cards and samples, wherever they are, and the rovers on the field."""
    race, field = position.state, position.field
    counts = {
        "cards": int(race.draw.count) + int(race.discards.count) + int(race.length),
        "samples": sum(1 for token in range(TOKENS) if race.places[token] != OUT),
    }
    counts["cards"] += sum(int(rover.held) for rover in race.rovers)
    counts["cards"] += sum(int(count) for count in race.covered)
    counts["cards"] += sum(1 for times in race.times if times)
    for sample, name in enumerate(SAMPLES):
        counts[f"{name} samples"] = sum(
            1
            for token in range(TOKENS)
            if race.places[token] != OUT and race.types[token] == sample
        )
    for kind, name in enumerate(CARDS):
        if field.deck[kind]:
            counts[f"{name} cards"] = count_cards(position, kind)
    return counts


def count_cards(position: Position, kind: int) -> int:
    """All cards of a kind."""
    race, field = position.state, position.field
    piles = [
        race.draw.cards[: int(race.draw.count)],
        race.discards.cards[: int(race.discards.count)],
    ]
    total = sum(1 for pile in piles for card in pile if card == kind)
    total += sum(int(rover.hand[kind]) for rover in race.rovers) + int(race.covered[kind])
    for place in range(int(race.length)):
        total += card_in_hand(field, int(race.row[place])) == kind
        total += bool(race.times[place]) and X2 + int(race.times[place]) - 2 == kind
    return int(total)
