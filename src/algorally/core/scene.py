"""Scenes: a position, what the seats do, and what must hold afterwards, as one TOML file."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from algorally.core.arguments import check_seed
from algorally.core.errors import (
    AlgorallyError,
    GameError,
    SceneError,
    SettingError,
    UnreadableChoice,
)
from algorally.core.game import Game, find_game
from algorally.core.position import Position

KEYS = ("game", "title", "rules", "seed", "options", "given", "do", "expect")
STEP_KEYS = ("illegal", "because")
NOBODY = "none"

Value = TypeVar("Value")


@dataclass(frozen=True)
class Scene:
    """A scene as its file says it."""

    path: Path
    game: Game
    title: str
    given: Mapping[str, Any]
    do: list[dict[str, Any]]
    expect: Mapping[str, Any]
    rules: list[str] = field(default_factory=list)
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)


def find_scenes(paths: Iterable[Path]) -> Iterator[Path]:
    """The scene files among files and folders, folders searched to the bottom."""
    for path in paths:
        if path.is_dir():
            inside = (file.relative_to(path) for file in path.rglob("*.toml"))
            yield from sorted(path / file for file in inside if not str(file).startswith("."))
        elif path.exists():
            yield path
        else:
            raise SceneError(f"{path}: there is no such file or folder")


def check_keys(what: str, table: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Every key must be one of the allowed ones."""
    names = list(allowed)
    for key in table:
        if key not in names:
            raise SceneError(f"{what} has no key {key!r}; it can have {', '.join(names)}")


def check_type(what: str, value: Any, kind: type | tuple[type, ...], words: str) -> None:
    """A value must be of the right kind, which `words` names."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise SceneError(f"{what} must be {words}, not {value!r}")


def words(what: str, value: Any) -> list[str]:
    """A list of words."""
    check_type(what, value, list, "a list")
    for item in value:
        check_type(f"an entry of {what}", item, str, "a text in quotes")
    return list(value)


def table(what: str, value: Any) -> dict[str, Any]:
    """A table."""
    check_type(what, value, dict, "a table")
    return dict(value)


def one_of(what: str, word: Any, names: Sequence[str]) -> int:
    """The number of a name among the allowed ones."""
    if word not in names:
        raise SceneError(f"{what}: {word!r} is unknown; it can be {', '.join(names)}")
    return names.index(word)


def read_with(reader: Callable[[str], Value], what: str, text: Any, words: str) -> Value:
    """What a reader of settings makes of a text, which `words` describe."""
    check_type(what, text, str, words)
    try:
        return reader(text)
    except SettingError as error:
        raise SceneError(f"{what}: {error}") from error


def load_scene(path: Path) -> Scene:
    """Read a scene file; the error names the file, the key and what would have been right."""
    try:
        return _read(path, tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SceneError(f"{path}: not a TOML file: {error}") from error
    except (SceneError, SettingError) as error:
        raise SceneError(f"{path}: {error}") from error


def _read(path: Path, table: dict[str, Any]) -> Scene:
    check_keys("a scene", table, KEYS)
    table.setdefault("expect", {})
    for key in ("game", "title", "given", "do"):
        if key not in table:
            raise SceneError(f"a scene needs {key!r}")
    for key, kind, words in (
        ("game", str, "the name of a game"),
        ("title", str, "a sentence"),
        ("rules", list, "a list of rule numbers"),
        ("seed", int, "a whole number"),
        ("options", dict, "a table of options"),
        ("given", dict, "a table"),
        ("do", list, "a list of steps, written [[do]]"),
        ("expect", dict, "a table"),
    ):
        if key in table:
            check_type(key, table[key], kind, words)
    check_seed(table.get("seed", 0))
    for number, step in enumerate(table["do"], 1):
        check_type(f"step {number}", step, dict, "a table, written [[do]]")
        check_type(f"step {number}, illegal", step.get("illegal", False), bool, "true or false")
        check_type(f"step {number}, because", step.get("because", ""), str, "the number of a rule")
    try:
        game = find_game(table.pop("game"))
    except AlgorallyError as error:
        raise SceneError(f"game: {error}") from error
    return Scene(path, game, **table)


def play_scene(scene: Scene) -> list[str]:
    """Play a scene through the game's own door; what did not come as expected."""
    try:
        played = play_steps(scene)
        return [played.problem] if played.problem else _compare(scene, played)
    except (AlgorallyError, UnreadableChoice) as error:
        raise SceneError(f"{scene.path}: {error}") from error


class Played(NamedTuple):
    """A scene after its steps, or at the first that did not go as it says."""

    position: Position
    notes: Any  # what the game noted of the last step
    problem: str


def play_steps(scene: Scene) -> Played:
    """Lay a scene out and play its steps."""
    words = scene.game.scenes
    position = words.lay_out(scene)
    notes: Any = None
    for number, step in enumerate(scene.do, 1):
        action = {key: value for key, value in step.items() if key not in STEP_KEYS}
        trial = position.clone()
        try:
            new_notes = words.do(trial, action)
        except (SceneError, UnreadableChoice) as error:
            raise SceneError(f"step {number}, {error}") from error
        except GameError as error:
            if problem := _refused(number, step, error):
                return Played(position, notes, problem)
            continue
        if step.get("illegal", False):
            return Played(position, notes, f"step {number}: it was accepted, not refused")
        position, notes = trial, new_notes
    return Played(position, notes, "")


def _refused(number: int, step: Mapping[str, Any], error: GameError) -> str:
    """What is wrong with a refusal, if anything."""
    because = step.get("because")
    if not step.get("illegal", False):
        return f"step {number}: refused: {error}"
    if because is not None and because not in error.rules:
        named = ", ".join(error.rules) or "no rule"
        return f"step {number}: expected a refusal because of {because}, it names {named}: {error}"
    return ""


def _compare(scene: Scene, played: Played) -> list[str]:
    found = scene.game.scenes.observe(played.position, played.notes)
    found |= _ending(played.position)
    check_keys("expect", scene.expect, found)
    wanted = dict(scene.expect)
    if "winner" in wanted:
        wanted["winner"] = str(wanted["winner"])
    return list(_differences("", wanted, found))


def _ending(position: Position) -> dict[str, Any]:
    names = [position.game.words.seat_name(position, seat) for seat in position.standing().winners]
    winner = NOBODY if not names else names[0] if len(names) == 1 else " and ".join(names)
    return {"over": position.over, "winner": winner, "winners": Unordered(names)}


class Unordered(list[Any]):
    """A list that is compared without regard to order."""


def _differences(where: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    check_keys(f"expect{where}", wanted, found)
    for key, value in wanted.items():
        there = found[key]
        if isinstance(there, Mapping):
            check_type(f"expect{where}.{key}", value, dict, "a table")
            yield from _differences(f"{where}.{key}", value, there)
        elif not same(value, there):
            shown = list(there) if isinstance(there, list) else there
            yield f"{where[1:] + '.' if where else ''}{key}: expected {value!r}, came {shown!r}"


def same(wanted: Any, found: Any) -> bool:
    """Whether an expectation is met; a number is met by a list of that length."""
    if isinstance(found, Unordered):
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            return len(found) == wanted
        return isinstance(wanted, list) and sorted(map(str, wanted)) == sorted(map(str, found))
    if isinstance(found, list):
        return isinstance(wanted, list) and wanted == found
    return type(wanted) is type(found) and bool(wanted == found)
