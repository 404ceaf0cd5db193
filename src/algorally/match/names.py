"""What people call themselves, made fit to be shown to others."""

import unicodedata
from collections.abc import Collection, Iterator

LONGEST_NAME = 24
MOST_MARKS = 2
NAMELESS = "Guest"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that look like nothing


def clean_name(name: str) -> str:
    """A name on one line: no control or direction characters, no run of spaces, not too long."""
    visible = unicodedata.normalize("NFC", "".join(_visible(name)))
    spaced = " ".join("".join(_without_towers(visible)).split())
    return spaced[:LONGEST_NAME].strip() or NAMELESS


def _visible(name: str) -> Iterator[str]:
    """What can be seen, and all kinds of spaces as plain ones."""
    for sign in name:
        kind = unicodedata.category(sign)
        if kind.startswith("Z") or sign.isspace() or sign in BLANK:
            yield " "
        elif not kind.startswith("C"):
            yield sign


def _without_towers(name: str) -> Iterator[str]:
    """Few marks on each letter: no tower of them over other people's text."""
    marks = 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        if marks <= MOST_MARKS:
            yield sign


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
