"""Writes records.md: actions, events and fields of views by number, from the games' own source.

Use: python docs/records.py
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from algorally.core.dice import Dice
from algorally.core.game import Game, find_game, games
from algorally.core.records import Member, Record, field_names, members
from algorally.core.settings import Setting

PAGE = Path(__file__).parent / "records.md"
INTRODUCTION = """# Views, actions and events by number

`view.state` is the record of what changes in a game, `view.field` that of what does not; both are
read by the names below, and `view.states` is an array of one such record. What a seat may not know
is blanked in its view: a hidden card or token is -1, a hidden count is 0, and the dice are 0.
An event is a `SeenEvent` of `kind`, `seat`, `a`, `b`, `c` and `secret`; the secret is -1 for those
who may not know it, and `view.game.words.tell(view, event)` puts an event into words. Headings are
0 north, 1 east, 2 south, 3 west; a set of sides has the bit `1 << heading` for each, a set of seats
the bit `1 << seat`. A square of Algoracing is `y * width + x`, counted from the north-west.
All names below can be imported from `algorally.games.GAME.names`.
`python docs/records.py` writes this page.
"""
DECLARED = re.compile(r"    (\w+): .*?(?:  # (.*))?\n")
ACTION = re.compile(r"([A-Z_]+) = .*?(?:  # (.*))?\n")
MEMBER = re.compile(r"    ([A-Z_0-9]+) = \d+(?:  # (.*))?\n")


def records_in(kind: type[Record]) -> Iterator[type[Record]]:
    """A record and those that lie in it, each before what it is made of."""
    yield kind
    for name in field_names(kind.dtype):
        if inner := kind.inner(name):
            yield from records_in(inner)


def described(kind: type[Record], member: Member) -> str:
    """What a field holds, in words."""
    inner = kind.inner(member.name)
    if not member.length:
        return f"`{inner.__name__}`" if inner else "a number"
    return f"{member.length} `{inner.__name__}`" if inner else f"{member.length} numbers"


def fields_of(kind: type[Record]) -> Iterator[str]:
    """The rows of a record's table."""
    comments = dict(DECLARED.findall(inspect.getsource(kind)))
    if kind.__name__ == "Options":
        options = importlib.import_module(kind.__module__).OPTIONS
        comments = {option.name: option_words(option) for option in options}
    for member in members(kind.dtype):
        comment = comments.get(member.name, "")
        yield f"| `{member.name}` | {described(kind, member)} | {comment} |"


def option_words(option: Setting) -> str:
    """What an option settles, and the numbers of its values."""
    return f"{option.sentence}: {numbered(option.values)}" if option.named else option.sentence


def numbered(names: Iterable[Any]) -> str:
    """Names by their numbers."""
    return ", ".join(f"{number} {name}" for number, name in enumerate(names) if name != "")


def constants_of(game: Game) -> Iterator[str]:
    """The rows of the table of numbers that have names, besides actions, phases and events."""
    names = importlib.import_module(f"algorally.games.{game.name}.names")
    source = inspect.getsource(names).partition("# --- choices ")[0]
    lines = source.splitlines()
    for statement in ast.parse(source).body:
        if not isinstance(statement, ast.Assign):
            continue
        comment = lines[statement.lineno - 1].partition("  # ")[2]
        targets = [each.id for each in ast.walk(statement.targets[0]) if isinstance(each, ast.Name)]
        values = [getattr(names, target) for target in targets]
        if all(isinstance(value, int) for value in values):
            pairs = zip(values, targets, strict=True)
            yield f"| {', '.join(f'{value} `{target}`' for value, target in pairs)} | {comment} |"
        elif isinstance(values[0], tuple) and isinstance(values[0][0], str):
            yield f"| `{targets[0]}`: {numbered(values[0])} | {comment} |"


def members_of(game: Game, name: str) -> Iterator[str]:
    """The rows of the table of phases or of kinds of events."""
    kind = getattr(importlib.import_module(f"algorally.games.{game.name}.names"), name)
    comments = dict(MEMBER.findall(inspect.getsource(kind)))
    for member in kind:
        comment = comments.get(member.name, "")
        yield f"| {member.value} | `{member.name}` | {comment} |"


def actions_of(game: Game) -> Iterator[str]:
    """The rows of the table of actions: the first number of each group."""
    names = importlib.import_module(f"algorally.games.{game.name}.names")
    source = inspect.getsource(names).partition("# --- choices ")[2]
    for name, comment in ACTION.findall(source):
        number = getattr(names, name)
        if isinstance(number, int) and number <= game.time_up and name != "ACTIONS":
            yield f"| {number} | `{name}` | {comment} |"


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for game in map(find_game, games()):
        parts.append(f"## {game.title}\n")
        parts += ["| action | group | |", "|---|---|---|", *actions_of(game), ""]
        parts += ["| event | kind | seat, a, b, c, and the secret |", "|---|---|---|"]
        parts += [*members_of(game, "EventKind"), ""]
        parts += ["| phase | | |", "|---|---|---|", *members_of(game, "Phase"), ""]
        parts += ["| other numbers | |", "|---|---|", *constants_of(game), ""]
        for kind in dict.fromkeys([*records_in(game.state), *records_in(game.field)]):
            if kind is Dice:
                continue  # nobody may look into them
            parts.append(f"### {kind.__name__}\n\n{inspect.getdoc(kind)}\n")
            parts += ["| field | holds | |", "|---|---|---|", *fields_of(kind), ""]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
