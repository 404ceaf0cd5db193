"""Random play always comes to an end, and the log has room for all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.batch.compiled import loops_of
from algorally.batch.loops import Sheet
from algorally.batch.results import empty_sheet
from algorally.core.compile import MODE
from algorally.core.dice import Dice, below, seed
from algorally.core.game import Game
from tests.contract.conftest import some
from tests.playing import (
    Settings,
    begin,
    journeys,
    many_settings,
    play_to_the_end,
    possible_seats,
)

GAMES_EACH = 20  # with each of the settings


@pytest.mark.modes
@some(30)
@given(data=st.data())
def test_random_play_comes_to_an_end(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    position = begin(game, journey)
    played = play_to_the_end(position, journey.seed)
    assert position.over, f"not over after {played} choices"
    assert position.acting() == []
    assert all(position.legal(seat) == [] for seat in range(position.seats))


def play_many(game: Game, seats: int, settings: Settings, count: int) -> tuple[Sheet, int]:
    """Play whole games in the compiled loop: what came of them, and how many events were lost."""
    work = game.workspace(game.make_field(seats, settings))._replace(logs=game.log.rows())
    sheet = empty_sheet(game, seats, count, count_events=True)
    loops_of(game).random_games(work, game.state.rows(), 0, sheet)
    return sheet, int(work.logs["lost"][0])


def test_every_seat_count_and_setting_plays_to_the_end_without_losing_an_event(
    game: Game,
) -> None:
    if MODE == "interpreted":
        pytest.skip("thousands of games take the compiled loop")
    for settings in many_settings(game.name):
        for seats in possible_seats(game, settings):
            sheet, lost = play_many(game, seats, settings, GAMES_EACH)
            assert (sheet.lengths > 0).all()
            assert lost == 0, f"{seats} seats, {settings}"


@pytest.mark.modes
def test_the_loop_over_random_games_counts_what_the_door_shows(game: Game) -> None:
    seats = game.seats[-1]
    sheet, _ = play_many(game, seats, {}, 1)
    position = game.start(seats, 0)
    dices = Dice.rows()
    seed(Dice.record(dices), 0)
    played = 0
    while acting := position.acting():
        legal = position.legal(acting[0])
        position.play(acting[0], legal[below(Dice.record(dices), len(legal))])
        played += 1
    turns, winners, points = position.standing()
    assert (sheet.lengths[0], sheet.choices[0]) == (turns, played)
    assert sheet.points[0].tolist() == points
    assert sheet.winners[0] == sum(1 << seat for seat in winners)
