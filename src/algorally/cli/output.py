"""Saying things: results on standard output, everything else on standard error."""

import json
import shutil
import sys
import textwrap
from typing import Any

import typer


def say(text: str = "") -> None:
    """A line of the result."""
    typer.echo(text)


def say_prose(text: str) -> None:
    """A line of prose, which a terminal shows without breaking words."""
    if sys.stdout.isatty():
        text = textwrap.fill(text, shutil.get_terminal_size().columns, break_on_hyphens=False)
    say(text)


def note(text: str) -> None:
    """A line that is not part of the result."""
    typer.echo(text, err=True)


def complain(sentence: str) -> None:
    """What is wrong, as one sentence."""
    note(f"error: {' '.join(sentence.splitlines())}")


def say_json(value: Any) -> None:
    """A result for programs."""
    say(json.dumps(value, indent=2, ensure_ascii=False))
