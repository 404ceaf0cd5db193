"""The browser client: the files that were built, and one page for every address of it."""

from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

PAGES = Path(__file__).parent.parent / "pages"
UNBUILT = (
    "<!doctype html><html lang=en><title>Algorally</title><p>The browser client is not built;"
    " <code>make play</code> builds it, with Node 20 or newer."
)


def page() -> Response[str]:
    """The page from which the client runs; what it shows it reads from the address."""
    file = PAGES / "index.html"
    text = file.read_text(encoding="utf-8") if file.exists() else UNBUILT
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get(["/", "/new/{game:str}", "/table/{table:str}", "/replay", "/replay/{table:str}"])
async def main_pages() -> Response[str]:
    """Home, a table, a replay."""
    return page()


@get(["/rules/{game:str}", "/learn/{game:str}", "/settings"])
async def other_pages() -> Response[str]:
    """Rules, how to play, settings."""
    return page()


@get("/icon.svg")
async def icon() -> Response[bytes]:
    """The picture in the browser's tab."""
    file = PAGES / "icon.svg"
    if not file.exists():
        raise NotFoundException
    return Response(file.read_bytes(), media_type="image/svg+xml")


def pages() -> Router:
    """All of it, none of it in the description of the interface."""
    handlers: list[ControllerRouterHandler] = [main_pages, other_pages, icon]
    if (PAGES / "assets").is_dir():
        assets = create_static_files_router("/assets", [PAGES / "assets"], name="assets")
        handlers.append(assets)
    return Router("/", route_handlers=handlers, include_in_schema=False)
