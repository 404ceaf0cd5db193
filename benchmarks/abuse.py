"""What honest players notice of floods: choices at 50 tables while somebody does their worst.

The server is one process with its default limits, the players are this one, and each flood is
another one. Everybody has an address of their own: on Linux any 127.x.y.z can be one. As all share
the cores of one machine, floods have a bounded rate where sending alone would fill a core, and are
niced (by 10), since elsewhere they would run on machines of their own. How long
the server's event loop could have gone on and had no core is told as "starved": where that is much,
the machine is too small, or others use it, and little is learnt of the server. What a flood leaves
behind, such as games of bots, goes on during the next ones.

Use: make abuse
     python benchmarks/abuse.py --only replays --seconds 30
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import typer
import uvloop
from load import (
    GOAL,
    HOST,
    START_LIMIT,
    CouldNotRun,
    Crowd,
    Measured,
    Played,
    Player,
    Server,
    Table,
    encode,
    percentile,
)
from rich.console import Console
from rich.table import Table as Sheet
from websockets.asyncio.client import connect

from algorally.core.game import find_game
from algorally.core.transcript import Transcript

MORE_MEMORY = 400  # megabytes above the quiet run that floods may cost
SETTLING = 3.0  # seconds from the beginning of a flood until it is measured
NICE = 10  # by which floods make way: elsewhere they would have machines of their own
PAUSE = 1.0  # seconds between two visits of newcomers
PATIENCE = 30.0  # seconds that a newcomer waits for an answer
REPLAYED = "roborally"  # whose replays take the longest


# --- honest people -------------------------------------------------------------------------------


class Limited(Server):
    """The server with the limits that it has unless it is told otherwise."""

    def limits(self) -> list[str]:
        """None that are not usual."""
        return []


def addresses() -> Iterator[str]:
    """One for each honest person."""
    for number in itertools.count(1):
        yield f"127.10.{number // 250 % 250}.{number % 250 + 1}"


class Town:
    """Everybody's way to the server, each from an address of their own; asked like a client."""

    def __init__(self, port: int) -> None:
        self._url = f"http://{HOST}:{port}"
        self._free = addresses()
        self._homes: dict[str, tuple[str, httpx.AsyncClient]] = {}  # by token

    def newcomer(self) -> tuple[str, httpx.AsyncClient]:
        """An address from which nobody has come yet."""
        address = next(self._free)
        way = httpx.AsyncHTTPTransport(verify=False, local_address=address)
        return address, httpx.AsyncClient(base_url=self._url, transport=way, timeout=PATIENCE)

    def address(self, token: str) -> str:
        """Where a guest lives."""
        return self._homes[token][0]

    async def request(self, method: str, path: str, **parts: Any) -> httpx.Response:
        """Ask from the address of whoever asks."""
        token = (parts.get("headers") or {}).get("authorization", "").removeprefix("Bearer ")
        home = self._homes.get(token) or self.newcomer()
        answer = await home[1].request(method, path, **parts)
        if not token and answer.is_success:
            known = [*answer.cookies.values(), answer.json().get("token", "")]
            self._homes.update({one: home for one in known if one})
            home[1].cookies.clear()
        return answer

    async def get(self, path: str) -> httpx.Response:
        """The same, as somebody new."""
        return await self.request("GET", path)


class HonestTable(Table):
    """People who go on whatever happens."""

    crowd: "Honest"

    async def _join(self, guest: str) -> Player:
        url = f"ws://{HOST}:{self.crowd.port}/api/tables/{self.name}/socket"
        home = (self.crowd.town.address(guest), 0)
        connection = await connect(url, compression=None, ping_interval=None, local_addr=home)
        await connection.send(encode({"kind": "hello", "token": guest}).decode())
        return Player(self, connection)

    async def play(self, first: float) -> None:
        """Choose until the crowd stops; what goes wrong is counted, and the table is left."""
        while self.crowd.plays:
            try:
                await super().play(first)
            except (CouldNotRun, OSError, httpx.HTTPError) as error:
                self.crowd.figures.refused[f"table: {error}"[:60]] += 1
                first = time.perf_counter() + self.crowd.interval
                with contextlib.suppress(CouldNotRun, OSError, httpx.HTTPError):
                    await self.leave()
                    await self.open()


class Honest(Crowd):
    """Everybody who plays, and those who come to see what there is."""

    def __init__(self, server: Server, played: Played) -> None:
        self.town = Town(server.port)
        super().__init__(self.town, server, played)  # type: ignore[arg-type]
        self.visits: list[float] = []  # seconds that newcomers waited for an answer

    def new_table(self) -> Table:
        """A table of such people."""
        return HonestTable(self)

    async def visit(self) -> None:
        """Again and again somebody lists a table, and somebody else finds it and sits down."""
        while True:
            try:
                await self._meet()
            except (OSError, httpx.HTTPError) as error:
                self.figures.refused[f"newcomer: {type(error).__name__}"] += 1
            await asyncio.sleep(PAUSE)

    async def _meet(self) -> None:
        (_, host), (_, guest) = self.town.newcomer(), self.town.newcomer()
        async with host, guest:
            game = self.played.game
            wish = {"game": game, "seats": 2, "name": "One", "listed": True}
            made = await self._ask(host, "POST", "/api/tables", json=wish)
            await self._ask(host, "GET", f"/api/games/{REPLAYED}/picture.svg")
            listed = await self._ask(guest, "GET", "/api/tables")
            if made is None or listed is None:
                return
            name = made.json()["table"]["id"]
            if name not in listed.text:
                self.figures.refused["newcomer: table not in the list"] += 1
            await self._ask(guest, "POST", f"/api/tables/{name}/seats", json={"name": "Two"})
            await self._ask(host, "GET", f"/api/tables/{name}/board")
            await self._ask(host, "POST", f"/api/tables/{name}/start")

    async def _ask(
        self, who: httpx.AsyncClient, method: str, path: str, **parts: Any
    ) -> httpx.Response | None:
        began = time.perf_counter()
        answer = await who.request(method, path, **parts)
        self.visits.append(time.perf_counter() - began)
        if answer.is_error:
            self.figures.refused[f"newcomer: {answer.status_code} {answer.text}"[:60]] += 1
            return None
        return answer


# --- floods --------------------------------------------------------------------------------------


@dataclass
class Flood:
    """Somebody who does their worst; runs in a process of its own."""

    port: int
    replay: str
    addresses: list[str]
    counted: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._turns = itertools.cycle(self.addresses)

    async def line(self) -> "Line":
        """A connection, from one of the addresses in turn."""
        home = (next(self._turns), 0)
        ways = await asyncio.open_connection(HOST, self.port, local_addr=home)
        return Line(*ways, self.counted)

    async def again(self, one: Callable[[], Awaitable[None]], pause: float) -> None:
        """Do it over and over."""
        while True:
            began = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    await one()
            except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
                self.counted[type(error).__name__] += 1
            await asyncio.sleep(max(0, pause - (time.monotonic() - began)))

    async def many(self, one: Callable[[], Awaitable[None]], at_once: int, rate: float) -> None:
        """Do it so often at the same time, together so many times a second at most."""
        await asyncio.gather(*(self.again(one, at_once / rate) for _ in range(at_once)))

    @contextlib.asynccontextmanager
    async def asking(self) -> AsyncIterator["Line"]:
        """A connection for some requests."""
        line = await self.line()
        try:
            yield line
        finally:
            line.writer.close()


@dataclass
class Line:
    """A connection, with as little work for this side as possible."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    counted: Counter[str]  # answers, by status
    status: int = 0
    cookie: str = ""

    async def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request; the body of the answer."""
        content = b"" if body is None else encode(body)
        head = f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\ncontent-length: {len(content)}\r\n"
        head += "content-type: application/json\r\n"
        head += f"cookie: {self.cookie}\r\n" if self.cookie else ""
        self.writer.write(f"{head}\r\n".encode() + content)
        return await self.answer()

    async def answer(self) -> bytes:
        """Read an answer."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.counted[str(self.status)] += 1
        headers = dict(line.lower().partition(": ")[::2] for line in lines[1:])
        for line in lines:
            if line.lower().startswith("set-cookie: "):
                self.cookie = line.partition(": ")[2].partition(";")[0]
        return await self.reader.readexactly(int(headers.get("content-length", 0)))


async def make_tables(flood: Flood) -> None:
    """Make tables of people and bots, begin their games, and leave them."""

    async def one() -> None:
        async with flood.asking() as line:
            wish = {"game": REPLAYED, "seats": 8, "name": "X", "bots": "greedy", "start": True}
            await line.ask("POST", "/api/tables", wish)

    await flood.many(one, at_once=8, rate=100)


async def list_tables(flood: Flood) -> None:
    """Fill the list of tables that anybody may join, and read it."""

    async def one() -> None:
        async with flood.asking() as line:
            wish = {"game": "algoracing", "seats": 2, "name": "X", "listed": True}
            await line.ask("GET", "/api/tables")
            await line.ask("POST", "/api/tables", wish)

    await flood.many(one, at_once=8, rate=100)


async def half_requests(flood: Flood) -> None:
    """Hold 600 connections with requests that never end."""

    async def one() -> None:
        async with flood.asking() as line:
            line.writer.write(b"POST /api/tables HTTP/1.1\r\nhost: slow\r\n")
            with contextlib.suppress(TimeoutError):
                while True:
                    line.writer.write(b"x")
                    await line.writer.drain()
                    async with asyncio.timeout(5):
                        if not await line.reader.read(1000):
                            return

    await flood.many(one, at_once=600, rate=600)


async def replays(flood: Flood) -> None:
    """Have long replays verified."""

    async def one() -> None:
        async with flood.asking() as line:
            for _ in range(10):
                await line.ask("POST", "/api/replays", {"text": flood.replay})

    await flood.many(one, at_once=16, rate=100)


async def previews(flood: Flood) -> None:
    """Ask for the ghost of a program, and for boards and pictures, in a loop."""

    async def one() -> None:
        async with flood.asking() as line:
            wish = {"game": REPLAYED, "seats": 2, "name": "X", "bots": "random", "start": True}
            made = msgspec.json.decode(await line.ask("POST", "/api/tables", wish))
            if line.status >= 400:
                return
            path = f"/api/tables/{made['table']['id']}"
            for _ in range(20):
                await line.ask("POST", f"{path}/preview", {"actions": []})
                await line.ask("GET", f"{path}/board")
                await line.ask("GET", f"{path}/board.svg")

    await flood.many(one, at_once=16, rate=20)


async def sockets(flood: Flood) -> None:
    """Open sockets by the hundred; some look on, some never say who they are."""
    async with flood.asking() as line:
        wish = {"game": REPLAYED, "seats": 8, "name": "X", "bots": "random", "start": True}
        made = msgspec.json.decode(await line.ask("POST", "/api/tables", wish))
    name = made["table"]["id"] if line.status < 400 else "aaaabbbbcccc"
    homes = itertools.cycle(flood.addresses)

    async def one() -> None:
        url = f"ws://{HOST}:{flood.port}/api/tables/{name}/socket"
        home = (next(homes), 0)
        try:
            async with connect(url, compression=None, local_addr=home, open_timeout=PATIENCE) as it:
                if random.random() < 0.5:
                    await it.send('{"kind": "hello", "last": 1}')
                async with asyncio.timeout(PATIENCE / 3):
                    async for _ in it:
                        flood.counted["frame"] += 1
            flood.counted["closed"] += 1
        except Exception as error:  # whatever the library makes of a refusal
            flood.counted[type(error).__name__] += 1

    await flood.many(one, at_once=500, rate=100)


async def huge(flood: Flood) -> None:
    """Send headers and bodies that are far too long, or just not."""
    head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    settings = encode({"game": "algoracing", "settings": {f"s{n}": "1" for n in range(4000)}})
    requests = [
        head + b"x: " + b"y" * 200_000 + b"\r\n\r\n",
        head + b"".join(b"x%d: y\r\n" % number for number in range(5_000)) + b"\r\n",
        head + b"content-length: 5000000\r\n\r\n" + b" " * 5_000_000,
        head + b"transfer-encoding: chunked\r\n\r\n" + b"ffff\r\n" + b" " * 65535 + b"\r\n",
        head + b"content-length: %d\r\n\r\n" % len(settings) + settings,
        head + b"content-length: 60000\r\n\r\n" + b"[" * 60_000,
    ]
    which = itertools.cycle(requests)

    async def one() -> None:
        async with flood.asking() as line:
            line.writer.write(next(which))
            await line.writer.drain()
            async with asyncio.timeout(5):
                await line.answer()

    await flood.many(one, at_once=16, rate=40)


FLOODS: dict[str, tuple[str, Callable[[Flood], Awaitable[None]]]] = {
    "tables": ("tables made and left", make_tables),
    "half": ("600 half requests", half_requests),
    "replays": ("replays uploaded", replays),
    "listed": ("tables listed", list_tables),
    "sockets": ("500 sockets", sockets),
    "previews": ("previews and boards", previews),
    "huge": ("huge headers and bodies", huge),
}


async def flow(name: str, port: int, folder: Path) -> None:
    """Be a flood until the process is ended; then tell how it was answered."""
    number = list(FLOODS).index(name)
    homes = [f"127.66.{number}.{one}" for one in (1, 2)]
    flood = Flood(port, (folder / "replay").read_text(), homes)
    flowing = asyncio.ensure_future(FLOODS[name][1](flood))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, flowing.cancel)
    sign_of(name, folder).touch()
    with contextlib.suppress(asyncio.CancelledError):
        await flowing
    told = ", ".join(f"{count} {what}" for what, count in flood.counted.most_common(4))
    (folder / name).write_text(told)


@contextlib.contextmanager
def flowing(names: list[str], port: int, folder: Path) -> Iterator[None]:
    """Floods in processes of their own, which make way for the others."""
    command = [
        "nice",
        f"-n{NICE}",
        sys.executable,
        __file__,
        "--port",
        str(port),
        "--folder",
        str(folder),
    ]
    processes = [subprocess.Popen([*command, "--flood", name]) for name in names]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


async def all_flow(names: list[str], folder: Path) -> None:
    """Wait until all floods have begun: to start a process is work, and nobody's attack."""
    end = time.monotonic() + START_LIMIT
    while not all(sign_of(name, folder).exists() for name in names):
        if time.monotonic() > end:
            raise CouldNotRun("the floods do not begin")
        await asyncio.sleep(0.1)
    for name in names:
        sign_of(name, folder).unlink()


def sign_of(name: str, folder: Path) -> Path:
    """What a flood leaves when it begins."""
    return folder / f"{name}.flows"


# --- the report ----------------------------------------------------------------------------------


@dataclass
class Result:
    """What honest people noticed of a flood."""

    name: str
    measured: Measured
    visits: list[float]
    memory: float  # megabytes at the end
    flood: str  # how it was answered

    def milliseconds(self, percent: float) -> float:
        """How long so many percent of the choices took at most."""
        return percentile(self.measured.figures.acknowledged, percent)

    @property
    def refused(self) -> Counter[str]:
        """What honest people were refused."""
        return self.measured.figures.refused

    def failures(self, quiet: "Result") -> Iterator[str]:
        """Why this is not good enough."""
        if not self.milliseconds(99) < 1000 * GOAL:
            yield f"99 % of the choices took up to {self.milliseconds(99):.0f} ms"
        if self.memory > quiet.memory + MORE_MEMORY:
            yield f"the server's memory grew from {quiet.memory:.0f} to {self.memory:.0f} MB"
        for what, count in self.refused.most_common():
            yield f"refused {count} times: {what}"


def sheet(results: list[Result]) -> Sheet:
    """A row for each flood."""
    quiet = results[0]
    title = f"Honest choices during floods, {os.cpu_count()} cores for all, floods niced by {NICE}"
    shown = Sheet(title=title)
    for name in ("flood", "choices", "50 %", "95 %", "99 %", "of quiet", "newcomers 95 %"):
        shown.add_column(name, justify="left" if name == "flood" else "right")
    for name in ("refused", "memory", "server", "starved", "others", "the flood was answered"):
        shown.add_column(name, justify="right")
    for one in results:
        usage = one.measured.usage
        others = usage.machine - usage.server - usage.own  # floods, and whatever else runs here
        ratio = one.milliseconds(99) / quiet.milliseconds(99)
        shown.add_row(
            one.name,
            f"{len(one.measured.figures.acknowledged)}",
            *(f"{one.milliseconds(percent):.0f} ms" for percent in (50, 95, 99)),
            f"x {ratio:.1f}",
            f"{percentile(one.visits, 95):.0f} ms",
            f"{one.refused.total()}",
            f"{one.memory:.0f} MB",
            f"{100 * usage.server:.0f} %",
            f"{100 * usage.starved:.0f} %",
            f"{100 * others:.0f} %",
            one.flood,
        )
    return shown


@dataclass
class Plan:
    """What is to be measured."""

    tables: int
    rate: float
    seconds: float
    only: list[str]

    def rounds(self) -> Iterator[tuple[str, list[str]]]:
        """The floods: none, one after the other, all together."""
        names = self.only or list(FLOODS)
        yield "quiet", []
        for name in names:
            yield FLOODS[name][0], [name]
        if len(names) > 1:
            yield "all together", names


def write_replay(path: Path) -> None:
    """A whole game, played at random, as text."""
    game = find_game(REPLAYED)
    transcript, dice = Transcript(game, game.seats[-1], 1), random.Random(1)
    position = transcript.start()
    while acting := position.acting():
        seat, action = acting[0], dice.choice(position.legal(acting[0]))
        position.play(seat, action)
        transcript.choices.append((seat, action))
    path.write_text(transcript.text())


async def carry_out(plan: Plan, honest: Honest, folder: Path, console: Console) -> list[Result]:
    """Measure all floods, one after the other."""
    with console.status(f"{plan.tables} tables: people sit down"):
        await honest.grow(plan.tables, 0)
    results = []
    visiting = asyncio.create_task(honest.visit())
    for title, names in plan.rounds():
        with console.status(title), flowing(names, honest.port, folder):
            await all_flow(names, folder)
            honest.visits = []
            measured = await honest.measure(plan.rate, SETTLING, plan.seconds)
            memory, visits = honest.server.memory(), honest.visits
        told = "; ".join((folder / name).read_text() for name in names if (folder / name).exists())
        results.append(Result(title, measured, visits, memory, told if len(names) == 1 else ""))
        console.print(f"{title}: 99 % within {results[-1].milliseconds(99):.0f} ms")
    visiting.cancel()
    return results


async def run(plan: Plan, console: Console) -> bool:
    """Measure and print; whether honest people were well off all the time."""
    with tempfile.TemporaryDirectory(prefix="algorally-abuse-") as name:
        folder = Path(name)
        write_replay(folder / "replay")
        server = Limited(folder, "")
        try:
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}") as web:
                await server.wait_until_well(web)
            honest = Honest(server, Played("algoracing", "complete", 4))
            try:
                results = await carry_out(plan, honest, folder, console)
            finally:
                honest.stop()
        finally:
            server.close()
    console.print(sheet(results))
    failures = [f"{one.name}: {failure}" for one in results for failure in one.failures(results[0])]
    for failure in failures:
        console.print(failure)
    return not failures


def main(
    tables: Annotated[int, typer.Option(min=1, help="Honest tables of four.")] = 50,
    rate: Annotated[float, typer.Option(min=1, help="Their choices a second.")] = 50,
    seconds: Annotated[float, typer.Option(min=1, help="How long each flood is measured.")] = 20,
    only: Annotated[list[str] | None, typer.Option(help=f"Of {', '.join(FLOODS)}.")] = None,
    flood: Annotated[str, typer.Option(hidden=True)] = "",
    port: Annotated[int, typer.Option(hidden=True)] = 0,
    folder: Annotated[Path, typer.Option(hidden=True)] = Path(),
) -> None:
    """Measure what honest players notice of floods; fails if it is too much."""
    if flood:
        uvloop.run(flow(flood, port, folder))
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and the server ends with it
    console = Console(width=160)
    try:
        is_well = uvloop.run(run(Plan(tables, rate, seconds, only or []), console))
    except (CouldNotRun, OSError, httpx.HTTPError) as error:
        console.print(f"Could not measure: {error}")
        raise typer.Exit(1) from error
    raise typer.Exit(0 if is_well else 1)


if __name__ == "__main__":
    typer.run(main)
