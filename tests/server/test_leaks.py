"""Nothing leaks: two worlds that differ only in what a viewer may not know send it the same bytes.

The worlds are made from a table in the middle of a random game: the other hands, face-down cards,
dice, seed, salt, guests, what others have sent and what they have committed themselves to, all is
different in the second one. Then the same happens in both. The viewer is sent the same bytes up
to the first number that the rules themselves turn up for it; from there on it may know more.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from algorally.core import events as core_events
from algorally.core.deck import HIDDEN
from algorally.core.events import SeenEvent, seen_by
from algorally.core.position import Position, Standing
from algorally.core.records import Rows
from algorally.games.algoracing import names as algoracing
from algorally.games.roborally import names as roborally
from algorally.games.speedalgo import names as speedalgo
from algorally.match.checks import check
from algorally.match.entries import Choose
from algorally.match.match import OVER, RUNNING, Applied, Match
from algorally.server import frames
from algorally.server.frames import Audience
from algorally.server.messages.http import HintList
from algorally.server.routes import boards, hints
from tests.match import toy
from tests.match.tables import ALGORACING, ROBORALLY, SPEEDALGO, make_header, make_toy_findable, sat
from tests.playing import contents
from tests.server.worlds import (
    SPECTATOR,
    Worlds,
    about_to_deliver,
    answer,
    differences,
    go_on,
    table_in_progress,
    tell_all,
    twins,
)

STEPS = 12  # that both worlds go on together, at most
KINDS: dict[str, list[dict[str, Any]]] = {
    ALGORACING: [
        {"game": ALGORACING, "seats": seats, "level": level, "turn_cap": 30}
        for level in ("basic", "complete")
        for seats in (2, 3, 4)
    ],
    SPEEDALGO: [
        {"game": SPEEDALGO, "seats": seats, **settings}
        for settings in ({}, {"targets_chosen": "written", "max_body": 2})
        for seats in (2, 3, 4)
    ],
    ROBORALLY: [
        {"game": ROBORALLY, "seats": seats, "lives": 5, **settings}
        for seats, settings in (
            (2, {"start_options": 3, "start_damage": 3}),
            (4, {"option_cards": "no"}),
            (8, {"start_options": 2}),
        )
    ],
    "toy": [{"game": toy.NAME, "seats": seats} for seats in (2, 3, 5, 8)],
}
TABLES = {ALGORACING: 4, SPEEDALGO: 12, ROBORALLY: 4, "toy": 6}  # of each kind

# The numbers of an event by which the rules show what was hidden.
TURNED_UP: dict[str, dict[int, set[str]]] = {
    ALGORACING: {
        algoracing.EventKind.SCORED: {"b"},  # the type of a sample, when it is delivered
        algoracing.EventKind.DREW: {"secret"},  # to whoever draws the card
        algoracing.EventKind.BASE_PLACED: {"a"},  # dice choose the corners of unused bases
    },
    SPEEDALGO: {  # programs are laid and turned up all at once, however long each one is
        speedalgo.EventKind.LAID: {"kind"},
        speedalgo.EventKind.WRITTEN: {"kind"},
        speedalgo.EventKind.READY: {"kind"},
        speedalgo.EventKind.TURNED_UP: {"kind", "seat", "a", "b"},
        speedalgo.EventKind.ROLLED: {"a"},
    },
    ROBORALLY: {
        roborally.EventKind.DONE: {"a", "b", "c"},  # where cards lie, and how many are left over
        roborally.EventKind.REVEALED: {"a", "b", "c"},
        roborally.EventKind.DEALT: {"secret"},
        roborally.EventKind.LAID: {"secret"},  # dice lay the cards of whoever is late
        roborally.EventKind.REPLACED: {"b"},  # cards of the decks, when they are turned up
        roborally.EventKind.LOCK_FILLED: {"b"},
        roborally.EventKind.OPTION_DRAWN: {"a"},
    },
    toy.NAME: {
        toy.EventKind.TURNED_UP: {"a"},  # a card of a program, when it is its turn
        toy.EventKind.MOVED: {"a", "seat"},  # dice say how far, or when time is up, whom
        toy.EventKind.DREW: {"secret"},
        toy.EventKind.LAID: {"secret"},  # dice lay the cards of whoever is late, who sees them
    },
}
encode = msgspec.json.encode


@pytest.fixture(autouse=True)
def shove(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game can be found by its name."""
    make_toy_findable(monkeypatch)


@pytest.fixture(autouse=True)
def advisers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is advised hangs on all that advisers are given, and on no clock."""
    monkeypatch.setattr(hints, "advise", tell_all)


def pairs(kinds: list[dict[str, Any]], tables: int, seed: int = 0) -> Iterator[Worlds]:
    """Pairs of worlds, for every viewer of some tables in the middle of a game."""
    for kind in kinds:
        for number in range(tables):
            dice = random.Random(f"{kind} {number} {seed}".replace(toy.NAME, "toy"))
            table = table_in_progress(dice=dice, **kind)
            if table.match.stage == RUNNING:
                for viewer in (SPECTATOR, *range(kind["seats"])):
                    yield twins(table, viewer, dice)


def go_on_together(worlds: Worlds, dice: random.Random) -> Iterator[set[str] | None]:
    """Go on in both worlds while the viewer is sent the same; what was turned up in the end."""
    for _ in range(STEPS):
        applied = go_on(worlds, dice)
        if applied is None:
            return
        sent = [
            Audience().frames(match, one, [worlds.viewer])[worlds.viewer]
            for match, one in zip(worlds[:2], applied, strict=True)
        ]
        if sent[0] != sent[1]:
            seen = [events_of(worlds.viewer, one) for one in applied]
            yield turned_up(worlds.one.header.game, *seen)
            return
        yield None


def events_of(viewer: int, applied: Applied) -> list[SeenEvent]:
    """What an entry caused, as a viewer may see it."""
    return [event for rows in applied.events for event in seen_by(viewer, rows)]


def turned_up(game: str, one: list[SeenEvent], other: list[SeenEvent]) -> set[str]:
    """The numbers in which two lists of events differ first; only the rules may turn these up."""
    assert one != other, "the events are the same, so something else in the frame is not"
    here, there = next(pair for pair in zip(one, other, strict=False) if pair[0] != pair[1])
    differ = {name for name in here._fields if getattr(here, name) != getattr(there, name)}
    differ = {"kind"} if "kind" in differ else differ  # the other numbers mean something else then
    assert differ <= TURNED_UP[game].get(here.kind, set()), (here, there)
    return {f"{here.kind} {name}" for name in differ}


@pytest.mark.parametrize("kind", KINDS)
def test_two_worlds_that_a_viewer_cannot_tell_apart_are_told_in_the_same_bytes(kind: str) -> None:
    compared = 0
    for worlds in pairs(KINDS[kind], TABLES[kind]):
        assert contents(worlds.one.position) != contents(worlds.other.position)
        assert differences(worlds, compared) == []
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("kind", KINDS)
def test_what_happens_is_told_in_the_same_bytes_until_the_rules_turn_something_up(
    kind: str,
) -> None:
    seen: Counter[str] = Counter()
    for number, worlds in enumerate(pairs(KINDS[kind], TABLES[kind], seed=1)):
        for shown in go_on_together(worlds, random.Random(number)):
            seen.update(["the same"] if shown is None else shown)
            if shown is None and worlds.one.stage == RUNNING and seen["the same"] % 10 == 0:
                assert differences(worlds, number) == []
    assert seen["the same"] > 80
    assert len(seen) > 2, seen


@pytest.mark.parametrize("level", ["basic", "complete"])
def test_a_refusal_does_not_tell_what_a_program_would_turn_up(level: str) -> None:
    """Who asks to play on after a delivery must not learn whether it would end the game."""
    match, program = about_to_deliver(level)
    asked = Choose(program.seat, (*program.actions, match.game.time_up))
    view, answers, ends = match.position.view(program.seat), set(), set()
    for number in range(30):
        match.position = view.guess(program.seat, number)
        answers.add(answer(check, match, asked))
        for action in program.actions:
            match.position.play(program.seat, action)
        ends.add(match.position.over)
    assert ends == {False, True}
    assert len(answers) == 1


@pytest.mark.parametrize("game", [ALGORACING, SPEEDALGO, ROBORALLY, toy.NAME])
def test_before_the_game_a_seat_sees_no_more_than_who_looks_on(game: str) -> None:
    """Else somebody could look at one hand after the other, and then choose a seat."""
    table = sat(make_header(game, seats=2))
    for viewer in (SPECTATOR, 0, 1):
        one, other = (Match(table.match.header, table.entries) for _ in range(2))
        other.position = one.position.view(SPECTATOR).guess(SPECTATOR, 5)
        assert contents(one.position) != contents(other.position)
        assert differences(Worlds(one, other, viewer), 1) == []


def test_points_that_hang_on_a_secret_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a game in which points are counted in secret."""
    standing = Position.standing

    def secret_standing(position: Position) -> Standing:
        return standing(position)._replace(points=[int(position.state.dice.a)])

    monkeypatch.setattr(Position, "standing", secret_standing)
    for worlds in pairs(KINDS["toy"], 1):
        assert differences(worlds, 1) == []


def test_a_spectator_is_told_nothing_that_any_seat_is_not_told() -> None:
    kinds = [kind for some in KINDS.values() for kind in some]
    for worlds in pairs(kinds, 1, seed=2):
        for applied in worlds.one.applied:
            spectacle = events_of(SPECTATOR, applied)
            seen = iter(events_of(worlds.viewer, applied))  # of some of which a spectator hears not
            for one in spectacle:
                other = next(event for event in seen if event[:-1] == one[:-1])
                assert one.secret in (other.secret, HIDDEN)


# --- the comparison would notice -----------------------------------------------------------------


def unhidden(viewer: int, events: Any) -> list[SeenEvent]:
    """Events with every secret in them."""
    return [SeenEvent(*event[:-1]) for event in events[core_events.FIELDS].tolist()]


def leak_secrets_of_events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "seen_by", unhidden)


def leak_by_patches(patch: pytest.MonkeyPatch) -> None:
    follow = Position.follow

    def knowing(self: Position, rows: Rows) -> bytes:
        return follow(self, rows) + rows["secret"].tobytes()

    patch.setattr(Position, "follow", knowing)


def leak_the_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "view_for", lambda match, viewer: match.position)


def leak_the_state_to_spectators(patch: pytest.MonkeyPatch) -> None:
    hide = frames.view_for
    patch.setattr(
        frames,
        "view_for",
        lambda match, viewer: match.position if viewer < 0 else hide(match, viewer),
    )


def leak_the_seed(patch: pytest.MonkeyPatch) -> None:
    info = frames.table_info
    for module in (frames, boards):
        patch.setattr(
            module,
            "table_info",
            lambda match: msgspec.structs.replace(
                info(match), settings={**match.settings, "seed": match.header.seed}
            ),
        )


def leak_the_salt(patch: pytest.MonkeyPatch) -> None:
    deal = frames.deal_info
    patch.setattr(
        frames, "deal_info", lambda header, stage: {**deal(header, stage), "salt": header.salt}
    )


def leak_the_deal_before_the_end(patch: pytest.MonkeyPatch) -> None:
    deal = frames.deal_info
    patch.setattr(frames, "deal_info", lambda header, stage: deal(header, OVER))


def leak_guests(patch: pytest.MonkeyPatch) -> None:
    info = frames.seat_info
    patch.setattr(
        frames,
        "seat_info",
        lambda seat, host, **rest: msgspec.structs.replace(
            info(seat, host, **rest), name=seat.guest
        ),
    )


def leak_commitments(patch: pytest.MonkeyPatch) -> None:
    greet = frames.welcome
    patch.setattr(
        "tests.server.worlds.welcome",
        lambda match, *rest: msgspec.structs.replace(
            greet(match, *rest),
            committed=[action for made in match.pending.values() for action in made],
        ),
    )


def leak_the_beginning(patch: pytest.MonkeyPatch) -> None:
    tell = frames.chronicle
    patch.setattr(
        "tests.server.worlds.chronicle",
        lambda match, viewer: msgspec.structs.replace(
            tell(match, viewer), start=match.beginning.states.tobytes()
        ),
    )


def leak_by_what_is_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        frames,
        "legal_for",
        lambda match, viewer, thinking: [int(match.position.state.dice.a) % 7],
    )


def leak_by_refusals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "imagined", lambda self, seat: self.position.clone())


def leak_by_the_ghost(patch: pytest.MonkeyPatch) -> None:
    def knowing(match: Match, seat: int) -> Position:
        return Position(match.game, match.position.fields, match.position.states, viewer=seat)

    patch.setattr("tests.server.worlds.thinkers_view", knowing)


def leak_by_hints(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tests.server.worlds.hint_view", lambda match, seat: match.position)


def leak_by_the_seed_of_hints(patch: pytest.MonkeyPatch) -> None:
    def knowing(match: Match, seat: int) -> HintList:
        view = hints.hint_view(match, seat)
        return msgspec.structs.replace(hints.hints(view, seat, match.header.seed), on=0)

    patch.setattr("tests.server.worlds.hint_for", knowing)


EVERY = set(KINDS)
LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], set[str]]] = [
    (leak_secrets_of_events, EVERY),
    (leak_by_patches, EVERY),
    (leak_the_state, EVERY),
    (leak_the_state_to_spectators, EVERY),
    (leak_the_seed, EVERY),
    (leak_the_salt, EVERY),
    (leak_the_deal_before_the_end, EVERY),
    (leak_guests, EVERY),
    (leak_commitments, {SPEEDALGO, ROBORALLY, "toy"}),
    (leak_the_beginning, EVERY),
    (leak_by_what_is_legal, EVERY),
    (leak_by_refusals, {"toy"}),
    (leak_by_the_ghost, EVERY),
    (leak_by_hints, EVERY),
    (leak_by_the_seed_of_hints, EVERY),
]


def shows(leak: Callable[[pytest.MonkeyPatch], None], worlds: Worlds, number: int) -> bool:
    """Whether a leak lets the viewer tell two worlds apart, which were made without it."""
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        return bool(differences(worlds, number))


@pytest.mark.parametrize(
    ("leak", "kind"), [(leak, kind) for leak, kinds in LEAKS for kind in sorted(kinds)]
)
def test_a_leak_would_be_noticed(leak: Callable[[pytest.MonkeyPatch], None], kind: str) -> None:
    some = enumerate(pairs(KINDS[kind], 2))
    assert any(shows(leak, worlds, number) for number, worlds in some)
