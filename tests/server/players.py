"""Players who never give up: real clients that choose at random and write down what they see."""

import asyncio
import contextlib
import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from algorally.client.mirror import read_snapshot
from algorally.core import patches
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.server.messages.frames import (
    Acknowledged,
    Bare,
    Commit,
    Hello,
    Refused,
    ServerFrame,
    Step,
    TableFrame,
    Welcome,
)
from algorally.server.messages.tables import Now
from algorally.server.people import COOKIE

SPECTATOR = -1
AGAIN = {
    "unavailable",
    "busy",
    "preparing",
}  # refusals after which the same frame is sent once more
SLOWER = 1.05  # each choice takes so much longer than the one before, while it is not calm
FEW = 5  # choices that a player makes who then waits until all is calm
OPEN_LIMIT = 5.0  # seconds for a connection and a welcome

decode = msgspec.json.Decoder(ServerFrame).decode
Address = Callable[[], str]  # where a server answers, as http://host:port


class NotNow(Exception):
    """The server cannot greet just now."""


Settings = dict[str, str | int]
BASIC: tuple[str, Settings] = ("algoracing", {"level": "basic", "turn_cap": 8})
COMPLETE: tuple[str, Settings] = ("algoracing", {"level": "complete", "turn_cap": 8})
RACE: tuple[str, Settings] = ("speedalgo", {"round_cap": 2, "traffic_placement": "random"})
FACTORY: tuple[str, Settings] = ("roborally", {"turn_cap": 3, "start_options": 2})


class Plan(NamedTuple):
    """A table to be made: bots take the last seats, people the others."""

    seats: int
    bots: int = 0
    play: tuple[str, Settings] = BASIC  # the game, a short one
    clock: int = 0  # seconds a turn
    grace: int | None = 60
    spectators: int = 0
    bot: str = "greedy"


@dataclass
class Table:
    """A table whose game has begun, and the tokens of the people on its seats."""

    id: str
    plan: Plan
    tokens: dict[int, str] = field(default_factory=dict)


@dataclass
class Pace:
    """How long everybody thinks, at most, until all is calm: longer the more they have chosen."""

    longest: float
    calm: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, dice: random.Random, chosen: int) -> None:
        with contextlib.suppress(TimeoutError):
            seconds = dice.uniform(0, self.longest) * SLOWER**chosen
            await asyncio.wait_for(self.calm.wait(), seconds)


@dataclass
class Notes:
    """What one client sent and saw."""

    table: str
    viewer: int
    sent: dict[str, Commit] = field(default_factory=dict)
    acknowledged: list[tuple[str, int | None]] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)  # for good, and why
    snapshots: list[int] = field(default_factory=list)  # the numbers they came with
    seen: list[int] = field(default_factory=list)  # the numbers of frames, live or missed
    causes: list[str] = field(default_factory=list)  # of the steps
    view: Position | None = None  # the first snapshot, kept up to date by events
    final: Position | None = None  # a fresh snapshot after the game
    welcomes: int = 0
    resent: int = 0
    unavailable: int = 0


# --- making tables ---------------------------------------------------------------------------


async def ask(method: str, url: str, token: str = "", **body: Any) -> Any:
    """What the server answers to a guest it does not know, or to the owner of a token."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(headers=headers, timeout=30) as client:
        answer = await client.request(method, url, json=body or None)
    assert answer.is_success, f"{method} {answer.status_code}: {answer.text}"
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


async def guest_token(address: str) -> str:
    """Become known to the server."""
    async with httpx.AsyncClient(timeout=30) as client:
        answer = await client.get(f"{address}/api/guest")
    return answer.cookies[COOKIE]


async def make_table(plan: Plan, address: Address) -> Table:
    """Make a table, seat people and bots, and begin; each request goes where it is told."""
    people = range(plan.seats - plan.bots)
    tokens = {seat: await guest_token(address()) for seat in people}
    host = tokens[0]
    game, settings = plan.play
    made = await ask(
        *("POST", f"{address()}/api/tables", host),
        game=game,
        seats=plan.seats,
        name="Host",
        settings=settings,
        clock=plan.clock,
        grace=plan.grace,
    )
    table = Table(made["table"]["id"], plan, tokens)
    path = f"/api/tables/{table.id}"
    for seat in people[1:]:
        await ask("POST", f"{address()}{path}/seats", tokens[seat], name="Guest", seat=seat)
    for seat in range(len(people), plan.seats):
        await ask("PUT", f"{address()}{path}/seats/{seat}/bot", host, level=plan.bot)
    await ask("POST", f"{address()}{path}/start", host)
    return table


def players_of(
    table: Table, addresses: Sequence[Address], pace: Pace, dice: random.Random
) -> list["Player"]:
    """A player for each seat that a person has, and the spectators; each begins elsewhere."""
    seats = [*table.tokens, *[SPECTATOR] * table.plan.spectators]
    return [
        Player(
            table,
            seat,
            [*addresses[number % len(addresses) :], *addresses[: number % len(addresses)]],
            pace,
            random.Random(dice.random()),
        )
        for number, seat in enumerate(seats)
    ]


# --- playing ---------------------------------------------------------------------------------


async def greet(socket: ClientConnection, token: str, seat: int, last: int | None) -> Welcome:
    """Say hello and be welcomed."""
    looking = SPECTATOR if seat == SPECTATOR else None
    await socket.send(encode(Hello(token=token, seat=looking, last=last)))
    frame = decode(await asyncio.wait_for(socket.recv(), OPEN_LIMIT))
    if isinstance(frame, Refused) and frame.code in AGAIN:
        raise NotNow(frame.words)
    assert isinstance(frame, Welcome), frame
    return frame


def encode(frame: Hello | Commit) -> str:
    """A frame as it is sent."""
    return msgspec.json.encode(frame).decode()


def socket_of(address: str, table: str) -> connect:
    """A connection to a table, to be opened."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    return connect(url, open_timeout=OPEN_LIMIT, close_timeout=1, max_queue=None)


class Player:
    """One seat, or a spectator, until the game is over; whatever becomes of the connection.

    `addresses` are those of the servers; the first is tried first, then any.
    """

    def __init__(
        self,
        table: Table,
        viewer: int,
        addresses: Sequence[Address],
        pace: Pace,
        dice: random.Random,
    ) -> None:
        self.notes = Notes(table.id, viewer)
        self.pending: Commit | None = None  # sent, and not known to be stored
        self.now: Now | None = None
        self.last: int | None = None
        self.restless = 0.01  # how often a frame makes a player leave and come back
        self.waits = False  # whether most of the game is played when all is calm
        self.drowsy = 0.2 if table.plan.clock else 0.0  # how often a choice is left to the clock
        self._table = table
        self._token = table.tokens.get(viewer, "")
        self._addresses = addresses
        self._pace = pace
        self._dice = dice
        self._asleep_at = -1  # the step at which the player fell asleep

    @property
    def over(self) -> bool:
        """Whether the player has seen the end of the game."""
        return self.notes.view is not None and self.notes.view.over

    async def play(self) -> None:
        """Play to the end of the game."""
        address = self._addresses[0]
        while not self.over:
            try:
                async with socket_of(address(), self._table.id) as socket:
                    await self._converse(socket)
            except (OSError, WebSocketException, NotNow):
                await asyncio.sleep(self._dice.uniform(0.05, 0.3))
            address = self._dice.choice(self._addresses)

    async def look_again(self) -> None:
        """Ask for a fresh snapshot."""
        async with socket_of(self._dice.choice(self._addresses)(), self._table.id) as socket:
            welcome = await greet(socket, self._token, self.notes.viewer, None)
        assert welcome.snapshot
        self.notes.final = read_view(welcome)

    def __str__(self) -> str:
        return (
            f"seat {self.notes.viewer} of {self._table.plan}: last {self.last},"
            f" pending {self.pending}, now {self.now}, over {self.over}"
        )

    async def _converse(self, socket: ClientConnection) -> None:
        self._welcome(await greet(socket, self._token, self.notes.viewer, self.last))
        if self.pending:
            self.notes.resent += 1
            await self._send(socket, self.pending)
        while not self.over and self._dice.random() >= self.restless:
            await self._choose(socket)
            frame = decode(await socket.recv())
            if isinstance(frame, TableFrame):
                self._take(frame)
            elif isinstance(frame, Acknowledged):
                self._acknowledge(frame)
            elif isinstance(frame, Refused):
                await self._refuse(socket, frame)

    def _welcome(self, frame: Welcome) -> None:
        notes = self.notes
        assert frame.viewer == notes.viewer
        notes.welcomes += 1
        if frame.snapshot:
            notes.snapshots.append(frame.v)
            notes.view, self.last = read_view(frame), frame.v
        for missed in frame.missed:
            self._take(missed)
        self.now = frame.now

    def _take(self, frame: TableFrame) -> None:
        self.last = frame.v
        self.notes.seen.append(frame.v)
        if isinstance(frame, Step):
            assert self.notes.view
            patches.apply(self.notes.view.states, frame.patch)
            self.notes.causes.append(frame.cause)
        if not isinstance(frame, Bare) and frame.now:
            self.now = frame.now

    def _acknowledge(self, frame: Acknowledged) -> None:
        self.notes.acknowledged.append((frame.id, frame.v))
        if self.pending and self.pending.id == frame.id:
            self.pending = None

    async def _refuse(self, socket: ClientConnection, frame: Refused) -> None:
        assert frame.id in self.notes.sent, frame
        if frame.code not in AGAIN:
            self.notes.refused[frame.id] = frame.code
        if self.pending is None or self.pending.id != frame.id:
            return
        if frame.code in AGAIN:
            self.notes.unavailable += 1
            await asyncio.sleep(self._dice.uniform(0.1, 0.3))
            await self._send(socket, self.pending)
        else:
            self.pending = None

    async def _choose(self, socket: ClientConnection) -> None:
        """Choose if it is time to; once per game a player may fall asleep instead."""
        now = self.now
        if self.pending or not now or self.notes.viewer not in now.thinking:
            return
        if now.step == self._asleep_at or self._falls_asleep(now):
            return
        await self._pace.think(self._dice, len(self.notes.sent))
        if self.waits and len(self.notes.sent) >= FEW:
            await self._pace.calm.wait()
        action = self._dice.choice(now.legal)
        self.pending = Commit(id=uuid.uuid4().hex, on=now.step, actions=[action])
        self.notes.sent[self.pending.id] = self.pending
        await self._send(socket, self.pending)

    def _falls_asleep(self, now: Now) -> bool:
        hurries = self._pace.calm.is_set()
        if hurries or self._asleep_at >= 0 or self._dice.random() >= self.drowsy:
            return False
        self._asleep_at = now.step
        return True

    async def _send(self, socket: ClientConnection, frame: Commit) -> None:
        """Send a choice, now and then twice, as a client does that is not sure."""
        for _ in range(1 + (self._dice.random() < 0.1)):
            await socket.send(encode(frame))


def read_view(frame: Welcome) -> Position:
    """The view in a snapshot."""
    assert frame.snapshot
    return read_snapshot(find_game(frame.table.game), frame.snapshot, frame.viewer)
