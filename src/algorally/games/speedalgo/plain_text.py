"""The track as plain text: a drawn grid, its signs, and everything in words."""

from collections.abc import Iterator, Sequence

from algorally.core.position import Position
from algorally.core.seats import names_in, seat_name
from algorally.core.words import listed
from algorally.games.speedalgo.names import (
    CARDS,
    EMPTY,
    GONE,
    LANE_NAMES,
    LANES,
    TRAFFIC,
    UNPLACED,
    Phase,
)
from algorally.games.speedalgo.options import REACH, SECRET
from algorally.games.speedalgo.rules.happen import first_written, last_written
from algorally.games.speedalgo.rules.program import is_movement
from algorally.games.speedalgo.terrain import column_of
from algorally.games.speedalgo.vocabulary import at, car_name, program_text

SEEN_BEHIND = 2  # columns that are drawn behind the line at least
COLUMN_WIDTH = 3  # characters


# --- what is to be seen --------------------------------------------------------------------------


def letter(position: Position, seat: int) -> str:
    """The sign of a bolide: the first letter of its colour."""
    return seat_name(position, seat)[0].upper()


def traffic_cars(position: Position) -> range:
    """The traffic cars of this game, wherever they are."""
    return range(int(position.field.traffic))


def cars_by_square(position: Position) -> dict[int, int]:
    """The cars on the track, by their squares, from column 0 on."""
    places = [int(place) for place in position.state.places]
    cars = [*traffic_cars(position), *(TRAFFIC + seat for seat in range(position.seats))]
    return dict(sorted((places[car], car) for car in cars if places[car] >= 0))


def columns_seen(position: Position, behind: int) -> int:
    """How many columns are shown: some behind the line, more if a car stands farther."""
    farthest = max(cars_by_square(position), default=0)
    return max(int(position.field.columns) + behind, int(column_of(farthest)) + 1)


# --- words ---------------------------------------------------------------------------------------


def _names(position: Position, seats: Sequence[int]) -> str:
    return listed([seat_name(position, seat) for seat in seats])


def _winners(position: Position) -> str:
    """Who has won."""
    winners = names_in(position, position.state.winners)
    verb = "has" if len(winners) == 1 else "have"
    return f"the game is over; {listed(winners) or 'nobody'} {verb} won"


def _choosing(position: Position) -> str:
    """Which car is to be chosen, and what the same instruction has moved before."""
    race = position.state
    due = int(race.due)
    text = f"{seat_name(position, int(race.seat))} is to choose a car for {CARDS[int(race.card)]}"
    if due > 1:
        text += f", {due} cars are still due"
    moved = [car for car in range(TRAFFIC) if int(race.taken) >> car & 1]
    if moved:
        text += f"; moved already: {listed([car_name(position, car) for car in moved])}"
    return text


def _building(position: Position) -> str:
    """Who is still building a program."""
    seats = position.acting()
    if len(seats) == 1:
        return f"{_names(position, seats)} is to build a program"
    return f"{_names(position, seats)} are to build their programs"


def decision(position: Position) -> str:
    """What has to be decided now, and by whom."""
    race = position.state
    who = seat_name(position, int(race.seat))
    placed = sum(int(race.places[car]) != UNPLACED for car in traffic_cars(position))
    phase = Phase(int(race.phase))
    if phase == Phase.TRAFFIC:
        return f"{who} is to place {car_name(position, placed)}"
    if phase == Phase.PLACES:
        return f"{who} is to choose a start place on column 0"
    if phase == Phase.PROGRAM:
        return _building(position)
    if phase == Phase.TARGET:
        return _choosing(position)
    return f"{who}'s program runs" if phase == Phase.RUN else _winners(position)


def _round_words(position: Position) -> str:
    """The round, and in which order the programs run in it."""
    race = position.state
    order = [int(seat) for seat in race.order[: position.seats]]
    turn = int(race.turn)
    text = f"round {turn} of at most {int(position.field.options.round_cap)}" if turn else "set-up"
    text += f"; running order: {', '.join(seat_name(position, seat) for seat in order)}"
    if race.ran and race.phase != Phase.PROGRAM:
        text += f"; {_names(position, order[: int(race.ran)])} ran in this round already"
    return text


def line_words(position: Position) -> str:
    """Where the finish line is and what it takes to cross it."""
    last = int(position.field.columns) - 1
    text = f"track: lanes A to E from left to right, columns 0 to {last}, then the finish line"
    if position.field.options.finish == REACH:
        text += f"; reaching column {last} is enough"
    return text


def _distance(position: Position, square: int) -> str:
    """How far a square is from the line."""
    columns = int(position.field.columns) - int(column_of(square))
    if columns <= 0:
        return f"{1 - columns} columns behind the line" if columns else "1 column behind the line"
    return f"{columns} columns to go" if columns > 1 else "1 column to go"


def _where(position: Position, seat: int) -> str:
    """Where a bolide stands."""
    square = int(position.state.places[TRAFFIC + seat])
    if square < 0:
        return "not on the track yet"
    return f"on {at(square)}, {_distance(position, square)}"


def _written(position: Position, seat: int) -> str:
    """The cars that are written beside the cards of a program."""
    driver = position.state.drivers[seat]
    words = []
    for card in (int(card) for card in driver.program[: int(driver.length)]):
        places = range(first_written(card), last_written(card)) if is_movement(card) else ()
        cars = [int(driver.written[place]) - 1 for place in places if driver.written[place]]
        if cars:
            words.append(f"{CARDS[card]}: {listed([car_name(position, car) for car in cars])}")
    return "; ".join(words)


def _program_words(position: Position, seat: int) -> Iterator[str]:
    """A program as far as the position shows it, and what is noted beside it."""
    driver, options = position.state.drivers[seat], position.field.options
    phase = int(position.state.phase)
    if driver.length:
        yield f"program {program_text(driver.program[: int(driver.length)])}"
        if written := _written(position, seat):
            yield f"written down: {written}"
        if driver.due:
            yield f"{int(driver.due)} more to be written down"
    elif phase == Phase.PROGRAM and options.programming == SECRET:
        yield "no card to be seen"
    elif phase > Phase.PLACES:
        yield "empty program"


def _player_words(position: Position, seat: int) -> str:
    """Everything about one player."""
    driver, phase = position.state.drivers[seat], int(position.state.phase)
    facts = [f"{seat_name(position, seat)} ({letter(position, seat)}) {_where(position, seat)}"]
    if driver.roll:
        facts.append(f"rolled {int(driver.roll)}")
    if phase == Phase.PROGRAM:
        facts.append("ready" if driver.ready else "not ready yet")
    facts += _program_words(position, seat)
    if driver.side != EMPTY:
        facts.append(f"a condition card must show {CARDS[int(driver.side)]}")
    if driver.crossed:
        facts.append("has been behind the line")
    return "; ".join(facts)


def _traffic_words(position: Position) -> Iterator[str]:
    """The traffic by squares, then what is not on the track."""
    cars = traffic_cars(position)
    here = [(square, car) for square, car in cars_by_square(position).items() if car < TRAFFIC]
    on_track = ", ".join(f"{at(square)} car {car + 1}" for square, car in here)
    yield f"traffic: {on_track or 'none on the track'}"
    for state, words in ((UNPLACED, "still to be placed"), (GONE, "passed the line")):
        numbers = [str(car + 1) for car in cars if int(position.state.places[car]) == state]
        if numbers:
            yield f"traffic {words}: {listed(numbers)}"


def words(position: Position) -> list[str]:
    """Everything about a position, in lines of words."""
    return [
        decision(position),
        _round_words(position),
        line_words(position),
        *(_player_words(position, seat) for seat in range(position.seats)),
        *_traffic_words(position),
    ]


# --- the drawn grid ------------------------------------------------------------------------------


def _sign(position: Position, cars: dict[int, int], square: int) -> str:
    """What stands on a square."""
    if square in cars:
        car = cars[square]
        return letter(position, car - TRAFFIC) if car >= TRAFFIC else str(car + 1)
    return "o" if column_of(square) == 0 else "."


def _row(position: Position, signs: Sequence[str], name: str, line: str) -> str:
    """A row of signs with the finish line between them."""
    columns = int(position.field.columns)
    cells = [f"{sign:>{COLUMN_WIDTH}}" for sign in signs]
    return f"{name} {''.join(cells[:columns])} {line}{''.join(cells[columns:])}"


def grid(position: Position) -> list[str]:
    """The lanes as rows, A on top, the columns from left to right."""
    cars = cars_by_square(position)
    columns = range(columns_seen(position, SEEN_BEHIND))
    lines = [_row(position, [str(column) for column in columns], " ", " ")]
    for lane in range(LANES):
        signs = [_sign(position, cars, column * LANES + lane) for column in columns]
        lines.append(_row(position, signs, LANE_NAMES[lane], "#"))
    return lines


def _legend(position: Position) -> str:
    """The signs of the grid in words, those of them that it has."""
    cars = cars_by_square(position)
    signs = {
        ". free square": True,
        "o free start place": any(lane not in cars for lane in range(LANES)),
        "# finish line": True,
    }
    bolides = sorted(car for car in cars.values() if car >= TRAFFIC)
    for car in bolides:
        signs[f"{letter(position, car - TRAFFIC)} {car_name(position, car)} bolide"] = True
    signs["a number is a traffic car"] = len(bolides) < len(cars)
    return f"signs: {', '.join(sign for sign, used in signs.items() if used)}"


def text(position: Position) -> str:
    """The track as plain text; a program is in it as far as the position shows it."""
    return "\n".join([*grid(position), _legend(position), *words(position)])
