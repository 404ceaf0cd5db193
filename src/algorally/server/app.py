"""The application: everything put together."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap

from algorally.core.errors import AlgorallyError
from algorally.core.game import games
from algorally.server.analyst import Analyst
from algorally.server.archivist import Archivist
from algorally.server.caretaker import Caretaker
from algorally.server.compression import compressing
from algorally.server.config import Config
from algorally.server.door import Door
from algorally.server.guard import (
    BAD_BODY,
    LARGEST_BODY,
    add_headers,
    check_origin,
    confess,
    refuse,
    refuse_body,
    refuse_request,
    report,
)
from algorally.server.keeper import Keeper
from algorally.server.limits import Bouncer, origin_of
from algorally.server.listening import Notices, listen
from algorally.server.logs import log_requests
from algorally.server.moving import Moves
from algorally.server.noticeboard import Noticeboard
from algorally.server.operator_token import operator_token
from algorally.server.people import People
from algorally.server.places import Places
from algorally.server.rates import Rates
from algorally.server.readiness import Readiness
from algorally.server.routes.analyses import ReplayAnalyses, TableAnalyses
from algorally.server.routes.boards import Boards, Replays
from algorally.server.routes.description import REFUSALS, PlainPage
from algorally.server.routes.games import Games
from algorally.server.routes.guests import Guests
from algorally.server.routes.hints import Hints
from algorally.server.routes.house import health, metrics, table_socket
from algorally.server.routes.pages import not_found, pages
from algorally.server.routes.seats import Seats
from algorally.server.routes.tables import Tables
from algorally.server.storage.database import database_url
from algorally.server.storage.folder import take_folder
from algorally.server.storage.keys import signing_keys
from algorally.server.storage.retention import Retention
from algorally.server.storage.store import Store
from algorally.server.storage.writing import CHANNEL
from algorally.server.visitors import visitor_of
from algorally.server.workshop import Workshop, note_caller


@dataclass(frozen=True, slots=True)
class House:
    """What the server is made of, from the database to what moves by itself."""

    store: Store
    readiness: Readiness
    keeper: Keeper
    archivist: Archivist
    caretaker: Caretaker
    noticeboard: Noticeboard
    bouncer: Bouncer
    workshop: Workshop  # for what people at tables wait for,
    back_room: Workshop  # and for all that takes longer
    analyst: Analyst
    channels: ChannelsPlugin | None  # where several processes share a database
    lock: IO[str] | None  # where one has it alone

    @contextlib.asynccontextmanager
    async def live(self, app: Litestar) -> AsyncGenerator[None, None]:
        """From the first request to the last."""
        await asyncio.to_thread(getattr, app, "openapi_schema")  # else whoever asks first waits
        works = [
            self.readiness.run(),
            self.keeper.run(),
            self.archivist.run(),
            self.caretaker.run(),
        ]
        if self.channels:
            works.append(listen(self.channels, self.keeper.hall, self.store.process))
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.keeper.close()
            self.workshop.close()
            self.back_room.close()
            self.analyst.room.close()
            await self.archivist.finish()
            with contextlib.suppress(Exception):
                self.store.leave()
            self.store.close()
            if self.lock:
                self.lock.close()


def open_house(config: Config) -> House:
    """Open the database, and put together what works with it."""
    url = database_url(config.database, config.data)
    is_alone = url.get_backend_name() == "sqlite"
    lock = take_folder(config.data, Path(str(url.database))) if is_alone else None
    store = Store(url, process=secrets.token_hex(8))
    if is_alone:
        store.forget_processes()
    readiness, workshop = Readiness(games()), Workshop()
    keeper = Keeper(store, config.bot_threads, readiness, workshop.do_anyway)
    retention = Retention(config.keep_open, config.keep_running, config.keep_finished)
    return House(
        store,
        readiness,
        keeper,
        Archivist(store, readiness),
        Caretaker(store, keeper.hall, retention),
        Noticeboard(keeper.hall),
        Bouncer(store, config.limits),
        workshop,
        Workshop(),
        Analyst(Workshop()),
        None if is_alone else ChannelsPlugin(Notices(url), channels=[CHANNEL]),
        lock,
    )


ROUTES: list[ControllerRouterHandler] = [
    Tables,
    Seats,
    Boards,
    Hints,
    Replays,
    TableAnalyses,
    ReplayAnalyses,
    Games,
    Guests,
    health,
    metrics,
    table_socket,
]
REFUSED_BY: ExceptionHandlersMap = {
    AlgorallyError: refuse,
    HTTPException: refuse_request,
    NotFoundException: not_found,
    **dict.fromkeys(BAD_BODY, refuse_body),
    Exception: confess,
}
DESCRIPTION = OpenAPIConfig(
    title="Algorally",
    version="1",
    description=REFUSALS,
    path="/api/docs",
    use_handler_docstrings=True,
    render_plugins=[PlainPage(path="/")],
)


def make_app(config: Config) -> Litestar:
    """The server as an ASGI application; it opens the database at once."""
    house = open_house(config)
    keys = signing_keys(house.store.engine)
    people, moves = People(*keys), Moves(*keys)
    places = Places(config.sockets, config.guest_sockets)
    rates = Rates(config.requests_a_minute)
    app = Litestar(
        route_handlers=[*ROUTES, pages()],
        dependencies={
            "keeper": Provide(lambda: house.keeper, use_cache=True, sync_to_thread=False),
            "readiness": Provide(lambda: house.readiness, use_cache=True, sync_to_thread=False),
            "workshop": Provide(lambda: house.workshop, use_cache=True, sync_to_thread=False),
            "back_room": Provide(lambda: house.back_room, use_cache=True, sync_to_thread=False),
            "analyst": Provide(lambda: house.analyst, use_cache=True, sync_to_thread=False),
            "people": Provide(lambda: people, use_cache=True, sync_to_thread=False),
            "moves": Provide(lambda: moves, use_cache=True, sync_to_thread=False),
            "places": Provide(lambda: places, use_cache=True, sync_to_thread=False),
            "visitor": Provide(visitor_of, sync_to_thread=False),
            "noticeboard": Provide(lambda: house.noticeboard, use_cache=True, sync_to_thread=False),
            "bouncer": Provide(lambda: house.bouncer, use_cache=True, sync_to_thread=False),
            "origin": Provide(origin_of, sync_to_thread=False),
        },
        lifespan=[house.live],
        plugins=[house.channels] if house.channels else [],
        middleware=[log_requests, note_caller, compressing(house.workshop)],
        guards=[check_origin],
        before_send=[add_headers],
        exception_handlers=REFUSED_BY,
        after_exception=[report],
        request_max_body_size=LARGEST_BODY,
        state=State(
            {
                "origins": config.origins,
                "operator_token": operator_token(config.data),
                "rates": rates,
            }
        ),
        openapi_config=DESCRIPTION,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Door(app.asgi_handler, config, rates)  # before it is looked for a route
    return app
