"""A table that answers as the wire format says, and fails in all the ways that a server can."""

import socket
from collections import deque
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection

from algorally.core.codec import plain
from algorally.core.errors import GameError
from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.match.entries import Clock
from algorally.server.messages import (
    Acknowledged,
    Changed,
    ClientFrame,
    Commit,
    Hello,
    Now,
    Refused,
    Result,
    SeatInfo,
    ServerFrame,
    Snapshot,
    Step,
    TableFrame,
    TableInfo,
    Welcome,
)

NOBODY = SeatInfo(
    taken="person",
    name="",
    colour="",
    bot="",
    stand_in="",
    away_since=None,
    host=False,
    committed=False,
)
decoder = msgspec.json.Decoder(ClientFrame)


class Cut(Exception):
    """The connection ends here, without a word."""


class FakeTable:
    """A game of two: a client on seat 0, and on seat 1 somebody who takes the first legal action.

    `faults` tell what goes wrong with the next choices: "lost" on its way in, "forgotten" before
    the answer, "unsure" or "unavailable" instead of an answer, "repeated" or "skipped" frames, an
    answer that comes "early". Any other word is a code with which the choice is refused.
    """

    def __init__(self, seed: int = 3, **settings: Any) -> None:
        self.position = find_game("algoracing").start(2, seed, **settings)
        self.entries: list[TableFrame] = []
        self.stored: dict[str, int] = {}
        self.faults: deque[str] = deque()
        self.connections: set[ServerConnection] = set()
        self.greetings: list[Hello] = []
        self.commits: list[Commit] = []
        self.stage: Any = "running"
        self.paused_since: int | None = None
        self.step = 0
        self.viewer = 0
        self.rules_version = self.position.game.rules_version
        self.tell("table")
        self.play_others()

    # --- what there is to say ------------------------------------------------------------------

    def tell(self, kind: str, events: Any = ()) -> TableFrame:
        """Note what happened."""
        v = len(self.entries) + 1
        frame: TableFrame = Changed(v=v, at=v)
        if kind == "step":
            turn = self.position.standing().turns
            frame = Step(v=v, at=v, seat=0, cause="choice", events=list(events), turn=turn)
            self.step = v
        self.entries.append(frame)
        return frame

    def live(self, frame: TableFrame) -> TableFrame:
        """A frame as it is sent when it happens."""
        if isinstance(frame, Changed):
            return msgspec.structs.replace(frame, table=self.info(), now=self.now())
        return msgspec.structs.replace(frame, now=self.now())

    def info(self) -> TableInfo:
        """The table."""
        turns, winners, points = self.position.standing()
        return TableInfo(
            id="fake",
            game="algoracing",
            rules_version=self.rules_version,
            settings={},
            clock=Clock(),
            grace=None,
            listed=False,
            created=0,
            stage=self.stage,
            paused_since=self.paused_since,
            seats=[NOBODY, NOBODY],
            version=len(self.entries),
            result=Result(turns=turns, winners=winners, points=points),
            previous=None,
            next=None,
        )

    def now(self) -> Now:
        """Who has to choose."""
        thinking = self.position.acting() if self.stage == "running" else []
        legal = self.position.legal(0) if 0 in thinking else []
        return Now(thinking=thinking, deadlines={0: 77}, legal=legal, step=self.step)

    def welcome(self, last: int | None = None) -> Welcome:
        """Where the table stands."""
        view = self.position.view(self.viewer)
        shot = Snapshot(field=plain(view.field), view=plain(view.state))
        return Welcome(
            v=len(self.entries),
            at=0,
            viewer=self.viewer,
            seats=[0],
            table=self.info(),
            now=self.now(),
            draft=None,
            committed=[],
            missed=[] if last is None else self.entries[last:],
            snapshot=shot if last is None else None,
        )

    # --- what can be done ----------------------------------------------------------------------

    def play(self, actions: list[int]) -> list[TableFrame]:
        """Choices of seat 0, and then seat 1 as long as it has to choose."""
        trial = self.position.clone()
        events = [event for action in actions for event in seen_by(0, trial.play(0, action))]
        self.position = trial
        return [self.live(self.tell("step", events)), *self.play_others()]

    def play_others(self) -> list[TableFrame]:
        """The choices of seat 1, up to the turn of seat 0."""
        frames = []
        while self.position.acting() == [1]:
            answer = self.position.play(1, self.position.legal(1)[0])
            frames.append(self.live(self.tell("step", seen_by(0, answer))))
        return frames

    def choose(self, commit: Commit) -> list[ServerFrame]:
        """Store a choice once, or refuse it; all that is to be said then."""
        if commit.id in self.stored:
            return [Acknowledged(id=commit.id, v=self.stored[commit.id])]
        if commit.on != self.step:
            return [Refused(id=commit.id, code="stale", words="the game went on")]
        try:
            frames = self.play(commit.actions or self.read(commit.text))
        except GameError as error:
            rules = list(error.rules)
            return [Refused(id=commit.id, code="illegal_choice", words="no", rules=rules)]
        self.stored[commit.id] = frames[0].v
        return [*frames, Acknowledged(id=commit.id, v=frames[0].v)]

    def read(self, text: str) -> list[int]:
        """The actions of a text."""
        trial = self.position.clone()
        actions = []
        for action in trial.game.words.read(trial, 0, text):
            trial.play(0, action)
            actions.append(action)
        return actions

    def answer(self, commit: Commit) -> list[ServerFrame]:
        """What is sent upon a choice, with the fault whose turn it is."""
        fault = self.faults.popleft() if self.faults else ""
        if fault == "lost":
            raise Cut
        if fault and fault not in SENDING:
            whose = None if fault == "seat_lost" else commit.id
            return [Refused(id=whose, code=fault, words="not now")]
        return SENDING[fault](commit, self.choose(commit))

    # --- talking -------------------------------------------------------------------------------

    def talk(self, connection: ServerConnection) -> None:
        """Serve one connection."""
        try:
            hello = decoder.decode(connection.recv())
            assert isinstance(hello, Hello)
            self.greetings.append(hello)
            self.connections.add(connection)
            send(connection, [self.welcome(hello.last)])
            for data in connection:
                commit = decoder.decode(data)
                assert isinstance(commit, Commit)
                self.commits.append(commit)
                send(connection, self.answer(commit))
        except Cut:
            connection.socket.shutdown(socket.SHUT_RDWR)
        except ConnectionClosed:
            pass
        finally:
            self.connections.discard(connection)

    def broadcast(self, frames: list[TableFrame]) -> None:
        """Tell what nobody on seat 0 has asked for."""
        for connection in self.connections:
            send(connection, frames)


def forget(commit: Commit, frames: list[ServerFrame]) -> list[ServerFrame]:
    """It is stored, and nobody hears of it."""
    raise Cut


SENDING: dict[str, Any] = {
    "": lambda commit, frames: frames,
    "forgotten": forget,
    "unsure": lambda commit, frames: [
        *frames[:-1],
        Refused(id=commit.id, code="unavailable", words="not known"),
    ],
    "repeated": lambda commit, frames: [frames[0], *frames[:2], *frames],
    "skipped": lambda commit, frames: frames[len(frames) > 2 :],
    "early": lambda commit, frames: [frames[-1], *frames[:-1]],
}


def send(connection: ServerConnection, frames: list[Any]) -> None:
    """Send frames as text."""
    for frame in frames:
        connection.send(msgspec.json.encode(frame).decode())
