"""Reading and writing text files, `-` being standard input or output."""

import contextlib
import os
import sys
from pathlib import Path

from algorally.cli.output import say
from algorally.core.errors import AlgorallyError, NotationError

STREAM = Path("-")


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return sys.stdin.read() if path == STREAM else path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path}: the file is not UTF-8 text") from error


def in_file(path: Path, error: AlgorallyError) -> NotationError:
    """An error that names the file, once."""
    words = str(error)
    return NotationError(words if words.startswith(f"{path}: ") else f"{path}: {words}")


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    if path == STREAM:
        say(text.removesuffix("\n"))
    elif path.exists() and not path.is_file():  # a device such as /dev/stdout, or a folder
        path.write_text(text, encoding="utf-8")
    else:
        replace_text(path, text)


def replace_text(path: Path, text: str) -> None:
    """Write beside a file first, so that a full disk spoils nothing."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        error.filename = str(path)
        raise
