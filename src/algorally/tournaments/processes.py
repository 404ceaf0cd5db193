"""Games of a tournament on several processes, each of which plays whole games."""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from algorally.core.errors import BotError
from algorally.tournaments.playing import Failed, Outcome, Report, Table, failed_outcome
from algorally.tournaments.schedule import Fixture, Setup

STDOUT, STDERR = 1, 2
NOBODY = -1
PATIENCE = 5.0  # seconds that a process has to put its bots away
SPAWNING = multiprocessing.get_context("spawn")


def play_all(setup: Setup, games: Iterable[Fixture], processes: int) -> Generator[Outcome]:
    """Play games, and hand over what came of each as soon as it is done.

    Close the generator to stop: games that have not been finished are given up.
    """
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
    busy = [worker for worker in workers if worker.take(waiting)]
    while busy:
        ready = wait([worker.line for worker in busy])
        for worker in [worker for worker in busy if worker.line in ready]:
            yield worker.answer()
            if not worker.take(waiting):
                busy.remove(worker)


class Worker:
    """A process that plays games; if a bot ends it, another takes its place."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.start()

    def start(self) -> None:
        """Start a process that does not hear Ctrl-C: whoever started it does, and stops it."""
        self.line, inside = multiprocessing.Pipe()
        self.busy_seat = SPAWNING.RawValue("b", NOBODY)
        self.process = SPAWNING.Process(target=work, args=(self.setup, inside, self.busy_seat))
        resource_tracker.ensure_running()  # or else it would start now, and let Ctrl-C through
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            inside.close()

    def take(self, games: Iterator[Fixture]) -> bool:
        """Play the next game; False if there is none."""
        game = next(games, None)
        if game:
            self.game = game
            self.line.send(game)
        return game is not None

    def answer(self) -> Outcome:
        """What came of the game."""
        try:
            answer: Outcome | Exception = self.line.recv()
        except (EOFError, ConnectionError):
            return self._lost()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _lost(self) -> Outcome:
        """Blame the bot that ended the process, and start another one."""
        self.wait()
        seat, status = self.busy_seat.value, self.process.exitcode
        if seat == NOBODY:
            raise BotError(f"a process that was to play ended before it began (status {status})")
        self.start()
        sentence = f"the bot {self.game.bots[seat]} failed: it ended its process (status {status})"
        reports = [Report() for _ in self.game.bots]
        return failed_outcome(self.game, 0, reports, Failed(seat, sentence))

    def stop(self) -> None:
        """Let it give up its game, if it plays one."""
        self.process.terminate()

    def wait(self) -> None:
        """Wait until it has ended, but not for ever."""
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.line.close()


class Stopped(BaseException):
    """No more games are wanted; nothing but the end of the process catches it."""


def give_up(*_: Any) -> None:
    """Leave whatever is going on."""
    raise Stopped


def follow_starter() -> None:
    """Stop when whoever started this process has ended, even if killed: nobody wants more games."""
    starter = multiprocessing.parent_process()
    assert starter
    starter.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)  # a bot does not let go


def work(setup: Setup, line: Connection, busy_seat: Any) -> None:
    """Play what comes down the line, until it is closed or the process is stopped."""
    try:
        signal.signal(signal.SIGTERM, give_up)
        threading.Thread(target=follow_starter, daemon=True).start()
        with contextlib.suppress(OSError):  # where there is no standard error
            os.dup2(STDERR, STDOUT)  # what bots print is no part of the result
        table = Table(setup, partial(setattr, busy_seat, "value"))
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
