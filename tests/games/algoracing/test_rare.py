"""Rare cases: piles run empty, idle rovers, flexible turn cards, the last event."""

from pathlib import Path
from typing import Any

import pytest

from algorally.core.errors import IllegalChoice, SettingError
from algorally.core.events import Log
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.records import same_bytes
from algorally.core.scene import load_scene, play_steps
from algorally.games.algoracing.names import JUMP, LEFT, STEP, TURN, EventKind, Phase
from algorally.games.algoracing.rules.happen import lock
from algorally.games.algoracing.rules.samples import stand

pytestmark = pytest.mark.modes


def first_turn(seats: int = 2, **settings: Any) -> Position:
    position = find_game("algoracing").start(seats=seats, seed=5, **settings)
    while position.state.phase < Phase.BUILD:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def hold(position: Position, seat: int, **cards: int) -> None:
    """Give a seat exactly these cards."""
    rover = position.state.rovers[seat]
    rover.hand[:] = 0
    for name, count in cards.items():
        rover.hand[{"step": STEP, "jump": JUMP, "left": LEFT, "turn": TURN}[name]] = count
    rover.held = sum(cards.values())


def test_ar_a29_cards_that_were_not_there_are_drawn_at_the_next_refill() -> None:
    position = first_turn(level="complete")
    race = position.state
    hold(position, 0, step=1)
    race.row[:4] = LEFT
    race.length = 4
    race.draw.count = 0
    race.discards.count = 0
    position.play_text(0, "cover 0 step; run")
    assert (int(race.rovers[0].held), int(race.rovers[0].owed)) == (0, 5)
    position.play_text(1, "pass")
    race.discards.cards[:3] = [JUMP, JUMP, JUMP]
    race.discards.count = 3
    position.play_text(0, "run")
    assert (int(race.rovers[0].held), int(race.rovers[0].owed)) == (3, 2)
    position.play_text(1, "pass")
    race.discards.cards[:4] = [STEP, STEP, STEP, STEP]
    race.discards.count = 4
    position.play_text(0, "pass jump")
    assert (int(race.rovers[0].held), int(race.rovers[0].owed)) == (5, 0)
    assert race.draw.count == 2


def test_ar_a36_a_hand_that_is_short_for_no_such_reason_stays_so() -> None:
    position = first_turn(level="complete")
    hold(position, 0, step=2)
    position.state.row[0] = LEFT
    position.state.length = 1
    position.play_text(0, "run")
    assert position.state.rovers[0].held == 2


@pytest.mark.parametrize("colours", ["red yellow", "red blue", "yellow green", "green blue"])
def test_ar_a6_idle_rovers_may_not_stand_on_both_labs_of_a_player(colours: str) -> None:
    settings: dict[str, Any] = {"level": "complete", "colours": colours}
    with pytest.raises(SettingError, match="AR-A6: idle rovers would stand on both labs of"):
        first_turn(neutral_rovers="on", **settings)
    first_turn(**settings)
    first_turn(neutral_rovers="on", level="complete", colours="yellow blue")


def test_ar_a6_an_idle_rover_picks_nothing_up() -> None:
    position = first_turn(seats=3, neutral_rovers="on", pickup_when="standing")
    race = position.state
    race.places[0] = race.rovers[3].square
    stand(race, position.field, Log.record(Log.rows()), 3)
    assert race.places[0] == race.rovers[3].square


def test_a_lock_with_an_idle_rover_can_be_written_and_read() -> None:
    position = first_turn(seats=3, neutral_rovers="on", lock_set="every_bump")
    lock(position.state, 0, 3)
    back = position.game.words.read_position(position.game.words.write_position(position))
    assert same_bytes(back.states, position.states)


def test_ar_a9_a_flexible_turn_card_is_replaced_by_any_of_its_names() -> None:
    position = first_turn(turn_cards="flexible")
    hold(position, 0, turn=2, step=3)
    for name in ("left", "right", "uturn", "turn"):
        trial = position.clone()
        trial.play_text(0, f"pass {name}")
        assert trial.state.discards.cards[0] == TURN
    hold(position, 0, step=5)
    with pytest.raises(IllegalChoice, match="AR-22: there is no turn in the hand"):
        position.play_text(0, "replace left")


WINNING_BUMP = """
game = "algoracing"
title = "a compensation that wins is the last thing that happens"
[given]
level = "basic"
rows = ["....", "....", "...."]
[given.rovers.red]
at = "0,0E"
delivered = ["yellow", "blue", "red"]
[given.rovers.yellow]
at = "1,0N"
carrying = ["yellow"]
[[do]]
seat = "red"
lay = ["step", "step"]
"""


def test_ar_a23_nothing_happens_after_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(WINNING_BUMP, encoding="utf-8")
    played = play_steps(load_scene(path))
    assert played.position.over
    assert [event.kind for event in played.notes].index(EventKind.GAME_OVER) == len(
        played.notes
    ) - 1
