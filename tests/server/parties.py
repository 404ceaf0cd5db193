"""Several people at one table of a server in this process, and what must be so there.

What people do is foretold by a few rules of its own (who sits where, which links are good, who is
the host, who has seen which hand), and everything that they are sent is held against the entries
in the database, folded anew.
"""

import contextlib
import json
import logging
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed

from algorally.client.mirror import Mirror
from algorally.core.events import seen_by
from algorally.match.match import OPEN, OVER, RUNNING, Match
from algorally.server import keeper, socket
from algorally.server.frames import SPECTATOR, view_for
from algorally.server.keeper import Keeper
from algorally.server.live.table import LiveTable
from algorally.server.messages.frames import (
    Drafted,
    Refused,
    ServerFrame,
    Step,
    TableFrame,
    Welcome,
)
from algorally.server.messages.tables import Draft, TableInfo
from algorally.server.people import COOKIE
from algorally.server.routes import answers, tables
from algorally.server.storage import writing
from algorally.server.storage.database import database_url
from tests.match.tables import everything
from tests.server.evidence import check_numbers, fold, read_table
from tests.server.guests import Guest, Line
from tests.server.inside import Inside

PATIENCE = 60.0  # seconds
MOMENT = 0.04  # seconds, of what else takes some
NEVER = 3600.0  # seconds
DATABASE = "algorally.sqlite3"
PEOPLE = 5  # of whom the last one never takes a seat
LINKED = -1  # somebody of whom nothing is known but a link
FREE, BOT = -1, -2  # who has a seat that no person has

read_frame = msgspec.json.Decoder(ServerFrame).decode


def eventually(what: Callable[[], bool], why: str = "it does not come about") -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.005)


class Complaints(logging.Handler):
    """What the server complains about in its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.heard.append(self.format(record))


class House:
    """A server that ends and starts again, with people who come to it.

    Whatever takes minutes takes a moment, or does not happen before it is asked for.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.copies, self.heartbeats = folder, 0, 0
        self.seed = 0
        for name in ("HEARTBEAT", "UNSTABLE"):
            patch.setattr(keeper, name, MOMENT)
        patch.setattr(keeper, "RETURN", MOMENT * 1000)
        for name in ("IDLE", "HOST_GRACE"):
            patch.setattr(keeper, name, NEVER)
        for module in (keeper, answers):
            patch.setattr(module, "STAND_IN", "random")  # which takes the least time
        patch.setattr(writing, "PACE", 0.0)
        patch.setattr(writing, "CHECK_LIMIT", PATIENCE)  # a busy disk is no defect
        patch.setattr(socket, "EMOTE_PAUSE", 0)
        patch.setattr(socket, "FRAMES_A_SECOND", 10_000)
        # As secret as ever, but the same in every run.
        patch.setattr(tables, "new_seed", self._new_seed)
        patch.setattr(tables, "new_salt", lambda: f"{self.seed:032x}")
        patch.setattr(Keeper, "_find_hosts", self._counting(Keeper._find_hosts))
        self.complaints = Complaints()
        logging.getLogger().addHandler(self.complaints)
        self.server = Inside(self.data)
        self.server.__enter__()
        self.people = [Person(self.server.url) for _ in range(PEOPLE)]
        self.stranger = Person(self.server.url)

    def _new_seed(self) -> int:
        self.seed += 7_919 * 10**12
        return self.seed

    def _counting(self, find_hosts: Callable[[Keeper], None]) -> Callable[[Keeper], None]:
        def counted(self_: Keeper) -> None:
            find_hosts(self_)
            self.heartbeats += 1

        return counted

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / str(self.copies)

    @property
    def database(self) -> str:
        """The address of the database."""
        return database_url("", self.data).render_as_string(hide_password=False)

    def live(self, table: str) -> LiveTable | None:
        """A table as the server has it in memory."""
        return self.server.keeper.hall.tables.get(table)

    def wait_for_heartbeats(self) -> None:
        """Let the server look twice, from the beginning to the end, at what moves by itself."""
        wanted = self.heartbeats + 3
        eventually(lambda: self.heartbeats >= wanted)

    def restart(self) -> None:
        """The server ends, and starts again."""
        self.server.__exit__()
        self._start()

    def kill(self) -> None:
        """The server has no say in its end: another starts over what is on the disk by now."""
        before = self.data
        self.copies += 1
        self.data.mkdir(mode=0o700)
        with contextlib.closing(sqlite3.connect(before / DATABASE, isolation_level=None)) as held:
            held.execute("begin immediate")  # nothing is written while it is copied
            for file in before.glob(f"{DATABASE}*"):
                if not file.name.endswith("-shm"):
                    shutil.copy(file, self.data)
            held.execute("rollback")
        self.server.__exit__()
        self._start()

    def _start(self) -> None:
        self.server = Inside(self.data)
        self.server.__enter__()
        for person in (*self.people, self.stranger):
            person.url = self.server.url
            person.http.base_url = self.server.url

    def close(self) -> None:
        """Everybody goes."""
        for person in (*self.people, self.stranger):
            person.close()
        self.server.__exit__()
        logging.getLogger().removeHandler(self.complaints)


class Person(Guest):
    """A guest who can be forgotten, and another one then."""

    def forget(self) -> None:
        """Hang up everywhere and lose the cookie."""
        self._lines.close()
        self.http.cookies.clear()

    @property
    def number(self) -> str:
        """The guest number, a secret."""
        return self.http.cookies[COOKIE].rpartition(".")[0]


class Link(NamedTuple):
    """A secret link, and the how manieth of its seat it was."""

    table: str
    seat: int
    generation: int
    token: str


class Desk:
    """A line of somebody to the table, and what is known there."""

    def __init__(self, who: int, line: Line, link: Link | None = None) -> None:
        self.who, self.line, self.link = who, line, link
        self.mirror: Mirror | None = None
        self.read = 0

    @property
    def viewer(self) -> int:
        """The seat from which it looks."""
        return self.line.viewer


class Promise(NamedTuple):
    """What was sent and acknowledged."""

    number: int
    client_id: str
    seat: int
    frame: dict[str, Any]


class Party:
    """A table, and everybody who has to do with it."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.complaints.heard.clear()
        self.numbers: list[str] = []
        self.desks: list[Desk] = []
        self.links: list[Link] = []  # all that anybody ever had
        self.texts: list[tuple[int, str]] = []  # that were sent to somebody since the last check
        for person in (*house.people, house.stranger):
            person.forget()
        for person in house.people:
            person.get("guest")
            self.numbers.append(person.number)

    def make(self, host: int, wishes: dict[str, Any]) -> None:
        """The host makes the table, and does not sit down."""
        seats = wishes["seats"]
        self.host = host
        self.come_to(self.house.people[host].make(**wishes), [FREE] * seats, [0] * seats)

    def hand_over(self, heir: int) -> None:
        """Somebody else is the host; links of seats on which nobody sits are good no more."""
        self.host = heir
        for seat, owner in enumerate(self.owners):
            self.generations[seat] += owner < 0

    def come_to(self, table: str, owners: list[int], generations: list[int]) -> None:
        """Meet at a table whose seats these people have."""
        self.table = table
        self.owners = owners
        self.generations = generations
        self.shared: list[set[int]] = []  # seats that somebody had alone as the game began
        self.hands: dict[int, set[int]] = {}  # that somebody has seen, as the seats tell,
        self.seen: dict[int, set[int]] = {}  # and as the frames and answers tell
        self.drafts: dict[int, Draft] = {}
        self.promises: list[Promise] = []
        self.memory: dict[tuple[int, int], Mirror] = {}  # what browsers knew before they hung up
        self.kept = read_table(self.house.database, table)
        self.match = fold(self.kept)

    # --- what is known -------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """How far the table is."""
        return self.match.stage

    @property
    def is_going_on(self) -> bool:
        """People may still come and go."""
        return self.stage in (OPEN, RUNNING)

    def seats_of(self, who: int) -> list[int]:
        """The seats that somebody has."""
        return [seat for seat, owner in enumerate(self.owners) if owner == who >= 0]

    def is_good(self, link: Link) -> bool:
        """Whether a link is the latest of its seat."""
        return link.table == self.table and link.generation == self.generations[link.seat]

    def is_entitled(self, desk: Desk) -> bool:
        """Whether somebody may stay where they look from."""
        if desk.link:
            return self.is_good(desk.link) and self.owners[desk.link.seat] >= 0
        if desk.viewer >= 0:
            return self.owners[desk.viewer] == desk.who
        return self.may_look_on(desk.who)

    def may_look_on(self, who: int) -> bool:
        """Whether somebody may look from no seat."""
        is_watched = self.match.header.watched or self.stage != RUNNING
        return is_watched or bool(self.seats_of(who))

    # --- what happens --------------------------------------------------------------------------

    def take_seat(self, who: int, seat: int) -> None:
        """Somebody has a seat now."""
        self.owners[seat] = who
        self.generations[seat] += 1
        if self.stage == RUNNING:
            self.hands.setdefault(who, set()).add(seat)

    def lose_seat(self, seat: int, owner: int) -> None:
        """A seat becomes free, or a bot's."""
        self.owners[seat] = owner
        self.generations[seat] += 1

    def leave_seat(self, seat: int) -> None:
        """Somebody leaves a seat; a hand is a bot's at once."""
        self.lose_seat(seat, BOT if self.stage == RUNNING else FREE)

    def begin(self) -> None:
        """The game begins: whoever has seats sees their hands."""
        for who in range(PEOPLE):
            if seats := self.seats_of(who):
                self.hands[who] = set(seats)
                self.shared.append(set(seats))

    # --- asking --------------------------------------------------------------------------------

    def ask(self, who: int, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask for something about the table."""
        return self.ask_anything(who, method, f"tables/{self.table}{path}", **body)

    def ask_anything(self, who: int, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask for something; the answer is never a failure of the server."""
        answer = self.house.people[who].ask(method, path, **body)
        assert answer.status_code < 500, (method, path, answer.text)
        self.texts.append((who, answer.text))
        return answer

    def check_seated(self, who: int, content: Any) -> None:
        """What somebody is told of the own seats and rights."""
        assert content["seats"] == self.seats_of(who), content
        assert content["host"] == (who == self.host), content
        self.check_info(msgspec.convert(content["table"], TableInfo))
        link = content["link"]
        assert (link is not None) == bool(content["seats"])
        if link is not None:
            assert link["seat"] == content["seats"][0]
            self.note_link(who, link)

    def note_link(self, who: int, link: Any) -> None:
        """Somebody is told a secret link: of an own seat, or of a free one."""
        seat = link["seat"]
        owner = self.owners[seat]
        assert owner == who or (owner == FREE and who == self.host), (who, link)
        assert link["table"] == self.table
        self.links.append(Link(self.table, seat, self.generations[seat], link["token"]))

    # --- lines ---------------------------------------------------------------------------------

    def connect(self, desk: Desk, hello: dict[str, Any], *, expected: bool) -> None:
        """Say hello; a welcome is kept, and a refusal leaves nobody there."""
        mirror = self.memory.get((desk.who, hello.get("seat", SPECTATOR)))
        if hello.pop("resume", False) and mirror and mirror.last:
            hello["last"] = mirror.last
        else:
            mirror = None
        answer = desk.line.hello(**hello)
        assert (answer["kind"] == "welcome") == expected, answer
        if not expected:
            desk.line.closed()
            self.texts.append((desk.who, json.dumps(answer)))
            return
        self.desks.append(desk)
        if mirror:
            desk.mirror = mirror
            mirror.news.clear()

    def hang_up(self, desk: Desk) -> None:
        """Somebody closes the page; the browser may remember what it knew."""
        self.desks.remove(desk)
        desk.line.close()
        if desk.mirror and desk.mirror.last and desk.who >= 0:
            self.memory[desk.who, desk.viewer] = desk.mirror

    def close(self) -> None:
        """Everybody hangs up."""
        for desk in list(self.desks):
            self.hang_up(desk)

    def send(self, desk: Desk, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a frame; the answer. What is acknowledged by a number must stay."""
        answer = desk.line.answer(kind, **fields)
        assert answer["id"] == fields["id"], answer
        if answer["kind"] == "ack" and answer["v"] is not None:
            promise = Promise(answer["v"], fields["id"], desk.viewer, {"kind": kind, **fields})
            self.promises.append(promise)
        return answer

    def listen(self) -> None:
        """Everybody hears all that was sent; who has lost the seat is out, and nobody else."""
        for desk in list(self.desks):
            try:
                desk.line.settle()
            except ConnectionClosed:
                self.desks.remove(desk)
                desk.line.closed()
                frames = desk.line.heard[desk.read :]
                self.texts += [(desk.who, json.dumps(frame)) for frame in frames]
                last = frames[-1]
                assert last["kind"] == "refused", last
                assert last["code"] in ("seat_lost", "not_watched"), last
                assert not self.is_entitled(desk), f"parted with {desk.who} at {desk.viewer}"

    # --- resting -------------------------------------------------------------------------------

    def rest(self) -> None:
        """Wait until nothing moves any more, and read what is stored."""
        self.listen()
        eventually(lambda: self.house.server.between(self._is_at_rest), "it never comes to rest")
        before = self.kept
        self.kept = read_table(self.house.database, self.table)
        assert self.kept.entries[: len(before.entries)] == before.entries, "entries were changed"
        for stored in self.kept.entries[len(before.entries) :]:
            self.match.apply(stored)
        self.listen()

    def _is_at_rest(self) -> bool:
        mind, live = self.house.server.keeper, self.house.live(self.table)
        if mind._tasks:
            return False
        if live is None:
            return not self.desks
        timer = mind._timers.get(self.table)
        is_due = timer is not None and timer.when() < time.monotonic() + 1
        is_awake = not live.connections or live.match.stage != RUNNING or self.table in mind.kept
        is_counted = len(live.connections) == len(self.desks) and not live.coming
        return is_counted and is_awake and not is_due and not live._lock.locked()

    # --- checking ------------------------------------------------------------------------------

    def check(self) -> None:
        """All that must be so at any time."""
        assert not self.house.complaints.heard, self.house.complaints.heard
        self.check_stored()
        self.check_memory()
        self.check_seats()
        for desk in self.desks:
            assert self.is_entitled(desk), f"{desk.who} still looks from {desk.viewer}"
            self.check_desk(desk)
        self.check_hands()
        self.check_texts()

    def check_stored(self) -> None:
        """Nothing that was acknowledged is lost, and numbers have no gaps."""
        check_numbers(self.kept)
        assert self.kept.stage == self.match.stage, f"the database has {self.kept.stage}"
        for promise in self.promises:
            assert promise.number <= len(self.kept.entries), f"lost: {promise}"
            stored = self.kept.entries[promise.number - 1]
            assert stored.client_id == promise.client_id, f"lost: {promise}"
            entry = msgspec.json.decode(msgspec.json.encode(stored.entry))
            assert entry["seat"] == promise.seat, promise
            wanted = {**promise.frame, "seat": promise.seat}
            same = set(entry) & {"kind", "actions", "emote"}
            assert all(entry[name] == wanted[name] for name in same), (promise, entry)

    def check_memory(self) -> None:
        """The server's own match is what the entries make of it, to the byte."""
        live = self.house.live(self.table)
        if live is not None:
            theirs = self.house.server.between(lambda: everything(live.match))
            ours = everything(self.match)
            assert theirs == ours, [name for name in ours if ours[name] != theirs[name]]

    def check_anew(self) -> None:
        """Folding all entries from the first one gives the same, too."""
        anew = Match(self.kept.header, self.kept.entries)
        assert everything(anew) == everything(self.match), "folded twice, it is not the same"

    def check_seats(self) -> None:
        """Everybody has the seats that they took, and there is the one host that must be it."""
        owners = [
            self.numbers.index(seat.guest) if seat.guest else BOT if seat.bot else FREE
            for seat in self.match.seats
        ]
        assert owners == self.owners, f"seats are of {owners}, not of {self.owners}"
        assert self.match.host == self.numbers[self.host], "somebody else is the host"
        links = [seat.link for seat in self.match.seats]
        assert links == self.generations, f"links {links}, not {self.generations}"
        if self.match.hides_hands:
            assert FREE not in owners, "a hand lies about"
        if self.stage == RUNNING:
            seen = {self.numbers[who]: sorted(seats) for who, seats in self.hands.items()}
            hands = {who: sorted(seats) for who, seats in self.match.seating.hands.items()}
            assert hands == seen, f"hands {hands}, not {seen}"

    def check_info(self, table: TableInfo) -> None:
        """What everybody is told of the seats."""
        for number, seat in enumerate(table.seats):
            owner = self.owners[number]
            assert seat.taken == {FREE: "free", BOT: "bot"}.get(owner, "person")
            assert seat.host == (owner == self.host), "the wrong host is shown"

    def check_desk(self, desk: Desk) -> None:
        """What somebody has heard is what the seat may see, and no more."""
        is_last_one = self.follow(desk)
        if not is_last_one:
            return
        assert desk.mirror
        assert desk.mirror.last == self.match.number
        shown = view_for(self.match, desk.viewer)
        assert desk.mirror.view.states.tobytes() == shown.states.tobytes(), "another view"
        assert desk.mirror.view.fields.tobytes() == shown.fields.tobytes(), "another field"
        self.check_info(desk.mirror.table)
        thinking = self.match.thinking()
        assert desk.mirror.now.thinking == thinking
        legal = shown.legal(desk.viewer) if desk.viewer in thinking else []
        assert desk.mirror.now.legal == ([] if self.match.paused_since else legal)
        if self.stage == RUNNING and desk.viewer >= 0 and not desk.link:
            self.seen.setdefault(desk.who, set()).add(desk.viewer)

    def follow(self, desk: Desk) -> bool:
        """Make sense of the frames since the last time; False if that took another hello."""
        for frame in desk.line.heard[desk.read :]:
            self.texts.append((desk.who, json.dumps(frame)))
            if not self.take(desk, read_frame(json.dumps(frame))):
                self.reload(desk)
                return False
        desk.read = len(desk.line.heard)
        return True

    def take(self, desk: Desk, frame: Any) -> bool:
        """Take one frame; False if another hello is needed."""
        if isinstance(frame, Welcome):
            return self.take_welcome(desk, frame)
        if isinstance(frame, Drafted):
            assert frame.draft == self.drafts.get(desk.viewer), "the draft of another seat"
        if isinstance(frame, Refused):
            assert frame.id is not None, frame
        if isinstance(frame, Step):
            applied = self.match.applied[frame.v - 1]
            assert list(frame.events) == seen_by(desk.viewer, np.concatenate(applied.events))
        assert desk.mirror
        return desk.mirror.take(frame) if isinstance(frame, TableFrame) else True

    def take_welcome(self, desk: Desk, frame: Welcome) -> bool:
        """A welcome is that of the own seat, with its own draft and choice."""
        seats = [desk.link.seat] if desk.link else self.seats_of(desk.who)
        assert frame.seats == seats, frame.seats
        draft = self.drafts.get(frame.viewer)
        assert frame.draft in (None, draft), "the draft of another seat"
        if frame.v == self.match.number:
            assert frame.draft == (draft if draft and draft.on == self.match.step else None)
            assert frame.committed == list(self.match.pending.get(frame.viewer, ()))
        if desk.mirror is None:
            desk.mirror = Mirror(frame)
            return True
        return desk.mirror.welcome(frame)

    def reload(self, desk: Desk) -> None:
        """Look at the table anew, as a browser does when the game begins."""
        self.hang_up(desk)
        self.memory.pop((desk.who, desk.viewer), None)
        person = self.house.stranger if desk.link else self.house.people[desk.who]
        again = Desk(desk.who, person.line(self.table), desk.link)
        hello = {"token": desk.link.token} if desk.link else {"seat": desk.viewer}
        self.connect(again, hello, expected=True)
        self.rest()
        self.check_desk(again)

    def check_hands(self) -> None:
        """Nobody sees two hands, but those that shared a device as the game began."""
        for who, seats in self.seen.items():
            assert any(seats <= together for together in self.shared), (who, seats)

    def check_texts(self) -> None:
        """Nothing that was sent holds a secret of another, or of a game that goes on."""
        header = self.match.header
        for who, text in self.texts:
            others = [number for one, number in enumerate(self.numbers) if one != who]
            assert not any(number in text for number in others), (who, text)
            if self.stage != OVER:
                assert str(header.seed) not in text, (who, text)
                assert header.salt not in text, (who, text)
            for link in self.links:
                if link.token in text:
                    assert self.may_know(who, link), (who, link)
        self.texts.clear()

    def may_know(self, who: int, link: Link) -> bool:
        """Whether somebody may be told a link just now."""
        owner = self.owners[link.seat]
        return self.is_good(link) and (owner == who or (owner == FREE and who == self.host))


@contextlib.contextmanager
def briefly(name: str, value: float) -> Iterator[None]:
    """Let the keeper be impatient for a while."""
    before = getattr(keeper, name)
    setattr(keeper, name, value)
    try:
        yield
    finally:
        setattr(keeper, name, before)
