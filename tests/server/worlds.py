"""Pairs of worlds that differ in nothing but what one viewer may not know."""

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from algorally.bots.advice import Advice
from algorally.bots.levels import make_bot, playable
from algorally.core.errors import AlgorallyError, GameError
from algorally.core.events import EVERYONE
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.match.checks import check
from algorally.match.entries import (
    AnyEntry,
    Away,
    Back,
    Choose,
    Clock,
    Pause,
    Relink,
    Resume,
    Rise,
    Sit,
    Stored,
    TimeUp,
    Withdraw,
    Woke,
)
from algorally.match.match import RUNNING, Applied, Match
from algorally.server.archivist import sight
from algorally.server.frames import (
    Audience,
    CatchUp,
    chronicle,
    now,
    table_info,
    view_for,
    welcome,
)
from algorally.server.live.drafts import check_draft
from algorally.server.messages.frames import Commit, TakeBack
from algorally.server.messages.http import Ghost, HintList, Program
from algorally.server.messages.tables import Draft
from algorally.server.problems import problem_of
from algorally.server.routes.boards import board, finished, ghost, thinkers_view
from algorally.server.routes.hints import hint_view, hints
from algorally.server.socket import entry_of
from tests.match import toy
from tests.match.tables import Table, begun, make_header

SPECTATOR = -1
CLOCK = Clock(turn=600, reserve=600)

encode = msgspec.json.encode
Secrets = dict[int, set[int]]


class Worlds(NamedTuple):
    """The same table twice, and who cannot tell one from the other."""

    one: Match
    other: Match
    viewer: int


# --- making them ---------------------------------------------------------------------------------


def table_in_progress(game: str, seats: int, dice: random.Random, **settings: Any) -> Table:
    """A table in the middle of a random game, at which people come, go and pause."""
    table = begun(make_header(game, seats, dice.randrange(2**60), CLOCK, **settings))
    wanted = dice.randrange(10, 20 if game == toy.NAME else 250)
    for _ in range(wanted):
        if not table.match.thinking():
            break
        add_something(table, dice)
    return table


def add_something(table: Table, dice: random.Random) -> None:
    """Mostly a choice; now and then the clock, or something around the game."""
    match = table.match
    seat = dice.choice(match.thinking())
    kind = dice.random()
    if kind < 0.03:
        come_and_go(table, dice.randrange(match.header.seats))
    elif kind < 0.06:
        table.add(Pause())
        table.add(Resume())
    elif kind < 0.1:
        table.add(TimeUp(seat))
    elif kind < 0.2 and (early := revocable(match)):
        table.add(Withdraw(dice.choice(early)))
    else:
        table.add(Choose(seat, some_choice(match, seat, dice)))


def revocable(match: Match) -> list[int]:
    """The seats that may withdraw what they have committed themselves to."""
    return [who for who in match.pending if is_early(match, who) and not match.game.done_rule]


def is_early(match: Match, seat: int) -> bool:
    """Whether a seat has committed itself before its time was up."""
    return match.pending[seat] != (match.game.time_up,)


def come_and_go(table: Table, seat: int) -> None:
    table.add(Away(seat))
    table.add(Back(seat))
    table.add(Relink(seat))


def some_choice(match: Match, seat: int, dice: random.Random) -> tuple[int, ...]:
    """What a seat might choose: a whole program where all choose at once, or anything legal."""
    if is_programming(match):
        return program_of(match, seat, dice)
    return (dice.choice(match.position.legal(seat)),)


def is_programming(match: Match) -> bool:
    """Whether seats choose at the same time now, and so in secret."""
    return len(match.position.acting()) > 1


def program_of(match: Match, seat: int, dice: random.Random) -> tuple[int, ...]:
    """A whole program."""
    trial, actions = match.position.clone(), list[int]()
    while seat in trial.acting():
        actions.append(dice.choice(trial.legal(seat)))
        trial.play(seat, actions[-1])
    return tuple(actions)


def twins(table: Table, viewer: int, dice: random.Random) -> Worlds:
    """A second world: everything that the viewer may not know is different there."""
    one, other = (Match(table.match.header, table.entries) for _ in range(2))
    other.position = one.position.view(viewer).guess(viewer, dice.randrange(2**60))
    assert one.beginning
    other.beginning = one.beginning.view(viewer).guess(viewer, dice.randrange(2**60))
    told = secrets_of(one.applied)
    other.applied = [retold(applied, viewer, dice, told) for applied in one.applied]
    other.choices = [(0, 0)]
    for number, seat in enumerate(other.seats):
        if seat.guest and number != viewer:
            seat.guest = f"other {seat.guest}"
    other.host = one.host if viewer == 0 else f"other {one.host}"
    secrets = {"seed": dice.randrange(2**60), "salt": f"{dice.getrandbits(128):032x}"}
    other.header = msgspec.structs.replace(one.header, **secrets, host=other.host)
    for committed in set(other.pending) - {viewer}:
        other.pending[committed] = other_commitment(other, committed, dice)
    return Worlds(one, other, viewer)


def other_commitment(match: Match, seat: int, dice: random.Random) -> tuple[int, ...]:
    """Something else that a seat could have committed itself to; dice decide for who is late."""
    return program_of(match, seat, dice) if is_early(match, seat) else match.pending[seat]


def secrets_of(applied: Iterable[Applied]) -> Secrets:
    """The secrets of all events, by their kind: any of them could be that of another one."""
    secrets: Secrets = {}
    for one in applied:
        for rows in one.events:
            for row in rows:
                secrets.setdefault(int(row["kind"]), set()).add(int(row["secret"]))
    return secrets


def retold(applied: Applied, viewer: int, dice: random.Random, secrets: Secrets) -> Applied:
    """An entry with other secrets: of the game, of other guests, and what others have sent."""
    stored = applied.stored
    events = tuple(other_secrets(rows, viewer, dice, secrets) for rows in applied.events)
    entry = stored.entry
    if getattr(entry, "seat", viewer) != viewer:
        if isinstance(entry, Sit):
            entry = msgspec.structs.replace(entry, guest=f"other {entry.guest}")
        elif isinstance(entry, Choose | TimeUp):
            entry = msgspec.structs.replace(entry, actions=(dice.randrange(9),))
        stored = Stored(stored.number, stored.at, entry, "somebody", str(dice.random()))
    return Applied(stored, events, applied.turn)


def other_secrets(events: Rows, viewer: int, dice: random.Random, secrets: Secrets) -> Rows:
    """The same events, with other secrets where the viewer may not see them.

    They are possible ones: compiled rules write what they are told, wherever that may be.
    """
    rows = events.copy()
    for row in rows:
        audience = int(row["audience"])
        others = sorted(secrets[int(row["kind"])] - {int(row["secret"])})
        if others and audience != EVERYONE and not (viewer >= 0 and audience >> viewer & 1):
            row["secret"] = dice.choice(others)
    return rows


def about_to_deliver(level: str) -> tuple[Match, Choose]:
    """A match in which a seat can deliver samples; whether that wins hangs on their types."""
    table, bot = begun(make_header(level=level)), make_bot("greedy", 1)
    while True:
        match, seat = table.match, table.match.thinking()[0]
        plan = playable(match.imagined(seat), seat, bot.plan(match.position.view(seat), seat))
        possible = points_after(match, seat, plan)
        if len(possible) > 1:
            match.position.fields["goal"] = max(possible)
            return match, Choose(seat, tuple(plan))
        table.add(Choose(seat, tuple(plan)))


def points_after(match: Match, seat: int, plan: list[int]) -> set[int]:
    """The points that a seat might have after a plan."""
    possible = set()
    for number in range(10):
        guess = match.position.view(seat).guess(seat, number)
        with contextlib.suppress(GameError):
            for action in plan:
                guess.play(seat, action)
        possible.add(guess.standing().points[seat])
    return possible


# --- what the server sends -----------------------------------------------------------------------


def answer(ask: Callable[..., Any], *question: Any) -> bytes:
    """What comes back: an answer, nothing, or a refusal in words."""
    try:
        return encode(ask(*question))
    except AlgorallyError as error:
        return encode(problem_of(error))


def differences(worlds: Worlds, seed: int) -> list[str]:
    """What the server sends the viewer that is not the same in both worlds, by name."""
    pairs = zip(
        told(worlds.one, worlds.viewer, seed), told(worlds.other, worlds.viewer, seed), strict=True
    )
    return [name for (name, here), (_, there) in pairs if here != there]


def told(match: Match, viewer: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """All that the server sends a viewer of a table as it is now, by name."""
    draft = Draft(on=match.step, actions=[1, 2]) if viewer >= 0 else None
    seats = [viewer] if viewer >= 0 else []
    for last in (None, 1, match.number // 2, match.number - 1, match.number):
        missed = CatchUp(match, viewer, last)
        yield f"welcome after {last}", encode(welcome(match, viewer, seats, missed, draft, 5))
    for applied in match.applied[-12:]:
        if applied.events and applied.stored.number != match.step:
            continue  # it was told when it came; a view of now could not follow it
        name = type(applied.stored.entry).__name__
        yield f"frame of {name}", Audience().frames(match, applied, [viewer])[viewer]
    yield "table", encode(table_info(match))
    yield "now", encode(now(match, viewer))
    yield "board", answer(board, match, viewer)
    yield "chronicle", encode(chronicle(match, viewer))
    yield "archive", encode(sight(match, viewer))
    yield "picture", view_for(match, viewer).svg().encode()
    yield "replay", answer(finished, match)
    if viewer >= 0:
        yield from answered(match, viewer, random.Random(seed))


def answered(match: Match, seat: int, dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """What a seat is answered to whatever it may ask; nothing of it changes anything."""
    entries: list[AnyEntry] = [
        Withdraw(seat),
        TimeUp(seat),
        Pause(),
        Rise(seat),
        Away(seat),
        Woke(),
    ]
    for entry in entries:
        yield repr(entry), answer(check, match, entry)
    words = Commit(id="a", on=match.step, text="step left run; ready")
    for frame in (TakeBack(id="b"), Commit(id="c", on=-1), words):
        yield repr(frame), answer(entry_of, match, seat, frame, match.at)
    yield "hint", answer(hint_for, match, seat)
    for actions in attempts(match, seat, dice):
        draft = Draft(on=match.step, actions=actions)
        yield f"choosing {actions}", answer(check, match, Choose(seat, tuple(actions)))
        yield f"time up {actions}", answer(check, match, TimeUp(seat, tuple(actions)))
        yield f"ghost of {actions}", answer(foresee, match, seat, Program(actions=actions))
        yield f"drafting {actions}", answer(check_draft, match, draft)


def foresee(match: Match, seat: int, program: Program) -> Ghost:
    return ghost(thinkers_view(match, seat), seat, program)


def hint_for(match: Match, seat: int) -> HintList:
    return hints(hint_view(match, seat), seat, match.step)


def tell_all(view: Position, seat: int, seed: int, **_: Any) -> list[Advice]:
    """Advice that hangs on every byte that the adviser is given: no real one can tell more."""
    dice = random.Random(f"{view.states.tobytes()!r} {view.fields.tobytes()!r} {seat} {seed}")
    return [Advice([dice.choice(view.legal(seat))], dice.random()) for _ in range(3)]


def attempts(match: Match, seat: int, dice: random.Random) -> Iterator[list[int]]:
    """Programs, most of them too long or against the rules: every refusal is an answer."""
    yield [dice.randrange(match.game.actions)]
    for turns in (1, 1, 1, 3):
        actions = dreamt(match, seat, dice, turns)
        yield actions
        yield [*actions, dice.randrange(match.game.actions)]


def dreamt(match: Match, seat: int, dice: random.Random, turns: int) -> list[int]:
    """What a seat might do now and in its next turns if all went as in a dream."""
    trial, actions = match.imagined(seat), list[int]()
    for _ in range(turns):
        turn = trial.standing().turns
        while seat in trial.acting() and trial.standing().turns == turn and len(actions) < 12:
            actions.append(dice.choice(trial.legal(seat)))
            trial.play(seat, actions[-1])
        while turns > 1 and not trial.over and seat not in trial.acting():
            trial.time_up(trial.acting()[0])
    return actions


# --- going on in both ----------------------------------------------------------------------------


def go_on(worlds: Worlds, dice: random.Random) -> tuple[Applied, Applied] | None:
    """The same happens in both worlds, as far as the viewer can tell; None if the game is over."""
    one, other, _ = worlds
    if one.stage != RUNNING:
        return None
    seat = dice.choice(one.thinking())
    choices = common_choice(worlds, seat, dice)
    entries: Sequence[AnyEntry] = [Choose(seat, actions) for actions in choices]
    if dice.random() < 0.1:
        entries = [TimeUp(seat), TimeUp(seat)]
    applied = []
    for match, entry in zip((one, other), entries, strict=True):
        check(match, entry)
        applied.append(match.apply(Stored(match.number + 1, match.at + 1000, entry)))
    return applied[0], applied[1]


def common_choice(
    worlds: Worlds, seat: int, dice: random.Random
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a seat chooses: the same, but what is kept secret may be different."""
    one, other, viewer = worlds
    possible = sorted({*one.position.legal(seat)} & {*other.position.legal(seat)})
    if is_programming(one) or not possible:  # whoever programs last holds other cards there
        actions = program_of(one, seat, dice)
        return actions, actions if seat == viewer else program_of(other, seat, dice)
    final = [action for action in possible if one.game.words.final(action)]
    action = dice.choice(final or possible) if dice.random() < 0.3 else dice.choice(possible)
    return (action,), (action,)
