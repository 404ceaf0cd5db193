"""Which rule numbers a text names, and which files to look into."""

import re
from pathlib import Path

from algorally.core.rule_book import NUMBER


def numbers_in(text: str, prefix: str) -> set[str]:
    """All rule numbers of a game that a text names, also in the name of a test."""
    named = set(re.findall(rf"\b{NUMBER.format(prefix=prefix)}\b", text))
    for word in re.findall(rf"\btest_{prefix.lower()}_([a-z]?\d+)", text):
        named.add(f"{prefix}-{word.upper()}")
    return named


def text_files(folder: Path, *endings: str) -> list[Path]:
    """All files of a folder and those below it with such endings."""
    return sorted(path for path in folder.rglob("*") if path.suffix in endings)
