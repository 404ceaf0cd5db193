"""A position as readable text that can be read back to the last byte: a scene's `given`, framed."""

import tomllib
from collections.abc import Collection, Mapping
from typing import Any

import tomli_w

from algorally.core.errors import AlgorallyError, NotationError, SceneError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.position_builder import PositionBuilder
from algorally.core.records import members
from algorally.core.scene import check_keys

KEYS = ("game", "rules_version", "options", "given")


def frame_position(position: Position, options: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The text of a position, from its options and what lies where."""
    game = position.game
    values = (game.name, game.rules_version, options, given)
    return tomli_w.dumps(dict(zip(KEYS, values, strict=True)))


def build_position(builder: type[PositionBuilder], text: str) -> Position:
    """A position from its text, checked."""
    try:
        return _build(builder, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not the text of a position: {error}") from error
    except (AlgorallyError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise NotationError(f"the text of a position: {error}") from error


def _build(builder: type[PositionBuilder], table: dict[str, Any]) -> Position:
    check_keys("a position", table, KEYS)
    if table.get("game") != builder.game:
        raise SceneError(f"game must be {builder.game!r}")
    version = find_game(builder.game).rules_version
    if table.get("rules_version") != version:
        raise SceneError(f"rules_version must be {version}")
    building = builder(table.get("given", {}), table.get("options", {}))
    if not building.exact:
        raise SceneError("a position needs the table given.exact; a file without it is a scene")
    building.lay_exactly()
    return building.position


# --- records as numbers ------------------------------------------------------------------------


def numbers_of(record: Any, without: Collection[str] = ()) -> dict[str, Any]:
    """The numbers of a record that are not 0, by name; lists up to the last such number."""
    found: dict[str, Any] = {}
    for member in members(record.dtype):
        if member.name not in without:
            value = record[member.name]
            plain = _list_of(value) if member.length else _number_of(value)
            if plain:
                found[member.name] = plain
    return found


def _number_of(value: Any) -> Any:
    return numbers_of(value) if value.dtype.names else int(value)


def _list_of(values: Any) -> list[Any]:
    plain = [_number_of(value) for value in values]
    while plain and not plain[-1]:
        plain.pop()
    return plain


def set_numbers(record: Any, table: Mapping[str, Any]) -> None:
    """Set the numbers of a record; those that are not named stay."""
    known = {member.name: member for member in members(record.dtype)}
    check_keys("exact", table, known)
    for name, value in table.items():
        if not known[name].length:
            _set_number(record, name, value)
            continue
        for place, item in enumerate(value):
            _set_number(record[name], place, item)


def _set_number(place: Any, key: Any, value: Any) -> None:
    if isinstance(value, Mapping):
        set_numbers(place[key], value)
    else:
        place[key] = value
