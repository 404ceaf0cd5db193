"""Bots of other people's: `module:name`, `file.py:name`, or a program, `run:COMMAND`."""

import contextlib
import importlib
import importlib.machinery
import inspect
import shlex
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from algorally.bots.levels import BOTS, Bot, Maker, find_level
from algorally.bots.program import Limits, Programs
from algorally.core.errors import AlgorallyError, BotError, SettingError

RUN, FILE = "run:", ".py"


class FunctionBot:
    """A function of the view and the seat, as a bot."""

    def __init__(self, function: Callable[..., list[int]]) -> None:
        self.plan = function


@contextlib.contextmanager
def blamed(name: str) -> Iterator[None]:
    """Whatever a bot does wrong is said to be its doing, and where it did it."""
    try:
        yield
    except BotError as error:
        raise BotError(f"the bot {name}: {error}") from error
    except (AlgorallyError, KeyboardInterrupt):
        raise
    except SystemExit as error:
        raise BotError(f"the bot {name} failed: it ended itself") from error
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        # A syntax error says itself where it is.
        known = isinstance(error, SyntaxError)
        where = "" if known else f" ({Path(last.filename).name}, line {last.lineno})"
        raise BotError(f"the bot {name} failed: {type(error).__name__}: {error}{where}") from error


def find_bot(name: str, limits: Limits | None = None) -> Maker:
    """A level, or a bot of somebody's: module:name, file.py:name or run:COMMAND.

    Modules are found in the current folder, too. The limits are those of a program; a class or a
    function plays in this process, and takes what time it takes.
    """
    if level := find_level(name):
        return level
    if name.startswith(RUN):
        return Programs(command_of(name), limits)
    place, inside = _parts(name)
    with blamed(name):
        return _maker(_found(_loaded(place), inside), name)


def isolated(name: str, limits: Limits | None = None) -> Maker:
    """The same, but a bot of somebody's plays in a process of its own, and can stop nothing."""
    return find_level(name) or in_process(name, limits)


def in_process(name: str, limits: Limits | None = None) -> Programs:
    """Any bot in a process of its own."""
    if name.startswith(RUN):
        return Programs(command_of(name), limits)
    patience = limits or Limits()
    command = [sys.executable, "-m", "algorally.bots.runner"]
    if not find_level(name):
        _parts(name)
        _look_for(name, [*command, "--look", name], patience.start)
    return Programs([*command, name], patience)


def command_of(name: str) -> list[str]:
    """The words of run:COMMAND, of which the first is a program that there is."""
    try:
        words = shlex.split(name.removeprefix(RUN))
    except ValueError as error:
        raise SettingError(f"{name!r} cannot be split into words: {error}") from error
    if not words:
        raise SettingError("after run: comes a command, such as run:node my_bot.js")
    if not shutil.which(words[0]):
        raise SettingError(f"there is no program {words[0]!r} to run, or it is not executable")
    return words


def _look_for(name: str, command: list[str], seconds: float) -> None:
    """Refuse a bot that cannot even be loaded, without loading it here."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise BotError(f"the bot {name} was not loaded within {seconds:g} s") from error
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise SettingError(words or f"the bot {name} cannot be loaded")


def _parts(name: str) -> tuple[str, str]:
    """Where a bot is, and what it is called there."""
    place, _, inside = name.rpartition(":")
    if place and inside:
        return place, inside
    known = ", ".join(BOTS)
    raise SettingError(
        f"there is no bot {name!r}; there are {known}, and yours as module:name, file.py:name or"
        " run:COMMAND"
    )


def _loaded(place: str) -> ModuleType:
    return _read(Path(place)) if place.endswith(FILE) else _imported(place)


def _read(path: Path) -> ModuleType:
    """The module of a file, in whatever folder; it may import what lies beside it."""
    if not path.is_file():
        raise SettingError(f"there is no file {path}; the bot my_bot.py:Mine is Mine of that file")
    whole = path.resolve()
    if str(whole) in sys.modules:
        return sys.modules[str(whole)]
    if (folder := str(whole.parent)) not in sys.path:
        sys.path.insert(0, folder)
    # Its path is its name: no other module is called so, whatever the file is called.
    loader = importlib.machinery.SourceFileLoader(str(whole), str(whole))
    module = sys.modules[str(whole)] = ModuleType(str(whole))
    module.__file__ = str(whole)
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[str(whole)]
        raise
    return module


def _imported(name: str) -> ModuleType:
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not error.name or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise SettingError(
            f"there is no module {name!r}; the bot my_bots:Mine is Mine of my_bots.py in the"
            " folder you are in"
        ) from error


def _found(module: ModuleType, name: str) -> Any:
    if hasattr(module, name):
        return getattr(module, name)
    own = [name for name, thing in vars(module).items() if _is_own(module, thing)]
    raise SettingError(
        f"there is no {name} in {Path(module.__name__).name}; there is {', '.join(own) or 'no bot'}"
    )


def _is_own(module: ModuleType, thing: Any) -> bool:
    return callable(thing) and getattr(thing, "__module__", "") == module.__name__


def _maker(thing: Any, name: str) -> Maker:
    """Whatever makes a bot from a seed."""
    if isinstance(thing, type) and callable(getattr(thing, "plan", None)):
        made = cast("Callable[..., Bot]", thing)
        return made if inspect.signature(made).parameters else lambda number: made()
    if callable(thing) and not isinstance(thing, type):
        return lambda number: FunctionBot(thing)
    raise SettingError(
        f"{name} is no bot: it is a class with plan(view, seat), or a function of view and seat"
    )
