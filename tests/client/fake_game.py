"""A game of two as a server tells it to seat 0."""

from typing import Any

import msgspec
import numpy as np

from algorally.core.errors import GameError
from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.core.records import Rows
from algorally.match.entries import Clock
from algorally.server.messages.frames import (
    Acknowledged,
    Changed,
    Commit,
    Refused,
    ServerFrame,
    Snapshot,
    Step,
    TableFrame,
    Welcome,
)
from algorally.server.messages.tables import Now, Result, SeatInfo, TableInfo

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


class FakeGame:
    """A game of two: a client on seat 0, on seat 1 somebody who takes the first legal action."""

    def __init__(self, seed: int = 3, **settings: Any) -> None:
        self.position = find_game("algoracing").start(2, seed, **settings)
        self.seen = self.position.view(0)
        self.entries: list[TableFrame] = []
        self.stored: dict[str, int] = {}
        self.stage: Any = "running"
        self.paused_since: int | None = None
        self.step = 0
        self.viewer = 0
        self.rules_version = self.position.game.rules_version
        self.tell()
        self.play_others()

    # --- what there is to say ------------------------------------------------------------------

    def tell(self, events: Rows | None = None) -> TableFrame:
        """Note what happened."""
        v = len(self.entries) + 1
        frame: TableFrame = Changed(v=v, at=v, what="begin")
        if events is not None:
            frame = Step(
                v=v,
                at=v,
                seat=0,
                cause="choice",
                events=seen_by(0, events),
                patch=self.seen.follow(events),
                turn=self.position.standing().turns,
            )
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
            paused_by=-1,
            seats=[NOBODY, NOBODY],
            version=len(self.entries),
            result=Result(turns=turns, winners=winners, points=points),
            previous=None,
            next=None,
            set_up="players",
            watched=True,
            emotes=True,
            takes_back=True,
        )

    def now(self) -> Now:
        """Who has to choose."""
        thinking = self.position.acting() if self.stage == "running" else []
        legal = self.position.legal(0) if 0 in thinking else []
        return Now(thinking=thinking, deadlines={0: 77}, legal=legal, step=self.step)

    def welcome(self, last: int | None = None) -> Welcome:
        """Where the table stands."""
        view = self.position.view(self.viewer)
        shot = Snapshot(field=view.fields.tobytes(), view=view.states.tobytes())
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
        events = np.concatenate([trial.play(0, action) for action in actions])
        self.position = trial
        return [self.live(self.tell(events)), *self.play_others()]

    def play_others(self) -> list[TableFrame]:
        """The choices of seat 1, up to the turn of seat 0."""
        frames = []
        while self.position.acting() == [1]:
            answer = self.position.play(1, self.position.legal(1)[0])
            frames.append(self.live(self.tell(answer)))
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
