"""Tracks and settings: what there is, and what is refused with the reason."""

from typing import Any

import pytest

from algorally.core.errors import SettingError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.boards import presets, read_track, tracks
from algorally.games.speedalgo.names import (
    BLOCKS,
    CARDS,
    LANE_NAMES,
    LONGEST,
    SCENERIES,
    SHORTEST,
    TRAFFIC,
)
from algorally.games.speedalgo.options import OPTION_SET, OPTIONS, VARIANTS
from algorally.games.speedalgo.terrain import read_square, square_text

GOOD = {"columns": 24, "runoff": 10, "scenery": "meadow", "sentence": "A road."}


def start(**settings: Any) -> Position:
    return find_game("speedalgo").start(seats=2, **settings)


def test_sa_3_nine_cards_four_blocks_twelve_traffic_cars_five_lanes() -> None:
    both_sides = [card for card in CARDS if card not in ("", "/", "-")]
    assert len(both_sides) - 1 == 9  # SA and SAS are one card
    assert (BLOCKS, TRAFFIC, LANE_NAMES) == (4, 12, "ABCDE")


def test_sa_b1_every_track_can_be_played_and_has_its_own_length() -> None:
    lengths = set()
    for name, track in tracks().items():
        field = start(track=name).field
        assert (int(field.columns), int(field.runoff)) == (track.columns, track.runoff)
        assert SCENERIES[field.scenery] == track.scenery
        lengths.add(track.columns)
    assert len(lengths) == len(tracks()) >= 5


def test_sa_b1_the_usual_track_has_24_columns_and_10_behind_the_line() -> None:
    field = start().field
    assert (int(field.columns), int(field.runoff)) == (24, 10)


def test_sa_b1_another_length_can_be_named() -> None:
    field = start(track="sprint", columns=40, runoff=0).field
    assert (int(field.columns), int(field.runoff)) == (LONGEST, 0)
    assert SCENERIES[field.scenery] == tracks()["sprint"].scenery


def test_every_track_is_offered_with_a_sentence() -> None:
    offered = presets()
    assert [preset.settings["track"] for preset in offered] == list(tracks())
    assert all(preset.sentence.endswith(".") for preset in offered)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"columns": SHORTEST - 1}, "columns is a number from 12 to 40, not 11"),
        ({"columns": LONGEST + 1}, "columns is a number from 12 to 40, not 41"),
        ({"runoff": -1}, "runoff is a number from 0 to 40, not -1"),
        ({"scenery": "moon"}, "track test: scenery can be meadow, city"),
        ({"lanes": 6}, "track test: it needs columns, runoff, scenery, sentence and nothing else"),
    ],
)
def test_a_broken_track_is_refused_with_the_reason(change: dict[str, Any], why: str) -> None:
    read_track("test", GOOD)
    with pytest.raises(SettingError, match=why):
        read_track("test", {**GOOD, **change})


def test_a_track_without_a_sentence_is_refused() -> None:
    with pytest.raises(SettingError, match="track test: it needs"):
        read_track("test", {"columns": 24, "runoff": 10, "scenery": "meadow"})


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"colour": "red"}, "no option 'colour'; there are track, columns, runoff, colours"),
        ({"condition_card": "twice"}, "condition_card can be free or none or flip, not 'twice'"),
        ({"max_body": 4}, "max_body is a number from 1 to 3, not 4"),
        ({"max_body": True}, "max_body is a number from 1 to 3, not True"),
        ({"round_cap": 0}, "round_cap is a number from 1 to 100, not 0"),
        ({"traffic_advances": "often"}, "traffic_advances can be no or yes, not 'often'"),
        ({"variant": "hard"}, "variant can be base or beginners or flip or expert, not 'hard'"),
        ({"track": "moon"}, "track can be circuit or sprint or coast or mountain or night"),
        ({"columns": 11}, "columns is a number from 12 to 40, not 11"),
        ({"runoff": "far"}, "runoff is a number from 0 to 40, not 'far'"),
        ({"colours": "red pink"}, "SA-5: 2 different colours of red, blue, green, yellow"),
        ({"colours": ""}, "SA-5: 2 different colours .* not none"),
    ],
)
def test_a_bad_setting_names_what_would_have_been_right(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(SettingError, match=why):
        start(**settings)


def test_variants_set_their_options_and_an_option_named_beside_one_counts() -> None:
    for name, options in VARIANTS.items():
        assert OPTION_SET.text(start(variant=name).field.options) == options
    field = start(variant="expert", max_body=3).field
    assert OPTION_SET.text(field.options) == {"max_body": 3, "traffic_advances": "yes"}


def test_every_option_can_have_every_value() -> None:
    for option in OPTIONS:
        values = option.values if option.named else (option.values[0], option.values[-1])
        for number, value in enumerate(values):
            field = start(**{option.name: value}).field
            kept = int(getattr(field.options, option.name))
            assert kept == (number if option.named else value)


def test_squares_are_written_with_lane_and_column() -> None:
    for square in range(5 * 60):
        assert read_square(square_text(square)) == square
    assert read_square(" e 12 ") == read_square("E12")
    for wrong in ("F1", "A", "12", "A-1", "A256", "AB1", ""):
        with pytest.raises(SettingError, match='a square is written "C5"'):
            read_square(wrong)
