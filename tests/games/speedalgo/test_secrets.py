"""SA-B37: what nobody, or only one player, may know."""

import numpy as np
import pytest

from algorally.core.errors import NotYourTurn
from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.names import AB, LAY, REP, EventKind, Phase
from algorally.games.speedalgo.vocabulary import program_text

pytestmark = pytest.mark.modes
LOOKERS = (-1, 0, 1, 2)


def first_round(seats: int = 3, **settings: object) -> Position:
    game = find_game("speedalgo")
    position = game.start(seats=seats, seed=5, traffic_placement="random", **settings)
    while position.state.phase < Phase.PROGRAM:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def program(position: Position, looker: int, seat: int) -> str:
    """A seat's program as another one sees it."""
    driver = position.view(looker).state.drivers[seat]
    return program_text(driver.program[: int(driver.length)])


def test_sa_b37_nobody_sees_another_program_before_all_are_ready() -> None:
    position = first_round()
    position.play_text(0, "REP AB - ABD; ready")
    position.play_text(1, "ABG - AT")
    assert program(position, 0, 0) == "REP AB - ABD"
    assert program(position, 1, 1) == "ABG - AT"
    for looker in LOOKERS:
        for seat in {0, 1} - {looker}:
            assert program(position, looker, seat) == ""
            assert not any(position.view(looker).state.drivers[seat].program)
        assert position.view(looker).state.drivers[0].ready == 1
        assert position.view(looker).state.drivers[1].ready == 0


def test_sa_b5_all_programs_are_turned_up_before_the_first_one_runs() -> None:
    position = first_round()
    position.play_text(0, "ATD - AB; ready")
    position.play_text(1, "ABG; ready")
    position.play_text(2, "AB; ready")
    assert position.state.phase == Phase.TARGET
    for looker in LOOKERS:
        assert [program(position, looker, seat) for seat in range(3)] == ["ATD - AB", "ABG", "AB"]


@pytest.mark.parametrize("text", ["AB - ATD; ready", "REP AT; ready", "AB", "ready"])
def test_sa_b37_others_do_not_even_hear_how_much_is_laid(text: str) -> None:
    position = first_round()
    views = {looker: position.view(looker) for looker in (1, -1)}
    read = position.game.words.read(position, 0, text)
    events = np.concatenate([position.play(0, action) for action in read])
    assert [event.kind for event in seen_by(0, events)] == events["kind"].tolist()
    for looker, view in views.items():
        assert [event.kind for event in seen_by(looker, events)] == [EventKind.READY] * (
            "ready" in text
        )
        assert len(view.follow(events)) <= 5  # at most one event, of at most one byte
        assert view.states.tobytes() == position.view(looker).states.tobytes()


def test_sa_b40_written_cars_are_as_secret_as_the_program() -> None:
    position = first_round(targets_chosen="written", round_cap=5)
    square = position.say(
        next(action for action in _after(position, "ATD") if "target" in position.say(action))
    )
    position.play_text(0, f"ATD; {square}; ready")
    position.play_text(1, "AB")
    written = list(position.state.drivers[0].written)
    assert any(written)
    assert list(position.view(0).state.drivers[0].written) == written
    for looker in (-1, 1, 2):
        assert not any(position.view(looker).state.drivers[0].written)
    shown = position.play_text(1, "ready") + position.play_text(2, "ready")
    assert [event.a for event in shown if event.kind == EventKind.SHOWN] == [4]


def _after(position: Position, text: str) -> list[int]:
    trial = position.clone()
    trial.play_text(0, text)
    return trial.legal(0)


def test_sa_b37_a_half_written_card_is_secret_too() -> None:
    position = first_round(targets_chosen="written")
    position.play_text(0, "P")
    assert position.state.drivers[0].due == 1
    assert position.view(1).state.drivers[0].due == 0
    assert position.view(0).state.drivers[0].due == 1


@pytest.mark.parametrize("way", ["open_sequential", "open_live"])
def test_sa_b5_programs_built_openly_are_seen_by_all(way: str) -> None:
    position = first_round(programming=way)
    for card, name in ((REP, "REP"), (AB, "REP AB")):
        events = position.play(0, LAY + card - AB)
        for looker in LOOKERS:
            laid = [event for event in seen_by(looker, events) if event.kind == EventKind.LAID]
            assert [event.secret for event in laid] == [card]
            assert program(position, looker, 0) == name


def test_sa_b5_openly_in_turns_is_in_running_order() -> None:
    position = first_round(programming="open_sequential", first_player="random")
    order = [int(seat) for seat in position.state.order[:3]]
    for seat in order:
        assert position.acting() == [seat]
        for other in set(order) - {seat}:
            assert position.legal(other) == []
        with pytest.raises(NotYourTurn):
            position.play_text(order[order.index(seat) - 1], "AB")
        position.play_text(seat, "AB; ready")
    assert position.state.turn == 2


def test_sa_b5_who_is_ready_builds_no_more() -> None:
    for way in ("secret", "open_live"):
        position = first_round(programming=way)
        position.play_text(1, "AB; ready")
        assert position.acting() == [0, 2]
        assert position.legal(1) == []
        with pytest.raises(NotYourTurn):
            position.play_text(1, "ABD")


def test_sa_b37_a_card_taken_back_by_the_clock_stays_secret() -> None:
    position = first_round()
    position.play_text(0, "AB; REP")
    view = position.view(1)
    view.follow(position.time_up(0))
    assert view.state.drivers[0].length == 0
    assert view.states.tobytes() == position.view(1).states.tobytes()


def test_sa_b37_nobody_knows_the_throws_to_come() -> None:
    position = first_round()
    for looker in LOOKERS:
        dice = position.view(looker).state.dice
        assert not any((dice.a, dice.b, dice.c, dice.counter))


@pytest.mark.parametrize("way", ["running", "written"])
def test_sa_b37_a_guess_fills_in_programs_that_could_be(way: str) -> None:
    position = first_round(targets_chosen=way, max_body=2, nest_rep_cond="yes")
    position.play_text(0, "AB - ABD; ready")
    position.play_text(2, "ABG")
    seen = set()
    for number in range(20):
        guess = position.view(1).guess(1, number)
        seen.add(program(guess, 0, 0))
        assert program(guess, 2, 2) == ""
        guess.play_text(1, "AB; ready")
        guess.play_text(2, "ready")
        while guess.state.phase == Phase.TARGET:
            seat = guess.acting()[0]
            guess.play(seat, guess.legal(seat)[0])
        assert guess.state.turn == 2
    assert len(seen) > 10


def test_sa_b37_a_guess_leaves_alone_what_can_be_seen() -> None:
    position = first_round(programming="open_live")
    position.play_text(0, "AB - ABD; ready")
    assert program(position.view(1).guess(1, 3), 1, 0) == "AB - ABD"
