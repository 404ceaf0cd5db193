"""Named settings of a game with their allowed values: data for checking, help and forms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from algorally.core.arguments import is_number
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
    only_with: tuple[str, str] | None = None  # a setting and its value, or this one is idle

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
            number = int(value) if isinstance(value, str) and is_number(value) else value
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


@dataclass(frozen=True)
class OptionSet:
    """The rule options of a game, and named sets of them: editions, variants."""

    options: Sequence[Setting]
    preset: Setting  # which of the sets is chosen
    presets: Mapping[str, Mapping[str, Any]]
    beside: Sequence[str]  # settings that are no options, for the message that lists all

    def write(self, record: Any, chosen: Mapping[str, Any]) -> None:
        """Fill the record from named values; what is not named has its preset's value."""
        number = self.preset.read(chosen[self.preset.name]) if self.preset.name in chosen else 0
        preset = list(self.presets.values())[number]
        named = {name: value for name, value in chosen.items() if name != self.preset.name}
        known = [option.name for option in self.options]
        for name in named:
            if name not in known:
                raise SettingError(self._unknown(name, known))
        for name, value in read_settings(self.options, {**preset, **named}).items():
            setattr(record, name, value)

    def _unknown(self, name: str, known: Sequence[str]) -> str:
        """What is wrong with a name; what is no option may be a setting of a whole game."""
        options = ", ".join([self.preset.name, *known])
        if name in self.beside:
            return f"{name} is set for a whole game, it is no rule option; these are {options}"
        return f"there is no option {name!r}; there are {', '.join(self.beside)}, {options}"

    def text(self, record: Any) -> dict[str, Any]:
        """The options of a record that differ from the defaults, by name."""
        written: dict[str, Any] = {}
        for option in self.options:
            number = int(getattr(record, option.name))
            if number != option.default_number:
                written[option.name] = option.values[number] if option.named else number
        return written
