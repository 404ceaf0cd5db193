"""What `algorally rules` and `rules` in a game say."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from algorally.cli.errors import FAILED, failure
from algorally.cli.output import say, say_json
from algorally.cli.rule_search import (
    find_rule,
    number_in,
    numbers_of,
    scenes_of,
    search,
)
from algorally.core.game import Game, find_game, games
from algorally.core.rule_book import Rule, read_book


def show_rules(what: str, json: bool) -> None:
    """Show the rules that somebody asks for."""
    every = [find_game(name) for name in games()]
    found = find_rules(what, every)
    if json:
        say_json([in_parts(rule) for rule in found])
    else:
        for line in rule_lines(what, found, every):
            say(line)
    if not found:
        raise failure(f"no rule speaks of {what!r}", FAILED)


def find_rules(what: str, among: list[Game]) -> list[Rule]:
    """One rule by its number, all rules of a game by its name, or some by words."""
    if number := number_in(what, [game.prefix for game in among]):
        return [find_rule(number, among)]
    for game in among:
        if what.lower() == game.name:
            return list(read_book(game).values())
    return search(what, among)


def rule_lines(what: str, found: list[Rule], among: list[Game]) -> Iterator[str]:
    """The answer in lines: one rule in full, several by chapters, all as a table of contents."""
    if not what.strip():
        yield from contents(among)
    elif len(found) == 1:
        yield from in_full(found[0])
    else:
        yield from by_chapters(found)


def contents(among: list[Game]) -> Iterator[str]:
    """The chapters of all books, and how to read on."""
    for game in among:
        yield f"{game.title}: {numbers_of(game)}"
        chapters = dict.fromkeys(rule.chapter for rule in read_book(game).values())
        yield from (f"  {chapter}" for chapter in chapters)
    example = next(iter(read_book(among[0])))
    yield f"Read on with: algorally rules {example}, algorally rules {among[0].name}, or any word."


def by_chapters(rules: list[Rule]) -> Iterator[str]:
    """Numbers and texts under the titles of their chapters."""
    chapter = ""
    for rule in rules:
        if rule.chapter != chapter:
            yield from (["", rule.chapter] if chapter else [rule.chapter])
            chapter = rule.chapter
        yield f"{rule.number}: {rule.text}"


def in_full(rule: Rule) -> Iterator[str]:
    """One rule with all that is known of it."""
    yield f"{rule.number}: {rule.text}"
    yield f"kind: {rule.kind}; source: {rule.source}; chapter: {rule.chapter}"
    if code := rule.code:
        yield f"code: {code.module}:{code.line} {code.name}: {code.sentence}"
    for path in scenes_of(rule):
        yield f"scene: {from_here(path)}"


def in_parts(rule: Rule) -> dict[str, Any]:
    """One rule for programs."""
    code = rule.code
    where = code and {
        "module": code.module,
        "function": code.name,
        "path": str(code.path),
        "line": code.line,
        "sentence": code.sentence,
    }
    return {
        "number": rule.number,
        "game": rule.game,
        "chapter": rule.chapter,
        "kind": rule.kind,
        "source": rule.source,
        "text": rule.text,
        "code": where,
        "scenes": [str(from_here(path)) for path in scenes_of(rule)],
    }


def from_here(path: Path) -> str:
    """A path as one would type it in this folder."""
    shown = os.path.relpath(path)
    return str(path) if shown.startswith(os.pardir) else shown
