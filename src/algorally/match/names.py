"""What people call themselves, made fit to be shown to others."""

import unicodedata
from collections.abc import Collection

LONGEST_NAME = 24
NAMELESS = "Guest"


def clean_name(name: str) -> str:
    """A name on one line: no control or direction characters, no run of spaces, not too long."""
    composed = unicodedata.normalize("NFC", name)
    spaced = " ".join(_visible(composed).split())
    return spaced[:LONGEST_NAME].strip() or NAMELESS


def _visible(name: str) -> str:
    """Marks stay only near the letter they belong to: no tower of them over other people's text."""
    kept, marks = [], 0
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind.startswith("Z"):
            kept.append(" ")
        elif not kind.startswith("C") and marks <= 2:
            kept.append(sign)
    return "".join(kept)


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The cleaned name, with a number if somebody else at the table is called so."""
    cleaned = clean_name(name)
    others = {other.casefold() for other in taken}
    number, distinct = 1, cleaned
    while distinct.casefold() in others:
        number += 1
        ending = f" {number}"
        distinct = cleaned[: LONGEST_NAME - len(ending)].rstrip() + ending
    return distinct
