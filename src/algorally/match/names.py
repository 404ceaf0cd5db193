"""What people call themselves, made fit to be shown to others."""

import unicodedata
from collections.abc import Collection, Iterator

LONGEST_NAME = 24
MOST_MARKS = 2
NAMELESS = "Guest"
UNSEEN = {  # letters and marks that show nothing: fillers, blanks, variants of the sign before
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
    *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
}


def clean_name(name: str) -> str:
    """A name on one line: no control or direction characters, no run of spaces, not too long."""
    visible = unicodedata.normalize("NFC", "".join(_visible(name)))
    spaced = " ".join("".join(_without_towers(visible)).split())
    return spaced[:LONGEST_NAME].strip() or NAMELESS


def _visible(name: str) -> Iterator[str]:
    """What can be seen, and all kinds of spaces as plain ones."""
    for sign in name:
        kind = unicodedata.category(sign)
        if kind.startswith("Z") or sign.isspace():
            yield " "
        elif not kind.startswith("C") and ord(sign) not in UNSEEN:
            yield sign


def _without_towers(name: str) -> Iterator[str]:
    """Few marks on each letter, and none without one: no tower over other people's text."""
    marks = MOST_MARKS
    for sign in name:
        if unicodedata.category(sign).startswith("M"):
            marks += 1
        else:
            marks = MOST_MARKS if sign == " " else 0
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
