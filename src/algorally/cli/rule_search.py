"""Finding a rule in the rule books of the games."""

import re
from functools import cache
from pathlib import Path

from algorally.core.errors import AlgorallyError
from algorally.core.game import Game, find_game
from algorally.core.rule_book import Rule, read_book

NUMBER = re.compile(r"([A-Za-z]+)[- ]?([A-Za-z]?)(\d+)((?:\.\d+)*)", re.IGNORECASE)


class UnknownRuleError(AlgorallyError):
    """There is no rule of that number."""


def place(number: str) -> tuple[str, list[int]]:
    """A rule number in parts, for counting."""
    family, _, digits = number.partition("-")
    letter = digits[0] if digits[0].isalpha() else ""
    return f"{family}-{letter}", [int(part) for part in digits[len(letter) :].split(".")]


def number_in(text: str, prefixes: list[str]) -> str:
    """The rule number that a text is, "" if it is none: AR-42, ar42 and "ar 42" are the same."""
    match = NUMBER.fullmatch(text.strip())
    if not match or (match[1].upper() not in prefixes and "-" not in text):
        return ""
    return f"{match[1]}-{match[2]}{match[3]}{match[4]}".upper()


def find_rule(number: str, games: list[Game]) -> Rule:
    """The rule of that number; the error tells the numbers there are and the nearest."""
    prefix = number.partition("-")[0]
    for game in games:
        if game.prefix == prefix:
            book = read_book(game)
            if number in book:
                return book[number]
            raise UnknownRuleError(
                f"there is no rule {number}; {game.title} has {numbers_of(game)},"
                f" the nearest is {nearest(number, game).number}"
            )
    begin = " or ".join(f"{game.prefix}-" for game in games)
    raise UnknownRuleError(f"there is no rule {number}; rule numbers begin with {begin}")


def families(game: Game) -> dict[str, list[Rule]]:
    """The rules of a game by the letters of their numbers."""
    found: dict[str, list[Rule]] = {}
    for rule in read_book(game).values():
        found.setdefault(place(rule.number)[0], []).append(rule)
    return {
        name: sorted(rules, key=lambda rule: place(rule.number)) for name, rules in found.items()
    }


def numbers_of(game: Game) -> str:
    """The range of a game's rule numbers in words."""
    ends = [(rules[0].number, rules[-1].number) for rules in families(game).values()]
    return " and ".join(f"{first} to {last}" for first, last in ends)


def nearest(number: str, game: Game) -> Rule:
    """The rule whose number comes nearest to one that does not exist."""
    family, (first, *_) = place(number)
    near = families(game).get(family) or list(read_book(game).values())
    return min(near, key=lambda rule: abs(place(rule.number)[1][0] - first))


def search(text: str, games: list[Game]) -> list[Rule]:
    """The rules in whose number, chapter or text every word occurs."""
    words = text.lower().split()
    return [
        rule
        for game in games
        for rule in read_book(game).values()
        if all(word in f"{rule.number} {rule.chapter} {rule.text}".lower() for word in words)
    ]


@cache
def scene_texts(game: Game) -> dict[Path, str]:
    """The scene files of a game; none where the tests are not installed."""
    folder = game.folder.parents[3] / "tests" / "games" / game.name / "scenes"
    paths = sorted(path for path in folder.rglob("*.toml") if path.is_file())
    return {path: path.read_text(encoding="utf-8", errors="replace") for path in paths}


def scenes_of(rule: Rule) -> list[Path]:
    """The scene files that name a rule."""
    named = re.compile(rf"\b{re.escape(rule.number)}\b(?!\.\d)")
    return [path for path, text in scene_texts(find_game(rule.game)).items() if named.search(text)]
