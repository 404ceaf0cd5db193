"""What Python hands to a game, checked: whole numbers and seeds."""

import math
from typing import Any

import numpy as np

from algorally.core.errors import SettingError, UnreadableChoice

LAST_SEED = 2**63


def plain_number(value: Any) -> Any:
    """A number of NumPy as one of Python; anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def is_number(text: str) -> bool:
    """Whether a text is a whole number, in the digits that everybody reads."""
    return text.isascii() and text.isdecimal()


def check_seed(seed: object) -> int:
    """A seed must be a whole number of up to 63 bits."""
    number = plain_number(seed)
    if not isinstance(number, int) or not 0 <= number < LAST_SEED:
        raise SettingError(f"a seed is a whole number from 0 to {LAST_SEED - 1}, not {seed!r}")
    return number


def check_seconds(seconds: float) -> None:
    """What is typed as --seconds takes some time, and ends."""
    if not 0 < seconds < math.inf:
        raise SettingError(f"--seconds is a number above 0, not {seconds}")


def whole(value: object, what: str) -> int:
    """A number as Python counts; an error for anything that is none."""
    if type(value) is int:
        return value
    if isinstance(value, np.integer):
        return int(value)
    raise UnreadableChoice(f"{what} is a whole number, not {value!r}; for words use play_text")
