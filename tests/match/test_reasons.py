"""Why bots chose as they did is told when their turn is over, and not before."""

import random

import pytest

from algorally.bots.reasons import Reason
from algorally.match.entries import Choose, Withdraw
from tests.match import toy
from tests.match.tables import Table, begun, make_header, program

pytestmark = pytest.mark.usefixtures("shove")
REASONS = {seat: Reason("novice", looked=8, aim="far", number=seat) for seat in range(2)}


def chosen(table: Table, seat: int) -> Choose:
    """What a bot chooses that explains itself."""
    actions = program(table, seat, random.Random(seat))
    return Choose(seat, actions, by_bot=True, reason=REASONS[seat])


def test_reasons_are_told_once_everybody_has_seen_the_programs() -> None:
    """Also where somebody is asked in the middle of a run, or the game ends with the turn."""
    table = begun(make_header(toy.NAME, 2, seed=3))
    asked = False
    while table.match.stage == "running":
        turn = table.match.applied[-1].turn
        assert table.add(chosen(table, 0)).reasons == {}
        applied = table.add(chosen(table, 1))
        while applied.turn == turn and table.match.stage == "running":
            asked = True
            assert applied.reasons == {}
            applied = table.choose_first()
        assert applied.reasons == REASONS
    assert asked


def test_what_is_withdrawn_needs_no_reason() -> None:
    table = begun(make_header(toy.NAME, 2, seed=3))
    table.add(chosen(table, 0))
    table.add(Withdraw(0))
    turn = table.match.applied[-1].turn
    table.add(Choose(0, program(table, 0, random.Random(0))))
    applied = table.add(chosen(table, 1))
    while applied.turn == turn:
        applied = table.choose_first()
    assert applied.reasons == {1: REASONS[1]}
