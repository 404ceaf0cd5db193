"""AR-37: a command that is skipped says why, and names the rule behind it."""

from pathlib import Path
from typing import NamedTuple

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.events import SeenEvent
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.rule_book import read_book
from algorally.core.scene import Played, load_scene, play_steps
from algorally.games.algoracing.event_text import REASONS as WORDS
from algorally.games.algoracing.event_text import tell
from algorally.games.algoracing.names import (
    AT_HOME,
    BASE_TAKEN,
    BORDER,
    CARDS,
    HIGHER,
    IMPULSE_ENDS,
    LOWER,
    NOTHING,
    NOTHING_AHEAD,
    OF_ROVER,
    OFF_BOARD,
    REASON_RULES,
    REASONS,
    ROVER_AHEAD,
    SEAM,
    STEP,
    TWO_STOREYS,
    WALL,
    WALL_HOLDS,
    EventKind,
)

pytestmark = pytest.mark.modes

SCENE = """
game = "algoracing"
title = "a command is skipped"
[options]
{options}
[given]
level = "complete"
rows = ["{row}", "....."]
bases = {{ red = "0,1", yellow = "4,1", green = "4,0", blue = "0,0" }}
{given}
[given.rovers.red]
at = "{red}"
{others}
[[do]]
seat = "red"
lay = [{commands}]
"""
DRIVING = ("step", "all_the_way")
YELLOW = '[given.rovers.yellow]\nat = "{}"\n'
GREEN = '[given.rovers.green]\nat = "{}"\n'


class Case(NamedTuple):
    """A position in which commands are skipped, for a reason and because of a rover."""

    reason: int
    told: str
    red: str = "1,0E"
    row: str = "....."
    given: str = ""
    options: str = ""
    others: str = ""
    commands: tuple[str, ...] = DRIVING
    other: int = 0


ALL = "step", "all_the_way", "jump"
SHOT = ("teleport",)
SEAMS = 'blocks = ["01200", "00000"]'
NO_PULL = 'sample_through_walls = "no"'
CASES = [
    Case(WALL, "a wall is in the way (AR-25)", given='walls = ["1,0E"]'),
    Case(WALL, "a wall is in the way (AR-25)", given='walls = ["2,0W"]', row="..1.."),
    Case(BORDER, "the edge of the board is in the way (AR-25)", red="4,0E"),
    Case(HIGHER, "the block ahead is too high to drive onto (AR-25)", row="..1.."),
    Case(HIGHER, "the block ahead is too high to drive onto (AR-25)", row=".12.."),
    Case(LOWER, "it is too steep to drive down ahead (AR-25)", row=".1..."),
    Case(LOWER, "it is too steep to drive down ahead (AR-25)", row=".21.."),
    Case(
        SEAM,
        "the edge of the next block is in the way (AR-A16)",
        row=".11..",
        given=SEAMS,
        options='seam_between_blocks = "obstructs"',
    ),
    Case(
        ROVER_AHEAD,
        "green is in the way (AR-42)",
        others=YELLOW.format("3,1N") + GREEN.format("2,0N"),
        commands=ALL,
        other=2,
    ),
    Case(OFF_BOARD, "the jump would lead off the board (AR-A17)", "4,0E", commands=("jump",)),
    Case(
        TWO_STOREYS,
        "a jump leads up or down one storey, not two (AR-31)",
        row="..2..",
        commands=("jump",),
    ),
    Case(
        TWO_STOREYS,
        "a jump leads up or down one storey, not two (AR-31)",
        row=".2...",
        commands=("jump",),
    ),
    Case(NOTHING_AHEAD, "there is no rover and no sample ahead (AR-A44)", commands=SHOT),
    Case(NOTHING_AHEAD, "there is no rover and no sample ahead (AR-A44)", "4,0E", commands=SHOT),
    Case(
        NOTHING_AHEAD,
        "there is no rover and no sample ahead (AR-A44)",
        row="111.1",
        given='samples = ["3,0 red", "4,0 blue"]',
        options='impulse_path = "over_valley"',
        commands=SHOT,
    ),
    Case(
        IMPULSE_ENDS,
        "the impulse ends where the height changes, before it strikes anything (AR-59)",
        row="...1.",
        others=YELLOW.format("3,0N"),
        commands=SHOT,
    ),
    Case(
        IMPULSE_ENDS,
        "the impulse ends where the height changes, before it strikes anything (AR-59)",
        row="111..",
        given='samples = ["4,0 blue"]',
        commands=SHOT,
    ),
    Case(
        BASE_TAKEN,
        "a rover stands on the base of yellow (AR-63)",
        others=YELLOW.format("3,0N") + GREEN.format("4,1N"),
        commands=SHOT,
        other=1,
    ),
    Case(
        BASE_TAKEN,
        "a rover stands on the base of yellow (AR-63)",
        "4,1N",
        others=YELLOW.format("4,0N"),
        commands=SHOT,
        other=1,
    ),
    Case(
        AT_HOME,
        "green is on its own base already (AR-A42)",
        others=YELLOW.format("3,1N") + GREEN.format("4,0W"),
        commands=SHOT,
        other=2,
    ),
    Case(
        WALL_HOLDS,
        "a wall holds the sample back (AR-66)",
        given='samples = ["3,0 red"]\nwalls = ["3,0W"]',
        options=NO_PULL,
        commands=SHOT,
    ),
    Case(
        WALL_HOLDS,
        "a wall holds the sample back (AR-66)",
        given='samples = ["3,0 red"]\nwalls = ["1,0E"]',
        options=f'{NO_PULL}\nsample_pull = "to_rover"',
        commands=SHOT,
    ),
]


def play(case: Case, tmp_path: Path) -> Played:
    """What comes of the commands of a case."""
    path = tmp_path / "scene.toml"
    commands = ", ".join(f'"{command}"' for command in case.commands)
    path.write_text(SCENE.format(**{**case._asdict(), "commands": commands}), encoding="utf-8")
    played = play_steps(load_scene(path))
    assert played.problem == ""
    return played


def skips(events: list[SeenEvent]) -> list[SeenEvent]:
    """The commands that were skipped."""
    return [event for event in events if event.kind == EventKind.SKIPPED]


@pytest.mark.parametrize("case", CASES, ids=lambda case: REASONS[case.reason])
def test_a_skipped_command_tells_why(case: Case, tmp_path: Path) -> None:
    played = play(case, tmp_path)
    commands = [CARDS.index(command) for command in case.commands]
    expected = [(command, case.reason, case.other) for command in commands]
    events = skips(played.notes)
    assert [(event.a, event.b, event.c) for event in events] == expected
    said = [tell(played.position, event) for event in events]
    assert said == [f"{command} is skipped: {case.told}" for command in case.commands]


def test_every_reason_is_shown_and_has_words_and_a_rule_of_the_book() -> None:
    every = set(range(NOTHING + 1, len(REASONS)))
    assert {case.reason for case in CASES} == every
    assert WORDS.keys() == every
    assert len(REASON_RULES) == len(REASONS) <= OF_ROVER
    book = read_book(find_game("algoracing"))
    assert [rule for rule in REASON_RULES[1:] if rule not in book] == []


def test_all_the_way_that_has_moved_is_not_skipped(tmp_path: Path) -> None:
    case = Case(WALL, "", given='walls = ["2,0E"]', commands=("all_the_way",))
    assert skips(play(case, tmp_path).notes) == []


def test_a_reason_that_cannot_be_foreseen_is_not_told() -> None:
    position: Position = find_game("algoracing").start(seats=2, seed=1)
    for reason, other in ((HIDDEN, 0), (ROVER_AHEAD, HIDDEN), (HIDDEN, HIDDEN)):
        event = SeenEvent(EventKind.SKIPPED, 0, STEP, reason, other, 0)
        assert tell(position, event) == "step is skipped"
