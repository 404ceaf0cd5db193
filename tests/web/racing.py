"""SpeedAlgo through the page: programs by clicking, at random, and what is drawn."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from algorally.games.speedalgo.names import COLOURS, LANES, READY, TRAFFIC
from algorally.games.speedalgo.terrain import square_text
from tests.server.guests import PATIENCE, Guest, Line
from tests.web.moves import any_of, laid, step, until_asked, until_next
from tests.web.people import Person

GAME = "speedalgo"
MOST_CHOICES = 400
LAYABLE = ".held:enabled:not(.not)"
QUICKLY = {"traffic_placement": "random"}  # the game opens with the bolides


class Track(NamedTuple):
    """A race as far as it can be seen."""

    cars: dict[str, str]  # squares, by the letter or number on the car
    ghosts: dict[str, str]
    dice: list[int]
    columns: list[int]
    holder: list[str]  # codes of the cards on the own holder
    programs: dict[int, list[str]]  # by seat
    hand: list[str]


def track(person: Person) -> Track:
    """What is drawn."""
    seen = person.read("track")
    pairs = {name: dict(seen[name]) for name in ("cars", "ghosts", "programs")}
    return Track(**{**seen, **pairs})


def true_cars(board: Any) -> dict[str, str]:
    """Where the cars are, by what the server says."""
    field, places = board["field"], board["view"]["places"]
    names = [str(number + 1) for number in range(TRAFFIC)]
    names += [str(COLOURS[colour])[0].upper() for colour in field["colours"]]
    cars = zip(names, places[: TRAFFIC + field["seats"]], strict=False)
    return {name: square_text(square) for name, square in cars if square >= 0}


def true_race(board: Any) -> tuple[dict[str, str], list[int], list[int]]:
    """The cars, the columns of the drivers and their dice, by what the server says."""
    race, seats = board["view"], board["field"]["seats"]
    columns = [max(0, square // LANES) for square in race["places"][TRAFFIC : TRAFFIC + seats]]
    dice = [driver["roll"] for driver in race["drivers"][:seats]] if race["turn"] else []
    return true_cars(board), columns, dice


def check_track(person: Person, table: str) -> None:
    """What is drawn is what the server says, as soon as the page has heard of it."""
    end = time.monotonic() + PATIENCE
    while True:
        true = true_race(person.get(f"tables/{table}/board"))
        seen = track(person)
        drawn = (seen.cars, seen.columns, seen.dice if true[2] else [])
        if drawn == true or time.monotonic() > end:
            break
    assert drawn == true


def race(person: Person, **wishes: Any) -> str:
    """Make a race with bots, begin, and open it; its name."""
    return person.play(**{"game": GAME, "settings": QUICKLY, **wishes})


def is_building(person: Person) -> bool:
    """Whether a program can be built."""
    return person.the(".build .run").count() > 0


def to_program(person: Person, seed: int = 1) -> None:
    """Play until a program is to be built."""
    dice = random.Random(seed)
    while until_asked(person) and not is_building(person):
        choose(person, dice)
    person.the(".held:enabled").first.wait_for()


def choose(person: Person, dice: random.Random) -> None:
    """Make one choice: on the board, or a whole program."""
    person.the(".build .run, .target").first.wait_for()
    before = step(person)
    if is_building(person):
        program(person, dice)
    else:
        any_of(person.the(".target"), dice).click()
    until_next(person, before)


def lay(person: Person, code: str) -> None:
    """Lay a card; done when the server has said what it does."""
    before = laid(person)
    person.the(f'.held[data-explain$=".{code}"]').click()
    person.the(f'.panel:not([data-laid="{before}"])').wait_for()


def program(person: Person, dice: random.Random) -> None:
    """Lay some cards, write the cars beside them where that is agreed, and be ready."""
    for _ in range(dice.randint(1, 6)):
        offered = person.the(f".aiming > button, {LAYABLE}")
        if not offered.count():
            break
        press_one(person, dice)
    while not person.the(".run").is_enabled():
        press_one(person, dice)
    person.the(".run").click()


def press_one(person: Person, dice: random.Random) -> None:
    """A car where one is asked for, else a card."""
    before = (step(person), laid(person), len(track(person).holder))
    aims = person.the(".aiming > button")
    any_of(aims if aims.count() else person.the(LAYABLE), dice).click()
    person.page.wait_for_function(
        """([step, laid, cards]) => {
          const now = (selector, name) => document.querySelector(selector)?.dataset[name];
          const lying = document.querySelectorAll(".row .holder [data-laid]").length;
          if (now(".table", "step") !== step || lying !== cards) return true;
          return now(".panel", "laid") !== String(laid);
        }""",
        arg=list(before),
    )


def drive_on(person: Person, dice: random.Random, choices: int = MOST_CHOICES) -> None:
    """Play so many choices, or to the end."""
    for _ in range(choices):
        if not until_asked(person):
            return
        choose(person, dice)


def until_holder(person: Person, codes: list[str]) -> None:
    """Wait until these cards lie on the own holder."""
    person.page.wait_for_function(
        """codes => codes.join() === [...document.querySelectorAll(".row .holder [data-laid]")]
          .map(({ dataset }) => dataset.laid).join()""",
        arg=codes,
    )


def sit_both(ann: Person, bob: Person, **settings: Any) -> str:
    """A race of two people, each with a browser, with the bolides placed; its name."""
    wished = {**QUICKLY, **settings}
    table = ann.make(game=GAME, seats=2, seed=3, settings=wished)
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    for person in (ann, bob):
        person.sit_at(table)
    for person in (ann, bob):
        person.the(".target").first.click()
    for person in (ann, bob):
        person.the(".build").wait_for()
    return table


@contextmanager
def friends(person: Person, names: Sequence[str], **settings: Any) -> Iterator[list[Line]]:
    """A race of several people, all but one of whom do at once what the test says."""
    wished = {**QUICKLY, **settings}
    table = person.make(game=GAME, seats=len(names), seed=3, name=names[0], settings=wished)
    with ExitStack() as stack:
        others = [stack.enter_context(Guest(person.url)) for _ in names[1:]]
        for other, name in zip(others, names[1:], strict=True):
            other.post(f"tables/{table}/seats", name=name)
        person.context.request.post(f"/api/tables/{table}/start")
        person.sit_at(table)
        yield [other.join(table) for other in others]


def place_bolides(
    person: Person, lines: list[Line], look: Callable[[], object] = lambda: None
) -> None:
    """All take a lane, one after the other; the person may look around first."""
    for _ in range(len(lines) + 1):
        for line in lines:
            line.settle()
        turn = next((line for line in lines if line.is_thinking), None)
        if turn:
            turn.choose(turn.now["legal"][:1])
            continue
        until_asked(person)
        look()
        before = step(person)
        person.the(".target").first.click()
        until_next(person, before)


def be_ready(lines: list[Line]) -> None:
    """Those have the shortest program."""
    for line in lines:
        line.settle()
        line.choose([line.now["legal"][0], READY])
