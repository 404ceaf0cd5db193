"""The ghost of a program knows what its seat knows, and what it says for certain comes true."""

import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from algorally.core import patches
from algorally.core.deck import HIDDEN
from algorally.core.errors import GameError, IllegalChoice
from algorally.core.events import Event, SeenEvent, seen_by
from algorally.core.game import Game, find_game
from algorally.core.grid import NORTH, SOUTH
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.games.algoracing.names import PASS, REPLACE_CARD, RUN, EventKind
from algorally.games.roborally import names as roborally
from algorally.games.speedalgo import names as speedalgo
from algorally.match.preview import preview
from tests.match import toy
from tests.match.tables import ALGORACING, SPEEDALGO
from tests.playing import choices, contents

LEVELS = ("basic", "complete")
GAMES_EACH = 30  # of each level and number of seats
APART = 40  # choices between two positions of a game


class Case(NamedTuple):
    """A position, and a program for the seat whose turn it is."""

    position: Position
    seat: int
    actions: list[int]


def written(position: Position, seat: int, dice: random.Random) -> list[int]:
    """A whole turn at random, written without knowing more than the seat does."""
    trial, actions = position.view(seat).guess(seat, 0), list[int]()
    turn = trial.standing().turns
    while seat in trial.acting() and trial.standing().turns == turn and len(actions) < 15:
        legal = trial.legal(seat)
        builds = [action for action in legal if not REPLACE_CARD <= action <= PASS]
        actions.append(dice.choice(builds or legal))
        trial.play(seat, actions[-1])
    return actions


def cases_of(game: Game, level: str) -> Iterator[Case]:
    """Positions of random games, early and late."""
    for seats in game.seats:
        for seed in range(GAMES_EACH):
            dice = random.Random(f"{level} {seats} {seed}")
            position = game.start(seats, seed, level=level, turn_cap=20)
            for number, (seat, action) in enumerate(choices(position, seed, 400)):
                if number % APART == seed:
                    yield Case(position.clone(), seat, written(position, seat, dice))
                position.play(seat, action)


@cache
def cases(level: str) -> list[Case]:
    return list(cases_of(find_game(ALGORACING), level))


def really(case: Case) -> list[SeenEvent]:
    """What happens when the program is run, as its seat sees it; as far as it goes."""
    position, events = case.position.clone(), []
    try:
        for action in case.actions:
            events += seen_by(case.seat, position.play(case.seat, action))
    except GameError:
        pass
    return events


def ghost_of(case: Case) -> list[SeenEvent]:
    return preview(case.position.view(case.seat), case.seat, case.actions).events


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_ghost_says_for_certain_comes_true(level: str) -> None:
    for case in cases(level):
        foreseen, real = ghost_of(case), really(case)
        assert len(foreseen) <= len(real)
        for event, truth in zip(foreseen, real, strict=False):
            known = [one in (other, HIDDEN) for one, other in zip(event, truth, strict=True)]
            assert all(known), (event, truth)


@pytest.mark.parametrize("level", LEVELS)
def test_the_ghost_sees_all_that_does_not_hang_on_chance(level: str) -> None:
    seen = Counter(EventKind(event.kind) for case in cases(level) for event in ghost_of(case))
    real = Counter(EventKind(event.kind) for case in cases(level) for event in really(case))
    for kind in (EventKind.INSERTED, EventKind.RUN_BEGAN, EventKind.COMMAND, EventKind.MOVED):
        assert seen[kind] > 0.95 * real[kind]


@pytest.mark.parametrize("level", LEVELS)
def test_the_ghost_uses_the_view_of_its_seat_alone(level: str) -> None:
    for number, case in enumerate(cases(level)[::4]):
        foreseen = ghost_of(case)
        other = case.position.view(case.seat).guess(case.seat, number + 1000)
        assert contents(other) != contents(case.position)
        assert ghost_of(case._replace(position=other)) == foreseen


def test_what_a_seat_cannot_know_is_hidden() -> None:
    """Types of samples that are delivered, and cards that are drawn."""
    hidden: Counter[EventKind] = Counter()
    for level in LEVELS:
        for case in cases(level):
            for event in ghost_of(case):
                hidden[EventKind.SCORED] += event.kind == EventKind.SCORED and event.b == HIDDEN
                drew = event.kind == EventKind.DREW
                hidden[EventKind.DREW] += drew and event.secret == HIDDEN
                assert not drew or event.secret == HIDDEN or nothing_else_to_draw(case)
    assert hidden[EventKind.SCORED] > 5
    assert hidden[EventKind.DREW] > 100


def nothing_else_to_draw(case: Case) -> bool:
    """Whether a seat can count out which kind of card lies on top of the draw pile."""
    view, kinds = case.position.view(case.seat), set()
    for number in range(200):
        guess = view.guess(case.seat, number).state
        kinds |= {int(card) for card in guess.draw.cards[: int(guess.draw.count)]}
    return len(kinds) == 1


def test_a_hidden_number_is_not_put_into_words() -> None:
    game = find_game(ALGORACING)
    position = game.start()
    words = {
        SeenEvent(EventKind.SCORED, 0, 3, HIDDEN, 0, 0): "red delivers a sample",
        SeenEvent(EventKind.DREW, 0, 0, 0, 0, HIDDEN): "red draws a card",
        SeenEvent(EventKind.GAME_OVER, 0, HIDDEN, 0, 0, 0): "the game is over",
        SeenEvent(EventKind.BASE_PLACED, 3, HIDDEN, 2, 0, 0): "the blue base lies on a free corner",
    }
    assert {event: game.words.tell(position, event) for event in words} == words


def really_rows(case: Case) -> Iterator[Rows]:
    """What happens when the program is run, as far as it goes."""
    position = case.position.clone()
    with contextlib.suppress(GameError):
        for action in case.actions:
            yield position.play(case.seat, action)


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_ghost_says_changes_for_certain_does_change(level: str) -> None:
    shortened = 0
    for case in cases(level):
        view = case.position.view(case.seat)
        events, patch, _ = preview(view, case.seat, case.actions)
        certain = len(list(patches.changes(patch)))
        shortened += certain < len(events)
        patched = view.clone()
        patches.apply(patched.states, patch)
        rows = np.concatenate([Event.rows(0), *really_rows(case)])[:certain]
        hidden = [event.secret == HIDDEN for event in events[:certain]]
        rows["secret"][hidden] = HIDDEN  # what will be drawn is not foreseen
        view.follow(rows)
        assert contents(patched) == contents(view)
    assert shortened > 0


@pytest.mark.parametrize("level", LEVELS)
def test_looking_ahead_changes_nothing(level: str) -> None:
    for case in cases(level)[::10]:
        view = case.position.view(case.seat)
        before = contents(view)
        assert preview(view, case.seat, case.actions) == preview(view, case.seat, case.actions)
        assert contents(view) == before


@pytest.mark.parametrize("level", LEVELS)
def test_the_run_of_a_program_is_foreseen_with_it(level: str) -> None:
    """One question is answered as two were: what is laid, and what would come of it."""
    ended = 0
    for case in cases(level):
        view, (*laid, last) = case.position.view(case.seat), case.actions
        if last == RUN:
            foreseen = preview(view, case.seat, laid, [last])
            assert foreseen.run == preview(view, case.seat, case.actions).events
            assert foreseen[:2] == preview(view, case.seat, laid)[:2]
            ended += 1
    assert ended > 10


def test_a_program_against_the_rules_has_no_ghost() -> None:
    case = cases("basic")[0]
    view = case.position.view(case.seat)
    assert preview(view, case.seat, []) == ([], b"", [])
    with pytest.raises(IllegalChoice):
        preview(view, case.seat, [view.game.time_up])
    with pytest.raises(GameError):
        preview(view, case.seat, [*case.actions, *case.actions])


def test_the_ghost_of_a_secret_program_shows_no_card_of_the_others(shove: Game) -> None:
    """Nobody else does anything, so the clock decides for them: nobody knows how."""
    for seed in range(30):
        position = shove.start(8, seed)
        seat = seed % 8
        actions = written_toy(position, seat, random.Random(seed))
        other = position.view(seat).guess(seat, seed)
        foreseen = preview(position.view(seat), seat, actions).events
        kinds = [event.kind for event in foreseen]
        assert kinds[:4] == [toy.EventKind.LAID] * 3 + [toy.EventKind.READY]
        assert [event.secret for event in foreseen[:3]] == actions[:3]
        shown = [e.a for e in foreseen if e.kind == toy.EventKind.TURNED_UP and e.seat != seat]
        assert all(card == HIDDEN for card in shown)
        assert preview(other.view(seat), seat, actions).events == foreseen


def written_toy(position: Position, seat: int, dice: random.Random) -> list[int]:
    trial, actions = position.clone(), list[int]()
    while toy.READY not in actions:
        actions.append(dice.choice(trial.legal(seat)))
        trial.play(seat, actions[-1])
    return actions


def test_the_ghost_of_the_last_one_shows_no_card_of_the_others(shove: Game) -> None:
    """All others are ready, so the run would begin: with cards that are not known."""
    for seed in range(30):
        position = shove.start(3, seed)
        for seat in (0, 1):
            for action in written_toy(position, seat, random.Random(seed)):
                position.play(seat, action)
        actions = written_toy(position, 2, random.Random(seed))
        foreseen = preview(position.view(2), 2, actions).events
        assert foreseen[-1] == SeenEvent(toy.EventKind.TURNED_UP, 0, HIDDEN, 0, 0, 0)


def test_the_ghost_of_a_secret_program_drives_as_if_nobody_else_did() -> None:
    """All choose at once: the ghost shows where the own program leads if the others do nothing."""
    game = find_game(SPEEDALGO)
    position = game.start(2, 5, traffic_placement="random", first_player="first_seat")
    position.play_text(0, "start C")
    position.play_text(1, "start E")
    ghost = preview(position.view(0), 0, [speedalgo.LAY, speedalgo.READY]).events  # AB
    position.play_text(0, "AB; ready")
    position.play_text(1, "ready")
    here = int(position.state.places[speedalgo.TRAFFIC])
    moves = [event.c for event in ghost if event.kind == speedalgo.EventKind.MOVED]
    assert moves == [here] == [speedalgo.LANES + 2]  # C1


def registers_foreseen(events: list[SeenEvent], who: int) -> int:
    """In how many registers it is known which card a robot carries out, and how far it goes."""
    kind = roborally.EventKind.MOVES
    known = [event.a > 0 for event in events if (event.kind, event.seat) == (kind, who)]
    return known.index(False) if False in known else len(known)


@pytest.mark.parametrize("laid", range(1, roborally.REGISTERS))
def test_the_ghost_of_an_unfinished_program_ends_where_it_is_open(laid: int) -> None:
    position = find_game("roborally").start(2, 3, course="island_hop")
    actions = position.view(0).legal(0)[:laid]
    foreseen = preview(position.view(0), 0, actions)
    assert registers_foreseen(foreseen.run, 0) == laid
    assert {event.kind for event in foreseen.events} == {roborally.EventKind.LAID}


def test_the_ghost_goes_on_behind_a_question_to_its_own_seat() -> None:
    """A damaged robot may announce a power down before any card is carried out."""
    position = find_game("roborally").start(2, 3, course="island_hop", start_damage=1)
    actions = position.view(0).legal(0)[: roborally.REGISTERS]
    foreseen = preview(position.view(0), 0, actions, [roborally.DONE])
    assert roborally.EventKind.ASKED in {event.kind for event in foreseen.run}
    assert registers_foreseen(foreseen.run, 0) == roborally.REGISTERS


def duel() -> Position:
    """A robot that has nothing but U-turns stands back to back with one that is damaged."""
    position = find_game("roborally").start(2, 3, course="island_hop", start_damage=4)
    here = int(position.state.robots[0].archive)
    one, other = position.state.robots[:2]
    one.heading, other.heading = NORTH, SOUTH
    one.square, other.square = here, here + int(position.field.width)
    one.hand[:] = [*U_TURNS, *[roborally.EMPTY] * (len(one.hand) - len(U_TURNS))]
    return position


U_TURNS = range(1, roborally.REGISTERS + 1)


def test_the_ghost_goes_on_behind_a_lock_on_another_robot() -> None:
    """What is locked is a card that the other one would have laid; who stands still has none."""
    position = duel()
    view = position.view(0)
    actions = [roborally.LAY + card - 1 for card in U_TURNS]
    foreseen = preview(view, 0, actions, [roborally.DONE]).run
    locks = [event.a for event in foreseen if event.kind == roborally.EventKind.LOCKED]
    assert locks == [4, 3, 2]
    assert roborally.EventKind.LOCK_FILLED not in {event.kind for event in foreseen}
    assert registers_foreseen(foreseen, 0) == roborally.REGISTERS
    assert registers_foreseen(foreseen, 1) == 0
    other = view.guess(0, 1)
    assert preview(other.view(0), 0, actions, [roborally.DONE]).run == foreseen
