"""What can be asked of a server over HTTP."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

import httpx
import msgspec

from algorally.client.errors import (
    NoServer,
    ServerRefused,
    no_answer,
    other_version,
    refusal,
)
from algorally.core.errors import SettingError
from algorally.server.messages.http import (
    BotWish,
    Claim,
    GameInfo,
    Ghost,
    NewTable,
    Problem,
    Program,
    Seated,
    SeatLink,
    Sitting,
    TableList,
)
from algorally.server.messages.tables import TableInfo
from algorally.server.people import COOKIE

TIMEOUT = 30.0  # seconds
Body = TypeVar("Body")


class Server:
    """A server, and who you are there: `Server("http://127.0.0.1:8080")`.

    A guest is known by a token. Without one the server makes a new guest on the first request;
    keep `token` to be the same guest another time.
    """

    def __init__(self, url: str, token: str = "") -> None:
        if not url.startswith(("http://", "https://")):
            raise NoServer(f"the address of a server begins with http:// or https://, not {url!r}")
        self.url = url.rstrip("/")
        self._token = token
        try:
            self._client = httpx.Client(base_url=self.url, timeout=TIMEOUT)
        except httpx.InvalidURL as error:
            raise NoServer(no_answer(url, error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    @property
    def token(self) -> str:
        """The guest's secret."""
        if not self._token:
            self._token = self._send("GET", "guest").cookies.get(COOKIE) or ""
            if not self._token:
                raise NoServer(other_version(self.url, LookupError("it makes nobody a guest")))
        return self._token

    # --- looking -------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        """The games that can be played there."""
        return self._ask(list[GameInfo], "GET", "games")

    def tables(self) -> list[TableInfo]:
        """The tables that anybody may join."""
        return self._ask(TableList, "GET", "tables").tables

    def table(self, table: str) -> Seated:
        """A table, and which of its seats are yours."""
        return self._ask(Seated, "GET", f"tables/{table}")

    def replay(self, table: str) -> str:
        """A finished game as text."""
        return self._request("GET", f"tables/{table}/replay").text

    # --- sitting -------------------------------------------------------------------------------

    def make_table(self, game: str, **wishes: Any) -> Seated:
        """A new table with you as its host; wishes are the fields of `NewTable`."""
        if unknown := set(wishes) - set(NewTable.__struct_fields__):
            raise SettingError(
                f"make_table knows no {', '.join(sorted(unknown))}; settings of the game are"
                ' given as settings={"name": "value"}, other wishes are'
                f" {', '.join(NewTable.__struct_fields__[1:])}"
            )
        return self._ask(Seated, "POST", "tables", NewTable(game=game, **wishes))

    def sit(
        self,
        table: str,
        name: str,
        seat: int | None = None,
        *,
        colour: str = "",
        another: bool = False,
    ) -> Seated:
        """Take a seat, any free one unless it is named."""
        wish = Sitting(name=name, seat=seat, colour=colour, another=another)
        return self._ask(Seated, "POST", f"tables/{table}/seats", wish)

    def leave(self, table: str, seat: int) -> Seated:
        """Free a seat."""
        return self._ask(Seated, "DELETE", f"tables/{table}/seats/{seat}")

    def fill(self, table: str, seat: int, level: str = "casual", colour: str = "") -> Seated:
        """Give a seat to a bot of the server."""
        wish = BotWish(level=level, colour=colour)
        return self._ask(Seated, "PUT", f"tables/{table}/seats/{seat}/bot", wish)

    def link(self, table: str, seat: int) -> SeatLink:
        """The secret of a seat, for somebody or something else to play there."""
        return self._ask(SeatLink, "POST", f"tables/{table}/seats/{seat}/link")

    def claim(self, table: str, token: str, name: str | None = None) -> Seated:
        """Take the seat that a secret token stands for; `link.token` is then good for playing."""
        return self._ask(Seated, "POST", f"tables/{table}/claim", Claim(token=token, name=name))

    # --- the game ------------------------------------------------------------------------------

    def start(self, table: str) -> Seated:
        """Begin the game."""
        return self._ask(Seated, "POST", f"tables/{table}/start")

    def pause(self, table: str) -> Seated:
        """Stop the clocks."""
        return self._ask(Seated, "POST", f"tables/{table}/pause")

    def resume(self, table: str) -> Seated:
        """Let the clocks run again."""
        return self._ask(Seated, "POST", f"tables/{table}/resume")

    def rematch(self, table: str) -> Seated:
        """The same people at a new table."""
        return self._ask(Seated, "POST", f"tables/{table}/rematch")

    def give_up(self, table: str) -> Seated:
        """Close a table whose game has not begun."""
        return self._ask(Seated, "POST", f"tables/{table}/close")

    def preview(
        self, table: str, seat: int | None = None, *, actions: Sequence[int] = (), text: str = ""
    ) -> Ghost:
        """What a program would do if nobody else moved."""
        program = Program(seat=seat, actions=[int(action) for action in actions], text=text)
        return self._ask(Ghost, "POST", f"tables/{table}/preview", program)

    # --- asking --------------------------------------------------------------------------------

    def _ask(self, kind: type[Body], method: str, path: str, body: Any = None) -> Body:
        return self._decode(self._request(method, path, body), kind)

    def _request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask as the guest that we are."""
        return self._send(method, path, body, {"Authorization": f"Bearer {self.token}"})

    def _send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        content = None if body is None else msgspec.json.encode(body)
        sent = {"Content-Type": "application/json"} if content else {}
        try:
            answer = self._client.request(
                method, f"/api/{path}", content=content, headers={**sent, **(headers or {})}
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise NoServer(no_answer(self.url, error)) from error
        if answer.is_error:
            raise problem(answer)
        return answer

    def _decode(self, answer: httpx.Response, kind: type[Body]) -> Body:
        try:
            return msgspec.json.decode(answer.content, type=kind)
        except msgspec.DecodeError as error:
            raise NoServer(other_version(self.url, error)) from error


def problem(answer: httpx.Response) -> ServerRefused:
    """Why the server refused; something between it and us may answer in its own words."""
    try:
        return refusal(msgspec.json.decode(answer.content, type=Problem))
    except msgspec.DecodeError:
        words = f"{answer.request.url} answers {answer.status_code} {answer.reason_phrase}"
        return ServerRefused(f"http_{answer.status_code}", words)
