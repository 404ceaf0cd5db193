"""Several seats choose at the same time: what they commit themselves to is made together."""

import itertools
import random
from collections.abc import Sequence

import pytest

from algorally.core.errors import GameError
from algorally.core.events import SeenEvent, seen_by
from algorally.core.records import Rows
from algorally.games.speedalgo import names as speedalgo
from algorally.match.entries import Choose, TimeUp, Withdraw
from algorally.match.match import Match
from tests.match import toy
from tests.match.tables import SPEEDALGO, Table, begun, everything, make_header, program
from tests.playing import contents, viewers

pytestmark = pytest.mark.usefixtures("shove")
SEATS = 4
GAME = {"position", "field", "choices", "step", "stage"}  # whoever waits for whom


def table_of(seats: int = SEATS, seed: int = 3) -> Table:
    return begun(make_header(toy.NAME, seats, seed))


def programs(table: Table, seed: int = 1) -> dict[int, tuple[int, ...]]:
    """A program for every seat."""
    dice = random.Random(seed)
    return {seat: program(table, seat, dice) for seat in table.match.thinking()}


def all_views(match: Match) -> list[bytes]:
    """What everybody sees of the game."""
    return [contents(match.position.view(viewer)) for viewer in viewers(match.position)]


def the_game(match: Match) -> dict[str, object]:
    return {name: value for name, value in everything(match).items() if name in GAME}


def step_events(table: Table) -> list[bytes]:
    """The events of the last entry."""
    return [rows.tobytes() for rows in table.match.applied[-1].events]


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_choices_wait_until_all_have_committed_themselves(seats: int) -> None:
    table = table_of(seats)
    before = the_game(table.match)
    planned = programs(table)
    for number, (seat, actions) in enumerate(planned.items(), 1):
        assert table.match.thinking() == list(range(number - 1, seats))
        applied = table.add(Choose(seat, actions))
        if number < seats:
            assert not applied.events
            assert the_game(table.match) == before
            assert set(table.match.pending) == set(range(number))
    assert table.match.pending == {}
    assert the_game(table.match) != before
    assert table.match.step == table.match.number
    made = [choice for choice in table.match.choices if choice[1] <= toy.READY]
    assert made[: 4 * seats] == [
        (seat, action) for seat in sorted(planned) for action in planned[seat]
    ]


def test_nobody_sees_a_commitment_before_all_have_made_theirs() -> None:
    table = table_of()
    before = all_views(table.match)
    for seat, actions in list(programs(table).items())[:-1]:
        table.add(Choose(seat, actions))
        assert all_views(table.match) == before


def test_all_is_turned_up_together_and_carried_out_in_order() -> None:
    table = table_of()
    for seat, actions in programs(table).items():
        table.add(Choose(seat, actions))
    while len(table.match.thinking()) == 1:
        table.choose_first()
    told = [event for applied in table.match.applied for event in public(applied.events)]
    shown = [(event.b, event.seat) for event in told if event.kind == toy.EventKind.TURNED_UP]
    assert shown == list(itertools.product(range(toy.LAID), range(SEATS)))


def public(events: Sequence[Rows]) -> list[SeenEvent]:
    return [event for rows in events for event in seen_by(-1, rows)]


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_order_in_which_seats_commit_themselves_does_not_matter(seats: int) -> None:
    orders = list(itertools.permutations(range(seats)))
    outcomes = []
    for order in random.Random(seats).sample(orders, min(6, len(orders))):
        table = table_of(seats)
        planned = programs(table)
        for seat in order:
            table.add(Choose(seat, planned[seat]))
        made = {name: value for name, value in the_game(table.match).items() if name != "step"}
        outcomes.append((made, step_events(table)))
    assert all(outcome == outcomes[0] for outcome in outcomes)


# --- withdrawing ---------------------------------------------------------------------------------


def test_a_commitment_can_be_withdrawn_until_all_have_made_theirs() -> None:
    table = table_of()
    before = the_game(table.match)
    planned = programs(table)
    for seat in range(SEATS - 1):
        table.add(Choose(seat, planned[seat]))
    for seat in range(SEATS - 1):
        table.add(Withdraw(seat))
        assert seat in table.match.thinking()
    assert table.match.pending == {}
    assert the_game(table.match) == before


def test_a_commitment_cannot_be_withdrawn_afterwards() -> None:
    table = table_of()
    for seat, actions in programs(table).items():
        table.add(Choose(seat, actions))
    for seat in range(SEATS):
        assert table.code(Withdraw(seat)) == "nothing_to_withdraw"


def test_only_the_last_commitment_counts() -> None:
    plain, changed = table_of(), table_of()
    planned, others = programs(plain, 1), programs(plain, 2)
    assert planned[0] != others[0]
    changed.add(Choose(0, others[0]))
    changed.add(Withdraw(0))
    for seat, actions in planned.items():
        plain.add(Choose(seat, actions))
        changed.add(Choose(seat, actions))
    assert changed.match.choices == plain.match.choices
    assert contents(changed.match.position) == contents(plain.match.position)


# --- time ----------------------------------------------------------------------------------------


def test_when_the_time_of_the_last_seat_is_up_its_draft_counts_and_dice_do_the_rest() -> None:
    table = table_of()
    planned = programs(table)
    for seat in range(SEATS - 1):
        table.add(Choose(seat, planned[seat]))
    last, draft = SEATS - 1, planned[SEATS - 1][:2]
    applied = table.add(TimeUp(last, draft))
    assert applied.events
    assert table.match.pending == {}
    made = [action for seat, action in table.match.choices if seat == last]
    assert made[:3] == [*draft, toy.TIME_UP]
    laid = [event for event in of_seat(last, applied.events) if event.kind == toy.EventKind.LAID]
    assert [event.secret for event in laid][:2] == list(draft)
    assert len(laid) == toy.LAID


def of_seat(seat: int, events: Sequence[Rows]) -> list[SeenEvent]:
    seen = [event for rows in events for event in seen_by(seat, rows)]
    return [event for event in seen if event.seat == seat]


def test_when_the_time_of_another_seat_is_up_the_rest_may_still_think() -> None:
    table = table_of()
    before = all_views(table.match)
    assert not table.add(TimeUp(1)).events
    assert table.match.thinking() == [0, 2, 3]
    assert all_views(table.match) == before
    assert table.code(Withdraw(1)) == "too_late"


def test_who_was_late_does_not_matter_for_what_happens() -> None:
    outcomes = []
    for order in itertools.permutations(range(3)):
        table = table_of(3)
        planned = programs(table)
        for seat in order:
            table.add(TimeUp(1, planned[1][:1]) if seat == 1 else Choose(seat, planned[seat]))
        outcomes.append((table.match.choices, contents(table.match.position)))
    assert all(outcome == outcomes[0] for outcome in outcomes)


# --- parts, and the middle of a run --------------------------------------------------------------


def test_whoever_commits_a_part_only_is_asked_for_the_rest() -> None:
    table = table_of()
    planned = programs(table)
    for seat, actions in planned.items():
        table.add(Choose(seat, actions[:1] if seat == 2 else actions))
    assert table.match.thinking() == [2]
    assert table.match.position.standing().turns == 1
    table.add(Choose(2, planned[2][1:]))
    assert table.match.thinking() != [2] or table.match.position.state.phase == toy.ASK


def asked() -> Table:
    """A table at which one seat is asked for a target in the middle of the run."""
    for seed in range(100):
        table = table_of(seed=seed)
        for seat, actions in programs(table, seed).items():
            table.add(Choose(seat, actions))
        if table.match.position.state.phase == toy.ASK:
            return table
    raise AssertionError


def test_a_choice_in_the_middle_of_a_run_is_awaited_from_one_seat_alone() -> None:
    table = asked()
    (seat,) = table.match.thinking()
    for other in set(range(SEATS)) - {seat}:
        assert table.code(Choose(other, (toy.TARGET + seat,))) == "NotYourTurn"
        assert table.code(Withdraw(other)) == "nothing_to_withdraw"
    assert table.code(Choose(seat, (toy.TARGET + seat,))) == "IllegalChoice"
    ran = int(table.match.position.state.ran)
    assert table.add(Choose(seat, (toy.TARGET + (seat + 1) % SEATS,))).events
    assert table.match.position.state.ran != ran


def test_nobody_can_answer_before_being_asked() -> None:
    table = table_of()
    planned = programs(table)
    for seat, actions in planned.items():
        too_long = (*actions, toy.TARGET + (seat + 1) % SEATS)
        assert table.code(Choose(seat, too_long)) == "NotYourTurn"
        table.add(Choose(seat, actions))


def test_a_choice_that_looks_ahead_is_made_as_far_as_it_goes() -> None:
    made = set()
    for seed in range(40):
        table = begun(make_header(toy.NAME, 2, seed))
        for seat, actions in programs(table, seed).items():
            table.add(Choose(seat, actions))
        while len(thinking := table.match.thinking()) == 1:
            before = len(table.match.choices)
            hopes = (toy.TARGET + 1 - thinking[0], seed % toy.KINDS)  # to draw such a card
            try:
                table.add(Choose(thinking[0], hopes))
                made.add(len(table.match.choices) - before)
            except GameError:
                table.add(Choose(thinking[0], hopes[:1]))
    assert made == {1, 2}


# --- open programming ----------------------------------------------------------------------------


def race_in_the_open() -> Table:
    """A table of SpeedAlgo at which all see what is laid, in the first round."""
    header = make_header(SPEEDALGO, 2, 3, programming="open_live", traffic_placement="random")
    table = begun(header)
    for lane in range(2):
        table.add(Choose(lane, (speedalgo.START + lane,)))
    return table


def lay(card: int) -> int:
    return speedalgo.LAY + card - speedalgo.AB


def test_where_all_see_what_is_laid_nobody_waits_for_anybody() -> None:
    table = race_in_the_open()
    applied = table.add(Choose(1, (lay(speedalgo.REP), lay(speedalgo.AB))))
    laid = [event.secret for event in seen_by(0, applied.events[0])]
    assert laid == [speedalgo.REP]
    assert table.match.pending == {}
    assert table.match.thinking() == [0, 1]
    assert table.code(Withdraw(1)) == "nothing_to_withdraw"


def test_what_is_laid_in_the_open_can_be_taken_back_until_ready() -> None:
    table = race_in_the_open()
    table.add(Choose(0, (lay(speedalgo.AB),)))
    table.add(Choose(0, (speedalgo.TAKE_BACK,)))
    assert table.match.position.state.drivers[0].length == 0
    table.add(Choose(0, (speedalgo.READY,)))
    assert table.match.thinking() == [1]
    table.add(TimeUp(1))
    assert table.match.position.standing().turns == 2
