"""Analyses of finished games: made piece by piece while somebody asks for them, and kept.

An analysis costs more than all else that a server is asked for. So it has a room of its own, in
which all addresses have a fair share and nobody waits who wants anything else. Each request drives
it on for a moment, for its own address; when nobody asks any more, nothing is done. What was found
out is derived from the game, so it is forgotten when other analyses need the room.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from algorally.bots.analysis import Analysis, cut, in_words, placed
from algorally.core.transcript import Transcript
from algorally.server.messages.http import AnalysisInfo, CurvePoint, DecisionInfo
from algorally.server.workshop import Workshop

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
        self._piece: asyncio.Future[None] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all has been found out."""
        return self.info.progress == 1

    async def go_on(self, room: Workshop) -> None:
        """Do the next piece, or wait for the one that is under way, whoever asked for it."""
        if self._piece is None or self._piece.done():
            self._piece = asyncio.ensure_future(room.do_anyway(self._work))
        await asyncio.shield(self._piece)

    def _work(self) -> None:
        """One piece, in a thread."""
        if self._transcript is None or self._analysis is None:
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
        self._studies: OrderedDict[str, Study] = OrderedDict()  # what was asked for last comes last

    async def look(self, name: str, find: Found) -> AnalysisInfo:
        """Go on with the analysis of a game for a moment; how far it is, or all of it."""
        study = self._studies.pop(name, None) or Study(find)
        self._studies[name] = study
        if len(self._studies) > KEPT:
            self._studies.popitem(last=False)
        end = time.monotonic() + PATIENCE
        while not study.is_done:
            await study.go_on(self.room)
            if time.monotonic() > end:
                break
        return study.info
