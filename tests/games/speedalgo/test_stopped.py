"""SA-20: a program that is interrupted says why, and names the rule behind it; so does whatever
else does less than its player may have hoped for."""

from pathlib import Path
from typing import NamedTuple

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.events import SeenEvent
from algorally.core.game import find_game
from algorally.core.rule_book import read_book
from algorally.core.scene import Played, load_scene, play_steps
from algorally.games.speedalgo.event_text import REASONS as WORDS
from algorally.games.speedalgo.event_text import tell
from algorally.games.speedalgo.names import (
    AT,
    BACK_BORDER,
    BORDER_RULES,
    BORDERS,
    BY_COLLISION,
    BY_PUSH,
    CARS,
    LEFT_BORDER,
    NO_TRAFFIC,
    NOTHING_TO_PUSH,
    REASON_RULES,
    REASONS,
    RIGHT_BORDER,
    TARGET_APART,
    TARGET_GONE,
    TRAFFIC,
    EventKind,
)

pytestmark = pytest.mark.modes

SCENE = """
game = "speedalgo"
title = "a program is interrupted"
[options]
{options}
[given]
columns = 12
traffic = [{traffic}]
order = ["blue", "red"]
[given.cars.red]
at = "{red}"
roll = 3
[given.cars.blue]
at = "{blue}"
[[do]]
programs = {{ red = "{program}", blue = "{first}" }}
targets = {{ red = [{targets}] }}
"""
RED, BLUE = TRAFFIC, TRAFFIC + 1
NOBODY = -1
WRITTEN = 'targets_chosen = "written"'


class Case(NamedTuple):
    """A position in which red's program is interrupted, for a reason and at a car."""

    reason: int
    car: int
    hit: int  # or NOBODY where nothing collides
    program: str
    told: tuple[str, ...]
    red: str = "C0"
    blue: str = "E9"
    traffic: str = '"A5"'
    targets: str = ""
    options: str = ""
    first: str = ""


STOP = "red's program is interrupted, the rest of it is not run: "
CRASH = f"{STOP}there was a collision (SA-20)"
PUSH = f"{STOP}a car is pushed only onto a free square (SA-36)"
LONELY = f"{STOP}no car that it could push touches the bolide (SA-37)"
EMPTY = f"{STOP}no traffic is left (SA-B26)"
GONE = f"{STOP}traffic 1, written down for it, has left the track (SA-B40)"
APART = f"{STOP}traffic 1, written down for it, does not touch the bolide (SA-B40)"
CASES = [
    Case(BY_COLLISION, RED, 0, "AB", ("red hits traffic 1 (SA-19)", CRASH), traffic='"C1"'),
    Case(BY_COLLISION, RED, BLUE, "ABD", ("red hits blue (SA-19)", CRASH), blue="D1"),
    Case(
        *(BY_COLLISION, RED, LEFT_BORDER, "ABG - AB"),
        ("red hits the left border (SA-B18)", CRASH),
        red="A0",
    ),
    Case(
        *(BY_COLLISION, RED, RIGHT_BORDER, "ABD - AB"),
        ("red hits the right border (SA-B18)", CRASH),
        red="E0",
    ),
    Case(
        *(BY_COLLISION, 0, RED, "AT"),
        ("traffic 1 hits red (SA-19)", CRASH),
        red="A6",
    ),
    Case(BY_COLLISION, 0, LEFT_BORDER, "ATG", ("traffic 1 hits the left border (SA-B18)", CRASH)),
    Case(
        *(BY_PUSH, 0, 1, "P"),
        ("traffic 1 hits traffic 2 (SA-19)", PUSH),
        traffic='"C1", "C2"',
    ),
    Case(
        BY_PUSH, BLUE, RIGHT_BORDER, "P", ("blue hits the right border (SA-B18)", PUSH), "D0", "E1"
    ),
    Case(BY_PUSH, BLUE, BACK_BORDER, "P", ("blue hits the back border (SA-B20)", PUSH), "C1", "C0"),
    Case(BY_PUSH, BLUE, BACK_BORDER, "P", ("blue hits the back border (SA-B20)", PUSH), "A1", "A0"),
    Case(BY_PUSH, BLUE, LEFT_BORDER, "P", ("blue hits the left border (SA-B18)", PUSH), "B1", "A0"),
    Case(NOTHING_TO_PUSH, NOBODY, NOBODY, "P - AB", (LONELY,)),
    Case(NO_TRAFFIC, NOBODY, NOBODY, "AT - AB", (EMPTY,), traffic=""),
    Case(NO_TRAFFIC, NOBODY, NOBODY, "ATD - AB", (EMPTY,), traffic=""),
    Case(
        *(TARGET_GONE, 0, NOBODY, "ATG [E11]", (GONE,)),
        traffic='"E11", "A5"',
        options=WRITTEN,
        first="AT [E11]",
    ),
    Case(
        *(TARGET_GONE, 0, NOBODY, "P [E11]", (GONE,)),
        red="A4",
        traffic='"E11", "A5"',
        options=WRITTEN,
        first="AT [E11]",
    ),
    Case(
        *(TARGET_APART, 0, NOBODY, "P [A5]", (APART,)),
        traffic='"A5", "C1"',
        options=WRITTEN,
    ),
]


def play(case: Case, tmp_path: Path) -> Played:
    """What comes of red's program; blue's runs before it."""
    path = tmp_path / "scene.toml"
    path.write_text(SCENE.format(**case._asdict()), encoding="utf-8")
    played = play_steps(load_scene(path))
    assert played.problem == ""
    return played


def of_red(played: Played, *kinds: EventKind) -> list[SeenEvent]:
    """The events of these kinds while red's program runs."""
    return [event for event in played.notes if event.seat == 0 and event.kind in kinds]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{REASONS[case.reason]}-{case.hit}")
def test_an_interrupted_program_tells_why(case: Case, tmp_path: Path) -> None:
    played = play(case, tmp_path)
    stops = of_red(played, EventKind.STOPPED)
    assert [(event.a, event.b) for event in stops] == [(case.reason, case.car)]
    hits = of_red(played, EventKind.COLLIDED)
    crashed = case.reason in (BY_COLLISION, BY_PUSH)
    assert [(event.a, event.c) for event in hits] == [(case.car, case.hit)] * crashed
    events = of_red(played, EventKind.COLLIDED, EventKind.STOPPED)
    assert tuple(tell(played.position, event) for event in events) == case.told
    assert of_red(played, EventKind.INSTRUCTION)[-1].b == 0  # what follows is not run


def test_every_reason_is_shown_and_has_words_and_a_rule_of_the_book() -> None:
    assert {case.reason for case in CASES} == WORDS.keys() == set(range(len(REASONS)))
    borders = range(CARS, CARS + len(BORDERS))
    assert {case.hit for case in CASES if case.hit >= CARS} == set(borders)
    assert len(REASON_RULES) == len(REASONS)
    assert len(BORDER_RULES) == len(BORDERS)
    book = read_book(find_game("speedalgo"))
    assert [rule for rule in (*REASON_RULES, *BORDER_RULES) if rule not in book] == []


@pytest.mark.parametrize(
    ("kind", "case", "told"),
    [
        (
            EventKind.SKIPPED,
            Case(0, 0, 0, "AT - AB", (), traffic="", options='no_target = "skip"'),
            ["AT is skipped: no traffic is left (SA-B26)"],
        ),
        (
            EventKind.FEWER,
            Case(0, 0, 0, "AT", (), traffic='"A5", "B5"', targets='"A5", "B5"'),
            ["fewer traffic cars are left than the die shows: 2 (SA-B14)"],
        ),
        (
            EventKind.FEWER,
            Case(0, 0, 0, "AT", (), traffic='"A5", "B5", "C5"', targets='"A5", "B5", "C5"'),
            [],
        ),
        (EventKind.FEWER, Case(0, 0, 0, "ATD", (), traffic='"A5"'), []),
        (
            EventKind.TESTED,
            Case(0, 0, 0, "SA AB - ABD", ()),
            ["red: no car is in front, so the then part is not run (SA-B12)"],
        ),
        (
            EventKind.TESTED,
            Case(0, 0, 0, "SA ABD", (), traffic='"C1"'),
            ["red: a car is in front (SA-41)"],
        ),
        (
            EventKind.RUN_BEGAN,
            Case(0, 0, 0, "", ()),
            ["red's program is empty: nothing is run (SA-B8)"],
        ),
        (EventKind.RUN_BEGAN, Case(0, 0, 0, "AB", ()), ["red's program runs"]),
    ],
)
def test_what_does_less_says_so_too(
    kind: EventKind, case: Case, told: list[str], tmp_path: Path
) -> None:
    played = play(case, tmp_path)
    assert [tell(played.position, event) for event in of_red(played, kind)] == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (SeenEvent(EventKind.COLLIDED, 0, HIDDEN, HIDDEN, HIDDEN, 0), "a collision"),
        (SeenEvent(EventKind.COLLIDED, 0, RED, HIDDEN, HIDDEN, 0), "red collides (SA-19)"),
        (
            SeenEvent(EventKind.STOPPED, 0, HIDDEN, HIDDEN, 0, 0),
            "red's program is interrupted: the rest of it is not run (SA-20)",
        ),
        (
            SeenEvent(EventKind.STOPPED, 0, TARGET_GONE, HIDDEN, 0, 0),
            f"{STOP}the car, written down for it, has left the track (SA-B40)",
        ),
        (SeenEvent(EventKind.TESTED, 0, HIDDEN, 0, 0, 0), ""),
        (SeenEvent(EventKind.RUN_BEGAN, 0, HIDDEN, 0, 0, 0), "red's program runs"),
        (
            SeenEvent(EventKind.FEWER, 0, HIDDEN, 0, 0, 0),
            "fewer traffic cars are left than the die shows: ? (SA-B14)",
        ),
        (
            SeenEvent(EventKind.SKIPPED, 0, AT, 0, 0, 0),
            "AT is skipped: no traffic is left (SA-B26)",
        ),
    ],
)
def test_what_cannot_be_foreseen_is_not_told(event: SeenEvent, told: str) -> None:
    assert tell(find_game("speedalgo").start(seats=2, seed=1), event) == told
