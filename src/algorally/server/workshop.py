"""Where costly work is done: a few threads, and a fair share of them for each address.

Each address has a queue of its own. The queues are served in turn, and of an address so many
pieces of work are under way at a time: whoever asks for a lot waits for it, and nobody else does.
"""

import asyncio
import sys
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from algorally.core.errors import TableError
from algorally.server.addresses import address_of
from algorally.server.metrics import WORKSHOP
from algorally.server.threads import be_nice

THREADS = 1  # more of them only make the event loop wait longer for its turn: they share the GIL
MOST_OF_ONE = 64  # waiting; a school class may have one address
MOST_OF_ALL = 512
SWITCH = 0.0001  # seconds after which a thread that computes lets the event loop go on
HOUSE = ""  # what the server does of itself comes from no address

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class TooBusy(TableError):
    """Too much is waiting already."""

    def __init__(self) -> None:
        super().__init__("too_busy", "too much is asked of the server at once; wait a little")


class HungUp(TableError):
    """Nobody waits for the answer any more."""

    def __init__(self) -> None:
        super().__init__("hung_up", "you hung up before it was your turn")


class Caller(NamedTuple):
    """For whom something is done: the address, and how to hear that the client has hung up."""

    address: str
    receive: Receive | None


NOBODY = Caller(HOUSE, None)
CALLER: ContextVar[Caller] = ContextVar("caller", default=NOBODY)


def note_caller(app: ASGIApp) -> ASGIApp:
    """While a request is answered, it is known whose it is."""

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] == ScopeType.HTTP
        CALLER.set(Caller(address_of(scope), receive if is_request else None))
        await app(scope, receive, send)

    return noted


async def hanging_up(receive: Receive) -> None:
    """Wait until a client, whose request is read, hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def until_hung_up(doing: asyncio.Future[Answer]) -> Answer:
    """Wait for work that others may be waiting for, too, unless the caller hangs up before."""
    receive = CALLER.get().receive
    watching = asyncio.ensure_future(hanging_up(receive)) if receive else None
    try:
        events: list[asyncio.Future[Any]] = [doing, *filter(None, [watching])]
        await asyncio.wait(events, return_when="FIRST_COMPLETED")
        if not doing.done():
            raise HungUp
        return doing.result()
    finally:
        if watching:
            watching.cancel()


class Job(NamedTuple):
    """A piece of work, and who waits for it."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]


class Workshop:
    """All costly work of this process; to be used from the event loop only."""

    def __init__(
        self,
        threads: int = THREADS,
        most_of_one: int = MOST_OF_ONE,
        most_of_all: int = MOST_OF_ALL,
        threads_of_one: int = 1,
        name: str = "workshop",
    ) -> None:
        self.waiting = 0
        self._most_of_one, self._most_of_all = most_of_one, most_of_all
        self._queues: dict[str, deque[Job]] = {}  # whose turn it is comes first; none is empty
        self._under_way: Counter[str] = Counter()  # pieces of work, by address
        self._threads, self._threads_of_one = threads, threads_of_one
        self._pool = ThreadPoolExecutor(threads, name, initializer=be_nice)
        sys.setswitchinterval(SWITCH)

    @property
    def addresses(self) -> int:
        """How many have something that waits."""
        return len(self._queues)

    async def do(
        self,
        work: Callable[Parameters, Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Do it for the caller when it is their turn, unless they hang up before."""
        doing = asyncio.ensure_future(self.do_anyway(work, *arguments, **named))
        try:
            return await until_hung_up(doing)
        finally:
            doing.cancel()

    async def do_anyway(
        self,
        work: Callable[Parameters, Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Do it when it is the caller's turn, even if they hang up: others may want it, too."""
        address = CALLER.get().address
        self._check_room(address)
        return await self.do_for(address, work, *arguments, **named)

    async def do_for(
        self,
        address: str,
        work: Callable[Parameters, Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Do it when it is the turn of an address, however much of it waits."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        job = Job(partial(work, *arguments, **named), done)
        self._queues.setdefault(address, deque()).append(job)
        self._count(1)
        self._go_on()
        try:
            return await done
        finally:
            self._forget(address, job)

    def close(self) -> None:
        """Begin nothing any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _check_room(self, address: str) -> None:
        if address == HOUSE:
            return  # which has to go on
        of_one = len(self._queues.get(address, ()))
        if of_one >= self._most_of_one or self.waiting >= self._most_of_all:
            raise TooBusy

    def _go_on(self) -> None:
        """Begin as much as there are threads for, of those who may have more under way."""
        while self._under_way.total() < self._threads:
            address = next(filter(self._may_have_more, self._queues), None)
            if address is None:
                return
            queue = self._queues.pop(address)
            job = queue.popleft()
            if queue:
                self._queues[address] = queue  # behind all others
            self._count(-1)
            self._begin(address, job)

    def _may_have_more(self, address: str) -> bool:
        return self._under_way[address] < self._threads_of_one

    def _begin(self, address: str, job: Job) -> None:
        self._under_way[address] += 1
        working = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
        working.add_done_callback(partial(self._end, address, job))

    def _end(self, address: str, job: Job, working: asyncio.Future[Any]) -> None:
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]
        error = None if working.cancelled() else working.exception()
        if job.done.done():
            pass  # nobody waits any more
        elif working.cancelled():
            job.done.cancel()
        elif error:
            job.done.set_exception(error)
        else:
            job.done.set_result(working.result())
        self._go_on()

    def _forget(self, address: str, job: Job) -> None:
        """Free the place of who waits no more."""
        queue = self._queues.get(address)
        if queue and job in queue:
            queue.remove(job)
            self._count(-1)
            if not queue:
                del self._queues[address]

    def _count(self, more: int) -> None:
        self.waiting += more
        WORKSHOP.inc(more)
