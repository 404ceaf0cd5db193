"""Photographs every page of the browser client, as people see it, into this folder.

Needs Chromium; starts a server of its own. Run it with `make pictures`.
"""

import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent
PORT = 8997
ADDRESS = f"http://127.0.0.1:{PORT}"
CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
DESKTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
LIKES = '{"speed":8,"name":"Ada","guided":["algoracing","roborally","speedalgo"]}'
DECISIONS = 60  # more than a short game has


@contextmanager
def server() -> Iterator[None]:
    """A server on embedded defaults."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "algorally", "serve", "--port", str(PORT)]
        words += ["--data", folder, "--requests", "0", "--no-limits", "--log", "error"]
        with subprocess.Popen(words) as process:
            try:
                wait_until_ready()
                yield
            finally:
                process.terminate()


def wait_until_ready() -> None:
    """Wait until all games can be played; a first start compiles the rules."""
    for _ in range(600):
        with contextlib.suppress(OSError):
            games = json.load(urllib.request.urlopen(f"{ADDRESS}/api/games"))
            if all(game["prepared"] == 1 for game in games):
                return
        time.sleep(0.2)
    raise SystemExit("the games are not ready")


def new_page(browser: Browser, viewport: dict[str, int], colours: str, language: str) -> Page:
    """A page of somebody who has played before."""
    context = browser.new_context(
        viewport=viewport,  # type: ignore[arg-type]
        is_mobile=viewport == PHONE,
        has_touch=viewport == PHONE,
        color_scheme=colours,  # type: ignore[arg-type]
        locale=language,
    )
    context.add_init_script(f"localStorage.algorally ??= '{LIKES}'")
    return context.new_page()


def photograph(page: Page, name: str) -> None:
    """Keep what is to be seen."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)


def make_table(page: Page, **wish: Any) -> str:
    """A table against bots, and its page."""
    body = {"game": "algoracing", "name": "Ada", "bots": "greedy", "start": True, **wish}
    made = page.request.post(f"{ADDRESS}/api/tables", data=body).json()
    page.goto(f"{ADDRESS}/table/{made['table']['id']}")
    page.wait_for_selector("[data-stage], .lobby")
    return str(made["table"]["id"])


def until_asked(page: Page) -> None:
    """Wait until there is something to choose, or the game is over."""
    asked = ".outcome, .target, .ask, .held:not(:disabled)"
    page.wait_for_selector(asked, state="attached", timeout=60_000)


def play(page: Page, decisions: int) -> None:
    """Play a while as the bot advises nobody: corners, answers, cards, run."""
    for _ in range(decisions):
        until_asked(page)
        if page.locator(".outcome").count():
            return
        if page.locator(".ask").count():
            page.locator(".ask button").last.click()
        elif page.locator(".target").count():
            page.locator(".target").first.click()
        else:
            for key in ("1", "1", "2", "2", "Enter"):
                page.keyboard.press(key)
                page.wait_for_timeout(250)
        page.wait_for_timeout(700)


def pick_cards(page: Page, keys: str = "112") -> None:
    """Be in the middle of writing a program."""
    until_asked(page)
    while not page.locator(".held:not(:disabled)").count():
        if page.locator(".outcome").count():
            raise SystemExit("the game was over before a program was written")
        play(page, 1)
        until_asked(page)
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(400)


RACE = {"game": "speedalgo", "settings": {"traffic_placement": "random"}}


def photograph_race(browser: Browser) -> None:
    """SpeedAlgo: the track, the holder, the mark sheets."""
    page = new_page(browser, DESKTOP, "light", "en")
    page.goto(f"{ADDRESS}/learn/speedalgo")
    page.wait_for_timeout(1500)
    photograph(page, "page-how-to-race")
    make_table(page, seats=4, seed=5, **RACE)
    play(page, 2)
    pick_cards(page, "8126")
    photograph(page, "page-race")
    table = make_table(page, seats=3, seed=4, game="speedalgo", settings={"track": "sprint"})
    play(page, DECISIONS)
    page.goto(f"{ADDRESS}/sheets/{table}")
    page.wait_for_timeout(1500)
    photograph(page, "page-mark-sheets")
    page = new_page(browser, PHONE, "dark", "fr")
    make_table(page, seats=3, seed=9, **RACE)
    play(page, 2)
    pick_cards(page, "812")
    photograph(page, "page-race-phone")


FACTORY = {"game": "roborally", "settings": {"option_cards": "no", "timer": "0"}}


def photograph_factory(browser: Browser) -> None:
    """RoboRally: courses, the floor and a program sheet, on a desk and on a phone."""
    page = new_page(browser, DESKTOP, "light", "en")
    for name, path in (
        ("page-courses", "/new/roborally"),
        ("page-how-to-rally", "/learn/roborally"),
    ):
        page.goto(ADDRESS + path)
        page.wait_for_timeout(4000)
        photograph(page, name)
    make_table(page, seats=4, seed=6, **FACTORY)
    pick_cards(page, "12345")
    page.keyboard.press("Enter")
    pick_cards(page, "1234")
    photograph(page, "page-factory")
    page = new_page(browser, PHONE, "dark", "nb")
    make_table(page, seats=4, seed=6, **FACTORY)
    pick_cards(page, "1234")
    photograph(page, "page-factory-phone")


def photograph_all(browser: Browser) -> None:
    """Every page, and boards in the middle of a game."""
    page = new_page(browser, DESKTOP, "light", "en")
    for name, path in (
        ("page-home", "/"),
        ("page-new-table", "/new/algoracing"),
        ("page-how-to-play", "/learn/algoracing"),
        ("page-rules", "/rules/algoracing#AR-42"),
        ("page-settings", "/settings"),
    ):
        page.goto(ADDRESS + path)
        page.wait_for_timeout(1500)
        photograph(page, name)
    make_table(page, bots="", start=False, seats=3)
    photograph(page, "page-lobby")
    make_table(page, seats=3, seed=5, settings={"level": "complete"})
    play(page, 8)
    pick_cards(page)
    photograph(page, "page-table-complete")
    table = make_table(page, seats=2, seed=3, settings={"turn_cap": 4})
    play(page, DECISIONS)
    photograph(page, "page-result")
    page.goto(f"{ADDRESS}/replay/{table}")
    page.wait_for_timeout(800)
    page.locator("input[type=range]").fill("12")
    photograph(page, "page-replay")
    photograph_race(browser)
    photograph_factory(browser)
    for name, viewport, colours, language in (
        ("page-table-dark", DESKTOP, "dark", "de"),
        ("page-table-phone", PHONE, "light", "fr"),
    ):
        page = new_page(browser, viewport, colours, language)
        make_table(page, seats=3, seed=9)
        play(page, 8)
        pick_cards(page)
        photograph(page, name)


def main() -> None:
    """Photograph everything."""
    with server(), sync_playwright() as playwright:
        found = next((path for path in CHROMIUMS if Path(path).exists()), None)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        photograph_all(browser)
        browser.close()


if __name__ == "__main__":
    main()
