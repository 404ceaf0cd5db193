"""What is told while rules are compiled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from algorally.cli import progress

Done = Callable[[], None]


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[Done]:
    """The callbacks that the compiler would call."""
    waiting: list[Done] = []

    @contextmanager
    def watch(done: Done) -> Iterator[None]:
        waiting.append(done)
        yield

    monkeypatch.setattr(progress, "watch_compiling", watch)
    return waiting


def test_later_starts_say_nothing(
    compiling: list[Done], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.preparing():
        pass
    assert capsys.readouterr() == ("", "")


def test_the_first_start_says_one_line_in_a_pipe(
    compiling: list[Done], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.preparing():
        for _ in range(3):
            compiling[0]()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Preparing the rules (first start only)")
    assert err.count("\n") == 1


def test_the_first_start_shows_a_bar_in_a_terminal(
    compiling: list[Done], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with progress.preparing():
        for _ in range(3):
            compiling[0]()
    out, err = capsys.readouterr()
    assert out == ""
    assert "Preparing the rules (first start only)" in err
    assert "3/" in err
