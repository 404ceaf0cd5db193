"""Clients that are silent, slow or gone leave nothing behind that others would wait for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from algorally.core.errors import TableError
from algorally.match.entries import AnyEntry, Begin, Fill, Pause, Resume, Sit
from algorally.match.match import Match
from algorally.server import socket as sockets
from algorally.server.frames import SPECTATOR
from algorally.server.guard import is_of_the_client
from algorally.server.keeper import Keeper
from algorally.server.live import connection as connections
from algorally.server.live.connection import Connection
from algorally.server.live.table import LiveTable
from algorally.server.people import People
from algorally.server.protocol import TELL
from algorally.server.readiness import Readiness
from algorally.server.storage.additions import Addition
from algorally.server.storage.database import database_url
from algorally.server.storage.store import Store
from tests.match.tables import make_header

SEATED, NOBODY = "guest", None
LIMIT = 30.0  # seconds


class Deaf:
    """The socket of a client that says hello, and then neither reads nor speaks."""

    def __init__(self, *frames: str) -> None:
        self.scope: dict[str, Any] = {"extensions": None}
        self.frames = list(frames)
        self.closed: list[int] = []

    async def receive_data(self, _mode: str) -> str:
        """What the client sends next."""
        if not self.frames:
            await self.wait()
        return self.frames.pop(0)

    async def send_data(self, _data: bytes, _mode: str, _encoding: str) -> None:
        """The client takes nothing."""
        await self.wait()

    async def close(self, code: int, _reason: str) -> None:
        """The client does not even take a goodbye."""
        self.closed.append(code)
        await self.wait()

    async def wait(self) -> None:
        """For ever."""
        await asyncio.Event().wait()


class Hasty(Deaf):
    """The socket of a client that is gone at a certain moment, which sending to it finds out."""

    def __init__(self, *frames: str) -> None:
        super().__init__(*frames)
        self.gone = asyncio.Event()

    async def send_data(self, _data: bytes, _mode: str, _encoding: str) -> None:
        """The client hangs up."""
        await self.gone.wait()
        raise ConnectionResetError


class Slow(Deaf):
    """The socket of a client that takes what it is told at once, and later what has to wait."""

    def __init__(self, *frames: str) -> None:
        super().__init__(*frames)
        self.scope = {"extensions": {TELL: self.tell}}
        self.takes = asyncio.Event()
        self.at_once: list[int] = []  # numbers of entries,
        self.numbers: list[int] = []  # and of all

    async def send_data(self, data: bytes, _mode: str, _encoding: str) -> None:
        """A frame waits."""
        await self.takes.wait()
        self.numbers.append(json.loads(data)["v"])

    def tell(self, frame: bytes) -> bool:
        """A frame comes at once."""
        self.at_once.append(json.loads(frame)["v"])
        self.numbers.append(self.at_once[-1])
        return True


HELLO = '{"kind": "hello"}'


def in_process(folder: Path, deed: Callable[[Keeper, LiveTable], Awaitable[None]]) -> None:
    """Do something at a running table of one person and a bot, over a database of its own."""
    entries: list[AnyEntry] = [Sit(0, SEATED, "Ann"), Fill(1, "random", "Random bot"), Begin()]

    async def run() -> None:
        store = Store(database_url("", folder), "this")
        keeper = Keeper(store, 1, Readiness([]))
        try:
            async with asyncio.timeout(LIMIT):
                await deed(keeper, await keeper.hall.make(make_header(), lambda _: entries))
        finally:
            keeper.close()
            store.close()

    asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not is_so():  # noqa: ASYNC110 - what is tested tells nobody
        await asyncio.sleep(0.01)


async def talk(client: Any, live: LiveTable, keeper: Keeper, guest: str | None) -> None:
    """Let a client talk to its end."""
    await sockets.Conversation(client, live, keeper).run(People("secret"), guest)


def test_who_never_says_hello_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_LIMIT", 0.1)

    async def deed(keeper: Keeper, live: LiveTable) -> None:
        with pytest.raises(TableError, match=r"the first frame must be .*, within 0.1 s") as caught:
            await talk(Deaf(), live, keeper, NOBODY)
        assert caught.value.code == "no_hello"
        assert not live.connections

    in_process(tmp_path, deed)


def test_who_takes_no_frames_any_more_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SEND_LIMIT", 0.1)
    monkeypatch.setattr(sockets, "CLOSE_LIMIT", 0.1)

    async def deed(keeper: Keeper, live: LiveTable) -> None:
        deaf = Deaf(HELLO)
        await talk(deaf, live, keeper, SEATED)
        assert deaf.closed == [sockets.TOO_SLOW]
        assert not live.connected(0)

    in_process(tmp_path, deed)


def test_frames_for_a_slow_client_do_not_pile_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BACKLOG", 20)

    async def deed(keeper: Keeper, live: LiveTable) -> None:
        talking = asyncio.create_task(talk(Deaf(HELLO), live, keeper, NOBODY))
        await until(lambda: bool(live.connections))
        (connection,) = live.connections
        for _ in range(50):
            await live.add(lambda match: Resume() if match.paused_since else Pause())
            assert len(connection.frames) <= 20
        talking.cancel()

    in_process(tmp_path, deed)


def test_what_is_told_at_once_overtakes_nothing_that_waits(tmp_path: Path) -> None:
    async def deed(keeper: Keeper, live: LiveTable) -> None:
        slow, first = Slow(HELLO), live.match.number
        talking = asyncio.create_task(talk(slow, live, keeper, NOBODY))
        await until(lambda: bool(live.connections))
        await live.add(lambda _: Pause())  # while the welcome waits
        slow.takes.set()
        await until(lambda: slow.numbers[-1:] == [live.match.number])
        waited = len(slow.numbers)
        await live.add(lambda _: Resume())
        await live.add(lambda _: Pause())  # after which no bot moves any more
        await until(lambda: slow.numbers[-1] == live.match.number)
        assert slow.numbers == list(range(first, live.match.number + 1))
        assert slow.at_once == slow.numbers[waited:]
        talking.cancel()

    in_process(tmp_path, deed)


def test_a_choice_is_told_though_its_sender_hangs_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored and not told would leave everybody waiting for it."""

    def choice(match: Match) -> str:
        action = match.position.legal(0)[0]
        return json.dumps({"kind": "choose", "id": "one", "on": match.step, "actions": [action]})

    async def deed(keeper: Keeper, live: LiveTable) -> None:
        live.connect(Connection(SPECTATOR))  # somebody for whom the bots move
        keeper.came(live)
        await until(lambda: live.match.thinking() == [0])
        add, hasty = keeper.store.add, Hasty(HELLO, choice(live.match))

        async def slowly(addition: Addition) -> bool:
            done = await add(addition)
            hasty.gone.set()
            await asyncio.sleep(0.2)
            return done

        monkeypatch.setattr(keeper.store, "add", slowly)
        step = live.match.step
        await talk(hasty, live, keeper, SEATED)
        assert hasty.gone.is_set()
        await until(lambda: live.match.step > step)

    in_process(tmp_path, deed)


def test_an_answer_that_cannot_be_written_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even one that fails for a reason that has nothing to do with the database."""

    async def deed(keeper: Keeper, live: LiveTable) -> None:
        monkeypatch.setattr(keeper.store, "_write_together", lambda *_: 1 / 0)
        with pytest.raises(TableError, match="safe to send it again"):
            await live.add(lambda _: Pause())
        monkeypatch.undo()
        await live.add(lambda _: Pause())

    in_process(tmp_path, deed)


def test_a_table_that_is_not_there_leaves_nothing_in_memory(tmp_path: Path) -> None:
    async def deed(keeper: Keeper, live: LiveTable) -> None:
        for number in range(2, 10):
            with pytest.raises(TableError, match="no such table"):
                await keeper.hall.table(f"aaaaaaaaaaa{number}")
        assert list(keeper.hall.tables) == [live.id]
        assert not keeper.hall._loading

    in_process(tmp_path, deed)


def test_a_table_is_loaded_once_for_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deed(keeper: Keeper, live: LiveTable) -> None:
        keeper.hall.tables.clear()
        names = [live.id] * 20
        found = await asyncio.gather(*(keeper.hall.table(name) for name in names))
        assert len({id(one) for one in found}) == 1
        assert found[0] is not live

    in_process(tmp_path, deed)


def test_who_hangs_up_before_being_let_in_is_no_fault_of_ours() -> None:
    assert is_of_the_client(ClientDisconnected())
    assert not is_of_the_client(OSError("no space is left"))
