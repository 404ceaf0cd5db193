"""Bots of other people's modules, by the name `module:name`."""

import contextlib
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from algorally.bots.levels import BOTS, Bot, Maker
from algorally.core.errors import AlgorallyError, BotError, SettingError


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
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        # A syntax error says itself where it is.
        known = isinstance(error, SyntaxError)
        where = "" if known else f" ({Path(last.filename).name}, line {last.lineno})"
        raise BotError(f"the bot {name} failed: {type(error).__name__}: {error}{where}") from error


def find_bot(name: str) -> Maker:
    """A level, or the class or function that `module:name` stands for, from the current folder."""
    if name in BOTS:
        return BOTS[name]
    module, colon, inside = name.partition(":")
    if not (module and colon and inside):
        known = ", ".join(BOTS)
        raise SettingError(f"there is no bot {name!r}; there are {known}, and yours as module:name")
    with blamed(name):
        return _maker(_found(_imported(module), inside), name)


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
        f"there is no {name} in {module.__name__}; there is {', '.join(own) or 'no bot'}"
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
