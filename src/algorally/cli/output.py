"""Saying things: results on standard output, everything else on standard error."""

import json
from typing import Any

import typer


def say(text: str = "") -> None:
    """A line of the result."""
    typer.echo(text)


def note(text: str) -> None:
    """A line that is not part of the result."""
    typer.echo(text, err=True)


def complain(sentence: str) -> None:
    """What is wrong, as one sentence."""
    note(f"error: {sentence}")


def say_json(value: Any) -> None:
    """A result for programs."""
    say(json.dumps(value, indent=2, ensure_ascii=False))
