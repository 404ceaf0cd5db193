"""What each entry does at a table, when it is refused, and that the same entries give the same."""

import contextlib
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest

from algorally.core.errors import AlgorallyError, NotYourTurn
from algorally.games.algoracing.names import CORNER
from algorally.match.entries import (
    MOST_ACTIONS,
    MOST_EMOTES,
    AllowEmotes,
    AllowHints,
    AnyEntry,
    Away,
    Back,
    Begin,
    Choose,
    Clock,
    Close,
    Emote,
    Fill,
    HandOver,
    Pause,
    Relink,
    Rematch,
    Resume,
    Rise,
    Sit,
    StandIn,
    Stored,
    TimeUp,
    Withdraw,
    Woke,
)
from algorally.match.lots import drawn_by_lot
from algorally.match.match import OVER, RUNNING, Match
from tests.match import toy
from tests.match.tables import (
    ALGORACING,
    SPEEDALGO,
    Table,
    begun,
    everything,
    finished,
    make_header,
    program,
    sat,
)

pytestmark = pytest.mark.usefixtures("shove")
LAST = 1  # the seat that chooses its corner first
ALWAYS = {"number", "at", "applied"}
PLAYED = {"position", "choices", "clocks", "step"}

# --- tables in all stages ------------------------------------------------------------------------


def empty() -> Table:
    return Table(make_header())


def one_is_red() -> Table:
    table = empty()
    table.add(Sit(0, "guest 0", "Ada", "red"))
    return table


def full() -> Table:
    return sat(make_header())


def with_a_bot() -> Table:
    return sat(make_header(), bots=[1])


def playing() -> Table:
    return begun(make_header())


def begun_with_a_clock() -> Table:
    return begun(make_header(clock=Clock(turn=60)))


def playing_a_bot() -> Table:
    return begun(make_header(), bots=[1])


def after(make: Callable[[], Table], *entries: AnyEntry) -> Callable[[], Table]:
    def made() -> Table:
        table = make()
        for entry in entries:
            table.add(entry)
        return table

    return made


paused = after(playing, Pause(1))
away = after(playing, Away(0))
stood_in = after(away, StandIn(0, "greedy"))
left = after(playing, Rise(0, "greedy", "Bolt"))  # a bot plays on
closed = after(empty, Close())
hushed = after(playing, AllowEmotes(allowed=False))


def set_up_by_lot() -> Begin:
    match = full().match
    return Begin("", drawn_by_lot(match.start(match.settings), random.Random(3)))


def over() -> Table:
    return finished(make_header(turn_cap=1))


def all_programming() -> Table:
    return begun(make_header(toy.NAME, seats=3))


def one_has_committed() -> Table:
    table = all_programming()
    table.add(Choose(1, program(table, 1, random.Random(1))))
    return table


# --- what each entry changes ---------------------------------------------------------------------

CHANGES: list[tuple[Callable[[], Table], AnyEntry, set[str]]] = [
    (empty, Sit(1, "guest 1", "Bob", "blue"), {"seats"}),
    (one_is_red, Sit(0, "guest 0", "Countess", "green"), {"seats"}),
    (full, Sit(1, "guest 7", "Bob", claimed=True), {"seats"}),
    (left, Sit(0, "guest 0", "Ada"), {"seats", "clocks"}),
    (playing, Sit(0, "guest 7", "Eve", claimed=True), {"seats", "hands", "host", "clocks"}),
    (full, Rise(0), {"seats"}),
    (playing, Rise(0, "greedy", "Bolt"), {"seats", "clocks"}),
    (playing, HandOver(1), {"host", "clocks"}),
    (begun_with_a_clock, Woke(), {"clocks"}),
    (empty, Fill(0, "greedy", "Bot"), {"seats"}),
    (with_a_bot, Fill(1, "random", "Bot"), {"seats"}),
    (left, Fill(0, "greedy", "Bot"), {"seats", "clocks"}),
    (full, Begin(), {"stage", "seats", "hands", "step", "clocks"}),
    (
        full,
        Begin("blue green"),
        {"stage", "seats", "hands", "step", "clocks", "settings", "field", "position"},
    ),
    (
        full,
        set_up_by_lot(),
        {"stage", "seats", "hands", "step", "clocks", "position", "choices"},
    ),
    (playing, Choose(LAST, (CORNER,)), PLAYED),
    (all_programming, Choose(0, (0,)), {"pending", "clocks"}),
    (one_has_committed, Withdraw(1), {"pending", "clocks"}),
    (playing, TimeUp(LAST), PLAYED),
    (all_programming, TimeUp(0), {"pending", "clocks"}),
    (playing, Pause(1), {"paused_since", "paused_by", "pauses", "still_since"}),
    (paused, Resume(), {"paused_since", "paused_by", "still_since", "clocks"}),
    (playing, Away(0), {"seats", "clocks"}),
    (playing_a_bot, Away(0), {"seats", "still_since", "clocks"}),
    (after(playing_a_bot, Away(0)), Back(0), {"seats", "still_since", "clocks"}),
    (stood_in, Back(0), {"seats", "clocks"}),
    (away, StandIn(0, "greedy"), {"seats", "clocks"}),
    (playing, Relink(0), {"seats", "clocks"}),
    (playing, Emote(0, "hello"), {"emoted", "clocks"}),
    (playing, AllowEmotes(allowed=False), {"emotes", "clocks"}),
    (playing, AllowHints(allowed=False), {"hints", "clocks"}),
    (over, Rematch("ddddeeeeffff"), {"next_table"}),
    (empty, Close(), {"stage"}),
]


def test_every_kind_of_entry_is_among_these_examples() -> None:
    assert {type(entry) for _, entry, _ in CHANGES} == set(get_args(AnyEntry))


@pytest.mark.parametrize(("make", "entry", "changes"), CHANGES)
def test_an_entry_changes_what_it_is_about_and_nothing_else(
    make: Callable[[], Table], entry: AnyEntry, changes: set[str]
) -> None:
    table = make()
    before = everything(table.match)
    applied = table.add(entry)
    now = everything(table.match)
    changed = {name for name in now if now[name] != before[name]}
    assert changed - {"clocks"} == changes - {"clocks"} | ALWAYS  # clocks may stand still
    assert changed <= changes | ALWAYS
    assert now["number"] == before["number"] + 1
    assert applied.stored.entry == entry
    assert bool(applied.events) == ("choices" in changes)


def seat_after(make: Callable[[], Table], entry: Any) -> Any:
    table = make()
    table.add(entry)
    return table.match.seats[entry.seat]


def test_who_sits_down_has_the_seat() -> None:
    seat = seat_after(empty, Sit(1, "guest 1", "Bob", "blue"))
    assert (seat.guest, seat.name, seat.colour, seat.free) == ("guest 1", "Bob", "blue", False)


def test_a_freed_seat_forgets_its_guest_and_its_links() -> None:
    seat = seat_after(one_is_red, Rise(0))
    assert (seat.guest, seat.name, seat.colour, seat.link) == ("", "", "", 2)
    assert seat.free


def test_a_freed_seat_keeps_its_colour_while_the_game_goes_on() -> None:
    assert seat_after(playing, Rise(0, "greedy", "Bolt")).colour == "red"


def test_a_colour_that_is_wished_for_during_the_game_is_not_given() -> None:
    assert seat_after(left, Sit(0, "guest 0", "Ada", "blue")).colour == "red"
    assert seat_after(left, Fill(0, "greedy", "Bot", "blue")).colour == "red"


def test_a_bot_has_its_seat_and_a_stand_in_only_plays_there() -> None:
    bot = seat_after(empty, Fill(0, "greedy", "Bot"))
    assert (bot.bot, bot.player, bot.guest) == ("greedy", "greedy", "")
    stand_in = seat_after(away, StandIn(0, "greedy"))
    assert (stand_in.bot, stand_in.player, stand_in.guest) == ("", "greedy", "guest 0")


def test_who_comes_back_plays_again() -> None:
    seat = seat_after(stood_in, Back(0))
    assert (seat.away_since, seat.stand_in, seat.guest) == (None, "", "guest 0")


def test_who_claims_a_seat_is_there_and_plays() -> None:
    seat = seat_after(stood_in, Sit(0, "guest 7", "Eve", claimed=True))
    assert (seat.guest, seat.away_since, seat.player) == ("guest 7", None, "")


def test_a_new_link_makes_the_ones_before_worthless() -> None:
    table = playing()
    before = table.match.seats[0].link
    table.add(Relink(0))
    assert table.match.seats[0].link == before + 1


def test_a_seat_has_another_secret_for_whoever_takes_it_and_keeps_it_for_who_has_it() -> None:
    table = Table(make_header())
    links = [table.match.seats[1].link]
    for entry in (
        Sit(1, "guest 1", "Bob"),
        Sit(1, "guest 1", "Robert"),  # who only changes the name
        Sit(1, "guest 2", "Bob", claimed=True),
        Sit(1, "guest 2", "Bob", claimed=True),  # on the same device
        Rise(1),
        Fill(1, "greedy", "Bolt"),
        Fill(1, "random", "Bolt"),
    ):
        table.add(entry)
        links.append(table.match.seats[1].link)
    assert [after - before for before, after in pairwise(links)] == [1, 0, 1, 1, 1, 1, 1]


# --- the host ------------------------------------------------------------------------------------


def test_who_takes_the_hosts_only_seat_by_its_link_is_the_host() -> None:
    table = playing()
    table.add(Sit(0, "guest 7", "Ada", claimed=True))
    assert table.match.host == "guest 7"


def test_who_takes_one_of_several_seats_of_the_host_is_not_the_host() -> None:
    table = Table(make_header())
    for seat in (0, 1):
        table.add(Sit(seat, "guest 0", f"Guest {seat}"))
    table.add(Sit(1, "guest 7", "Bob", claimed=True))
    assert table.match.host == "guest 0"


def test_whoever_takes_another_seat_is_not_the_host() -> None:
    table = playing()
    table.add(Sit(1, "guest 7", "Eve", claimed=True))
    table.add(HandOver(1))
    table.add(Rise(1, "greedy", "Bolt"))
    assert table.match.host == "guest 7"  # also without a seat


def test_the_heir_is_whoever_of_those_who_are_there_has_sat_there_longest() -> None:
    table = Table(make_header(seats=4))
    for seat in (2, 0, 3, 1):
        table.add(Sit(seat, f"guest {seat}", f"Guest {seat}"))
    seating = table.match.seating
    assert seating.heir("guest 0") == 2
    table.add(Sit(2, "guest 2", "Renamed"))
    assert seating.heir("guest 0") == 2
    table.add(Away(2))
    assert seating.heir("guest 0") == 3
    table.add(Sit(3, "guest 7", "Another device", claimed=True))
    assert seating.heir("guest 0") == 1
    for seat in (1, 3):
        table.add(Rise(seat))
    assert seating.heir("guest 0") is None


# --- pauses --------------------------------------------------------------------------------------


def test_pauses_are_counted_for_each_seat_and_limited_as_the_host_chose() -> None:
    table = begun(msgspec.structs.replace(make_header(), pauses=2))
    for _ in range(2):
        table.add(Pause(0))
        table.add(Resume())
    assert table.match.pauses == [2, 0]
    assert table.code(Pause(0)) == "no_pause_left"
    table.add(Pause(1))
    assert table.match.pauses == [2, 1]


def test_time_stands_still_in_a_pause_only_where_there_is_any() -> None:
    for clock, is_frozen in ((Clock(turn=60), True), (Clock(), False)):
        table = begun(make_header(clock=clock))
        assert not table.match.is_frozen
        table.add(Pause(0))
        assert table.match.is_frozen == is_frozen


def test_time_in_which_nobody_kept_the_table_costs_nobody_any() -> None:
    table = begun_with_a_clock()
    seat = table.match.thinking()[0]
    before = table.match.deadline(seat)
    assert before
    table.add(Woke(), after=86_400_000)
    assert table.match.deadline(seat) == before + 86_400_000


def test_time_in_which_everybody_was_away_is_not_given_back_twice() -> None:
    table = begun_with_a_clock()
    seat, before = table.match.thinking()[0], table.match.deadline(table.match.thinking()[0])
    assert before
    for away in (0, 1):
        table.add(Away(away), after=0)
    table.add(Woke(), after=5000)
    table.add(Back(seat), after=1000)
    assert table.match.deadline(seat) == before + 6000


def test_the_game_begins_in_the_colours_that_were_chosen() -> None:
    table = full()
    table.add(Begin("blue green"))
    assert [seat.colour for seat in table.match.seats] == ["blue", "green"]
    assert table.match.settings == {"colours": "blue green"}
    assert table.match.header.settings == {}


@pytest.mark.parametrize("game", [ALGORACING, SPEEDALGO])
def test_the_house_sets_up_by_lot_up_to_the_first_turn(game: str) -> None:
    table = sat(make_header(game, seats=3))
    start = table.match.start(table.match.settings)
    lots = [drawn_by_lot(start, random.Random(seed)) for seed in range(20)]
    assert len(set(lots)) > 15
    table.add(Begin("", lots[0]))
    assert table.match.position.standing().turns == 1
    assert table.match.choices == list(lots[0])
    assert table.match.position.text() != start.text()
    assert start.standing().turns == 0


def test_who_has_company_is_waited_for_and_who_has_not_waits() -> None:
    table = begun(make_header(seats=4), bots=[1])
    for seat in (0, 2):
        table.add(Away(seat))
    table.add(StandIn(2, "greedy"))
    assert [table.match.mover(seat) for seat in range(4)] == ["", "greedy", "greedy", ""]
    table.add(Away(3))  # now nobody is there who would wait
    assert [table.match.mover(seat) for seat in range(4)] == ["", "greedy", "", ""]
    table.add(Back(0))
    assert table.match.mover(2) == "greedy"


def test_who_plays_on_several_seats_is_no_company_for_oneself() -> None:
    table = Table(make_header())
    for seat in range(2):
        table.add(Sit(seat, "guest 0", f"Guest {seat}"))
    table.add(Begin())
    table.add(Away(0))
    table.add(StandIn(0, "greedy"))
    assert table.match.mover(0) == ""


def test_a_game_that_ends_is_over() -> None:
    table = over()
    assert table.match.stage == OVER
    assert table.match.thinking() == []
    assert table.match.position.over


# --- what is refused -----------------------------------------------------------------------------

TOO_MANY = (CORNER,) * (MOST_ACTIONS + 1)
REFUSED: list[tuple[Callable[[], Table], AnyEntry, str]] = [
    (empty, Sit(2, "guest 2", "Bob"), "no_such_seat"),
    (empty, Sit(-1, "guest 2", "Bob"), "no_such_seat"),
    (empty, Sit(1, "guest 1", "Bob", "mauve"), "no_such_colour"),
    (one_is_red, Sit(1, "guest 1", "Bob", "red"), "colour_taken"),
    (one_is_red, Sit(0, "guest 1", "Bob"), "seat_taken"),
    (with_a_bot, Sit(1, "guest 1", "Bob"), "seat_taken"),
    (playing, Sit(0, "guest 7", "Bob"), "seat_taken"),
    (left, Sit(0, "guest 1", "Bob"), "hand_seen"),
    (left, Sit(0, "guest 1", "Bob", claimed=True), "hand_seen"),
    (left, Sit(0, "guest 7", "Eve"), "hand_secret"),
    (left, Sit(0, "guest 7", "Eve", claimed=True), "hand_secret"),
    (playing, Sit(1, "guest 0", "Bob", claimed=True), "hand_seen"),
    (playing_a_bot, Sit(1, "guest 0", "Bob", claimed=True), "hand_seen"),
    (playing_a_bot, Sit(1, "guest 7", "Eve"), "hand_secret"),
    (playing, Rise(0), "hand_secret"),
    (playing, HandOver(0), "host_already"),
    (playing_a_bot, HandOver(1), "nobody_there"),
    (empty, HandOver(1), "nobody_there"),
    (empty, HandOver(2), "no_such_seat"),
    (empty, Woke(), "not_begun"),
    (empty, Rise(0), "seat_free"),
    (empty, Rise(5), "no_such_seat"),
    (one_is_red, Fill(0, "greedy", "Bot"), "seat_taken"),
    (one_is_red, Fill(1, "greedy", "Bot", "red"), "colour_taken"),
    (empty, Fill(1, "greedy", "Bot", "mauve"), "no_such_colour"),
    (empty, Fill(7, "greedy", "Bot"), "no_such_seat"),
    (empty, Begin(), "seats_free"),
    (one_is_red, Begin(), "seats_free"),
    (full, Begin("red mauve"), "SettingError"),
    (playing, Begin(), "begun"),
    (empty, Choose(0, (CORNER,)), "not_begun"),
    (playing, Choose(2, (CORNER,)), "no_such_seat"),
    (playing, Choose(0, (CORNER,)), "NotYourTurn"),
    (playing, Choose(LAST, ()), "empty_choice"),
    (playing, Choose(LAST, TOO_MANY), "too_many"),
    (playing, Choose(LAST, (0,)), "IllegalChoice"),
    (playing, Choose(LAST, (CORNER, CORNER)), "NotYourTurn"),
    (playing, Choose(LAST, (-1,)), "UnreadableChoice"),
    (playing, Choose(LAST, (9999,)), "UnreadableChoice"),
    (all_programming, Choose(0, (toy.TIME_UP,)), "IllegalChoice"),
    (paused, Choose(LAST, (CORNER,)), "paused"),
    (one_has_committed, Choose(1, (0,)), "committed"),
    (empty, Withdraw(0), "not_begun"),
    (playing, Withdraw(0), "nothing_to_withdraw"),
    (one_has_committed, Withdraw(0), "nothing_to_withdraw"),
    (one_has_committed, Withdraw(8), "no_such_seat"),
    (after(one_has_committed, Pause(0)), Withdraw(1), "paused"),
    (after(all_programming, TimeUp(0)), Withdraw(0), "too_late"),
    (empty, TimeUp(0), "not_begun"),
    (playing, TimeUp(0), "NotYourTurn"),
    (playing, TimeUp(LAST, (0,)), "IllegalChoice"),
    (all_programming, TimeUp(0, (toy.TIME_UP,)), "IllegalChoice"),
    (paused, TimeUp(LAST), "paused"),
    (one_has_committed, TimeUp(1), "committed"),
    (empty, Pause(), "not_begun"),
    (paused, Pause(), "paused"),
    (empty, Resume(), "not_begun"),
    (playing, Resume(), "not_paused"),
    (empty, Away(0), "nobody_there"),
    (with_a_bot, Away(1), "nobody_there"),
    (away, Away(0), "nobody_there"),
    (playing, Away(3), "no_such_seat"),
    (playing, Back(0), "not_away"),
    (playing, Back(3), "no_such_seat"),
    (empty, StandIn(0, "greedy"), "not_begun"),
    (playing, StandIn(0, "greedy"), "not_away"),
    (stood_in, StandIn(0, "greedy"), "not_away"),
    (playing, Relink(2), "no_such_seat"),
    (playing, Rematch("ddddeeeeffff"), "not_over"),
    (after(over, Rematch("ddddeeeeffff")), Rematch("gggghhhhiiii"), "rematch_made"),
    (playing, Emote(2, "hello"), "no_such_seat"),
    (playing_a_bot, Emote(1, "hello"), "nobody_there"),
    (playing, Emote(0, "Hello there!"), "no_such_emote"),
    (hushed, Emote(0, "hello"), "no_emotes"),
    (after(playing, *[Emote(0, "wow")] * MOST_EMOTES), Emote(0, "hello"), "too_many"),
    (playing, AllowEmotes(allowed=True), "emotes_set"),
    (playing, AllowHints(allowed=True), "hints_set"),
    (full, Begin("", ((LAST, 0),)), "IllegalChoice"),
    (full, Begin("", ((0, CORNER),)), "NotYourTurn"),
    (playing, Close(), "begun"),
    (over, Sit(0, "guest 0", "Ada"), "match_over"),
    (over, Rise(0), "match_over"),
    (over, Fill(0, "greedy", "Bot"), "match_over"),
    (over, Begin(), "begun"),
    (over, Choose(0, (CORNER,)), "match_over"),
    (over, Withdraw(0), "match_over"),
    (over, TimeUp(0), "match_over"),
    (over, Pause(), "match_over"),
    (over, Resume(), "match_over"),
    (over, HandOver(1), "match_over"),
    (over, Woke(), "match_over"),
    (over, StandIn(0, "greedy"), "match_over"),
    (over, Close(), "begun"),
]


@pytest.mark.parametrize(("make", "entry", "code"), REFUSED)
def test_an_entry_that_cannot_be_is_refused_with_a_code(
    make: Callable[[], Table], entry: AnyEntry, code: str
) -> None:
    assert make().code(entry) == code


@pytest.mark.parametrize("entry", [entry for _, entry, _ in CHANGES])
def test_nothing_happens_at_a_closed_table(entry: AnyEntry) -> None:
    assert closed().code(entry) == "closed"


def test_a_refusal_says_whose_turn_it_is() -> None:
    table = playing()
    error = table.refused(Choose(0, (CORNER,)))
    assert isinstance(error, NotYourTurn)
    assert table.match.seats[LAST].colour in str(error)


# --- hands ---------------------------------------------------------------------------------------


def test_who_has_left_may_come_back_to_the_same_hand() -> None:
    table = left()
    table.add(Sit(0, "guest 0", "Ada"))
    assert table.match.seats[0].guest == "guest 0"


def test_two_who_sit_at_one_device_may_both_move_to_another() -> None:
    table = Table(make_header())
    for seat in (0, 1):
        table.add(Sit(seat, "guest 0", f"Guest {seat}"))
    table.add(Begin())
    for seat in (0, 1):
        table.add(Sit(seat, "guest 7", f"Guest {seat}", claimed=True))
    assert table.match.seating.of("guest 7") == [0, 1]


def test_before_the_game_anybody_may_change_seats() -> None:
    table = one_is_red()
    table.add(Rise(0))
    table.add(Sit(1, "guest 0", "Ada"))
    assert table.match.seating.of("guest 0") == [1]


# --- sent twice ----------------------------------------------------------------------------------


def test_what_is_sent_twice_is_known_by_its_sender_and_id() -> None:
    table = playing()
    table.add(Choose(LAST, (CORNER,)), client_id="first")
    number = table.match.number
    assert table.match.received(f"seat {LAST}", "first") == number
    assert table.match.received("seat 0", "first") is None
    assert table.match.received(f"seat {LAST}", "second") is None
    assert table.match.received(f"seat {LAST}", "") is None


# --- the same entries give the same match --------------------------------------------------------


def wish(table: Table, dice: random.Random) -> AnyEntry:
    """Something that somebody might want; often it cannot be."""
    seat = dice.randrange(table.match.header.seats)
    legal = table.match.position.legal(seat)
    if legal and dice.random() < 0.8:
        return Choose(seat, tuple(dice.choices(legal, k=dice.choice((1, 1, 3)))))
    wishes: list[AnyEntry] = [
        Sit(seat, f"guest {dice.randrange(9)}", "Guest", claimed=dice.random() < 0.5),
        Rise(seat, dice.choice(("", "greedy")), "Bolt"),
        HandOver(seat),
        Woke(),
        Fill(seat, "greedy", "Bot"),
        Begin(),
        Withdraw(seat),
        TimeUp(seat, tuple(legal[:1])),
        Pause(),
        Resume(),
        Away(seat),
        Back(seat),
        StandIn(seat, "greedy"),
        Relink(seat),
        Emote(seat, "wow"),
        AllowEmotes(allowed=dice.random() < 0.5),
        Rematch("ddddeeeeffff"),
    ]
    return dice.choice(wishes)


def eventful(header: Any, seed: int) -> Table:
    """A table at which all kinds of things have happened, most of them in the game."""
    table, dice = sat(header), random.Random(seed)
    table.add(Begin())
    for _ in range(1000):
        with contextlib.suppress(AlgorallyError):
            table.add(wish(table, dice), dice.randrange(5000), str(dice.randrange(50)))
    return table


HEADERS = [
    make_header(ALGORACING, seats=3, seed=5),
    make_header(ALGORACING, seats=4, seed=6, level="complete"),
    make_header(toy.NAME, seats=8, seed=7),
]


@pytest.mark.parametrize("header", HEADERS)
def test_the_same_entries_give_the_same_match_to_the_last_byte(header: Any) -> None:
    table = eventful(header, 1)
    kinds = {type(stored.entry) for stored in table.entries}
    assert len(kinds) > 9, kinds
    at_once = everything(Match(header, table.entries))
    assert at_once == everything(table.match)
    half = Table(header, table.entries[: len(table.entries) // 2])
    for stored in table.entries[len(half.entries) :]:
        half.match.apply(stored)
    assert everything(half.match) == at_once


@pytest.mark.parametrize("header", HEADERS)
def test_entries_that_were_stored_as_text_give_the_same_match(header: Any) -> None:
    table = eventful(header, 2)
    text = msgspec.json.encode(table.entries)
    read = msgspec.json.decode(text, type=list[Stored])
    assert read == table.entries
    assert everything(Match(header, read)) == everything(table.match)


@pytest.mark.parametrize("header", HEADERS)
def test_the_stage_after_an_entry_is_known_before_it_is_added(header: Any) -> None:
    table = finished(header) if header.game == ALGORACING else eventful(header, 3)
    match, stages = Match(header), set()
    for stored in table.entries:
        before = everything(match)
        expected = match.stage_after(stored.entry)
        assert everything(match) == before
        match.apply(stored)
        assert match.stage == expected
        stages.add(match.stage)
    assert stages >= {"open", RUNNING}


def test_entries_come_in_the_order_of_their_numbers() -> None:
    table = playing()
    again = table.entries[-1]
    with pytest.raises(AssertionError):
        table.match.apply(again)
