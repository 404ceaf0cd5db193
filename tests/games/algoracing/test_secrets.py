"""What nobody, or only one player, may know."""

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.algoracing.names import (
    CARRIED,
    DELIVERED,
    PASS,
    REPLACE_CARD,
    TOKENS,
    EventKind,
)

pytestmark = pytest.mark.modes


def first_turn(**settings: object) -> Position:
    position = find_game("algoracing").start(seats=3, seed=5, **settings)
    while not position.state.turn:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_ar_38_no_type_of_an_undelivered_sample_is_known_to_anybody(seat: int) -> None:
    position = first_turn()
    race = position.state
    race.places[0] = CARRIED
    race.places[1] = DELIVERED + 1
    view = position.view(seat).state
    assert view.types[0] == HIDDEN
    assert view.types[1] == race.types[1]
    undelivered = [token for token in range(12) if token != 1]
    assert all(view.types[token] == HIDDEN for token in undelivered)
    assert list(view.places) == list(race.places)


def test_ar_45_a_paid_sample_changes_hands_face_down() -> None:
    from algorally.core.events import Log
    from algorally.games.algoracing.rules.meeting import compensate

    position = first_turn()
    position.state.places[3] = CARRIED + 1
    position.state.rovers[0].square = 1  # not on a lab
    logs = Log.rows()
    compensate(position.state, position.field, Log.record(logs), 1, 0)
    paid = seen_by(0, logs["events"][0][: int(logs[0].count)])
    assert [event.kind for event in paid] == [EventKind.PAID, EventKind.LOCKED]
    assert paid[0].a == 3
    assert position.state.places[3] == CARRIED
    assert position.view(0).state.types[3] == HIDDEN


def test_ar_a27_a_seat_sees_its_own_hand_and_only_the_size_of_others() -> None:
    position = first_turn()
    view = position.view(1).state
    assert list(view.rovers[1].hand) == list(position.state.rovers[1].hand)
    for other in (0, 2):
        assert sum(view.rovers[other].hand) == 0
        assert view.rovers[other].held == 5
    assert view.draw.count == position.state.draw.count
    assert set(view.draw.cards[: int(view.draw.count)]) == {HIDDEN}
    assert not any((view.dice.a, view.dice.b, view.dice.c, view.dice.counter))


def test_ar_a27_discards_are_open_to_all_and_drawn_cards_to_their_owner() -> None:
    position = first_turn()
    card = next(kind for kind in range(6) if position.state.rovers[0].hand[kind])
    position.play(0, REPLACE_CARD + card)
    drawn = position.play(0, PASS)
    for seat in (-1, 1, 2):
        assert position.view(seat).state.discards.cards[0] == card
        assert {e.secret for e in seen_by(seat, drawn) if e.kind == EventKind.DREW} == {HIDDEN}
    assert HIDDEN not in {e.secret for e in seen_by(0, drawn) if e.kind == EventKind.DREW}


def test_ar_a53_with_open_hands_everybody_sees_all_cards() -> None:
    position = first_turn(open_hands="yes")
    for seat in (-1, 0, 1, 2):
        view = position.view(seat).state
        for other in range(3):
            assert sum(view.rovers[other].hand) == 5
    drawn = position.play(0, PASS)
    assert all(event.secret != HIDDEN for event in seen_by(2, drawn))


def test_ar_a20_and_ar_a12_which_of_several_samples_is_chance() -> None:
    from algorally.games.algoracing.rules.samples import random_token

    position = first_turn()
    for token in range(TOKENS):
        position.state.places[token] = CARRIED if token < 3 else DELIVERED
    drawn = [random_token(position.state, CARRIED) for _ in range(300)]
    assert all(drawn.count(token) > 60 for token in range(3))
