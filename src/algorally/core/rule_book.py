"""The numbered rule book of a game, its RULES.md, as data."""

import re
from functools import cache
from typing import NamedTuple

from algorally.core.compile import RULES, Where
from algorally.core.errors import AlgorallyError
from algorally.core.game import Game

CHAPTER = re.compile(r"## (.+)")
NUMBER = r"{prefix}-[A-Z]?\d+(?:\.\d+)*"
LINE = r"\*\*({number})\*\* \*\((rule|ruling|set-up|table|ui); ([^)]*)\)\* (.+)"


class UnreadableBookError(AlgorallyError):
    """A line begins with a rule number and is not a rule's line, or a number occurs twice."""


class Rule(NamedTuple):
    """One rule as its book has it."""

    game: str
    chapter: str
    number: str
    kind: str
    source: str
    text: str

    @property
    def code(self) -> Where | None:
        """The function that carries it out, if there is one."""
        return RULES.get(self.number)


def read_lines(text: str, prefix: str, game: str = "") -> dict[str, Rule]:
    """All rules of a book by their numbers, in order."""
    form = re.compile(LINE.format(number=NUMBER.format(prefix=prefix)))
    chapter = ""
    rules: dict[str, Rule] = {}
    for line in text.splitlines():
        if title := CHAPTER.fullmatch(line):
            chapter = title[1]
        if line.startswith(f"**{prefix}-"):
            match = form.fullmatch(line.strip())
            if not match:
                raise UnreadableBookError(f"not a rule's line: {line}")
            if match[1] in rules:
                raise UnreadableBookError(f"{match[1]} occurs twice")
            rules[match[1]] = Rule(game, chapter, *match.groups())
    return rules


@cache
def read_book(game: Game) -> dict[str, Rule]:
    """The rule book of a game."""
    text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    return read_lines(text, game.prefix, game.name)
