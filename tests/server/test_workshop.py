"""Costly work is bounded, and shared fairly by all addresses."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from algorally.match.entries import Sit
from algorally.server.compression import SHORTEST, Packing
from algorally.server.live.hall import Hall
from algorally.server.readiness import Readiness
from algorally.server.storage.database import database_url
from algorally.server.storage.store import Store
from algorally.server.workshop import CALLER, Caller, HungUp, TooBusy, Workshop
from tests.match.tables import make_header

LIMIT = 60.0  # seconds
NOBODY_HANGS_UP = None


class Bell:
    """Work that begins, waits until it is told to end, and notes whose it was."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = threading.Semaphore(0)

    def work(self, name: str) -> str:
        """Begin, and wait."""
        self.begun.append(name)
        assert self.may_end.acquire(timeout=LIMIT)
        return name

    async def let(self, count: int) -> None:
        """Let so many end."""
        for _ in range(count):
            self.may_end.release()


class Client:
    """The connection of somebody who may hang up."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> Any:
        """What comes when all of the request has come."""
        await self.gone.wait()
        return {"type": "http.disconnect"}


def in_loop(deed: Callable[[], Awaitable[None]]) -> None:
    """Do something in an event loop, for a limited time."""

    async def run() -> None:
        async with asyncio.timeout(LIMIT):
            await deed()

    asyncio.run(run())


def ask(workshop: Workshop, address: str, work: Any, client: Client | None = None) -> Any:
    """Ask for work from an address."""

    async def asking() -> Any:
        CALLER.set(Caller(address, client.receive if client else NOBODY_HANGS_UP))
        return await workshop.do(work, address)

    return asyncio.create_task(asking())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not is_so():  # noqa: ASYNC110 - what is tested tells nobody
        await asyncio.sleep(0.001)


def test_what_is_done_is_answered_and_what_fails_fails() -> None:
    def fail(_: str) -> None:
        raise ValueError("so be it")

    async def deed() -> None:
        workshop = Workshop(1)
        assert await ask(workshop, "a", str.upper) == "A"
        with pytest.raises(ValueError, match="so be it"):
            await ask(workshop, "a", fail)
        assert await ask(workshop, "b", str.upper) == "B"
        workshop.close()

    in_loop(deed)


def test_addresses_are_served_in_turn() -> None:
    async def deed() -> None:
        workshop, bell = Workshop(1), Bell()
        tasks = [ask(workshop, "greedy", bell.work) for _ in range(5)]
        await until(lambda: workshop.waiting == 4)
        tasks += [ask(workshop, name, bell.work) for name in ("ann", "bob", "ann")]
        await until(lambda: workshop.waiting == 7)
        await bell.let(8)
        await asyncio.gather(*tasks)
        assert bell.begun[0] == "greedy"
        assert bell.begun[1:6] == ["greedy", "ann", "bob", "greedy", "ann"]
        assert bell.begun[6:] == ["greedy", "greedy"]
        workshop.close()

    in_loop(deed)


def test_no_address_has_two_threads() -> None:
    async def deed() -> None:
        workshop, bell = Workshop(2), Bell()
        tasks = [ask(workshop, "greedy", bell.work) for _ in range(3)]
        await until(lambda: bell.begun == ["greedy"] and workshop.waiting == 2)
        tasks.append(ask(workshop, "ann", bell.work))
        await until(lambda: bell.begun == ["greedy", "ann"])
        await bell.let(4)
        await asyncio.gather(*tasks)
        workshop.close()

    in_loop(deed)


def test_an_address_has_as_many_threads_as_it_may_have() -> None:
    async def deed() -> None:
        workshop, bell = Workshop(3, threads_of_one=2), Bell()
        tasks = [ask(workshop, "greedy", bell.work) for _ in range(4)]
        await until(lambda: bell.begun == ["greedy"] * 2 and workshop.waiting == 2)
        tasks.append(ask(workshop, "ann", bell.work))
        await until(lambda: bell.begun[2:] == ["ann"])
        await bell.let(5)
        await asyncio.gather(*tasks)
        workshop.close()

    in_loop(deed)


def test_who_asks_for_too_much_is_refused_and_nobody_else() -> None:
    async def deed() -> None:
        workshop, bell = Workshop(1, most_of_one=2, most_of_all=4), Bell()
        tasks = [ask(workshop, "greedy", bell.work) for _ in range(3)]
        await until(lambda: workshop.waiting == 2)
        with pytest.raises(TooBusy, match="wait a little"):
            await ask(workshop, "greedy", bell.work)
        tasks.append(ask(workshop, "ann", bell.work))
        tasks.append(ask(workshop, "bob", bell.work))
        await until(lambda: workshop.waiting == 4)
        with pytest.raises(TooBusy):
            await ask(workshop, "cleo", bell.work)
        tasks.append(ask(workshop, "", bell.work))  # the house itself
        await until(lambda: workshop.waiting == 5)
        await bell.let(6)
        await asyncio.gather(*tasks)
        assert workshop.waiting == 0
        assert len(bell.begun) == 6
        workshop.close()

    in_loop(deed)


def test_who_hangs_up_frees_the_place() -> None:
    async def deed() -> None:
        workshop, bell, client = Workshop(1, most_of_one=1), Bell(), Client()
        first = ask(workshop, "ann", bell.work)
        await until(lambda: bell.begun == ["ann"])
        waiting = ask(workshop, "ann", bell.work, client)
        await until(lambda: workshop.waiting == 1)
        client.gone.set()
        assert workshop.addresses == 1
        with pytest.raises(HungUp):
            await waiting
        assert workshop.waiting == 0
        other = ask(workshop, "ann", str.upper)
        await until(lambda: workshop.waiting == 1)
        await bell.let(1)
        assert await first == "ann"
        assert await other == "ANN"
        assert bell.begun == ["ann"]
        workshop.close()

    in_loop(deed)


def test_who_is_cancelled_frees_the_place_and_work_under_way_keeps_its_thread() -> None:
    async def deed() -> None:
        workshop, bell = Workshop(1), Bell()
        under_way, waiting = (ask(workshop, "ann", bell.work) for _ in range(2))
        await until(lambda: bell.begun == ["ann"] and workshop.waiting == 1)
        waiting.cancel()
        under_way.cancel()
        await asyncio.wait([waiting, under_way])
        assert workshop.waiting == 0
        other = ask(workshop, "bob", str.upper)
        await until(lambda: workshop.waiting == 1)  # as the thread is not free
        await bell.let(1)
        assert await other == "BOB"
        workshop.close()

    in_loop(deed)


def test_what_others_may_want_is_done_for_who_hangs_up() -> None:
    async def deed() -> None:
        workshop, bell, client = Workshop(1), Bell(), Client()

        async def asking() -> str:
            CALLER.set(Caller("ann", client.receive))
            return await workshop.do_anyway(bell.work, "ann")

        task = asyncio.create_task(asking())
        client.gone.set()
        await until(lambda: bell.begun == ["ann"])
        await bell.let(1)
        assert await task == "ann"
        workshop.close()

    in_loop(deed)


def test_a_table_that_there_was_no_room_to_rebuild_is_not_broken(tmp_path: Path) -> None:
    async def deed() -> None:
        store, workshop, bell = Store(database_url("", tmp_path), "this"), Workshop(1, 1), Bell()
        hall = Hall(store, Readiness([]), lambda _: None, lambda _: None, workshop.do_anyway)
        header = make_header()
        await hall.make(header, lambda _: [Sit(0, "guest", "Ann")])
        hall.tables.clear()
        CALLER.set(Caller("greedy", NOBODY_HANGS_UP))
        tasks = [ask(workshop, "greedy", bell.work) for _ in range(2)]
        await until(lambda: workshop.waiting == 1)
        with pytest.raises(TooBusy):
            await hall.table(header.id)
        assert not hall.broken
        await bell.let(2)
        await asyncio.gather(*tasks)
        assert (await hall.table(header.id)).match.seats[0].name == "Ann"
        workshop.close()
        store.close()

    in_loop(deed)


def test_nobody_waits_for_a_table_in_the_turn_of_another_who_asks_for_it(tmp_path: Path) -> None:
    async def deed() -> None:
        store, workshop, bell = Store(database_url("", tmp_path), "this"), Workshop(1), Bell()
        hall = Hall(store, Readiness([]), lambda _: None, lambda _: None, workshop.do_anyway)
        header = make_header()
        await hall.make(header, lambda _: [Sit(0, "guest", "Ann")])
        hall.tables.clear()

        def asks(address: str) -> Any:
            async def asking() -> Any:
                CALLER.set(Caller(address, NOBODY_HANGS_UP))
                return await hall.table(header.id)

            return asyncio.create_task(asking())

        tasks = [ask(workshop, "greedy", bell.work) for _ in range(6)]
        await until(lambda: workshop.waiting == 5)
        greedy = asks("greedy")
        await until(lambda: workshop.waiting == 6)
        ann = asks("ann")
        await until(lambda: workshop.waiting == 7)
        await bell.let(3)
        live = await ann
        assert len(bell.begun) <= 4
        await bell.let(3)
        await asyncio.gather(*tasks)
        assert await greedy is live is hall.tables[header.id]
        workshop.close()
        store.close()

    in_loop(deed)


def test_an_answer_is_not_sent_to_who_has_hung_up() -> None:
    """To raise then would be told as a mistake of the server's."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def pack(_: bytes) -> bytes:
        raise HungUp

    async def answer() -> None:
        take: Any = Packing(send, pack).send
        await take({"type": "http.response.start", "status": 200, "headers": []})
        await take({"type": "http.response.body", "body": b"x" * SHORTEST})

    asyncio.run(answer())
    assert sent == []
