"""Games of a tournament on several processes, each of which plays whole games."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from algorally.core.errors import BotError
from algorally.tournaments.playing import Outcome, Table
from algorally.tournaments.schedule import Fixture, Setup

STDOUT, STDERR = 1, 2
PATIENCE = 5.0  # seconds that a process has to put its bots away


def play_all(setup: Setup, games: Iterable[Fixture], processes: int) -> Generator[Outcome]:
    """Play games, and hand over what came of each as soon as it is done.

    Close the generator to stop: games that have not been finished are given up.
    """
    if processes == 1:
        yield from map(Table(setup).play, games)
        return
    workers: list[Worker] = []
    try:
        workers.extend(Worker(setup) for _ in range(processes))
        yield from _share_out(games, workers)
    finally:
        for worker in workers:
            worker.stop()
        for worker in workers:
            worker.wait()


def _share_out(games: Iterable[Fixture], workers: list["Worker"]) -> Iterator[Outcome]:
    """Whoever has finished a game gets the next one."""
    waiting = iter(games)
    busy = {worker.line: worker for worker in workers if worker.take(waiting)}
    while busy:
        for line in wait(list(busy)):
            worker = busy[line]  # type: ignore[index]
            outcome = worker.answer()
            if not worker.take(waiting):
                del busy[worker.line]
            yield outcome


class Worker:
    """A process that plays games."""

    def __init__(self, setup: Setup) -> None:
        self.line, inside = multiprocessing.Pipe()
        self.game: Fixture | None = None
        self.process = start(setup, inside)
        inside.close()

    def take(self, games: Iterator[Fixture]) -> bool:
        """Play the next game; False if there is none."""
        self.game = next(games, None)
        if self.game:
            self.line.send(self.game)
        return self.game is not None

    def answer(self) -> Outcome:
        """What came of the game."""
        try:
            answer: Outcome | Exception = self.line.recv()
        except (EOFError, ConnectionError) as error:
            raise BotError(self._lost()) from error
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _lost(self) -> str:
        self.process.join(PATIENCE)
        game = self.game
        named = f"deal {game.deal} of {', '.join(game.bots)}" if game else "nothing"
        return (
            f"a process ended (status {self.process.exitcode}) while it played {named};"
            " one of the bots must have ended it"
        )

    def stop(self) -> None:
        """Let it give up its game, if it plays one."""
        self.process.terminate()

    def wait(self) -> None:
        """Wait until it has ended, but not for ever."""
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.line.close()


def start(setup: Setup, line: Connection) -> SpawnProcess:
    """Start a process that does not hear Ctrl-C: whoever started it does, and stops it."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=(setup, line))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


class Stopped(BaseException):
    """No more games are wanted; nothing but the end of the process catches it."""


def give_up(*_: Any) -> None:
    """Leave whatever is going on."""
    raise Stopped


def work(setup: Setup, line: Connection) -> None:
    """Play what comes down the line, until it is closed or the process is stopped."""
    try:
        signal.signal(signal.SIGTERM, give_up)
        with contextlib.suppress(OSError):  # where there is no standard error
            os.dup2(STDERR, STDOUT)  # what bots print is no part of the result
        table = Table(setup)
        table.prepare()
        while True:
            line.send(_played(table, line.recv()))
    except (Stopped, EOFError, BrokenPipeError):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _played(table: Table, game: Fixture) -> Outcome | Exception:
    try:
        return table.play(game)
    except Exception as error:  # told where somebody sees it
        return RuntimeError(f"{type(error).__name__}: {error}")
