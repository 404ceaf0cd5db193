"""The browser client: the files that were built, and one page for every address of it."""

import re
from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from algorally.server.guard import refuse_request
from algorally.server.keeper import Keeper
from algorally.server.routes.answers import TableId
from algorally.server.storage.refusals import Unavailable

FOREVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
FILE_NAME = re.compile(r"[\w.-]{1,200}", re.ASCII)
API = "/api"
PAGES = Path(__file__).parent.parent / "pages"
UNBUILT = (
    "<!doctype html><html lang=en><title>Algorally</title><p>The browser client is not built;"
    " <code>make play</code> builds it."
)


def page(status: int = 200) -> Response[str]:
    """The page from which the client runs; what it shows it reads from the address."""
    file = PAGES / "index.html"
    text = file.read_text(encoding="utf-8") if file.exists() else UNBUILT
    headers = {"cache-control": "no-cache"}
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=headers)


@get(["/", "/new/{game:str}", "/replay", "/rules/{game:str}", "/learn/{game:str}"])
async def plain_pages() -> Response[str]:
    """Home, a new table, a replay from a file, rules, how to play."""
    return page()


@get(["/settings", "/me"])
async def own_pages() -> Response[str]:
    """Settings, and being oneself on another device."""
    return page()


@get(["/table/{table:str}", "/replay/{table:str}", "/sheets/{table:str}"])
async def pages_of_a_table(table: TableId, keeper: NamedDependency[Keeper]) -> Response[str]:
    """The table itself, its replay, its mark sheets."""
    try:
        return page(200 if await keeper.hall.has(table) else 404)
    except Unavailable:
        return page()  # the client asks again


@get("/icon.svg")
async def icon() -> Response[bytes]:
    """The picture in the browser's tab."""
    file = PAGES / "icon.svg"
    if not file.exists():
        raise NotFoundException
    return Response(file.read_bytes(), media_type="image/svg+xml")


@get("/{address:path}")
async def lost(address: Annotated[str, Parameter()]) -> None:
    """Whatever is not found is counted and limited like everything else."""
    raise NotFoundException


def not_found(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """A page that does not exist: the client says so, to people; the API has words of its own."""
    path = request.url.path
    if path == API or path.startswith((f"{API}/", "/assets/")):
        return refuse_request(request, error)
    return page(404)


async def check_file(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The disk is not asked for what no file of the client is called."""
    name = connection.path_params["file_path"]
    if not FILE_NAME.fullmatch(str(name).removeprefix("/")):
        raise NotFoundException


def pages() -> Router:
    """All of it, none of it in the description of the interface."""
    handlers: list[ControllerRouterHandler] = [plain_pages, own_pages, pages_of_a_table, icon, lost]
    if (PAGES / "assets").is_dir():
        # The names of these files change with their contents.
        folder = PAGES / "assets"
        handlers.append(
            create_static_files_router(
                "/assets",
                [folder],
                name="assets",
                cache_control=FOREVER,
                guards=[check_file],
            )
        )
    return Router("/", route_handlers=handlers, include_in_schema=False)
