"""Why bots chose as they did: it is true, tells no secret, and can be said in every game."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import algorally
from algorally.bots.levels import carry_out, make_bot
from algorally.bots.reasons import Reason, reason_for
from algorally.core.compile import MODE
from algorally.core.game import find_game, games
from algorally.core.position import Position

pytestmark = pytest.mark.skipif(MODE == "interpreted", reason="bots would think for minutes")
TURNS = 12


class Said(NamedTuple):
    """What a bot says of a plan, and where it made it."""

    before: Position
    after: Position
    seat: int
    plan: list[int]
    reason: Reason | None


def said_in(name: str, level: str = "novice") -> Iterator[Said]:
    """All that is said in the first turns of a game of bots."""
    position = algorally.start(name, seats=2, seed=3)
    bots = [make_bot(level, seat) for seat in range(2)]
    while (acting := position.acting()) and position.standing().turns <= TURNS:
        before, seat = position.clone(), acting[0]
        plan = bots[seat].plan(before.view(seat), seat)
        carry_out(position, seat, plan)
        reason = reason_for(level, before.view(seat), seat, plan)
        yield Said(before, position.clone(), seat, plan, reason)


@pytest.mark.parametrize("name", games())
def test_novices_say_what_they_looked_at_and_what_for(name: str) -> None:
    game = find_game(name)
    assert game.aims
    assert game.planning
    reasons = [said.reason for said in said_in(name) if said.reason]
    assert {reason.looked for reason in reasons} == {game.planning.habits.glimpses[0]}
    aims = {reason.aim for reason in reasons} - {""}
    assert len(aims) > 1
    assert aims <= set(game.aims.sentences)


@pytest.mark.parametrize("name", games())
def test_setting_up_is_not_explained(name: str) -> None:
    set_up = [said for said in said_in(name) if said.before.standing().turns == 0]
    assert not any(said.reason for said in set_up)


def test_bots_that_are_no_level_explain_nothing() -> None:
    for said in said_in("algoracing"):
        assert reason_for("random", said.before.view(said.seat), said.seat, said.plan) is None


@pytest.mark.parametrize("name", games())
def test_worlds_that_look_the_same_give_the_same_reason(name: str) -> None:
    """Even if somebody passed a whole state instead of a view."""
    for said in said_in(name):
        other = said.before.guess(said.seat, 99)
        assert reason_for("novice", other, said.seat, said.plan) == said.reason


def test_what_was_wanted_comes_true_where_nobody_is_in_the_way() -> None:
    """In Algoracing the others stand still while a program runs."""
    wanted = [said for said in said_in("algoracing") if said.reason and said.reason.number]
    for said in wanted:
        before, after = (at.state.rovers[said.seat] for at in (said.before, said.after))
        delivered = after.delivered.sum() - before.delivered.sum()
        assert said.reason
        assert (said.reason.aim == "deliver") == bool(delivered)
        if delivered:
            assert said.reason.number == delivered
    assert {said.reason.aim for said in wanted if said.reason} == {"deliver", "collect"}
