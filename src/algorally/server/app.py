"""The application: everything put together."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig

from algorally.core.errors import AlgorallyError
from algorally.core.game import games
from algorally.server.archivist import Archivist
from algorally.server.config import Config
from algorally.server.guard import (
    BAD_BODY,
    LARGEST_BODY,
    add_headers,
    check_origin,
    confess,
    rate_limit,
    refuse,
    refuse_body,
    refuse_request,
    report,
)
from algorally.server.keeper import Keeper
from algorally.server.listening import Notices, listen
from algorally.server.logs import log_requests
from algorally.server.people import People
from algorally.server.readiness import Readiness
from algorally.server.routes.boards import Boards, Replays
from algorally.server.routes.description import REFUSALS, PlainPage
from algorally.server.routes.games import Games
from algorally.server.routes.guests import Guests
from algorally.server.routes.house import health, metrics, table_socket
from algorally.server.routes.pages import not_found, pages
from algorally.server.routes.seats import Seats
from algorally.server.routes.tables import Tables
from algorally.server.storage.database import database_url, lock_folder
from algorally.server.storage.store import CHANNEL, Store
from algorally.server.visitors import visitor_of


def make_app(config: Config) -> Litestar:
    """The server as an ASGI application; it opens the database at once."""
    url = database_url(config.database, config.data)
    is_alone = url.get_backend_name() == "sqlite"
    lock = lock_folder(config.data) if is_alone else None
    store = Store(url, process=secrets.token_hex(8))
    if is_alone:
        store.forget_processes()
    readiness = Readiness(games())
    keeper = Keeper(store, config.bot_threads, readiness)
    archivist = Archivist(store, readiness)
    channels = None if is_alone else ChannelsPlugin(Notices(url), channels=[CHANNEL])

    @contextlib.asynccontextmanager
    async def living(_: Litestar) -> AsyncGenerator[None, None]:
        works = (readiness.run(), keeper.run(), archivist.run())
        tasks = [asyncio.create_task(work) for work in works]
        if channels:
            tasks.append(asyncio.create_task(listen(channels, keeper.hall, store.process)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            keeper.close()
            await archivist.finish()
            with contextlib.suppress(Exception):
                store.leave()
            store.close()
            if lock:
                lock.close()

    people = People(store.secret("signing"))
    limit = rate_limit(config.requests_a_minute).middleware if config.requests_a_minute else None
    return Litestar(
        route_handlers=[
            Tables,
            Seats,
            Boards,
            Replays,
            Games,
            Guests,
            health,
            metrics,
            table_socket,
            pages(),
        ],
        dependencies={
            "keeper": Provide(lambda: keeper, use_cache=True, sync_to_thread=False),
            "readiness": Provide(lambda: readiness, use_cache=True, sync_to_thread=False),
            "people": Provide(lambda: people, use_cache=True, sync_to_thread=False),
            "visitor": Provide(visitor_of, sync_to_thread=False),
        },
        lifespan=[living],
        plugins=[channels] if channels else [],
        middleware=[log_requests, *([limit] if limit else [])],
        guards=[check_origin],
        before_send=[add_headers],
        exception_handlers={
            AlgorallyError: refuse,
            HTTPException: refuse_request,
            NotFoundException: not_found,
            **dict.fromkeys(BAD_BODY, refuse_body),
            Exception: confess,
        },
        after_exception=[report],
        request_max_body_size=LARGEST_BODY,
        state=State({"origins": config.origins}),
        openapi_config=OpenAPIConfig(
            title="Algorally",
            version="1",
            description=REFUSALS,
            path="/api/docs",
            use_handler_docstrings=True,
            render_plugins=[PlainPage(path="/")],
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000),
        logging_config=None,
        debug=False,
    )
