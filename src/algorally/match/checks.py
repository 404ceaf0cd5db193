"""What cannot be done at a table now, and why."""

from functools import singledispatch
from typing import Any

from algorally.core.errors import IllegalChoice, TableError
from algorally.match.entries import (
    EMOTES,
    MOST_ACTIONS,
    MOST_EMOTES,
    AllowEmotes,
    AllowHints,
    Away,
    Back,
    Begin,
    Choose,
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
    Switch,
    TimeUp,
    Withdraw,
    Woke,
)
from algorally.match.match import CLOSED, OPEN, OVER, Match


def check(match: Match, entry: Any) -> None:
    """Refuse, with a reason, an entry that cannot be added now."""
    check_not_closed(match)
    _check(entry, match)


@singledispatch
def _check(entry: Any, match: Match) -> None:
    raise NotImplementedError(entry)


def check_not_closed(match: Match) -> None:
    """The table must not have been given up."""
    if match.stage == CLOSED:
        raise TableError("closed", "this table was closed; make another one")


def check_running(match: Match) -> None:
    """The game must have begun and not be over."""
    check_not_closed(match)
    if match.stage == OPEN:
        raise TableError("not_begun", "the game has not begun; the host starts it")
    check_not_over(match)


def check_not_over(match: Match) -> None:
    """The game must not be over."""
    if match.stage == OVER:
        raise TableError("match_over", "the game is over; ask for a rematch")


def check_open(match: Match) -> None:
    """The game must not have begun."""
    if match.stage != OPEN:
        raise TableError("begun", "the game has begun; this can only be done before")


def check_not_paused(match: Match) -> None:
    """Nobody chooses, or chooses again, in a pause."""
    if match.paused_since is not None:
        raise TableError("paused", "the game is paused; it goes on when somebody resumes it")


def check_turn(match: Match, number: int) -> None:
    """A seat must have something to choose."""
    match.seating.check(number)
    check_running(match)
    check_not_paused(match)
    if number in match.pending:
        raise TableError("committed", "you have chosen already; withdraw it to choose again")
    if number not in match.acting():
        match.position.clone().play(number, 0)  # which refuses, and says whose turn it is


@_check.register
def check_sit(entry: Sit, match: Match) -> None:
    """A seat must be free; who has it, or its secret link, may change name and colour."""
    seat = match.seating.check(entry.seat)
    check_not_over(match)
    is_own = seat.guest == entry.guest
    if match.hides_hands and not seat.guest:
        match.seating.check_return(entry.seat, entry.guest)
    elif match.hides_hands and not is_own and entry.claimed:
        match.seating.check_hands(entry.seat, entry.guest)
    elif not seat.free and not is_own and not entry.claimed:
        raise TableError("seat_taken", "somebody sits there; choose a free seat")
    if match.stage == OPEN:
        match.seating.check_colour(entry.seat, entry.colour)


@_check.register
def check_rise(entry: Rise, match: Match) -> None:
    """Somebody must sit there; a hand is not left lying about, a bot takes it."""
    check_not_over(match)
    if match.seating.check(entry.seat).free:
        raise TableError("seat_free", "nobody sits there")
    if match.hides_hands and not entry.bot:
        raise TableError("hand_secret", "the game has secrets and goes on, so a bot takes the seat")


@_check.register
def check_fill(entry: Fill, match: Match) -> None:
    """Bots take free seats only, or another bot's."""
    check_not_over(match)
    if match.seating.check(entry.seat).guest:
        raise TableError("seat_taken", "a person sits there; free the seat first")
    if match.stage == OPEN:
        match.seating.check_colour(entry.seat, entry.colour)


@_check.register
def check_begin(entry: Begin, match: Match) -> None:
    """Every seat must be taken."""
    check_open(match)
    if free := [str(number) for number, seat in enumerate(match.seats) if seat.free]:
        which = f"seat {free[0]} is" if len(free) == 1 else f"seats {' and '.join(free)} are"
        raise TableError("seats_free", f"{which} free; fill all seats with persons or bots")
    colours = {"colours": entry.colours} if entry.colours else {}
    trial = match.start({**match.settings, **colours})
    for seat, action in entry.set_up:
        trial.play(seat, action)


@_check.register
def check_choose(entry: Choose, match: Match) -> None:
    """The rules must allow the choices, one after the other, as far as the seat can know.

    They are tried on what the seat sees: a refusal must not tell it what would have come next. A
    single choice is legal for all that could lie behind that, or for nothing of it.
    """
    check_turn(match, entry.seat)
    if not entry.actions:
        raise TableError("empty_choice", "a choice needs at least one action")
    if len(entry.actions) > MOST_ACTIONS:
        raise TableError("too_many", f"a choice has at most {MOST_ACTIONS} actions")
    if len(entry.actions) == 1 and match.position.allows(entry.seat, entry.actions[0]):
        return
    trial = match.imagined(entry.seat)
    for action in entry.actions:
        trial.play(entry.seat, action)


@_check.register
def check_withdraw(entry: Withdraw, match: Match) -> None:
    """Choices can be withdrawn until all have committed themselves."""
    match.seating.check(entry.seat)
    check_running(match)
    check_not_paused(match)
    if entry.seat not in match.pending:
        raise TableError("nothing_to_withdraw", "there is nothing that could be withdrawn")
    if rule := match.game.done_rule:
        raise IllegalChoice("who is done cannot change it any more", rule)
    if match.pending[entry.seat][-1] == match.game.time_up:
        raise TableError("too_late", "your time is up, so what you had laid stands")


@_check.register
def check_time_up(entry: TimeUp, match: Match) -> None:
    """Only a seat that is thinking can run out of time."""
    check_turn(match, entry.seat)
    trial = match.imagined(entry.seat)
    for action in entry.actions:
        trial.play(entry.seat, action)
    trial.time_up(entry.seat)


@_check.register
def check_pause(entry: Pause, match: Match) -> None:
    """A pause begins once."""
    check_running(match)
    if match.paused_since is not None:
        raise TableError("paused", "the game is paused already")
    most = match.header.pauses
    if most is not None and entry.seat >= 0 and match.pauses[entry.seat] >= most:
        raise TableError(
            "no_pause_left", f"the host allows each player {most} pauses, and yours are used up"
        )


@_check.register
def check_resume(entry: Resume, match: Match) -> None:
    """A pause ends once."""
    check_running(match)
    if match.paused_since is None:
        raise TableError("not_paused", "the game is not paused")


@_check.register
def check_away(entry: Away, match: Match) -> None:
    """Only a person can go away."""
    seat = match.seating.check(entry.seat)
    if not seat.guest or seat.away_since is not None:
        raise TableError("nobody_there", "nobody is there who could go away")


@_check.register
def check_back(entry: Back, match: Match) -> None:
    """Only who is away can come back."""
    if match.seating.check(entry.seat).away_since is None:
        raise TableError("not_away", "nobody is away from that seat")


@_check.register
def check_stand_in(entry: StandIn, match: Match) -> None:
    """A bot stands in for somebody who is away."""
    check_running(match)
    seat = match.seating.check(entry.seat)
    if seat.away_since is None or seat.stand_in:
        raise TableError("not_away", "nobody is away from that seat, or a bot plays there already")


@_check.register
def check_hand_over(entry: HandOver, match: Match) -> None:
    """A person who has a seat becomes the host."""
    check_not_over(match)
    guest = match.seating.check(entry.seat).guest
    if not guest:
        raise TableError("nobody_there", "no person sits there who could be the host")
    if guest == match.host:
        raise TableError("host_already", "whoever sits there is the host already")


@_check.register
def check_woke(entry: Woke, match: Match) -> None:
    """Only a game that goes on was left alone."""
    check_running(match)


@_check.register
def check_relink(entry: Relink, match: Match) -> None:
    """Every seat can have another link."""
    match.seating.check(entry.seat)


@_check.register
def check_emote(entry: Emote, match: Match) -> None:
    """Players say what is on the list, if the host allows it."""
    if not match.seating.check(entry.seat).guest:
        raise TableError("nobody_there", "nobody sits there who could say something")
    if not match.emotes:
        raise TableError("no_emotes", "the host has switched emotes off at this table")
    if entry.emote not in EMOTES:
        raise TableError("no_such_emote", f"choose one of {', '.join(EMOTES)}")
    if len(match.emoted.get(entry.seat, ())) >= MOST_EMOTES:
        raise TableError("too_many", f"at most {MOST_EMOTES} emotes a seat; that was the last")


@_check.register(AllowEmotes)
@_check.register(AllowHints)
def check_switch(entry: Switch, match: Match) -> None:
    """What is on can be switched off, and the other way round."""
    is_on = getattr(match, entry.what)
    if is_on == entry.allowed:
        word = "on" if is_on else "off"
        raise TableError(f"{entry.what}_set", f"{entry.what} are switched {word} already")


@_check.register
def check_rematch(entry: Rematch, match: Match) -> None:
    """There is one rematch, after the game."""
    if match.stage != OVER:
        raise TableError("not_over", "a rematch comes after the game, which is not over")
    if match.next_table:
        raise TableError("rematch_made", "there is a rematch already")


@_check.register
def check_close(entry: Close, match: Match) -> None:
    """A table is closed before its game begins."""
    check_open(match)
