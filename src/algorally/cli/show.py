"""What `algorally show` does: find a position, and write it."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from algorally.cli.files import STREAM, in_file, read_text, write_text
from algorally.cli.progress import preparing
from algorally.cli.setting_up import Wish
from algorally.core.errors import AlgorallyError, NotationError, SceneError, SettingError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.scene import Scene, load_scene, play_steps
from algorally.core.transcript import Transcript, read_transcript

SCENE_KEYS = {"title", "do", "expect"}  # a position has none of them


def show(
    path: Path | None, wish: Wish, after: bool, turn: int | None, svg: Path | None, as_text: bool
) -> None:
    """Find a position and write it."""
    if svg and as_text:
        raise SettingError("choose --svg or --position, not both")
    with preparing():
        position = find_position(path, wish, after, turn)
        written = drawn(position, svg is not None, as_text)
    write_text(svg or STREAM, written)


def drawn(position: Position, as_picture: bool, as_text: bool) -> str:
    """A position as text, as a picture, or in its own notation."""
    if as_picture:
        return position.svg()
    return position.game.words.write_position(position) if as_text else position.text()


def find_position(path: Path | None, wish: Wish, after: bool, turn: int | None) -> Position:
    """The position of a file, or of a new game."""
    if path is None:
        if after or turn is not None:
            raise SettingError("--after and --turn need the file of a scene or of a game")
        return wish.setup().start()
    if not wish.is_empty:
        raise SettingError(f"{path} says how it is set up; leave the other settings out")
    try:
        return read_position(path, read_text(path), after, turn)
    except AlgorallyError as error:
        raise in_file(path, error) from error


def read_position(path: Path, text: str, after: bool, turn: int | None) -> Position:
    """The position of a scene, of a position's text or of a game's text."""
    if text.lstrip().startswith("algorally "):
        refuse(after, "--after is for scenes; of a game you may ask for --turn")
        return of_game(read_transcript(text), turn)
    refuse(turn is not None, "--turn is for the text of a game; of a scene you may ask for --after")
    table = read_table(text)
    if SCENE_KEYS & set(table):
        refuse(path == STREAM, "a scene is read from a file, not from standard input")
        return of_scene(load_scene(path), after)
    refuse(after, "--after is for scenes; this is a position")
    return find_game(str(table.get("game"))).words.read_position(text)


def refuse(wrong: bool, sentence: str) -> None:
    """An option that does not fit the file."""
    if wrong:
        raise NotationError(sentence)


def read_table(text: str) -> dict[str, Any]:
    """A scene or a position as TOML."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"neither a game, nor a scene or position in TOML: {error}") from error
    if "game" not in table:
        raise NotationError(
            'a scene or a position names its game, for instance game = "algoracing"'
        )
    return table


def of_scene(scene: Scene, after: bool) -> Position:
    """The position of a scene as it is laid out, or after its steps."""
    if not after:
        return scene.game.scenes.lay_out(scene)
    played = play_steps(scene)
    if played.problem:
        raise SceneError(played.problem)
    return played.position


def of_game(transcript: Transcript, turn: int | None) -> Position:
    """The position after a line of a game's text, or after the last."""
    if turn is None:
        return transcript.end()
    lines = transcript.lines()
    if turn > len(lines):
        raise NotationError(f"the game has {len(lines)} lines, so --turn is at most {len(lines)}")
    choices = sum(len(line.choices) for line in lines[:turn])
    return replace(transcript, choices=transcript.choices[:choices]).end()
