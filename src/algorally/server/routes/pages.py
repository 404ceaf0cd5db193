"""The browser client: the files that were built, and one page for every address of it."""

from pathlib import Path
from typing import Annotated

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

FOREVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
API = "/api"
PAGES = Path(__file__).parent.parent / "pages"
UNBUILT = (
    "<!doctype html><html lang=en><title>Algorally</title><p>The browser client is not built;"
    " <code>make play</code> builds it, with Node 20 or newer."
)


def page(status: int = 200) -> Response[str]:
    """The page from which the client runs; what it shows it reads from the address."""
    file = PAGES / "index.html"
    text = file.read_text(encoding="utf-8") if file.exists() else UNBUILT
    headers = {"cache-control": "no-cache"}
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=headers)


@get(["/", "/new/{game:str}", "/table/{table:str}", "/replay", "/replay/{table:str}"])
async def main_pages() -> Response[str]:
    """Home, a table, a replay."""
    return page()


@get(["/rules/{game:str}", "/learn/{game:str}", "/sheets/{table:str}", "/settings", "/me"])
async def other_pages() -> Response[str]:
    """Rules, how to play, mark sheets, settings, and being oneself on another device."""
    return page()


@get("/icon.svg")
async def icon() -> Response[bytes]:
    """The picture in the browser's tab."""
    file = PAGES / "icon.svg"
    if not file.exists():
        raise NotFoundException
    return Response(file.read_bytes(), media_type="image/svg+xml")


@get("/{address:path}")
async def lost(address: Annotated[str, Parameter()]) -> Response[str]:
    """A page that does not exist: the client says so, to people; the API has words of its own."""
    if address == API or address.startswith(f"{API}/"):
        raise NotFoundException
    return page(404)


def pages() -> Router:
    """All of it, none of it in the description of the interface."""
    handlers: list[ControllerRouterHandler] = [main_pages, other_pages, icon, lost]
    if (PAGES / "assets").is_dir():
        # The names of these files change with their contents.
        folder = PAGES / "assets"
        handlers.append(
            create_static_files_router("/assets", [folder], name="assets", cache_control=FOREVER)
        )
    return Router("/", route_handlers=handlers, include_in_schema=False)
