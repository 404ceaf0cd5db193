"""The parts of a turn in their order (RR-10, RR-20, RR-21), and who knows what of programs."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from algorally.core.events import Event, seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.games.roborally.names import (
    BY_BELT,
    BY_CARD,
    BY_EXPRESS,
    BY_GEAR,
    BY_PUSH,
    BY_PUSHER,
    DONE,
    EMPTY,
    NO,
    REGISTERS,
    EventKind,
    Phase,
    Question,
)
from algorally.games.roborally.timer import seconds_left
from tests.playing import choices

pytestmark = pytest.mark.modes


def start(seats: int = 4, seed: int = 5, **settings: object) -> Position:
    return find_game("roborally").start(seats=seats, seed=seed, **settings)


def read(events: Rows) -> list[Event]:
    return [Event.record(events, n) for n in range(len(events))]


def lay_anything(position: Position, seat: int) -> None:
    """Fill the registers of a seat with the first cards of its hand."""
    while DONE not in position.legal(seat):
        position.play(seat, position.legal(seat)[0])


def be_done(position: Position, seat: int) -> None:
    lay_anything(position, seat)
    position.play(seat, DONE)


def events_of_turns(position: Position, count: int) -> Iterator[list[Event]]:
    """What happens in each of some turns, between two deals."""
    told: list[Event] = []
    for seat, action in choices(position, 7, 10_000):
        for event in read(position.play(seat, action)):
            if event.kind == EventKind.TURN_BEGAN and told:
                yield told
                told, count = [], count - 1
            told.append(event)
        if count == 0:
            return


# --- the order of things -----------------------------------------------------------------------

PARTS = {
    EventKind.TURN_BEGAN: 0,
    EventKind.DEALT: 1,
    EventKind.DONE: 2,
    EventKind.ANNOUNCED: 3,
    EventKind.REVEALED: 4,
    EventKind.WIPED: 5,
}


def test_rr_10_a_turn_has_five_parts_in_this_order() -> None:
    seen = set()
    for turn in events_of_turns(start(option_cards="no"), 12):
        parts = [PARTS[EventKind(event.kind)] for event in turn if event.kind in PARTS]
        assert parts == sorted(parts)
        seen |= set(parts)
    assert seen >= {1, 2, 4, 5}


MOVED_IN = {BY_CARD: 1, BY_PUSH: 1, BY_EXPRESS: 2, BY_BELT: 3, BY_PUSHER: 4, BY_GEAR: 5}
DONE_IN = {
    EventKind.REVEALED: 0,
    EventKind.MOVES: 1,
    EventKind.BEAM: 6,
    EventKind.FIRED: 6,
    EventKind.TOUCHED: 7,
    EventKind.ARCHIVED: 7,
}


def part_of_register(event: Event) -> int | None:
    """When in a register an event may happen, None if that does not matter."""
    if event.kind in (EventKind.MOVED, EventKind.TURNED):
        return MOVED_IN[event.b]
    return DONE_IN.get(EventKind(event.kind))


def test_rr_20_and_rr_21_every_register_goes_through_the_same_sequence() -> None:
    seen = set()
    for turn in events_of_turns(start(8, option_cards="no"), 12):
        begun = [n for n, event in enumerate(turn) if event.kind == EventKind.REGISTER_BEGAN]
        assert [turn[n].a for n in begun] == list(range(REGISTERS))
        ends = [n for n, event in enumerate(turn) if event.kind == EventKind.WIPED] or [len(turn)]
        for first, last in zip(begun, [*begun[1:], ends[0]], strict=True):
            parts = [part_of_register(event) for event in turn[first:last]]
            known = [part for part in parts if part is not None]
            assert known == sorted(known)
            seen |= set(known)
    assert seen >= {0, 1, 2, 3, 5, 6}


def test_rr_21_what_lies_in_a_register_is_revealed_once_and_nothing_else_is() -> None:
    rested = False
    for turn in events_of_turns(start(8, option_cards="no", start_damage=3), 12):
        revealed = [event for event in turn if event.kind == EventKind.REVEALED]
        assert len({(event.seat, event.a) for event in revealed}) == len(revealed)
        assert EMPTY not in [event.b for event in revealed]
        rested |= any(event.kind == EventKind.POWERED_DOWN for event in turn)
    assert rested


def test_rr_67_who_loses_the_last_life_is_out_and_nobody_else() -> None:
    left = set()
    for turn in events_of_turns(start(8, option_cards="no", lives=2), 15):
        for lost, after in pairwise(turn):
            if lost.kind == EventKind.LIFE_LOST:
                assert (after.kind == EventKind.OUT) == (lost.a == 0)
                left.add(int(lost.a))
    assert left == {0, 1}


def test_rr_s12_at_the_end_of_time_the_last_life_is_enough_to_win() -> None:
    position = start(2, option_cards="no", lives=1, turn_cap=1)
    while not position.over:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[-1])
    assert [int(position.state.robots[who].lives) for who in range(2)] == [1, 1]
    assert position.state.winners == 0b11


# --- programming -------------------------------------------------------------------------------


def test_rr_15_with_full_registers_there_is_nothing_but_to_be_done() -> None:
    position = start(option_cards="no")
    lay_anything(position, 0)
    assert position.legal(0) == [DONE]


def test_rr_15_others_hear_nothing_of_what_is_laid() -> None:
    position = start()
    before = [position.view(looker).states.tobytes() for looker in (-1, 1, 2, 3)]
    card = position.legal(0)[0]
    events = position.play(0, card)
    assert [event.kind for event in seen_by(0, events)] == [EventKind.LAID]
    for looker in (-1, 1, 2, 3):
        assert seen_by(looker, events) == []
    assert [position.view(looker).states.tobytes() for looker in (-1, 1, 2, 3)] == before


def test_rr_16_who_is_done_has_nothing_to_change_and_no_cards_left_over() -> None:
    position = start()
    assert DONE not in position.legal(0)
    be_done(position, 0)
    assert 0 not in position.acting()
    assert position.legal(0) == []
    robot = position.state.robots[0]
    assert all(int(card) == EMPTY for card in robot.hand)
    assert all(int(card) != EMPTY for card in robot.registers)


def test_rr_17_the_timer_runs_for_the_last_one_alone() -> None:
    position = start(3)
    for seat in (0, 1):
        assert seconds_left(position, position.acting()) == 0
        be_done(position, seat)
    assert seconds_left(position, position.acting()) == 30
    assert seconds_left(start(2, timer=12), [1]) == 12
    assert seconds_left(start(2, programming_time=60), [0, 1]) == 60


def test_rr_17_when_it_runs_out_unused_cards_fill_the_registers() -> None:
    position = start(2, seed=3)
    be_done(position, 1)
    laid = position.legal(0)[0]
    position.play(0, laid)
    held = {int(card) for card in position.state.robots[0].hand} - {EMPTY}
    first = int(position.state.robots[0].registers[0])
    events = read(position.time_up(0))
    shown = [event.b for event in events if event.kind == EventKind.REVEALED and event.seat == 0]
    assert shown[0] == first
    assert set(shown[1:]) <= held
    assert len(set(shown)) == len(shown)
    assert EventKind.TIME_UP in {event.kind for event in events}


def test_rr_17_which_cards_is_up_to_chance() -> None:
    fillings = set()
    for seed in range(6):
        position = start(2)
        position.state.dice.a += seed
        be_done(position, 1)
        events = read(position.time_up(0))
        shown = [event for event in events if event.kind == EventKind.REVEALED]
        fillings.add(tuple(int(event.b) for event in shown if event.seat == 0))
    assert len(fillings) > 1


def test_rr_54_after_the_turn_only_locked_registers_hold_cards() -> None:
    position = start(2, option_cards="no")
    robot = position.state.robots[0]
    robot.damage, robot.locked = 5, 1 << REGISTERS - 1
    robot.registers[REGISTERS - 1] = robot.hand[0]
    robot.hand[0] = EMPTY
    kept = int(robot.registers[REGISTERS - 1])
    turn = int(position.state.turn)
    while position.state.turn == turn:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    assert [int(card) for card in position.state.robots[0].registers] == [0, 0, 0, 0, kept]
    assert all(int(card) == EMPTY for card in position.state.robots[1].registers)


def test_rr_19_power_downs_are_announced_in_the_order_of_the_docks() -> None:
    position = start(4, start_damage=2, option_cards="no")
    for seat in random.Random(1).sample(range(4), 4):
        be_done(position, seat)
    asked = []
    while position.state.question == Question.ANNOUNCE:
        assert position.state.phase == Phase.ASK
        asked += position.acting()
        position.play(asked[-1], NO)
    assert asked == [int(robot) for robot in position.state.order[:4]]
