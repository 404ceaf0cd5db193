"""Writes records.md: the fields of views and the numbers of actions, from the games' own source.

Use: python docs/records.py
"""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from algorally.core.dice import Dice
from algorally.core.game import Game, find_game, games
from algorally.core.records import Record, field_names

PAGE = Path(__file__).parent / "records.md"
INTRODUCTION = """# Views and actions by number

`view.state` is the record of what changes in a game, `view.field` that of what does not; both are
read by the names below, and `view.states` is an array of one such record. What a seat may not know
is blanked in its view: a hidden card or token is -1, a hidden count is 0, and the dice are 0. The
numbers of options are explained in each game's RULES.md.
`python docs/records.py` writes this page.
"""
DECLARED = re.compile(r"    (\w+): .*?(?:  # (.*))?\n")
ACTION = re.compile(r"([A-Z_]+) = .*?(?:  # (.*))?\n")


def records_in(kind: type[Record]) -> Iterator[type[Record]]:
    """A record and those that lie in it, each before what it is made of."""
    yield kind
    for hint in get_type_hints(kind, include_extras=True).values():
        inner = record_of(hint)
        if inner:
            yield from records_in(inner)


def record_of(hint: Any) -> type[Record] | None:
    """The record that a field holds, or a list of them."""
    if isinstance(hint, type):
        return hint if issubclass(hint, Record) else None
    return next((found for part in get_args(hint) if (found := record_of(part))), None)


def described(hint: Any) -> str:
    """What a field holds, in words."""
    inner = record_of(hint)
    length = next((part for part in get_args(hint) if isinstance(part, int)), None)
    if length is None:
        return f"`{inner.__name__}`" if inner else "a number"
    return f"{length} `{inner.__name__}`" if inner else f"{length} numbers"


def fields_of(kind: type[Record]) -> Iterator[str]:
    """The rows of a record's table."""
    comments = dict(DECLARED.findall(inspect.getsource(kind)))
    hints = get_type_hints(kind, include_extras=True)
    for name in field_names(kind.dtype):
        yield f"| `{name}` | {described(hints[name])} | {comments.get(name, '')} |"


def actions_of(game: Game) -> Iterator[str]:
    """The rows of the table of actions: the first number of each group."""
    names = importlib.import_module(f"algorally.games.{game.name}.names")
    source = inspect.getsource(names).partition("# --- choices ")[2]
    for name, comment in ACTION.findall(source):
        number = getattr(names, name)
        if number <= game.time_up and name != "ACTIONS":
            yield f"| {number} | `{name}` | {comment} |"


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for game in map(find_game, games()):
        parts.append(f"## {game.title}\n")
        parts += ["| action | group | |", "|---|---|---|", *actions_of(game), ""]
        for kind in dict.fromkeys([*records_in(game.state), *records_in(game.field)]):
            if kind is Dice:
                continue  # nobody may look into them
            parts.append(f"### {kind.__name__}\n\n{inspect.getdoc(kind)}\n")
            parts += ["| field | holds | |", "|---|---|---|", *fields_of(kind), ""]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
