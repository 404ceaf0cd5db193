"""What chance seldom brings about: starting places, flags that are carried, empty decks."""

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.events import SeenEvent
from algorally.core.game import find_game
from algorally.core.grid import NOWHERE
from algorally.core.position import Position
from algorally.games.roborally.names import (
    ADD,
    CONDITIONAL_PROGRAM,
    DONE,
    DUAL_PROCESSOR,
    EMPTY,
    FLYWHEEL,
    LAY,
    LETTERS,
    NO,
    NOBODY,
    OFF,
    PLACE,
    RADIO_CONTROL,
    REGISTERS,
    VOID,
    EventKind,
    Phase,
    Question,
)
from algorally.games.roborally.rules.cards import draw_next, take_top
from algorally.games.roborally.rules.courses import (
    carry_flags,
    is_sent_home,
    row_has_room,
    turn_board,
)
from algorally.games.roborally.rules.flags import arm_reaches
from algorally.games.roborally.rules.floor import belt_at, lies_at, printed
from algorally.games.roborally.rules.sheet import FLYWHEEL_SLOT
from algorally.games.roborally.rules.shooting import (
    AIM_WEAPON,
    LOCK_AIM,
    OPTION_AIM,
    disturb_targets,
    may_fire,
    through,
)
from algorally.games.roborally.vocabulary import robot_name

pytestmark = pytest.mark.modes


def start(**settings: object) -> Position:
    return find_game("roborally").start(seats=4, seed=1, **settings)


def test_rr_c15_a_row_that_is_full_is_not_offered() -> None:
    position = start(course="capture_the_flag")
    race, field = position.state, position.field
    who = position.acting()[0]
    assert race.question == Question.START_ROW
    assert PLACE in position.legal(who)
    corner, width = int(field.board_corners[0]), int(field.width)
    for column in range(12):  # all pits
        field.kinds[corner + column * width] = 1
    assert not row_has_room(race, field, who, 0)
    assert PLACE not in position.legal(who)
    position.time_up(who)
    assert race.about == 1
    field.kinds[corner + 1] = 1
    position.time_up(who)
    assert race.robots[who].square == corner + 1 + width


def test_rr_c15_who_carries_a_flag_and_is_destroyed_loses_it() -> None:
    position = start(course="capture_the_flag")
    while position.state.phase != Phase.PROGRAM:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    race, field = position.state, position.field
    race.holders[0], race.flag_squares[0] = 1, race.robots[1].square
    race.robots[1].square = OFF
    log = position.game.log.rows()[0]
    carry_flags(race, field, log)
    assert race.holders[0] == NOBODY
    assert race.flag_squares[0] == field.flag_squares[0]
    mate = int(race.order[2])
    assert not is_sent_home(race, field, mate, int(race.order[0]))


def test_rr_c9_what_lies_on_a_turned_board() -> None:
    position = start(turning_boards="yes")
    race, field = position.state, position.field
    race.turns_of[0] = 1
    belts = [square for square in range(144) if field.belts[square]]
    assert belts
    for square in belts:
        there = int(lies_at(race, field, square))
        assert int(printed(race, field, there)) == square
        before = int(field.belts[square]) - 1
        assert int(belt_at(race, field, there)) - 1 == (before & 4) + ((before & 3) + 1) % 4


@pytest.mark.parametrize("turning", ["no", "yes"])
def test_rr_c9_boards_turn_only_where_the_course_says_so(turning: str) -> None:
    position = start(turning_boards=turning)
    race, field = position.state, position.field
    log = position.game.log.rows()[0]
    for _ in range(20):
        turn_board(race, field, log, 0, int(field.flag_squares[0]))
    told = [int(event["kind"]) for event in log["events"][: int(log["count"])]]
    assert (EventKind.BOARD_TURNED in told) == (turning == "yes")


def test_rr_o5_who_keeps_no_card_can_still_store_one() -> None:
    position = start()
    robot = position.state.robots[0]
    robot.options = 1 << CONDITIONAL_PROGRAM | 1 << FLYWHEEL
    while DONE not in position.legal(0):
        position.play(0, position.legal(0)[0])
    assert NO in position.legal(0)
    position.play(0, NO)
    assert NO not in position.legal(0)
    card = position.legal(0)[0] - LAY + 1
    position.play(0, card + LAY - 1)
    assert int(robot.conditional) == EMPTY
    assert int(robot.hand[FLYWHEEL_SLOT]) == card


@pytest.mark.parametrize("course", ["risky_exchange", "marathon_madness"])
def test_rr_o14_and_rr_o15_beyond_the_outer_edge_there_is_nothing(course: str) -> None:
    position = find_game("roborally").start(seats=8, course=course)
    race, field = position.state, position.field
    width, height = int(field.width), int(field.height)
    kinds = [int(kind) for kind in field.kinds]

    def beside(square: int, dx: int, dy: int) -> int | None:
        x, y = square % width + dx, square // width + dy
        inside = 0 <= x < width and 0 <= y < height
        return y * width + x if inside and kinds[y * width + x] != VOID else None

    edges = 0
    for square in range(width * height):
        if kinds[square] == VOID:
            continue
        for way, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            there = beside(square, dx, dy)
            assert int(through(race, field, square, way)) == (OFF if there is None else there)
            edges += there is None
        for corner, (dx, dy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
            if beside(square, dx, dy) is None:
                assert int(arm_reaches(race, field, square, 2 * corner + 1)) == NOWHERE
    assert edges >= 2 * (width + height)


def test_rr_o19_radio_control_has_no_effect_in_the_last_register() -> None:
    position = start()
    race, field = position.state, position.field
    race.robots[0].options |= 1 << RADIO_CONTROL
    offered = []
    for register in range(REGISTERS):
        race.register = register
        offered.append(bool(may_fire(race, field, 0, RADIO_CONTROL, 1)))
    assert offered == [True, True, True, True, False]


@pytest.mark.parametrize("is_there", [True, False])
def test_rr_o19_nobody_controls_a_robot_that_was_destroyed_in_the_same_step(is_there: bool) -> None:
    position = start()
    race, field = position.state, position.field
    race.robots[0].weapon, race.robots[0].target = RADIO_CONTROL, 1 + 1
    race.robots[1].square = race.robots[0].square if is_there else OFF
    log = position.game.log.rows()[0]
    disturb_targets(race, field, log)
    assert int(log["count"]) == is_there


def test_rr_57_when_no_card_is_left_anywhere_none_is_drawn() -> None:
    position = start()
    race = position.state
    for pile in (race.deck, race.discard, race.aside):
        pile.count = 0
        pile.cards[:] = EMPTY
    assert draw_next(race) == EMPTY
    assert take_top(race) == EMPTY
    for pile, card in ((race.discard, 5), (race.aside, 6)):
        pile.count = 1
        pile.cards[0] = card
    assert draw_next(race) in (5, 6)
    assert race.deck.count == 2


def test_robots_are_called_by_their_seats_before_there_are_docks() -> None:
    game = find_game("roborally")
    position = Position(game, game.make_field(5, {}), game.state.rows())
    assert [robot_name(position, who) for who in range(5)] == list(LETTERS[:5])


def test_rr_o5_a_kept_card_is_guessed_and_lies_there_for_all_to_see() -> None:
    position = start(option_cards="yes")
    robot = position.state.robots[0]
    robot.options |= 1 << 4
    while not robot.conditional:
        position.play(0, position.legal(0)[0])
    position.play(0, DONE)
    guess = position.view(1).guess(1, 5)
    assert int(guess.state.robots[0].conditional) > EMPTY


def test_rr_o8_a_second_card_is_guessed_too() -> None:
    position = start(option_cards="yes")
    robot = position.state.robots[0]
    robot.options |= 1 << DUAL_PROCESSOR
    robot.hand[:9] = range(60, 69)  # moves,
    robot.hand[0] = 7  # and a turn
    position.play(0, LAY + 60)
    position.play(0, ADD + 7 - 1)
    while DONE not in position.legal(0):
        position.play(0, position.legal(0)[0])
    position.play(0, DONE)
    view = position.view(1)
    assert int(view.state.robots[0].seconds[0]) == HIDDEN
    assert int(view.guess(1, 5).state.robots[0].seconds[0]) > EMPTY


def test_rr_72_who_chooses_no_option_in_time_keeps_the_first() -> None:
    position = start(course="tricksy")
    race, seat = position.state, position.acting()[0]
    assert race.question == Question.CHOOSE_OPTION
    offered = int(race.offered)
    position.time_up(seat)
    assert int(race.robots[seat].options) == offered & -offered


@pytest.mark.parametrize("seed", range(6))
def test_rr_17_when_time_is_up_every_register_gets_a_card_of_the_hand(seed: int) -> None:
    position = find_game("roborally").start(seats=2, seed=seed)
    robot = position.state.robots[0]
    hand = {int(card) for card in robot.hand} - {EMPTY}
    position.time_up(0)
    laid = [int(card) for card in robot.registers]
    assert len(set(laid)) == REGISTERS
    assert hand.issuperset(laid)


def test_what_fire_control_aims_at_is_told() -> None:
    position = find_game("roborally").start(2, 1, first_player="first_seat")
    words = {
        SeenEvent(EventKind.AIMED, 0, 0, LOCK_AIM + 3, 1, 0): "lock register 4",
        SeenEvent(EventKind.AIMED, 0, 1, OPTION_AIM + FLYWHEEL, 1, 0): "destroy flywheel",
    }
    for event, goal in words.items():
        told = position.game.words.tell(position, event)
        assert told == f"A aims with fire control at B: {goal} (RR-O10)"
    readies = SeenEvent(EventKind.AIMED, 0, AIM_WEAPON, RADIO_CONTROL, 0, 0)
    assert position.game.words.tell(position, readies) == ""
