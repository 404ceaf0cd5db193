"""People with a browser: a context of their own, and pages that must not complain."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

from algorally.core.game import games
from tests.server.guests import GAME, Guest

PATIENCE = 60_000  # milliseconds
SCRIPTS = Path(__file__).parent / "scripts"
LIKES = {
    "speed": 50,
    "guided": games(),
    "name": "Ann",
    "level": "casual",
}  # quicker than the page offers
REMEMBER = (
    "if (location.host && !localStorage.getItem('algorally'))"
    " localStorage.setItem('algorally', {likes})"
)
DESK = {"width": 1366, "height": 768}


class Person:
    """Somebody with a browser of their own; `likes` are the settings that it remembers."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        likes: dict[str, Any] | None = None,
        forgiven: str = "",
        **context: Any,
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            **{"viewport": DESK, "locale": "en-GB", "base_url": url, **context}
        )
        self.context.set_default_timeout(PATIENCE)
        remembered = json.dumps(json.dumps(LIKES if likes is None else likes))
        self.context.add_init_script(REMEMBER.format(likes=remembered))
        self.forgiven = forgiven  # a pattern of complaints that the test brings about
        self._complaints: list[str] = []
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self._complaints.append(str(error.error)))
        self.page: Page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(f"{message.type}: {message.text}")

    def complaints(self) -> list[str]:
        """What the pages complained about, but for what is forgiven."""
        forgiven = re.compile(self.forgiven or r"(?!)")
        return [complaint for complaint in self._complaints if not forgiven.search(complaint)]

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # --- going somewhere -------------------------------------------------------------------------

    def go(self, path: str = "/") -> None:
        """Open a page of the client."""
        self.page.goto(path)

    def make(self, **wishes: Any) -> str:
        """Make a table, as the page would; its name."""
        wished = {"game": GAME, "name": "Ann", **wishes}
        answer = self.context.request.post("/api/tables", data=wished)
        assert answer.ok, answer.text()
        return str(answer.json()["table"]["id"])

    def play(self, **wishes: Any) -> str:
        """Make a table with bots, begin, and open it; its name."""
        table = self.make(**{"bots": "random", "start": True, **wishes})
        self.sit_at(table)
        return table

    def sit_at(self, table: str) -> None:
        """Open a table whose game has begun."""
        self.go(f"/table/{table}")
        self.the(".table").wait_for()

    def become(self, guest: Guest) -> None:
        """Have the cookie of a guest, who then can do things for this person."""
        self.context.add_cookies(
            [
                {"name": name, "value": value, "url": self.url}
                for name, value in guest.http.cookies.items()
            ]
        )

    def get(self, path: str) -> Any:
        """What the server answers to this person."""
        return self.ask("GET", path)

    def ask(self, method: str, path: str) -> Any:
        """What the server answers when this person asks for something to be done."""
        answer = self.context.request.fetch(f"/api/{path}", method=method)
        assert answer.ok, answer.text()
        return answer.json()

    def post(self, path: str) -> Any:
        """What the server answers to this person, who wants something done."""
        answer = self.context.request.post(f"/api/{path}")
        assert answer.ok, answer.text()
        return answer.json()

    # --- looking ---------------------------------------------------------------------------------

    def the(self, selector: str) -> Locator:
        """Something on the page."""
        return self.page.locator(selector)

    def button(self, name: str) -> Locator:
        """A button, by its words."""
        return self.page.get_by_role("button", name=name)

    def select(self, label: str) -> Locator:
        """A list to choose from, by its label."""
        label_of = self.page.locator("label", has_text=re.compile(rf"^\s*{label}"))
        return label_of.locator("select")

    def read(self, script: str) -> Any:
        """What one of the scripts in the folder beside this file finds on the page."""
        return self.page.evaluate((SCRIPTS / f"{script}.js").read_text(encoding="utf-8"))

    def text(self) -> str:
        """All that can be read on the page."""
        return self.page.locator("body").inner_text()
