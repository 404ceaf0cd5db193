"""Named settings of a game with their allowed values: data for checking, help and forms."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from algorally.core.errors import SettingError

SPOKEN = {True: ("yes", "on"), False: ("no", "off")}


@dataclass(frozen=True)
class Setting:
    """A setting with named values, the first of which is the default, or a range of numbers."""

    name: str
    values: tuple[str, ...] | range
    rule: str
    sentence: str
    default: int | None = None

    @property
    def named(self) -> bool:
        """Whether the values are words."""
        return isinstance(self.values, tuple)

    @property
    def default_number(self) -> int:
        """The default as records hold it."""
        if self.default is not None:
            return self.default
        return self.values[0] if isinstance(self.values, range) else 0

    def read(self, value: object) -> int:
        """The value as records hold it: its place in the list, or the number itself."""
        if isinstance(self.values, range):
            number = int(value) if isinstance(value, str) and value.isdecimal() else value
            if isinstance(number, int) and not isinstance(number, bool) and number in self.values:
                return number
            low, high = self.values[0], self.values[-1]
            raise SettingError(f"{self.name} is a number from {low} to {high}, not {value!r}")
        spoken = SPOKEN[value] if isinstance(value, bool) else (value,)
        for word in spoken:
            if word in self.values:
                return self.values.index(word)
        raise SettingError(f"{self.name} can be {' or '.join(self.values)}, not {value!r}")


def read_settings(settings: Iterable[Setting], chosen: Mapping[str, Any]) -> dict[str, int]:
    """All settings as numbers; an unknown name is an error that lists the right ones."""
    known = {setting.name: setting for setting in settings}
    for name in chosen:
        if name not in known:
            raise SettingError(f"there is no option {name!r}; there are {', '.join(known)}")
    return {
        name: setting.read(chosen[name]) if name in chosen else setting.default_number
        for name, setting in known.items()
    }
