"""Finished games as they look afterwards: who was ahead, and what would have been better."""

from hashlib import sha256

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from algorally.core.transcript import Transcript, read_transcript
from algorally.server.analyst import Analyst
from algorally.server.histories import variation
from algorally.server.keeper import Keeper
from algorally.server.messages.http import (
    AnalysisInfo,
    ReplayText,
    ReplayVariationWish,
    Variation,
    VariationWish,
)
from algorally.server.problems import may_refuse
from algorally.server.readiness import Readiness
from algorally.server.routes.answers import TableId
from algorally.server.routes.boards import finished
from algorally.server.workshop import Workshop


async def finished_game(keeper: Keeper, table: str) -> Transcript:
    """The game of a table, by the rules of now; after the game."""
    return finished((await keeper.hall.table(table)).match)


class TableAnalyses(Controller):
    """Looking at finished games of tables."""

    path = "/api/tables/{table:str}"
    tags = ("replays",)

    @get(
        "/analysis",
        operation_id="analysis",
        summary="Who was ahead, and what would have been better",
        responses=may_refuse(404, 409),
    )
    async def analysis(
        self,
        table: TableId,
        keeper: NamedDependency[Keeper],
        analyst: NamedDependency[Analyst],
    ) -> AnalysisInfo:
        """After the game. It takes its time: ask again until the progress is 1."""
        transcript = await finished_game(keeper, table)
        return await analyst.look(table, lambda: transcript)

    @post(
        "/variation",
        status_code=200,
        operation_id="variation",
        summary="A turn with another program",
        responses=may_refuse(404, 409, 413),
    )
    async def variation(
        self,
        table: TableId,
        data: JSONBody[VariationWish],
        keeper: NamedDependency[Keeper],
        back_room: NamedDependency[Workshop],
    ) -> Variation:
        """How the rest of a turn would have gone if others had done as they did; after the game."""
        transcript = await finished_game(keeper, table)
        return await back_room.do(variation, transcript, data.first, data.actions)


class ReplayAnalyses(Controller):
    """Looking at the games of replay files."""

    path = "/api/replays"
    tags = ("replays",)

    @post(
        "/analysis",
        status_code=200,
        operation_id="replayAnalysis",
        summary="The analysis of a replay file",
        responses=may_refuse(403, 413),
    )
    async def analysis(
        self,
        data: JSONBody[ReplayText],
        readiness: NamedDependency[Readiness],
        analyst: NamedDependency[Analyst],
    ) -> AnalysisInfo:
        """It takes its time: ask again until the progress is 1."""
        readiness.check_all()
        name = f"sha256:{sha256(data.text.encode()).hexdigest()}"
        return await analyst.look(name, lambda: read_transcript(data.text))

    @post(
        "/variation",
        status_code=200,
        operation_id="replayVariation",
        summary="A turn of a replay file with another program",
        responses=may_refuse(403, 404, 413),
    )
    async def variation(
        self,
        data: JSONBody[ReplayVariationWish],
        readiness: NamedDependency[Readiness],
        back_room: NamedDependency[Workshop],
    ) -> Variation:
        """How the rest of a turn would have gone if others had done as they did."""
        readiness.check_all()
        return await back_room.do(
            lambda: variation(read_transcript(data.text), data.first, data.actions)
        )
