"""Whole games over real sockets: every byte that anybody is sent, held against the truth.

After the game its replay tells all that was hidden. What each seat was sent before must be what
`seen_by` and `view` make of that truth, and nothing else: no secret, no seed, no salt, no guest,
no token.
"""

import json
import random
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from algorally.core import patches
from algorally.core.events import SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.records import plain
from algorally.core.transcript import Transcript, make, read_transcript
from algorally.server.routes.boards import LATELY
from tests.match import toy
from tests.match.tables import make_toy_findable
from tests.server.guests import Guest, Line, new_id
from tests.server.inside import Inside

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn
SPECTATOR = -1
STRANGER = "stranger"
FRAMES = {"step", "committed", "withdrawn", "table", "bare", "ack", "pong", "refused"}
OWN = {"welcome", "draft", "opened"}  # with what one has sent, or done, oneself


class Recording:
    """A socket that keeps every text that it receives."""

    def __init__(self, socket: Any, received: list[str]) -> None:
        self.socket, self.received = socket, received

    def recv(self, timeout: float) -> str:
        text = str(self.socket.recv(timeout))
        self.received.append(text)
        return text

    def send(self, text: str) -> None:
        self.socket.send(text)

    def close(self) -> None:
        self.socket.close()


class Player(Guest):
    """A guest who keeps every byte that the server sends, and makes sense of it afterwards."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.on_sockets: list[str] = []
        self.in_answers: list[str] = []
        self.in_headers: list[str] = []
        self.http.event_hooks["response"] = [self._keep]
        self.lines: list[Line] = []
        self.sent: list[list[int]] = []

    def _keep(self, response: httpx.Response) -> None:
        response.read()
        self.in_answers.append(response.text)
        self.in_headers.append(str(response.headers.multi_items()))

    def line(self, table: str, queue: int | None = None, **headers: str) -> Line:
        line = super().line(table, queue, **headers)
        line.socket = Recording(line.socket, self.on_sockets)  # type: ignore[assignment]
        self.lines.append(line)
        return line

    @property
    def frames(self) -> Iterator[dict[str, Any]]:
        """All frames, and those that were handed in later as missed."""
        for line in self.lines:
            for frame in line.heard:
                yield frame
                yield from frame.get("missed", [])

    @property
    def guest(self) -> str:
        return self.token.rpartition(".")[0]

    def steps(self) -> dict[int, list[list[int]]]:
        """The events of each step by its number; told twice, they are told the same."""
        found: dict[int, list[list[int]]] = {}
        for frame in self.frames:
            if frame["kind"] == "step":
                assert found.setdefault(frame["v"], frame["events"]) == frame["events"]
        return dict(sorted(found.items()))


class Room:
    """A table with people, one who looks on and one who only asks; and a bot, if wished."""

    def __init__(self, url: str, held: ExitStack, seats: int, **wishes: Any) -> None:
        self.players = [held.enter_context(Player(url)) for _ in range(seats)]
        self.spectator = held.enter_context(Player(url))
        self.stranger = held.enter_context(Player(url))
        host = self.players[0]
        bots = wishes.pop("bots", 0)
        self.id = host.make(seats=seats + bots, name="Player 0", **wishes)
        self.early = [host.join(self.id)]
        for number, player in enumerate(self.players[1:], 1):
            player.post(f"tables/{self.id}/seats", name=f"Player {number}")
            self.early.append(player.join(self.id))
        for seat in range(seats, seats + bots):
            host.put(f"tables/{self.id}/seats/{seat}/bot", level="random")
        for player in (self.spectator, self.stranger):
            player.get("guest")
        self.spectator.join(self.id, seat=SPECTATOR)
        host.post(f"tables/{self.id}/start")
        self.links = [player.get(f"tables/{self.id}")["link"]["token"] for player in self.players]
        self.lines = [player.join(self.id) for player in self.players]
        self.looking_on = self.spectator.join(self.id, seat=SPECTATOR)

    def catch_up(self) -> None:
        """Everybody hears what the others have heard already."""
        lines = [*self.lines, self.looking_on]
        latest = max(line.v for line in lines)
        for line in lines:
            while line.v < latest:
                line.hear()

    def play(self, seed: int) -> None:
        """Play to the end, with drafts, ghosts, second thoughts, nonsense and lost connections."""
        dice = random.Random(seed)
        self.catch_up()  # a bot may have moved while they came
        curious = True  # however the dice fall, all is asked once when something has happened
        while self.looking_on.now["thinking"]:
            if curious and any(self.spectator.steps().values()):
                self.ask(self.players[0], [0])
                curious = False
            thinking = [line for line in self.lines if line.is_thinking]
            if thinking:
                self.act(dice.choice(thinking), dice)
            else:
                self.looking_on.hear()
            self.catch_up()
        for player in (*self.players, self.spectator):
            for line in player.lines:
                line.settle()

    def act(self, line: Line, dice: random.Random) -> None:
        actions, seat = self.written(line, dice), line.viewer
        self.players[seat].sent.append(actions)
        if dice.random() < 0.1:
            line.answer("draft", id=new_id(), on=line.now["step"], actions=actions)
        if dice.random() < 0.1:
            self.ask(self.players[seat], actions)
        if dice.random() < 0.1:
            assert line.choose([*actions, 0, 0, 0])["kind"] in {"refused", "ack"}
        elif line.choose(actions)["kind"] == "ack" and dice.random() < 0.1:
            line.answer("withdraw", id=new_id())
        if dice.random() < 0.1:
            self.reconnect(seat, dice)

    def written(self, line: Line, dice: random.Random) -> list[int]:
        """Something legal; for the toy a whole program, found by asking for ghosts."""
        actions = [dice.choice(line.now["legal"])]
        while actions[0] < toy.READY and self.early[0].welcome["table"]["game"] == toy.NAME:
            path = f"tables/{self.id}/preview"
            legal = self.players[line.viewer].post(path, actions=actions)["legal"]
            if not legal:
                break
            actions.append(dice.choice(legal))
        return actions

    def ask(self, player: Player, actions: list[int]) -> None:
        """All that can be asked over HTTP, by a player, a spectator and a stranger."""
        for one in (player, self.spectator, self.stranger):
            for path in ("", "/board.svg", "/ground.svg", "/replay", "/history"):
                one.ask("GET", f"tables/{self.id}{path}")
            for path in ("/board", "/chronicle"):
                one.ask("GET", f"tables/{self.id}{path}")
                for seat in range(-1, 8):
                    one.ask("GET", f"tables/{self.id}{path}?seat={seat}")
            one.ask("GET", "tables")
            one.ask("POST", f"tables/{self.id}/preview", actions=actions)
            one.ask("POST", f"tables/{self.id}/preview", actions=actions, seat=0)

    def reconnect(self, seat: int, dice: random.Random) -> None:
        """The same seat from a new line, with or without knowing what was before."""
        known = {"last": dice.randrange(1, self.lines[seat].v)} if dice.random() < 0.5 else {}
        self.lines[seat] = self.players[seat].join(self.id, **known)


# --- the truth -----------------------------------------------------------------------------------


class Truth:
    """What a viewer may see of a whole game: its events, and how it looked after so many."""

    def __init__(self, viewer: int, transcript: Transcript) -> None:
        self.viewer = viewer
        self.events: list[list[int]] = []
        self.changes: list[list[tuple[int, int]]] = []  # by each event
        self.views: dict[int, str] = {}
        self.boards: list[Any] = []
        self.looks: set[str] = set()
        self.told: list[list[str]] = []
        position = transcript.start()
        self.before = packed(position.view(SPECTATOR))
        self._look(position)
        for seat, action in transcript.choices:
            before = position.view(viewer)
            rows = make(position, seat, action)
            self.events += [list(event) for event in seen_by(viewer, rows)]
            self.changes += patches.changes(before.follow(rows))
            self._look(position)

    def _look(self, position: Position) -> None:
        view = position.view(self.viewer)
        self.views[len(self.events)] = packed(view)
        self.boards.append(plain(view.state))
        self.looks |= {view.text(), view.svg(), view.game.words.ground(view)}
        events = [SeenEvent(*event) for event in self.events[-LATELY:]]
        self.told.append([told for one in events if (told := view.game.words.tell(view, one))])


def packed(view: Position) -> str:
    """The bytes of a view as they are sent."""
    return b64encode(view.states.tobytes()).decode()


def changes_in(frames: list[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    """What each event in some frames is said to have changed."""
    told = [b64decode(frame["patch"]) for frame in frames if "patch" in frame]
    return [change for patch in told for change in patches.changes(patch)]


def check_frames(player: Player, truth: Truth) -> None:
    """Everything about the game that a player was sent is the truth as its seat may see it."""
    steps = player.steps()
    assert [event for told in steps.values() for event in told] == truth.events
    for frame in player.frames:
        assert frame["kind"] in FRAMES | OWN
        for own in ((frame.get("draft") or {}).get("actions"), frame.get("committed")):
            assert not own or own in player.sent
        if snapshot := frame.get("snapshot"):
            told = sum(len(events) for v, events in steps.items() if v <= frame["v"])
            is_open = frame["table"]["stage"] == "open"
            assert snapshot["view"] == (truth.before if is_open else truth.views[told])


def check_answers(player: Player, own: Truth, public: Truth) -> int:
    """Every board that a player was shown is one that its seat, or who looks on, may see."""
    boards = [json.loads(text) for text in player.in_answers if '"view":' in text]
    truths = {own.viewer: own, SPECTATOR: public}
    compared = check_chronicles(player, truths)
    for board in boards:
        truth = truths[board["viewer"]]
        assert board["view"] in truth.boards
        assert board["text"] in truth.looks
        assert not board["told"] or board["told"] in truth.told
    pictures = [text for text in player.in_answers if text.startswith("<svg")]
    assert set(pictures) <= own.looks | public.looks
    return min(len(boards), len(pictures), compared)


def check_chronicles(player: Player, truths: dict[int, Truth]) -> int:
    """Every chronicle that a player was told is the truth up to then, as its viewer may see it."""
    told = [json.loads(text) for text in player.in_answers if '"frames":' in text]
    compared = 0
    for chronicle in told:
        truth = truths[chronicle["viewer"]]
        frames = chronicle["frames"]
        assert {frame["kind"] for frame in frames} <= FRAMES
        assert [frame["v"] for frame in frames] == list(range(1, chronicle["v"] + 1))
        begun = any(frame.get("what") == "begin" for frame in frames)
        assert chronicle["start"] == (truth.views[0] if begun else "")
        events = [event for frame in frames for event in frame.get("events", [])]
        assert events == truth.events[: len(events)]
        assert changes_in(frames) == truth.changes[: len(events)]
        compared += len(events)
    return compared


def secrets_of(room: Room, transcript: Transcript, data: Path) -> dict[str, str]:
    """What nobody else may ever be sent, by what it is."""
    everybody = {
        **{f"player {number}": player for number, player in enumerate(room.players)},
        "spectator": room.spectator,
        STRANGER: room.stranger,
    }
    found = {"seed": str(transcript.seed), "salt": transcript.salt}
    assert all(found.values())
    with sqlite3.connect(data / "algorally.sqlite3") as database:
        for name, value in database.execute("select name, value from secrets"):
            found[f"key {name}"] = value
    for name, player in everybody.items():
        found[f"guest of {name}"] = player.guest
        found[f"token of {name}"] = player.token
    for number, link in enumerate(room.links):
        found[f"link of player {number}"] = link
    return found


def check_secrets(name: str, player: Player, secrets: dict[str, str], end: int) -> None:
    """No byte that somebody was sent holds a secret of another, and no frame even one's own."""
    for what, secret in secrets.items():
        sent = (text for text in player.on_sockets if not is_laid_open(what, text))
        assert not any(secret in text for text in sent), (name, what)
        if not what.endswith(f" of {name}"):
            answers = (*player.in_headers, *player.in_answers[:end])
            told = (text for text in answers if not is_laid_open(what, text))
            assert not any(secret in text for text in told), (name, what)


def is_laid_open(what: str, text: str) -> bool:
    """Whether a text tells a secret of the game after its end, when everybody may know it."""
    return what in ("seed", "salt") and '"stage":"over"' in text


# --- the games -----------------------------------------------------------------------------------

TABLES = [
    {"seats": 3, "bots": 1, "settings": {"turn_cap": 4, "level": "complete"}},
    {"seats": 2, "settings": {"turn_cap": 6}, "clock": 600},
    {"seats": 4, "game": toy.NAME, "clock": 600},
    {"seats": 7, "game": toy.NAME, "bots": 1},
]


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A server that knows the toy game."""
    make_toy_findable(monkeypatch)
    with Inside(tmp_path) as server:
        yield server


@pytest.mark.parametrize("wishes", TABLES, ids=["race", "short race", "toy", "large toy"])
def test_no_byte_of_a_whole_game_tells_what_its_receiver_may_not_know(
    wishes: dict[str, Any], inside: Inside, tmp_path: Path
) -> None:
    with ExitStack() as held:
        room = Room(inside.url, held, **wishes)
        room.ask(room.players[0], [0])
        room.play(seed=len(wishes))
        everybody = {f"player {number}": player for number, player in enumerate(room.players)}
        everybody |= {"spectator": room.spectator, STRANGER: room.stranger}
        ends = {name: len(player.in_answers) for name, player in everybody.items()}
        transcript = read_transcript(room.stranger.get(f"tables/{room.id}/replay"))
        assert len(transcript.choices) > 10
        public = Truth(SPECTATOR, transcript)
        for viewer, player in enumerate(room.players):
            truth = Truth(viewer, transcript)
            check_frames(player, truth)
            check_answers(player, truth, public)
        check_frames(room.spectator, public)
        for player in (room.spectator, room.stranger):
            assert check_answers(player, public, public) > 0
        secrets = secrets_of(room, transcript, tmp_path)
        for name, player in everybody.items():
            check_secrets(name, player, secrets, ends[name])
