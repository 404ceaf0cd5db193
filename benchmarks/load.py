"""How much one server bears: live tables of four people each, who choose at random.

The server is one process, and all its players are another one, this one, beside it.

Use: make load
     python benchmarks/load.py --tables 600 --rate 900 --seconds 60
     python benchmarks/load.py --tables 100 --rate 60 --bots 2 --bot master
     python benchmarks/load.py --steps
     python benchmarks/load.py --database postgresql://user@host/name
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

import httpx
import msgspec
import typer
import uvloop
from rich.console import Console
from rich.table import Table as Sheet
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from algorally.server.people import COOKIE
from algorally.server.readiness import tidy_up_seldom

HOST = "127.0.0.1"
GOAL = 0.1  # seconds within which a choice is to be acknowledged
SHARE = 0.99  # of the choices, at least
ANSWER_LIMIT = 10.0  # seconds after which a choice counts as unanswered
START_LIMIT = 600.0  # seconds; a first start compiles the rules
FULL = 0.9  # of a core: then it is what everything waits for
TRIAL = 0.2  # seconds between two trials of the disk
TICK = 0.005  # seconds between two looks how late the players are
STEP = 300  # choices a second from one step to the next
MOST_STEPS = 20
PATIENCE = 0.01  # seconds between two looks whether the bots have chosen
AT_ONCE = 16  # tables that are made at the same time

numbers = itertools.count()


class CouldNotRun(Exception):
    """Nothing was measured."""


# --- the wire, as far as a player needs it -------------------------------------------------------


class Now(msgspec.Struct):
    """Who has to choose, and what the receiver may choose."""

    thinking: list[int]
    legal: list[int]
    step: int


class Frame(msgspec.Struct):
    """Any frame of the server; what is not named here is skipped."""

    kind: str
    v: int | None = None
    now: Now | None = None
    id: str | None = None
    code: str = ""


decode = msgspec.json.Decoder(Frame).decode
encode = msgspec.json.Encoder().encode


# --- what is measured ----------------------------------------------------------------------------


@dataclass
class Figures:
    """What became of the choices that were sent in a span of time."""

    sent: int = 0
    acknowledged: list[float] = field(default_factory=list)  # seconds from sending
    everywhere: list[float] = field(default_factory=list)  # until all players had the frame
    refused: Counter[str] = field(default_factory=Counter)
    games: int = 0  # that ended


def percentile(values: list[float], percent: float) -> float:
    """The value that so many percent of all do not exceed, in milliseconds."""
    ranked = sorted(values) or [float("nan")]
    return 1000 * ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))]


@dataclass
class Usage:
    """Processor time so far, in seconds: of the server, its event loop, us, and the machine."""

    moment: float
    server: float
    loop: float
    starved: float  # seconds in which the event loop waited for a core
    own: float
    own_starved: float  # likewise the players
    machine: float

    def since(self, earlier: "Usage") -> "Usage":
        """The shares of one core between two moments."""
        span = self.moment - earlier.moment
        return Usage(
            moment=span,
            server=(self.server - earlier.server) / span,
            loop=(self.loop - earlier.loop) / span,
            starved=(self.starved - earlier.starved) / span,
            own=(self.own - earlier.own) / span,
            own_starved=(self.own_starved - earlier.own_starved) / span,
            machine=(self.machine - earlier.machine) / span,
        )


@dataclass
class Measured:
    """One measurement."""

    tables: int
    connections: int
    rate: float
    seconds: float
    figures: Figures
    usage: Usage
    disk: list[float]  # seconds that a small write took until it was on the disk
    late: list[float]  # seconds by which the players do later what they should do now
    memory: float  # megabytes at the peak

    @property
    def reached(self) -> float:
        """Acknowledged choices a second."""
        return len(self.figures.acknowledged) / self.seconds

    @property
    def share(self) -> float:
        """Of all choices sent, those acknowledged in time."""
        in_time = sum(seconds <= GOAL for seconds in self.figures.acknowledged)
        return in_time / max(1, self.figures.sent)

    @property
    def held(self) -> bool:
        """Whether the server bore it, at (nearly) the rate that was asked for."""
        return self.share >= SHARE and self.reached >= 0.95 * self.rate


# --- the server ----------------------------------------------------------------------------------


class Server:
    """The server as a process of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.log = folder / "log"
        with socket.socket() as trial:
            trial.bind((HOST, 0))
            self.port = int(trial.getsockname()[1])
        command = [sys.executable, "-m", "algorally", "serve", "--port", str(self.port)]
        command += ["--data", str(folder / "data"), "--log", "warning", *self.limits()]
        command += ["--database", database] if database else []
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def limits(self) -> list[str]:
        """None, as everybody comes from one address."""
        return ["--requests", "0", "--connections", "0", "--sockets", "0", "--no-limits"]

    async def wait_until_well(self, web: httpx.AsyncClient) -> None:
        """Return once it answers and its games are prepared."""
        end = time.monotonic() + START_LIMIT
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                health = await web.get("/health")
                if health.is_success and not health.json()["preparing"]:
                    return
            await asyncio.sleep(0.1)
        tail = self.log.read_text(errors="replace")[-2000:]
        raise CouldNotRun(f"the server did not start; it said:\n{tail}")

    async def try_disk(self, span: float) -> list[float]:
        """How long a small write takes there, now and then for so many seconds."""
        end, waits = time.monotonic() + span, []
        with (self.log.parent / "trial").open("wb", buffering=0) as trial:
            while (left := end - time.monotonic()) > 0:
                waits.append(await asyncio.to_thread(write_through, trial))
                await asyncio.sleep(min(left, TRIAL))
        return waits

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def memory(self) -> float:
        """Megabytes at the peak."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

    def usage(self) -> Usage:
        """The processor time so far; Python's first thread runs the event loop."""
        tick = os.sysconf("SC_CLK_TCK")
        process = Path(f"/proc/{self.process.pid}")
        first = process / "task" / str(self.process.pid)
        spent = [int(part) / tick for part in Path("/proc/stat").read_text().split()[1:9]]
        idle, waiting = spent[3:5]
        return Usage(
            moment=time.monotonic(),
            server=processor_time(process / "stat"),
            loop=processor_time(first / "stat"),
            starved=starved_time(first),
            own=time.process_time(),
            own_starved=starved_time(Path("/proc/self")),
            machine=sum(spent) - idle - waiting,
        )


def write_through(file: IO[bytes]) -> float:
    """Seconds until a small write is on the disk."""
    begun = time.perf_counter()
    file.write(bytes(4096))
    os.fdatasync(file.fileno())
    return time.perf_counter() - begun


def starved_time(path: Path) -> float:
    """Seconds in which a thread could have run, and waited for a core."""
    return int((path / "schedstat").read_text().split()[1]) / 1e9


def processor_time(path: Path) -> float:
    """Seconds in user and system mode."""
    parts = path.read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


# --- the players ---------------------------------------------------------------------------------


@dataclass
class Choice:
    """A choice on its way."""

    id: str
    began: float
    figures: Figures
    done: asyncio.Future[None]
    number: int | None = None  # known when it is acknowledged


class Player:
    """A person at a table: one connection."""

    def __init__(self, table: "Table", connection: ClientConnection) -> None:
        self.table = table
        self.connection = connection
        self.now = Now([], [], 0)
        self.number = 0  # of the last entry
        self.welcomed = asyncio.Event()
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for data in self.connection:
                self._hear(decode(data))
        except WebSocketException:
            pass
        self.table.lose()

    def _hear(self, frame: Frame) -> None:
        if frame.now:
            self.now = frame.now
        if frame.kind == "ack":
            self.table.acknowledge(frame)
        elif frame.kind == "refused":
            self.table.refuse(frame.code)
        elif frame.v is not None:
            self.number = frame.v
            self.welcomed.set()
            self.table.finish()

    async def leave(self) -> None:
        """Close the connection."""
        self.listening.cancel()
        await self.connection.close()


class Table:
    """People who play one game after the other."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.guests: list[str] = []
        self.players: list[Player] = []
        self.choice: Choice | None = None

    async def open(self) -> None:
        """Everybody sits down, and the game begins."""
        ask, (game, level, seats, bots, bot) = self.crowd.ask, self.crowd.played
        self.guests = [await self.crowd.new_guest() for _ in range(seats - bots)]
        host, *others = self.guests
        wish = {"game": game, "seats": seats, "name": "One", "grace": None}
        settings = {"settings": {"level": level}} if level else {}
        made = await ask("POST", "/api/tables", host, {**wish, **settings})
        name = made["table"]["id"]
        for guest in others:
            await ask("POST", f"/api/tables/{name}/seats", guest, {"name": "Another"})
        for seat in range(seats - bots, seats):
            await ask("PUT", f"/api/tables/{name}/seats/{seat}/bot", host, {"level": bot})
        await self._begin(name)

    async def _begin(self, name: str) -> None:
        self.name = name
        await self.crowd.ask("POST", f"/api/tables/{name}/start", self.guests[0])
        self.players = [await self._join(guest) for guest in self.guests]
        for player in self.players:
            await player.welcomed.wait()

    async def _join(self, guest: str) -> Player:
        address = f"ws://{HOST}:{self.crowd.port}/api/tables/{self.name}/socket"
        connection = await connect(address, compression=None, ping_interval=None)
        await connection.send(encode({"kind": "hello", "token": guest}).decode())
        return Player(self, connection)

    async def leave(self) -> None:
        """Everybody goes."""
        for player in self.players:
            await player.leave()
        self.players = []

    async def play(self, first: float) -> None:
        """Choose whenever it is time to, until the crowd stops."""
        due = first
        while self.crowd.plays:
            await asyncio.sleep(due - time.perf_counter())
            if not await self.choose(self.crowd.figures):
                await self.leave()
                await self.open()
            due = max(due + self.crowd.interval, time.perf_counter())

    async def choose(self, figures: Figures) -> bool:
        """One choice, and a rematch if it was the last one; False if the table is of no use."""
        able = await self._able()
        if not able and not self._is_thinking():  # a bot ended the game
            await self._rematch()
            able = await self._able()
        if not able:
            return False
        player = random.choice(able)
        choice = Choice(
            id=str(next(numbers)),
            began=time.perf_counter(),
            figures=figures,
            done=asyncio.get_running_loop().create_future(),
        )
        self.choice = choice
        figures.sent += 1
        await self._send(player, choice)
        if not choice.done.done() or choice.done.cancelled():
            self.refuse("no answer")
            return False
        if not self._is_thinking():
            figures.games += 1
            await self._rematch()
        return True

    def _is_thinking(self) -> bool:
        """Whether anybody has to choose: the game is not over."""
        return any(player.now.thinking for player in self.players)

    async def _able(self) -> list[Player]:
        """Those who may choose, once the bots have chosen."""
        end = time.perf_counter() + ANSWER_LIMIT
        while not (able := [player for player in self.players if player.now.legal]):
            if not self.crowd.played.bots or not self._is_thinking() or time.perf_counter() > end:
                break
            await asyncio.sleep(PATIENCE)
        return able

    async def _send(self, player: Player, choice: Choice) -> None:
        action = random.choice(player.now.legal)
        frame = {"kind": "choose", "id": choice.id, "on": player.now.step, "actions": [action]}
        with contextlib.suppress(TimeoutError, WebSocketException):
            await player.connection.send(encode(frame).decode())
            await asyncio.wait_for(choice.done, ANSWER_LIMIT)

    async def _rematch(self) -> None:
        again = await self.crowd.ask("POST", f"/api/tables/{self.name}/rematch", self.guests[0])
        await self.leave()
        await self._begin(again["table"]["id"])

    def acknowledge(self, frame: Frame) -> None:
        """The choice is stored."""
        if self.choice and frame.id == self.choice.id:
            self.choice.figures.acknowledged.append(time.perf_counter() - self.choice.began)
            self.choice.number = frame.v
            self.finish()

    def refuse(self, code: str) -> None:
        """The choice is not stored."""
        if self.choice:
            self.choice.figures.refused[code] += 1
            self._end()

    def lose(self) -> None:
        """A connection has ended."""
        self.refuse("connection lost")

    def finish(self) -> None:
        """The choice is done with when it is acknowledged and all players have its frame."""
        choice = self.choice
        if choice is None or choice.number is None:
            return
        if all(player.number >= choice.number for player in self.players):
            choice.figures.everywhere.append(time.perf_counter() - choice.began)
            self._end()

    def _end(self) -> None:
        if self.choice and not self.choice.done.done():
            self.choice.done.set_result(None)
        self.choice = None


class Played(NamedTuple):
    """What is played at all tables."""

    game: str
    level: str
    seats: int
    bots: int = 0  # on so many of the seats
    bot: str = ""  # their level


class Crowd:
    """All players of all tables."""

    def __init__(self, web: httpx.AsyncClient, server: Server, played: Played) -> None:
        self.web, self.server, self.port = web, server, server.port
        self.played = played
        self.figures = Figures()
        self.interval = 1.0  # seconds between two choices at the same table
        self.tables: list[Table] = []
        self.plays = False
        self._playing: list[asyncio.Task[None]] = []

    async def ask(self, method: str, path: str, guest: str = "", body: Any = None) -> Any:
        """What the server answers to a request."""
        headers = {"authorization": f"Bearer {guest}"} if guest else {}
        answer = await self.web.request(method, path, headers=headers, json=body)
        if answer.is_error:
            raise CouldNotRun(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json()

    async def new_guest(self) -> str:
        """The token of a guest whom the server did not know."""
        answer = await self.web.get("/api/guest")
        return str(answer.cookies[COOKIE])

    def new_table(self) -> Table:
        """A table at which nobody sits yet."""
        return Table(self)

    async def grow(self, count: int, opening: int) -> None:
        """Have so many tables, the new ones somewhere in the first choices of their game."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def add(table: Table) -> None:
            async with gate:
                await table.open()
                for _ in range(random.randint(0, opening)):
                    await table.choose(Figures())

        new = [self.new_table() for _ in range(count - len(self.tables))]
        await asyncio.gather(*(add(table) for table in new))
        self.tables += new

    def begin(self, rate: float) -> None:
        """All tables choose, one after the other, as often as that makes this rate."""
        self.interval = len(self.tables) / rate
        self.plays = True
        now = time.perf_counter()
        for place, table in enumerate(random.sample(self.tables, len(self.tables))):
            self._playing.append(asyncio.create_task(table.play(now + place / rate)))

    def stop(self) -> None:
        """Stop at once."""
        for task in self._playing:
            task.cancel()

    async def end(self) -> None:
        """Stop choosing, and wait for the last answers."""
        self.plays = False
        await asyncio.gather(*self._playing)
        self._playing = []

    async def try_players(self, span: float) -> list[float]:
        """How late the players are, which counts as the server's time in every other figure."""
        end, late = time.monotonic() + span, []
        while (now := time.monotonic()) < end:
            await asyncio.sleep(TICK)
            late.append(time.monotonic() - now - TICK)
        return late

    async def measure(self, rate: float, warm_up: float, seconds: float) -> Measured:
        """Choose at a rate for a while."""
        tidy_up_seldom()  # as the server does: the players' pauses would count as its own
        self.begin(rate)
        await asyncio.sleep(warm_up)
        figures = self.figures = Figures()
        before = self.server.usage()
        disk, late = await asyncio.gather(self.server.try_disk(seconds), self.try_players(seconds))
        usage = self.server.usage().since(before)
        self.figures = Figures()
        await self.end()
        return Measured(
            tables=len(self.tables),
            connections=len(self.tables) * (self.played.seats - self.played.bots),
            rate=rate,
            seconds=usage.moment,
            figures=figures,
            usage=usage,
            disk=disk,
            late=late,
            memory=self.server.memory(),
        )


# --- the report ----------------------------------------------------------------------------------


def rows(measured: Measured) -> Iterator[tuple[str, str]]:
    """All that is told of a measurement."""
    figures, usage = measured.figures, measured.usage
    others = usage.machine - usage.server - usage.own
    yield "tables", f"{measured.tables}"
    yield "connections", f"{measured.connections}"
    yield "choices/s wanted", f"{measured.rate:.0f}"
    yield "choices/s reached", f"{measured.reached:.0f}"
    for percent in (50, 95, 99, 100):
        what = "acknowledged, maximum" if percent == 100 else f"acknowledged, {percent} %"
        yield what, f"{percentile(figures.acknowledged, percent):.1f} ms"
    for percent in (50, 99):
        yield (
            f"all players have it, {percent} %",
            f"{percentile(figures.everywhere, percent):.1f} ms",
        )
    yield "acknowledged within 100 ms", f"{100 * measured.share:.2f} %"
    refused = ", ".join(f"{count} {code}" for code, count in figures.refused.most_common())
    yield "refused", refused or "none"
    yield "games ended", f"{figures.games}"
    yield "server, memory at the peak", f"{measured.memory:.0f} MB"
    yield "server, processor time a choice", f"{usage.server / measured.reached * 1e6:.0f} µs"
    yield "server, of one core", f"{100 * usage.server:.0f} %"
    yield "  its event loop alone", f"{100 * usage.loop:.0f} %"
    yield "  and waiting for a core", f"{100 * usage.starved:.0f} %"
    yield "players, of one core", f"{100 * usage.own:.0f} %"
    yield "players, waiting for a core", f"{100 * usage.own_starved:.0f} %"
    yield "players, late by, 50 %", f"{percentile(measured.late, 50):.1f} ms"
    yield "players, late by, 99 %", f"{percentile(measured.late, 99):.1f} ms"
    yield "everything else, of one core", f"{100 * others:.0f} %"
    yield "a small write to disk, 50 %", f"{percentile(measured.disk, 50):.1f} ms"
    yield "a small write to disk, 99 %", f"{percentile(measured.disk, 99):.1f} ms"


def sheet(title: str, all_measured: list[Measured]) -> Sheet:
    """A column for each measurement."""
    columns = [dict(rows(measured)) for measured in all_measured]
    shown = Sheet(title=title, show_header=False)
    for what in columns[0]:
        shown.add_row(what, *(column[what] for column in columns))
    return shown


def bottleneck(measured: Measured) -> str:
    """What everything waits for."""
    usage = measured.usage
    others = usage.machine - usage.server - usage.own
    if usage.loop >= FULL:
        return "the server's event loop, which has one core"
    if usage.server >= FULL:
        return "the server's processor time: its threads share one core"
    if usage.own >= FULL:
        return "the players' process beside it, not the server"
    if usage.machine >= FULL * (os.cpu_count() or 1):
        return f"the machine: no core is free, other programs take {100 * others:.0f} % of one"
    if percentile(measured.disk, 90) >= 1000 * GOAL / 4:
        return "the disk"
    return "none of the cores, and not the disk: single pauses"


def verdict(measured: Measured) -> str:
    """Whether the server bore it, and if not, why."""
    what = f"{measured.tables} tables with {measured.rate:.0f} choices a second"
    facts = f"{measured.reached:.0f} reached, {100 * measured.share:.1f} % within 100 ms"
    if measured.held:
        return f"{what}: held ({facts})."
    return f"{what}: too much ({facts}). What breaks first is {bottleneck(measured)}."


@contextlib.asynccontextmanager
async def crowded(folder: Path, database: str, played: Played) -> Any:
    """A server and its players."""
    server = Server(folder, database)
    address, no_cookies = f"http://{HOST}:{server.port}", DefaultCookiePolicy(allowed_domains=[])
    try:
        async with httpx.AsyncClient(
            base_url=address, cookies=CookieJar(no_cookies), timeout=60
        ) as web:
            await server.wait_until_well(web)
            crowd = Crowd(web, server, played)
            try:
                yield crowd
            finally:
                crowd.stop()
    finally:
        server.close()


@dataclass
class Plan:
    """What is to be measured."""

    tables: int
    rate: float
    seconds: float
    warm_up: float
    opening: int
    steps: bool


async def carry_out(plan: Plan, crowd: Crowd, console: Console) -> list[Measured]:
    """One measurement, or one after the other until the server no longer bears it."""
    all_measured: list[Measured] = []
    for step in range(MOST_STEPS if plan.steps else 1):
        rate = plan.rate + step * STEP
        tables = round(plan.tables * rate / plan.rate)
        with console.status(f"{tables} tables: people sit down"):
            await crowd.grow(tables, plan.opening)
        with console.status(f"{tables} tables, {rate:.0f} choices a second"):
            measured = await crowd.measure(rate, plan.warm_up, plan.seconds)
            if plan.steps and not measured.held:  # perhaps the machine had other things to do
                measured = await crowd.measure(rate, plan.warm_up, plan.seconds)
        console.print(verdict(measured))
        all_measured.append(measured)
        if not measured.held:
            break
    return all_measured


async def run(plan: Plan, database: str, played: Played, console: Console) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(prefix="algorally-load-") as folder:
        async with crowded(Path(folder), database, played) as crowd:
            all_measured = await carry_out(plan, crowd, console)
    kind = "PostgreSQL" if database else "SQLite"
    title = f"{played.game} {played.level}, one server process on {kind}, {os.cpu_count()} cores"
    console.print(sheet(title, all_measured))


def main(
    tables: Annotated[int, typer.Option(min=1, help="Live tables.")] = 300,
    seats: Annotated[int, typer.Option(min=2, help="People at each table.")] = 4,
    rate: Annotated[float, typer.Option(min=1, help="Choices a second, of all together.")] = 600,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 30,
    warm_up: Annotated[float, typer.Option(min=0, help="Seconds before that.")] = 5,
    opening: Annotated[
        int, typer.Option(min=0, help="Games are up to so many choices old at first.")
    ] = 0,
    steps: Annotated[
        bool, typer.Option("--steps", help="Raise rate and tables until it is too much.")
    ] = False,
    database: Annotated[str, typer.Option(help="postgresql://...; SQLite unless given.")] = "",
    game: Annotated[str, typer.Option(help="What is played.")] = "algoracing",
    level: Annotated[str, typer.Option(help="Its level, if it has any.")] = "complete",
    bots: Annotated[int, typer.Option(min=0, help="Seats of each table that bots have.")] = 0,
    bot: Annotated[str, typer.Option(help="How strong these are.")] = "solid",
) -> None:
    """Measure how many tables and choices one server process bears."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and the server ends with it
    console = Console(width=112)
    plan = Plan(tables, rate, seconds, warm_up, opening, steps)
    played = Played(game, level, seats, min(bots, seats - 1), bot)
    try:
        uvloop.run(run(plan, database, played, console))
    except (CouldNotRun, OSError, httpx.HTTPError) as error:
        console.print(f"Could not measure: {error}")
        raise typer.Exit(1) from error


if __name__ == "__main__":
    typer.run(main)
