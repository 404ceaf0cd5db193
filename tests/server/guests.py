"""Guests as the tests of the server have them: plain HTTP and plain frames, nothing done for them.

The client of `algorally.client` mends lost lines and never sends nonsense, so it is of no use
where the subject is what a server makes of nonsense.
"""

import itertools
import json
import random
import re
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from algorally.games.algoracing.names import RUN
from algorally.server.people import COOKIE
from tests.server.processes import OPERATOR

PATIENCE = 60.0  # seconds
GAME = "algoracing"
_numbers = itertools.count(1)


def new_id() -> str:
    """An id that no frame has had yet."""
    return f"frame-{next(_numbers)}"


class Line:
    """A WebSocket of a table; `now` and `v` are kept up to date by what is heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.v = 0
        self.heard: list[dict[str, Any]] = []

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def say(self, kind: str, **fields: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps({"kind": kind, **fields}))

    def hello(self, **fields: Any) -> dict[str, Any]:
        """Say hello; the answer."""
        self.say("hello", **fields)
        self.welcome = self.hear()
        return self.welcome

    def hear(self, *kinds: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next frame, or the next one of some kinds."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(patience))
            self.heard.append(frame)
            if isinstance(now := frame.get("now"), dict):
                self.now = now
            self.v = max(self.v, frame.get("v") or 0)
            if not kinds or frame["kind"] in kinds:
                return frame

    def answer(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a frame; its acknowledgement or refusal."""
        self.say(kind, **fields)
        return self.hear("ack", "refused")

    def choose(self, actions: Iterable[int], on: int | None = None) -> dict[str, Any]:
        """Choose; the answer."""
        step = self.now["step"] if on is None else on
        return self.answer("choose", id=new_id(), on=step, actions=list(actions))

    def settle(self) -> None:
        """Hear everything that was sent so far."""
        self.say("ping")
        self.hear("pong")

    def closed(self, patience: float = PATIENCE) -> int:
        """Hear everything until the server hangs up; the code with which it does."""
        try:
            while True:
                self.hear(patience=patience)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006

    @property
    def viewer(self) -> int:
        """The seat from which this line looks."""
        return int(self.welcome["viewer"])

    @property
    def is_thinking(self) -> bool:
        """Whether a choice is awaited from here."""
        return self.viewer in self.now["thinking"]


class Guest:
    """Somebody with a browser, who keeps the cookie that the server sets."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, headers=headers)
        self._lines = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up everywhere."""
        self._lines.close()
        self.http.close()

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask whatever; the answer, whatever it is."""
        content = {"json": body} if body or method in ("PUT",) else {}
        return self.http.request(method, f"/api/{path}", **content)  # type: ignore[arg-type]

    def get(self, path: str) -> Any:
        """What is there; it must be."""
        return self._content(self.ask("GET", path))

    def post(self, path: str, **body: Any) -> Any:
        """Do something that must succeed."""
        return self._content(self.ask("POST", path, **body))

    def put(self, path: str, **body: Any) -> Any:
        """Do something that must succeed."""
        return self._content(self.ask("PUT", path, **body))

    def delete(self, path: str) -> Any:
        """Do something that must succeed."""
        return self._content(self.ask("DELETE", path))

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """Do something that must be refused; the status and the problem."""
        answer = self.ask(method, path, **body)
        assert answer.is_error, answer.text
        problem = answer.json()
        assert set(problem) == {"code", "words", "rules"}, problem
        assert problem["code"]
        assert problem["words"]
        return answer.status_code, problem

    @property
    def token(self) -> str:
        """What the cookie holds; who has none gets one."""
        self.get("guest")
        return self.http.cookies[COOKIE]

    def make(self, **wishes: Any) -> str:
        """Make a table; its name."""
        return str(self.post("tables", **{"game": GAME, **wishes})["table"]["id"])

    def line(self, table: str, queue: int | None = None, **headers: str) -> Line:
        """A WebSocket of a table on which nothing has been said yet.

        With a queue of so many frames no more of them are read before they are asked for.
        """
        url = f"ws{self.url.removeprefix('http')}/api/tables/{table}/socket"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {"Cookie": cookies, **headers} if cookies else headers
        opened = connect(url, additional_headers=sent, max_queue=queue, close_timeout=1)
        return Line(self._lines.enter_context(opened))

    def join(self, table: str, **hello: Any) -> Line:
        """A WebSocket of a table on which hello has been said, and answered by a welcome."""
        line = self.line(table)
        welcome = line.hello(**hello)
        assert welcome["kind"] == "welcome", welcome
        return line

    def refusals(self, code: str) -> float:
        """How often the server counts to have refused something with a code."""
        return count(self, f'algorally_refusals_total{{code="{code}"}}')

    def _content(self, answer: httpx.Response) -> Any:
        assert answer.is_success, (answer.status_code, answer.text)
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.json() if is_json else answer.text


def count(guest: Guest, name: str) -> float:
    """A number that the server counts; 0 if it has not begun to."""
    text = guest.http.get("/metrics", headers={"Authorization": f"Bearer {OPERATOR}"}).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def finish(*lines: Line, seed: int = 1) -> None:
    """Play a game to its end from all lines that have a seat; bots have the others.

    Most turns are over at once, and the others are played at random: a client that sends too
    many frames is slowed down, which would take its time here.
    """
    dice = random.Random(seed)
    while any(line.now["thinking"] for line in lines):
        turn = next((line for line in lines if line.is_thinking), None)
        if turn is None:
            lines[0].hear()
        else:
            legal = turn.now["legal"]
            answer = turn.choose(
                [RUN if RUN in legal and dice.random() < 0.7 else dice.choice(legal)]
            )
            assert answer["kind"] == "ack", answer
        for line in lines:
            while line.v < max(other.v for other in lines):
                line.hear()
