"""A game's RULES.md as data."""

import re
from pathlib import Path
from typing import NamedTuple

from algorally.core.game import Game

NUMBER = r"{prefix}-A?\d+(?:\.\d+)*"
LINE = r"\*\*({number})\*\* \*\((rule|ruling|set-up|table|ui); ([^)]*)\)\* (.+)"


class Entry(NamedTuple):
    """One line of the book."""

    number: str
    kind: str
    source: str
    sentence: str


class UnreadableBookError(Exception):
    """A line that begins with a rule number but is not a rule's line, or a number twice."""


def read_lines(text: str, prefix: str) -> dict[str, Entry]:
    """All entries of a book by their numbers."""
    line_form = re.compile(LINE.format(number=NUMBER.format(prefix=prefix)))
    entries: dict[str, Entry] = {}
    for line in text.splitlines():
        if not line.startswith(f"**{prefix}-"):
            continue
        match = line_form.fullmatch(line)
        if not match:
            raise UnreadableBookError(f"not a rule's line: {line}")
        entry = Entry(*match.groups())
        if entry.number in entries:
            raise UnreadableBookError(f"{entry.number} occurs twice")
        entries[entry.number] = entry
    return entries


def read_book(game: Game) -> dict[str, Entry]:
    """The rule book of a game."""
    return read_lines((game.folder / "RULES.md").read_text(encoding="utf-8"), game.prefix)


def numbers_in(text: str, prefix: str) -> set[str]:
    """All rule numbers of a game that a text names, also in the name of a test."""
    named = set(re.findall(rf"\b{NUMBER.format(prefix=prefix)}\b", text))
    for word in re.findall(rf"\btest_{prefix.lower()}_(a?\d+)", text):
        named.add(f"{prefix}-{word.upper()}")
    return named


def text_files(folder: Path, *endings: str) -> list[Path]:
    """All files of a folder and those below it with such endings."""
    return sorted(path for path in folder.rglob("*") if path.suffix in endings)
