"""Named settings, and errors that say what would have been right."""

import re

import pytest

from algorally.core.errors import AlgorallyError, SettingError
from algorally.core.settings import Setting, read_settings

WALLS = Setting("walls", ("stone", "wood", "none"), "ZZ-1", "what walls are made of")
HANDS = Setting("open_hands", ("no", "yes"), "ZZ-2", "everybody sees all hands")
LIGHT = Setting("light", ("off", "on"), "ZZ-3", "is there light", 1)
TURNS = Setting("turns", range(1, 101), "ZZ-4", "turns to play", 60)
ALL = (WALLS, HANDS, LIGHT, TURNS)


@pytest.mark.parametrize(
    ("setting", "value", "number"),
    [
        (WALLS, "stone", 0),
        (WALLS, "none", 2),
        (HANDS, True, 1),
        (HANDS, False, 0),
        (LIGHT, True, 1),
        (LIGHT, False, 0),
        (TURNS, 1, 1),
        (TURNS, 100, 100),
        (TURNS, "42", 42),
    ],
)
def test_a_value_is_read(setting: Setting, value: object, number: int) -> None:
    assert setting.read(value) == number


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        (WALLS, "glass", "walls can be stone or wood or none, not 'glass'"),
        (WALLS, "Stone", "walls can be stone or wood or none, not 'Stone'"),
        (WALLS, True, "walls can be stone or wood or none, not True"),
        (WALLS, 0, "walls can be stone or wood or none, not 0"),
        (WALLS, None, "walls can be stone or wood or none, not None"),
        (WALLS, ["stone"], "walls can be stone or wood or none, not ['stone']"),
        (TURNS, 0, "turns is a number from 1 to 100, not 0"),
        (TURNS, 101, "turns is a number from 1 to 100, not 101"),
        (TURNS, "101", "turns is a number from 1 to 100, not '101'"),
        (TURNS, "-1", "turns is a number from 1 to 100, not '-1'"),
        (TURNS, "\u0664\u0662", "turns is a number from 1 to 100, not"),  # Arabic digits
        (TURNS, "many", "turns is a number from 1 to 100, not 'many'"),
        (TURNS, True, "turns is a number from 1 to 100, not True"),
        (TURNS, 4.0, "turns is a number from 1 to 100, not 4.0"),
        (TURNS, None, "turns is a number from 1 to 100, not None"),
    ],
)
def test_another_value_is_refused_with_the_right_ones(
    setting: Setting, value: object, message: str
) -> None:
    with pytest.raises(SettingError, match=re.escape(message)):
        setting.read(value)


def test_what_is_not_chosen_has_its_default() -> None:
    assert read_settings(ALL, {}) == {"walls": 0, "open_hands": 0, "light": 1, "turns": 60}


def test_what_is_chosen_overrides_the_default() -> None:
    chosen = {"walls": "wood", "turns": 5, "light": False}
    assert read_settings(ALL, chosen) == {"walls": 1, "open_hands": 0, "light": 0, "turns": 5}


def test_an_unknown_setting_is_refused_with_the_names_of_all() -> None:
    message = "there is no option 'wals'; there are walls, open_hands, light, turns"
    with pytest.raises(SettingError, match=message):
        read_settings(ALL, {"wals": "wood"})


def test_a_setting_error_is_the_users_to_mend() -> None:
    assert issubclass(SettingError, AlgorallyError)


def test_a_default_is_always_one_of_the_values() -> None:
    bare = Setting("height", range(3, 9), "ZZ-5", "a range without a default")
    assert bare.default_number in bare.values
