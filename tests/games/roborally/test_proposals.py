"""What bots know of a floor beforehand, against the rules themselves."""

import math
import random

import pytest

from algorally.core.dice import Dice
from algorally.core.dice import seed as set_dice
from algorally.core.game import find_game
from algorally.core.planning import chart_of, room_for_plans, thinkers
from algorally.core.position import Position
from algorally.core.search import forget
from algorally.games.roborally.judgement import (
    FIRST_PAIR,
    LEGS,
    PAIRS,
    REGISTER,
    REST,
    WON,
    haste,
    hope,
    lead,
    time_left,
    wear,
)
from algorally.games.roborally.names import (
    ADD,
    BACKUP,
    CRAB_LEGS,
    DONE,
    DUAL_PROCESSOR,
    EMPTY,
    LAY,
    LEFT,
    MOVE1,
    MOVE2,
    MOVE3,
    OFF,
    REGISTERS,
    RIGHT,
    UTURN,
    Phase,
    Question,
)
from algorally.games.roborally.proposals import imagine, locked_way, propose
from algorally.games.roborally.rules.cards import is_rotation, kind_of

LAST = REGISTERS - 1
TURN_CARDS, MOVE1_CARD = range(1, 9), 49
COURSES = ("risky_exchange", "dizzy_dash", "whirlwind_tour", "pilgrimage")


def alone(course: str, seed: int) -> Position:
    """A robot somewhere on the floor, the other one far away in its dock."""
    position = find_game("roborally").start(seed=seed, course=course, option_cards="no")
    dice, robot, field = random.Random(seed), position.state.robots[0], position.field
    free = [
        square
        for square in range(int(field.width) * int(field.height))
        if field.on_board[square] >= 0 and field.kinds[square] in (0, 2, 3, 4)
    ]
    robot.square, robot.heading = dice.choice(free), dice.randrange(4)
    return position


def predicted(position: Position, cards: list[int]) -> list[int]:
    """Where the chart says that cards lead, register by register; OFF from the first ruin on."""
    chart, robot = chart_of(position), position.state.robots[0]
    nodes = [int(robot.square) * 4 + int(robot.heading)]
    for register, card in enumerate(cards):
        here = nodes[-1]
        nodes.append(OFF if here == OFF else int(chart[lead(register, kind_of(card)), here]))
    return nodes[1:]


def run(position: Position, program: list[int]) -> None:
    """Play the first turn, in which nobody else does anything."""
    for action in program:
        position.play(0, action)
    while (acting := position.acting()) and position.standing().turns == 1:
        position.stand_idle(acting[0])


@pytest.mark.parametrize("course", COURSES)
def test_cards_lead_where_the_chart_says(course: str) -> None:
    known = set()
    for seed in range(12):
        position = alone(course, seed)
        hand = [int(card) for card in position.state.robots[0].hand if card != EMPTY]
        cards = random.Random(seed).sample(hand, REGISTERS)
        expected = predicted(position, cards)
        run(position, [*(LAY + card - 1 for card in cards), DONE])
        robot = position.state.robots[0]
        if expected[-1] == OFF:
            known.add("ruin")
            assert robot.lives == 2
        else:
            known.add("survival")
            assert int(robot.square) * 4 + int(robot.heading) == expected[-1]
    assert "survival" in known


def test_the_chart_knows_the_way_to_every_flag() -> None:
    position = alone("risky_exchange", 1)
    chart, field = chart_of(position), position.field
    flags = [int(square) for square in field.flag_squares[: field.flag_count]]
    for flag, square in enumerate(flags):
        assert not chart[flag, square * 4 : square * 4 + 4].any()
        assert chart[LEGS, flag] == sum(
            chart[later, flags[later - 1] * 4 : flags[later - 1] * 4 + 4].mean().astype(int)
            for later in range(flag + 1, len(flags))
        )
    near, far = flags[0] + int(field.width) * 2, flags[0] + int(field.width) * 10
    assert 0 < chart[0, near * 4] < chart[0, far * 4]


def test_the_best_program_is_the_shortest_way() -> None:
    """Of all programs that a hand allows, none ends nearer to the flag on an empty floor."""
    position = alone("risky_exchange", 3)
    chart, robot = chart_of(position), position.state.robots[0]
    best = thinkers.room(position.game, 1).find(position, 0, 0, 1)[0].actions
    cards = [action + 1 for action in best[:-1]]
    assert best[-1] == DONE
    assert len(set(cards)) == REGISTERS
    ends = predicted(position, cards)
    hand = [int(card) for card in robot.hand if card != EMPTY]
    dice = random.Random(1)
    for _ in range(200):
        other = predicted(position, dice.sample(hand, REGISTERS))[-1]
        if other != OFF:
            assert chart[0, ends[-1]] <= chart[0, other] + 700  # but for damage and the way back


def proposed(position: Position) -> list[list[int]]:
    """The best programs of the first robot; none where it survives none on an empty floor."""
    found = thinkers.room(position.game, 32).find(position, 0, 0, 1)
    return [plan.actions for plan in found if plan.actions[-1] == DONE]


def has_pairs(program: list[int]) -> bool:
    """Whether two cards lie in a register."""
    return any(ADD <= action < DONE for action in program)


def registers_of(program: list[int]) -> list[list[int]]:
    """The kinds of the cards of a program, a list for each register; moves come first."""
    registers: list[list[int]] = []
    for action in program[:-1]:
        if action < ADD:
            registers.append([action - LAY + 1])
        else:
            registers[-1].append(action - ADD + 1)
    return [[kind_of(card) for card in sorted(cards, key=is_rotation)] for cards in registers]


@pytest.mark.parametrize("option", [DUAL_PROCESSOR, CRAB_LEGS])
def test_pairs_of_cards_lead_where_the_walk_says(option: int) -> None:
    paired = 0
    for seed in range(40):
        position = alone(COURSES[seed % len(COURSES)], seed)
        chart, robot = chart_of(position), position.state.robots[0]
        robot.options = 1 << option
        robot.lives = 3
        for program in [plan for plan in proposed(position) if has_pairs(plan)][:3]:
            node = int(robot.square) * 4 + int(robot.heading)
            for register, kinds in enumerate(registers_of(program)):
                if len(kinds) == 2:
                    assert (kinds[0] == MOVE1) == (option == CRAB_LEGS)
                way = FIRST_PAIR + PAIRS.tolist().index(kinds) if len(kinds) == 2 else kinds[0]
                node = int(chart[lead(register, way), node])
            trial = position.clone()
            run(trial, program)
            ended = trial.state.robots[0]
            assert int(ended.square) * 4 + int(ended.heading) == node
            paired += 1
    assert paired > 10


def lock_pair(position: Position, kinds: tuple[int, int], crab: bool) -> bool:
    """Lock a pair in the first robot's last register, if it has the cards, but not its option."""
    robot = position.state.robots[0]
    hand = [int(card) for card in robot.hand if card != EMPTY]
    pair = [next((card for card in hand if kind_of(card) == kind), EMPTY) for kind in kinds]
    robot.registers[LAST], robot.seconds[LAST] = pair
    robot.locked, robot.damage, robot.lives = 1 << LAST, 5, 3
    robot.crab = crab << LAST
    left = [card for card in hand if card not in pair]
    robot.hand[:] = [*left[:LAST], *[EMPTY] * (len(robot.hand) - LAST)]
    return EMPTY not in pair


@pytest.mark.parametrize(
    ("kinds", "crab"),
    [
        ((MOVE2, LEFT), False),
        ((MOVE3, UTURN), False),
        ((MOVE1, RIGHT), True),
        ((MOVE1, RIGHT), False),
        ((MOVE2, UTURN), False),
        ((BACKUP, LEFT), False),
    ],
)
def test_locked_pairs_do_what_they_did_when_the_option_is_gone(
    kinds: tuple[int, int], crab: bool
) -> None:
    played = 0
    for seed in range(120):
        position = alone(COURSES[seed % len(COURSES)], seed)
        if not lock_pair(position, kinds, crab):
            continue
        robot, chart = position.state.robots[0], chart_of(position)
        for program in proposed(position)[:1]:
            node = int(robot.square) * 4 + int(robot.heading)
            ways = [kinds[0] for kinds in registers_of(program)] + [locked_way(robot, LAST)]
            for register, way in enumerate(ways):
                node = int(chart[lead(register, way), node])
            trial = position.clone()
            run(trial, program)
            ended = trial.state.robots[0]
            if ended.lives == 3:  # lasers may have been too many
                assert int(ended.square) * 4 + int(ended.heading) == node
                played += 1
    assert played > 3


def test_nobody_pairs_cards_without_the_option_for_it() -> None:
    for seed in range(10):
        position = alone("risky_exchange", seed)
        assert not any(map(has_pairs, proposed(position)))


@pytest.mark.parametrize("ways_end_there", [False, True])
def test_the_last_flag_is_touched_as_early_as_can_be(ways_end_there: bool) -> None:
    """Others may touch it, too; and what comes after it does not matter."""
    position = alone("risky_exchange", 1)
    field, robot, chart = position.field, position.state.robots[0], chart_of(position).copy()
    flag, dices = int(field.flag_squares[field.flag_count - 1]), Dice.rows()
    robot.touched = field.flag_count - 1
    robot.square, robot.heading = next(
        divmod(node, 4)
        for node in range(int(field.width) * int(field.height) * 4)
        if chart[lead(0, MOVE1), node] // 4 == flag
        and all(chart[lead(0, way), node] // 4 == node // 4 for way in (LEFT, RIGHT, UTURN))
    )
    if ways_end_there:
        for register in range(1, REGISTERS):
            for way in range(FIRST_PAIR):
                chart[lead(register, way), flag * 4 : flag * 4 + 4] = OFF
    robot.hand[:] = EMPTY
    robot.hand[:9] = sorted([MOVE1_CARD, *TURN_CARDS])
    found = room_for_plans(20)
    forget(found)
    assert propose(position.state, field, 0, chart, found, dices[0])
    assert set(found.plans[:, 0].tolist()) == {LAY + MOVE1_CARD - 1}


@pytest.mark.parametrize("course", COURSES)
def test_no_program_ends_better_than_was_hoped_on_the_way(course: str) -> None:
    """Otherwise good programs would never be looked at."""
    position = alone(course, 1)
    chart, field, dice = chart_of(position), position.field, random.Random(course)
    flags = [int(square) for square in field.flag_squares[: field.flag_count]]
    starts = [square * 4 + heading for square in flags for heading in range(4)]
    touched_any = 0
    for _ in range(2000):
        node, touched = dice.choice(starts), dice.randrange(len(flags))
        hopes: list[float] = []
        for register in range(REGISTERS):
            node = int(chart[lead(register, dice.randrange(FIRST_PAIR)), node])
            if node == OFF:
                break
            if touched < len(flags) and node // 4 == flags[touched]:
                touched, touched_any = touched + 1, touched_any + 1
            if touched < len(flags) and register + 1 < REGISTERS:
                hoped = int(chart[hope(touched, register + 1), node])
                hopes.append(hoped + int(chart[LEGS, touched]) if hoped > WON else -math.inf)
        else:
            assert max(hopes, default=0) <= time_left(field, chart, touched, node)
    assert touched_any > 20


def test_time_counts_more_the_nearer_the_end_is() -> None:
    assert 0 == haste(0) < haste(100) < haste(1000)
    assert haste(300) - haste(200) > haste(3000) - haste(2900)


def test_a_rest_is_worth_it_from_four_damage_tokens_on() -> None:
    worth = [wear(damage) > REST for damage in range(10)]
    assert worth == [False] * 4 + [True] * 6


# --- what others have programmed unseen ---------------------------------------------------------


def imagined(position: Position, seat: int, number: int) -> Position:
    """A guess of what a seat cannot see, in which the others' programs are sensible."""
    view, dices = position.view(seat), Dice.rows()
    guess = view.guess(seat, number)
    set_dice(dices[0], number)
    found, chart = room_for_plans(2), chart_of(position)
    imagine(guess.state, view.state, view.field, seat, chart, found, dices[0])
    return guess


def programmed(seats: int, seed: int) -> Position:
    """A game in which all have programmed who are asked before the given seats."""
    position = find_game("roborally").start(3, seed, start_damage=3, option_cards="no", timer=0)
    while position.state.phase != Phase.PROGRAM:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    for seat in range(seats):
        for action in thinkers.room(position.game, 1).find(position, seat, 0, 1)[0].actions:
            position.play(seat, action)
    return position


def cards_of(position: Position, who: int) -> list[int]:
    """All cards that a robot has."""
    robot = position.state.robots[who]
    return [int(card) for card in (*robot.hand, *robot.registers) if card != EMPTY]


@pytest.mark.parametrize("seed", range(5))
def test_who_has_programmed_unseen_programs_once_more(seed: int) -> None:
    position = programmed(2, seed)
    guess = imagined(position, 2, seed)
    for who in range(2):
        robot = guess.state.robots[who]
        assert not robot.done
        assert not robot.registers.any()
        assert len(cards_of(guess, who)) == 9 - int(robot.damage)
    assert guess.acting() == [0, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_programs_that_lie_there_unseen_are_sensible(seed: int) -> None:
    position = programmed(3, seed)
    assert position.state.question == Question.ANNOUNCE
    [seat] = position.acting()
    own, others = cards_of(position, seat), {0, 1, 2} - {seat}
    guesses = [imagined(position, seat, number) for number in range(10)]
    for guess in guesses:
        held = [card for who in range(3) for card in cards_of(guess, who)]
        assert len(held) == len(set(held)) == 3 * REGISTERS
        assert cards_of(guess, seat) == own
        assert all(guess.state.robots[who].done for who in others)
    gained = [way_gained(guess, who) for guess in guesses for who in others]
    assert sum(gained) / len(gained) > REGISTER


def test_nobody_imagines_the_own_program_even_if_it_is_all_locked() -> None:
    position = programmed(2, 1)
    position.state.robots[0].locked = (1 << REGISTERS) - 1
    before = position.state.robots[0].tobytes()
    assert imagined(position, 0, 1).state.robots[0].tobytes() == before


def way_gained(position: Position, who: int) -> int:
    """How much nearer to the first flag a program leads on an empty floor, in time."""
    robot, chart = position.state.robots[who], chart_of(position)
    here = node = int(robot.square) * 4 + int(robot.heading)
    for register, card in enumerate(robot.registers):
        node = int(chart[lead(register, kind_of(int(card))), node])
        assert node != OFF
    return int(chart[0, here]) - int(chart[0, node])
