"""Whether the server is well, what it counts, and the tables' sockets."""

import contextlib
from typing import Any

from litestar import Response, WebSocket, get, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from algorally.core.errors import AlgorallyError
from algorally.server.guard import check_operator
from algorally.server.keeper import LEASE, Keeper
from algorally.server.live.clock import clock
from algorally.server.messages.frames import Refused
from algorally.server.messages.http import Health
from algorally.server.metrics import REFUSALS
from algorally.server.people import People
from algorally.server.places import Places
from algorally.server.problems import may_refuse, problem_of
from algorally.server.socket import GONE, REFUSED, Conversation, encode
from algorally.server.visitors import Visitor


@get(
    "/health",
    operation_id="health",
    tags=["house"],
    summary="Whether the server is well",
    responses=may_refuse(),
)
async def health(keeper: NamedDependency[Keeper]) -> Health:
    """An answer means that the server is up and can save; `not_saving` that it cannot just now."""
    await keeper.store.check_saving(LEASE)
    hall = keeper.hall
    preparing = hall.readiness.missing()
    return Health(status="ok", tables=len(hall.tables), now=clock(), preparing=preparing)


@get("/metrics", include_in_schema=False, guards=[check_operator])
async def metrics() -> Response[bytes]:
    """The counters, for the operator's Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table: FromPath[str],
    keeper: NamedDependency[Keeper],
    people: NamedDependency[People],
    places: NamedDependency[Places],
) -> None:
    """The table, live."""
    await socket.accept()
    try:
        with contextlib.ExitStack() as held:
            admit = places.arrive(socket.scope, held)
            visitor = Visitor(socket, people)
            live = await keeper.hall.table(table)
            await Conversation(socket, live, keeper, admit).run(people, visitor.guest or None)
    except AlgorallyError as error:
        problem = problem_of(error)
        REFUSALS.labels(problem.code).inc()
        frame = Refused(id=None, code=problem.code, words=problem.words, rules=problem.rules)
        with contextlib.suppress(*GONE):
            await socket.send_data(encode(frame), "text")
            await socket.close(REFUSED, problem.code)
    except WebSocketDisconnect:
        pass  # before the client had said anything
