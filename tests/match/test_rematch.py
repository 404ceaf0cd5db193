"""The same people once more."""

import random

import msgspec
import pytest

from algorally.core.commitment import commitment
from algorally.match.entries import Away, Begin, Fill, HandOver, Rise, Sit, StandIn
from algorally.match.match import OPEN
from algorally.match.rematch import rematch_header, rematch_seats
from algorally.match.seating import complete_colours, seat_colours
from tests.match import toy
from tests.match.tables import ALGORACING, Table, begun, finished, make_header, sat

pytestmark = pytest.mark.usefixtures("shove")
NOW = 5_000_000
OTHER_SALT = "0123456789abcdef" * 2


def once_more(table: Table, seed: int = 77) -> Table:
    """The table of the rematch, with everybody seated."""
    again = Table(rematch_header(table.match, "ddddeeeeffff", seed, OTHER_SALT, NOW))
    for entry in rematch_seats(table.match):
        again.add(entry)
    return again


def players(table: Table) -> list[tuple[str, str, str, str]]:
    return [(seat.guest, seat.name, seat.bot, seat.colour) for seat in table.match.seats]


@pytest.mark.parametrize("game", [ALGORACING, toy.NAME])
def test_a_rematch_is_the_same_game_with_another_seed(game: str) -> None:
    table = finished(make_header(game, seats=3))
    old, new = table.match.header, once_more(table).match.header
    assert (new.game, new.seats, new.settings) == (old.game, old.seats, old.settings)
    assert (new.clock, new.grace, new.host) == (old.clock, old.grace, old.host)
    assert (new.id, new.seed, new.created, new.previous) == ("ddddeeeeffff", 77, NOW, old.id)
    assert not new.listed


def test_a_rematch_has_a_secret_and_a_commitment_of_its_own() -> None:
    table = finished(
        msgspec.structs.replace(make_header(), known_deal=True, salt="", commitment="")
    )
    new = once_more(table).match.header
    assert not new.known_deal
    assert (new.salt, new.commitment) == (OTHER_SALT, commitment(77, OTHER_SALT))


def test_everybody_moves_on_by_a_seat_and_keeps_name_and_colour() -> None:
    table = Table(make_header(seats=4))
    for seat, colour in enumerate(("blue", "red", "", "green")):
        player = Sit(seat, f"guest {seat}", f"Guest {seat}", colour)
        table.add(Fill(seat, "greedy", "Bot", colour) if seat == 2 else player)
    table.add(Begin("blue red yellow green"))
    again = once_more(table)
    before = players(table)
    assert players(again) == [*before[1:], before[0]]
    assert again.match.stage == OPEN


def test_after_as_many_rematches_as_seats_everybody_has_sat_everywhere() -> None:
    table = begun(make_header(seats=4))
    first, sat_at = players(table), []
    for _ in range(4):
        sat_at.append([player[0] for player in players(table)])
        table = once_more(table)
        table.add(Begin(" ".join(player[3] for player in players(table))))
    assert players(table) == first
    for guest in sat_at[0]:
        assert sorted(seats.index(guest) for seats in sat_at) == [0, 1, 2, 3]


def test_the_colours_of_a_rematch_are_those_of_the_game_before() -> None:
    table = begun(make_header(seats=2))
    again = once_more(table)
    wished = [seat.colour for seat in again.match.seats]
    colours = complete_colours(again.match.game, wished, seat_colours(again.match.position))
    again.add(Begin(colours))
    assert seat_colours(again.match.position) == list(reversed(seat_colours(table.match.position)))


def test_who_is_away_is_expected_and_no_bot_stands_in() -> None:
    table = begun(make_header(seats=2))
    table.add(Away(0))
    table.add(StandIn(0, "greedy"))
    seat = once_more(table).match.seats[1]
    assert (seat.guest, seat.away_since, seat.player) == ("guest 0", None, "")


def test_a_seat_that_was_left_is_free_in_the_rematch() -> None:
    table = sat(make_header(seats=3))
    table.add(Rise(1))
    again = once_more(table)
    assert [seat.free for seat in again.match.seats] == [True, False, False]
    assert again.code(Begin()) == "seats_free"


def test_the_host_is_the_host_of_the_rematch() -> None:
    table = begun(make_header(seats=3))
    table.add(HandOver(2))
    assert once_more(table).match.host == "guest 2"


def test_a_rematch_deals_other_cards() -> None:
    table = begun(make_header(toy.NAME, seats=8))
    dealt = {
        once_more(table, seed).match.position.states.tobytes()
        for seed in random.Random(1).sample(range(2**40), 20)
    }
    assert len(dealt) == 20
