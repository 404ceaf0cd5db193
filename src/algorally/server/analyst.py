"""Analyses of finished games: made piece by piece while somebody asks for them, and kept.

An analysis costs more than all else that a server is asked for. So it has a room of its own, in
which all addresses have a fair share and nobody waits who wants anything else. Each request drives
it on for a moment, for its own address; when nobody asks any more, nothing is done. What was found
out is derived from the game, so it is forgotten when other analyses need the room: first what was
looked at from the address that looks at the most.
"""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from algorally.bots.analysis import Analysis, cut, in_words, placed
from algorally.core.transcript import Transcript
from algorally.server.live.waiting import unstoppable
from algorally.server.messages.http import AnalysisInfo, CurvePoint, DecisionInfo
from algorally.server.workshop import CALLER, Workshop

EACH = 0.2  # seconds for a decision,
MOST = 60.0  # and for all of a game
PATIENCE = 0.7  # seconds until a request is told how far it is
KEPT = 64  # analyses

Found = Callable[[], Transcript]


def described(transcript: Transcript, analysis: Analysis) -> AnalysisInfo:
    """A whole analysis, also in words."""
    return AnalysisInfo(
        progress=1.0,
        curve=[CurvePoint(**point._asdict()) for point in analysis.curve],
        deciding=analysis.deciding(),
        decisions=[
            DecisionInfo(
                turn=verdict.decision.turn,
                seat=verdict.decision.seat,
                first=verdict.decision.first,
                actions=verdict.decision.actions,
                said=in_words(position, verdict.decision.seat, verdict.decision.actions),
                played=verdict.played,
                best=verdict.best,
                better=verdict.better,
                better_said=in_words(position, verdict.decision.seat, verdict.better),
            )
            for verdict, position in placed(transcript, analysis.verdicts)
        ],
    )


class Study:
    """One game that is looked at; to be used from the event loop only."""

    def __init__(self, find: Found) -> None:
        self.info = AnalysisInfo(progress=0.0)
        self._find = find
        self._transcript: Transcript | None = None
        self._analysis: Analysis | None = None
        self._pieces: dict[str, asyncio.Future[None]] = {}  # that wait or are under way, by address
        self._one_at_a_time = threading.Lock()

    @property
    def is_done(self) -> bool:
        """Whether all has been found out."""
        return self.info.progress == 1

    async def go_on(self, room: Workshop) -> None:
        """Do the next piece for the caller's address, or wait for the one that it waits for.

        Nobody waits for a piece of another address, which may have much to do before.
        """
        address = CALLER.get().address
        if address not in self._pieces:
            piece = self._pieces[address] = asyncio.ensure_future(room.do_anyway(self._work))
            piece.add_done_callback(lambda _: self._pieces.pop(address))
        await unstoppable(self._pieces[address])

    def _work(self) -> None:
        """One piece, in a thread."""
        with self._one_at_a_time:
            self._go_on()

    def _go_on(self) -> None:
        if self.is_done:
            pass  # while this piece waited
        elif self._transcript is None or self._analysis is None:
            self._begin()
        elif self._analysis.go_on():
            self.info = AnalysisInfo(progress=self._analysis.progress)
        else:
            self.info = described(self._transcript, self._analysis)

    def _begin(self) -> None:
        self._transcript = self._find()
        decisions = len(cut(self._transcript).judged)
        self._analysis = Analysis(self._transcript, min(EACH, MOST / max(1, decisions)))


class Analyst:
    """All analyses of this process."""

    def __init__(self, room: Workshop) -> None:
        self.room = room
        self._studies: WeakValueDictionary[str, Study] = WeakValueDictionary()
        # Those of each address; who asked last, and what was asked for last, comes last.
        self._shelves: dict[str, OrderedDict[str, Study]] = {}

    async def look(self, name: str, find: Found) -> AnalysisInfo:
        """Go on with the analysis of a game for a moment; how far it is, or all of it."""
        study = self._studies.get(name) or Study(find)
        self._studies[name] = study
        self._keep(name, study)
        end = time.monotonic() + PATIENCE
        while not study.is_done:
            await study.go_on(self.room)
            if time.monotonic() > end:
                break
        return study.info

    def _keep(self, name: str, study: Study) -> None:
        """Keep a study for the caller's address; the one that has the most makes room."""
        address = CALLER.get().address
        shelf = self._shelves.pop(address, OrderedDict())
        shelf.pop(name, None)
        shelf[name] = study
        self._shelves[address] = shelf
        if sum(map(len, self._shelves.values())) > KEPT:
            fullest = max(self._shelves, key=lambda one: len(self._shelves[one]))
            self._shelves[fullest].popitem(last=False)
            if not self._shelves[fullest]:
                del self._shelves[fullest]
