"""Who may do what: every route and every frame, for everybody who could come.

The two tables below say it all. Their columns are five visitors: a stranger whom the server has
never seen, a spectator whom it knows and who has no seat, one who is seated, the host, and the
operator, who runs the server and is nobody at a table. A number is the status, or a kind of frame
the answer, that whoever may gets; a word is the code with which whoever may not is refused.

Each cell is tried. Who is refused must have changed nothing, so the next visitor comes to the same
table; whoever succeeds leaves a fresh one to the next. And whatever was answered is searched for
all that its receiver must not know.
"""

import re
import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, get_args

import httpx
import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed

from algorally.core.game import Game, find_game
from algorally.core.records import plain
from algorally.match.entries import AnyEntry, Away, Back, Choose, Header, Stored
from algorally.match.match import OVER, RUNNING, Match
from algorally.server.frames import SPECTATOR
from algorally.server.guard import SAFE
from algorally.server.messages.frames import ClientFrame
from algorally.server.people import COOKIE, People
from algorally.server.problems import status_of
from algorally.server.routes import pages
from algorally.server.storage.folder import FILE
from tests.server.guests import Guest, Line, finish, new_id
from tests.server.inside import Inside
from tests.server.processes import OPERATOR

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn
VISITORS = ("stranger", "spectator", "seated", "host", "operator")
# Of three seats 0 is the host's, 1 that of the seated one, and 2 is free, in the game a bot's.
# A number after an operation or a frame is the seat that it is about. Tables are:
STAGES = {"open", "running", "hidden", "over"}  # hidden: running, and not to be watched
OTHER_STAGES = {"full", "paused", "chosen"}  # ready to begin; and running after a pause or a choice
NO_TABLE = "-"
HTTP = """
operation       tables          stranger     spectator    seated       host         operator

health          -               200          200          200          200          200
GET /metrics    -               not_allowed  not_allowed  not_allowed  not_allowed  200
games           -               200          200          200          200          200
game            -               200          200          200          200          200
rules           -               200          200          200          200          200
records         -               200          200          200          200          200
demonstration   -               200          200          200          200          200
fieldPicture    -               200          200          200          200          200
listTables      -               200          200          200          200          200
replays         -               200          200          200          200          200
readReplay      -               200          200          200          200          200
replayAnalysis  -               200          200          200          200          200
replayVariation  -              200          200          200          200          200

guest           -               200          200          200          200          wrong_token
becomeGuest     -               200          200          200          200          wrong_token
moveGuest       -               200          200          200          200          wrong_token
ownTables       -               200          200          200          200          wrong_token
makeTable       -               201          201          201          201          wrong_token

table           all             200          200          200          200          wrong_token
sit             open            201          201          201          201          wrong_token
sit             full            full         full         201          201          wrong_token
sit             running hidden  full         full         201          201          wrong_token
sit             over            full         full         match_over   match_over   wrong_token
sit 2           open            201          201          seated       seated       wrong_token
sit 1           open            seat_taken   seat_taken   201          seated       wrong_token
sit 2           running hidden  hand_secret  hand_secret  seated       seated       wrong_token
sit 1           running hidden  seat_taken   seat_taken   201          seated       wrong_token
claimSeat 1     open            200          200          200          200          wrong_token
claimSeat 1     running hidden  200          200          200          hand_seen    wrong_token
claimSeat 1     over            match_over   match_over   match_over   match_over   wrong_token
claimSeat 2     open            200          200          200          200          wrong_token
claimSeat       all             wrong_link   wrong_link   wrong_link   wrong_link   wrong_token
freeSeat 0      open            not_allowed  not_allowed  not_allowed  200          wrong_token
freeSeat 1      open            not_allowed  not_allowed  200          200          wrong_token
freeSeat 2      open            not_allowed  not_allowed  not_allowed  seat_free    wrong_token
freeSeat 1      running hidden  not_allowed  not_allowed  200          200          wrong_token
freeSeat 1      over            not_allowed  not_allowed  match_over   match_over   wrong_token
fillSeat 2      open            not_allowed  not_allowed  not_allowed  200          wrong_token
fillSeat 1      open            not_allowed  not_allowed  not_allowed  seat_taken   wrong_token
fillSeat 1      running hidden  not_allowed  not_allowed  not_allowed  seat_taken   wrong_token
fillSeat 2      over            not_allowed  not_allowed  not_allowed  match_over   wrong_token
seatLink 0      all             not_allowed  not_allowed  foreign_seat 200          wrong_token
seatLink 1      all             not_allowed  not_allowed  200          foreign_seat wrong_token
seatLink 2      open            not_allowed  not_allowed  not_allowed  200          wrong_token
seatLink 2      running hidden  not_allowed  not_allowed  foreign_seat foreign_seat wrong_token
leaveTable      all             not_allowed  not_allowed  200          200          wrong_token

startGame       open            not_allowed  not_allowed  not_allowed  seats_free   wrong_token
startGame       full            not_allowed  not_allowed  not_allowed  200          wrong_token
startGame       running hidden  not_allowed  not_allowed  not_allowed  begun        wrong_token
startGame       over            not_allowed  not_allowed  not_allowed  begun        wrong_token
closeTable      open full       not_allowed  not_allowed  not_allowed  200          wrong_token
closeTable      running hidden  not_allowed  not_allowed  not_allowed  begun        wrong_token
closeTable      over            not_allowed  not_allowed  not_allowed  begun        wrong_token
handOver 1      open full       not_allowed  not_allowed  not_allowed  200          wrong_token
handOver 1      running hidden  not_allowed  not_allowed  not_allowed  200          wrong_token
handOver 1      over            not_allowed  not_allowed  not_allowed  match_over   wrong_token
allowEmotes     all             not_allowed  not_allowed  not_allowed  200          wrong_token
allowHints      all             not_allowed  not_allowed  not_allowed  200          wrong_token
pauseGame       open            not_allowed  not_allowed  not_begun    not_begun    wrong_token
pauseGame       running hidden  not_allowed  not_allowed  200          200          wrong_token
pauseGame       paused          not_allowed  not_allowed  paused       paused       wrong_token
pauseGame       over            not_allowed  not_allowed  match_over   match_over   wrong_token
resumeGame      open            not_allowed  not_allowed  not_begun    not_begun    wrong_token
resumeGame      running hidden  not_allowed  not_allowed  not_paused   not_paused   wrong_token
resumeGame      paused          not_allowed  not_allowed  200          200          wrong_token
resumeGame      over            not_allowed  not_allowed  match_over   match_over   wrong_token
rematch         open            not_allowed  not_allowed  not_over     not_over     wrong_token
rematch         running hidden  not_allowed  not_allowed  not_over     not_over     wrong_token
rematch         over            not_allowed  not_allowed  200          200          wrong_token

board           open over       200          200          200          200          wrong_token
board           running         200          200          200          200          wrong_token
board           hidden          not_watched  not_watched  200          200          wrong_token
board 1         running over    not_allowed  not_allowed  200          foreign_seat wrong_token
board 1         hidden          not_watched  not_watched  200          foreign_seat wrong_token
boardPicture    open over       200          200          200          200          wrong_token
boardPicture    running         200          200          200          200          wrong_token
boardPicture    hidden          not_watched  not_watched  200          200          wrong_token
boardPicture 1  running over    not_allowed  not_allowed  200          foreign_seat wrong_token
chronicle       open over       200          200          200          200          wrong_token
chronicle       running         200          200          200          200          wrong_token
chronicle       hidden          not_watched  not_watched  200          200          wrong_token
chronicle 1     running over    not_allowed  not_allowed  200          foreign_seat wrong_token
sheets          open over       200          200          200          200          wrong_token
sheets          running         200          200          200          200          wrong_token
sheets          hidden          not_watched  not_watched  200          200          wrong_token
preview         open over       not_allowed  not_allowed  not_your_turn not_your_turn wrong_token
preview         running hidden  not_allowed  not_allowed  200          200          wrong_token
preview 1       running hidden  not_allowed  not_allowed  200          foreign_seat wrong_token
hint            open over       not_allowed  not_allowed  not_your_turn not_your_turn wrong_token
hint            running hidden  not_allowed  not_allowed  200          200          wrong_token
hint 1          running hidden  not_allowed  not_allowed  200          foreign_seat wrong_token
groundPicture   all             200          200          200          200          200
replay          open            not_over     not_over     not_over     not_over     not_over
replay          running hidden  not_over     not_over     not_over     not_over     not_over
replay          over            200          200          200          200          200
history         open            not_over     not_over     not_over     not_over     not_over
history         running hidden  not_over     not_over     not_over     not_over     not_over
history         over            200          200          200          200          200
analysis        open            not_over     not_over     not_over     not_over     not_over
analysis        running hidden  not_over     not_over     not_over     not_over     not_over
analysis        over            200          200          200          200          200
variation       open            not_over     not_over     not_over     not_over     not_over
variation       running hidden  not_over     not_over     not_over     not_over     not_over
variation       over            200          200          200          200          200

GET /           -               200          200          200          200          200
GET /new/{game:str}        -    200          200          200          200          200
GET /rules/{game:str}      -    200          200          200          200          200
GET /learn/{game:str}      -    200          200          200          200          200
GET /replay     -               200          200          200          200          200
GET /settings   -               200          200          200          200          200
GET /me         -               200          200          200          200          200
GET /table/{table:str}     all  200          200          200          200          200
GET /replay/{table:str}    all  200          200          200          200          200
GET /sheets/{table:str}    all  200          200          200          200          200
GET /icon.svg   -               200          200          200          200          200
GET /assets/{file_path:path}   -  200        200          200          200          200
HEAD /assets/{file_path:path}  -  200        200          200          200          200
GET /api/docs   -               200          200          200          200          200
GET /api/docs/openapi.json  -   200          200          200          200          200
GET /api/docs/{path:str}   -    404          404          404          404          404
GET /{address:path}        -    404          404          404          404          404
"""
FRAMES = """
frame           tables          stranger     spectator    seated       host         operator

hello           open over       welcome      welcome      welcome      welcome      wrong_token
hello           running         welcome      welcome      welcome      welcome      wrong_token
hello           hidden          not_watched  not_watched  welcome      welcome      wrong_token
hello 1         open over       foreign_seat foreign_seat welcome      foreign_seat wrong_token
hello 1         running hidden  foreign_seat foreign_seat welcome      foreign_seat wrong_token
ping            open over       pong         pong         pong         pong         wrong_token
ping            running         pong         pong         pong         pong         wrong_token
ping            hidden          not_watched  not_watched  pong         pong         wrong_token
choose          open            no_seat      no_seat      not_begun    not_begun    wrong_token
choose          running         no_seat      no_seat      ack          ack          wrong_token
choose          hidden          not_watched  not_watched  ack          ack          wrong_token
choose          paused          no_seat      no_seat      paused       paused       wrong_token
choose          over            no_seat      no_seat      match_over   match_over   wrong_token
withdraw        open            no_seat      no_seat      not_begun    not_begun    wrong_token
withdraw  running  no_seat      no_seat      nothing_to_withdraw nothing_to_withdraw wrong_token
withdraw  hidden   not_watched  not_watched  nothing_to_withdraw nothing_to_withdraw wrong_token
withdraw        chosen          no_seat      no_seat      ack          ack          wrong_token
withdraw        over            no_seat      no_seat      match_over   match_over   wrong_token
draft           open            no_seat      no_seat      not_begun    not_begun    wrong_token
draft           over            no_seat      no_seat      match_over   match_over   wrong_token
draft           running         no_seat      no_seat      ack          ack          wrong_token
draft           hidden          not_watched  not_watched  ack          ack          wrong_token
emote           open over       no_seat      no_seat      ack          ack          wrong_token
emote           running         no_seat      no_seat      ack          ack          wrong_token
emote           hidden          not_watched  not_watched  ack          ack          wrong_token
"""
SOCKET = "/api/tables/{table:str}/socket"
GAME = "roborally"  # in which all choose at once, and hands are secret
WITH_WITHDRAWING = "speedalgo"
SETTINGS = {GAME: {"turn_cap": 1, "timer": 0, "option_cards": "no"}, WITH_WITHDRAWING: {}}
PROGRAM = 5  # cards
IN_PATHS = {"game": "algoracing", "path": "nothing", "address": "nothing", "file_path": "client.js"}
BODIES: dict[str, dict[str, Any]] = {
    "makeTable": {"game": GAME},
    "sit": {"name": "Eve"},
    "claimSeat": {"token": "forged"},
    "fillSeat": {"level": "random"},
    "handOver": {},
    "allowEmotes": {"allowed": False},
    "allowHints": {"allowed": False},
    "preview": {"actions": []},
    "variation": {"first": 0, "actions": []},
}
READ_ENTRY = msgspec.json.Decoder(AnyEntry)


class Case(NamedTuple):
    """A line at one of its tables."""

    what: str  # an operation, or a kind of frame
    seat: int | None
    stage: str
    cells: dict[str, str]  # by visitor

    def __str__(self) -> str:
        return " ".join(str(part) for part in self[:3] if part is not None)


def cases(text: str) -> list[Case]:
    """All lines, once for each of their tables."""
    found = []
    for line in filter(None, text.splitlines()[2:]):
        start, *cells = line.rsplit(maxsplit=len(VISITORS))
        name, stages = re.split(r"  +", start.strip())
        what, _, seat = name.rpartition(" ") if name[-1].isdigit() else (name, "", "")
        for stage in sorted(STAGES) if stages == "all" else stages.split():
            by_visitor = dict(zip(VISITORS, cells, strict=True))
            found.append(Case(what, int(seat) if seat else None, stage, by_visitor))
    return found


# --- the house and who comes ----------------------------------------------------------------------


class Visitor(Guest):
    """A guest who forgets what the last answer made of them."""

    def __init__(self, url: str, *, is_known: bool = True, **headers: str) -> None:
        super().__init__(url, **headers)
        self.headers = headers
        self.kept = self.token if is_known else ""

    @property
    def number(self) -> str:
        """The guest's, a secret; "" for who is none."""
        return self.kept.rpartition(".")[0]

    def send(self, method: str, path: str, **content: Any) -> httpx.Response:
        """Ask whatever; what it makes of the visitor is forgotten."""
        answer = self.http.request(method, path, **content)
        self.http.cookies.clear()
        if self.kept:
            self.http.cookies.set(COOKIE, self.kept)
        return answer

    def open(self, table: str) -> Line:
        """A line on which nothing has been said yet."""
        return self.line(table, None, **self.headers)


class Hall:
    """A server, everybody who comes, and tables in every stage."""

    def __init__(self, running: Inside, data: Path) -> None:
        url = running.url
        self.data = data
        self.description: dict[str, Any] = httpx.get(f"{url}/api/docs/openapi.json").json()
        self.routes = running.app.routes
        self.visitors = {
            "stranger": Visitor(url, is_known=False),
            "spectator": Visitor(url),
            "seated": Visitor(url),
            "host": Visitor(url),
            "operator": Visitor(url, is_known=False, Authorization=f"Bearer {OPERATOR}"),
        }
        self.another = Visitor(url)  # another device of somebody else
        self.matches: dict[str, Match] = {}
        self.unspoilt: dict[str, str] = {}  # a table of each stage at which nobody has done a thing
        self.replay = self.host.get(f"tables/{self.table('over')}/replay")

    @property
    def host(self) -> Visitor:
        return self.visitors["host"]

    @property
    def seated(self) -> Visitor:
        return self.visitors["seated"]

    def close(self) -> None:
        """Everybody leaves."""
        for visitor in (*self.visitors.values(), self.another):
            visitor.close()

    def table(self, stage: str) -> str:
        """A table at which nobody has done a thing since it was made."""
        if stage not in self.unspoilt:
            self.unspoilt[stage] = self.fresh(stage)
        return self.unspoilt[stage]

    def spoil(self, stage: str) -> None:
        """Somebody has done something there."""
        del self.unspoilt[stage]

    def fresh(self, stage: str) -> str:
        """A new table."""
        game = WITH_WITHDRAWING if stage == "chosen" else GAME
        wishes = {"settings": SETTINGS[game], "set_up": "house", "watched": stage != "hidden"}
        table = self.host.make(game=game, name="Ann", seats=3, **wishes)
        self.seated.post(f"tables/{table}/seats", name="Bob")
        if stage == "open":
            return table
        if stage == "chosen":  # there has to be somebody who has not
            self.another.post(f"tables/{table}/seats", name="Cleo")
        else:
            self.host.put(f"tables/{table}/seats/2/bot", level="random")
        if stage != "full":
            self.host.post(f"tables/{table}/start")
        if stage == "paused":
            self.host.post(f"tables/{table}/pause")
        if stage in ("chosen", "over"):
            self.choose(table, find_game(game), is_to_end=stage == "over")
        return table

    def choose(self, table: str, game: Game, *, is_to_end: bool) -> None:
        """The host and the seated one choose whole programs, and go on to the end if wished."""
        lines = [guest.join(table) for guest in (self.host, self.seated)]
        for line in lines:
            cards = line.now["legal"][:PROGRAM] if game.name == GAME else []
            answer = line.choose([*cards, game.finish])
            assert answer["kind"] == "ack", answer
        if is_to_end:
            finish(*lines)
        for line in lines:
            line.close()

    def match(self, table: str) -> Match:
        """The table as the database has it, with all secrets."""
        entries = self.entries(table)
        known = self.matches.get(table)
        if known is None or known.number != len(entries):
            known = self.matches[table] = Match(self.header(table), entries)
        return known

    def header(self, table: str) -> Header:
        """What was settled when it was made."""
        with closing(sqlite3.connect(self.data / FILE)) as database:
            ((header,),) = database.execute("SELECT header FROM tables WHERE id = ?", [table])
        return msgspec.json.decode(header, type=Header)

    def entries(self, table: str) -> list[Stored]:
        """All that has happened there."""
        with closing(sqlite3.connect(self.data / FILE)) as database:
            query = "SELECT number, at, body FROM entries WHERE table_id = ? ORDER BY number"
            rows = database.execute(query, [table]).fetchall()
        return [Stored(number, at, READ_ENTRY.decode(body)) for number, at, body in rows]

    def deeds(self, table: str) -> list[AnyEntry]:
        """What somebody has done there; what bots do, and who is away, comes by itself."""
        return [
            stored.entry
            for stored in self.entries(table)
            if not isinstance(stored.entry, Away | Back)
            and not (isinstance(stored.entry, Choose) and stored.entry.by_bot)
        ]

    def keys(self) -> list[str]:
        """The keys that sign cookies and links."""
        with closing(sqlite3.connect(self.data / FILE)) as database:
            query = "SELECT value FROM secrets WHERE name LIKE 'signing%' ORDER BY name"
            return [value for (value,) in database.execute(query)]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server with pages, however little of them was built."""
    data, built = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("pages")
    (built / "assets").mkdir()
    for name in ("index.html", "icon.svg", f"assets/{IN_PATHS['file_path']}"):
        (built / name).write_text(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "PAGES", built)
        with Inside(data) as running:
            made = Hall(running, data)
            yield made
            made.close()


# --- what nobody else may know --------------------------------------------------------------------


def own_secrets(match: Match, seat: int, people: People) -> dict[str, str]:
    """What only the owner of a seat may know."""
    found = {f"the link of seat {seat}": people.seat_token(match, seat)}
    if match.stage == RUNNING:
        view = match.position.view(seat)
        found |= views(f"seat {seat}", view.states, view.state)
        if match.header.game == GAME:
            for card in match.game.words.hand(view, seat):
                kind, number = card.split(":")
                found[f"a card of seat {seat}, {card}"] = f'"{card}"'
                found[f"a choice of seat {seat}, {card}"] = f'"{number} {kind}"'
    return found


def views(name: str, states: Any, state: Any) -> dict[str, str]:
    """A view as clients get it: bytes, or in full."""
    return {
        f"the bytes of {name}": b64encode(states.tobytes()).decode(),
        f"the view of {name}": msgspec.json.encode(plain(state)).decode(),
    }


def deal(match: Match) -> dict[str, str]:
    """What nobody may know before the end."""
    return {
        "the seed": str(match.header.seed),
        "the salt": match.header.salt,
        **views("the game", match.position.states, match.position.state),
    }


def secrets(hall: Hall, table: str, own: str) -> dict[str, str]:
    """What a guest, or nobody in particular, must not be told while a table is as it is."""
    match, keys = hall.match(table), hall.keys()
    people = People(*keys)
    sitters = {seat.guest for seat in match.seats if seat.guest}
    known = {visitor.number for visitor in (*hall.visitors.values(), hall.another)}
    found = {f"a guest's number, {guest}": guest for guest in (sitters | known) - {own, ""}}
    found |= {f"key {number}": key for number, key in enumerate(keys)}
    found |= {"the operator's token": OPERATOR}
    for number, seat in enumerate(match.seats):
        if seat.guest != own and not (seat.free and own == match.host):
            found |= own_secrets(match, number, people)
    if match.stage != OVER:
        found |= deal(match)
    shown = match.position.view(SPECTATOR)
    for viewed in views("everybody", shown.states, shown.state).values():
        found = {name: secret for name, secret in found.items() if secret != viewed}
    return found


def check_kept(hall: Hall, case: Case, table: str, own: str, told: str) -> None:
    """Nothing that was told is a secret."""
    found = secrets(hall, table, own)
    if own:
        found["one's own number, which is for the cookie alone"] = own
    if case.stage == NO_TABLE:
        found = {name: secret for name, secret in found.items() if "seat" not in name}
        if case.what != "ownTables" or own not in (hall.host.number, hall.seated.number):
            found["a table that is not listed"] = table
    leaks = [name for name, secret in found.items() if secret in told]
    assert not leaks, (str(case), leaks, told)


# --- routes ---------------------------------------------------------------------------------------


def request(hall: Hall, case: Case, table: str) -> tuple[str, str, dict[str, Any]]:
    """Method, path and what else belongs to a request."""
    method, path, described = find_operation(hall, case.what)
    in_path = {**IN_PATHS, "table": table, "seat": str(case.seat)}
    body = dict(BODIES.get(case.what, {}))
    query = {}
    if case.what == "becomeGuest":
        body = {"token": hall.another.kept}
    if case.what in ("readReplay", "replayAnalysis", "replayVariation"):
        body = {"text": hall.replay}
    if case.what == "replayVariation":
        body |= {"first": 0, "actions": []}
    if case.what == "claimSeat" and case.seat is not None:
        body = {"token": People(*hall.keys()).seat_token(hall.match(table), case.seat)}
    elif case.seat is not None and "seat" in described:
        query = {"seat": case.seat}
    elif case.seat is not None and "{seat}" not in path:
        body["seat"] = case.seat
    full = re.sub(r"\{(\w+)(:\w+)?\}", lambda name: in_path[name[1]], path)
    has_body = body or case.what in BODIES
    return method, full, {"params": query, **({"json": body} if has_body else {})}


def find_operation(hall: Hall, what: str) -> tuple[str, str, set[str]]:
    """Method, path and parameters beside the path of an operation, or of a plain route."""
    for path, methods in hall.description["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] == what:
                parameters = operation.get("parameters", ())
                return method, path, {one["name"] for one in parameters if one["in"] == "query"}
    method, _, path = what.partition(" ")
    return method, path, set()


def own_number(visitor: Visitor, answer: httpx.Response) -> str:
    """Who a visitor is after an answer."""
    return (answer.cookies.get(COOKIE) or visitor.kept).rpartition(".")[0]


def check_answer(answer: httpx.Response, kind: str, cell: str) -> None:
    """A status, or a refusal."""
    status = int(cell) if cell.isdigit() else status_of(cell)
    assert answer.status_code == status, (kind, cell, answer.text)
    if not cell.isdigit():
        assert answer.json()["code"] == cell, (kind, cell, answer.text)


@pytest.mark.parametrize("case", cases(HTTP), ids=str)
def test_everybody_may_ask_what_the_table_says(hall: Hall, case: Case) -> None:
    stage = "running" if case.stage == NO_TABLE else case.stage
    for kind, cell in case.cells.items():
        table, visitor = hall.table(stage), hall.visitors[kind]
        before = hall.deeds(table)
        method, path, content = request(hall, case, table)
        answer = visitor.send(method, path, **content)
        check_answer(answer, kind, cell)
        headers = [str(header) for header in answer.headers.items() if header[0] != "set-cookie"]
        check_kept(hall, case, table, own_number(visitor, answer), answer.text + str(headers))
        if answer.is_error or case.stage == NO_TABLE or method.upper() in SAFE:
            assert hall.deeds(table) == before, (kind, str(case))
        else:
            hall.spoil(stage)


# --- frames ---------------------------------------------------------------------------------------


def talk(line: Line, case: Case) -> dict[str, Any]:
    """Say hello, and then a frame; the answer, to hello if there is nothing else."""
    with suppress(ConnectionClosed):  # who is refused at once is told so all the same
        line.say("hello", **({} if case.seat is None else {"seat": case.seat}))
    hello = line.hear()
    if case.what == "hello" or hello["kind"] != "welcome":
        return hello
    if case.what == "ping":
        line.say("ping")
        return line.hear("pong")
    actions = {"on": line.now["step"], "actions": line.now["legal"][:1] or [0]}
    fields = {"choose": actions, "withdraw": {}, "draft": actions, "emote": {"emote": "hello"}}
    return line.answer(case.what, id=new_id(), **fields[case.what])


@pytest.mark.parametrize("case", cases(FRAMES), ids=str)
def test_everybody_may_say_what_the_table_says(hall: Hall, case: Case) -> None:
    for kind, cell in case.cells.items():
        table, visitor = hall.table(case.stage), hall.visitors[kind]
        before = hall.deeds(table)
        line = visitor.open(table)
        answer = talk(line, case)
        line.close()
        assert answer.get("code", answer["kind"]) == cell, (kind, answer)
        told = "".join(msgspec.json.encode(frame).decode() for frame in line.heard)
        check_kept(hall, case, table, visitor.number, told)
        if answer["kind"] == "ack":
            hall.spoil(case.stage)
        else:
            assert hall.deeds(table) == before, (kind, str(case))


# --- the tables themselves ------------------------------------------------------------------------


def called(handler: HTTPRouteHandler, method: Any, route: HTTPRoute) -> str:
    """What a route is called; one handler may have several."""
    if callable(handler.operation_id):
        return handler.operation_id(handler, method, route.path_components)
    return handler.operation_id or f"{method} {route.path}"


def routes(hall: Hall) -> dict[str, bool]:
    """Every route but the socket, by how it is called in the table: whether it names a table.

    OPTIONS are answered by Litestar itself, with nothing but methods.
    """
    return {
        called(handler, method, route): "{table:str}" in route.path
        for route in hall.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if method != "OPTIONS"
    }


def test_no_route_is_left_out(hall: Hall) -> None:
    stages: dict[str, set[str]] = {}
    for case in cases(HTTP):
        stages.setdefault(case.what, set()).add(case.stage)
    needed = {what: STAGES if at_table else {NO_TABLE} for what, at_table in routes(hall).items()}
    assert {what: found - OTHER_STAGES for what, found in stages.items()} == needed
    described = {
        operation["operationId"]
        for methods in hall.description["paths"].values()
        for operation in methods.values()
    }
    assert described <= set(needed)
    assert {route.path for route in hall.routes if not isinstance(route, HTTPRoute)} == {SOCKET}


def test_no_frame_is_left_out() -> None:
    stages: dict[str, set[str]] = {}
    for case in cases(FRAMES):
        stages.setdefault(case.what, set()).add(case.stage)
    kinds = {str(frame.__struct_config__.tag) for frame in get_args(ClientFrame)}
    needed = dict.fromkeys(kinds, STAGES)
    assert {what: found - OTHER_STAGES for what, found in stages.items()} == needed


@pytest.mark.parametrize("text", [HTTP, FRAMES], ids=["operations", "frames"])
def test_whatever_there_is_somebody_may(text: str) -> None:
    good = re.compile(r"[2-4]\d\d|welcome|ack|pong")
    may = {case.what for case in cases(text) if any(map(good.fullmatch, case.cells.values()))}
    assert may == {case.what for case in cases(text)}


def test_what_is_searched_for_is_what_its_owner_is_told(hall: Hall) -> None:
    table = hall.table("running")
    match, people = hall.match(table), People(*hall.keys())
    line = hall.seated.open(table)
    line.hello()
    told = msgspec.json.encode(line.heard).decode()
    told += "".join(hall.seated.ask("GET", f"tables/{table}{path}").text for path in ("", "/board"))
    line.close()
    mine = own_secrets(match, 1, people)
    assert [name for name, secret in mine.items() if secret not in told] == []
    others = secrets(hall, table, "")
    assert {*mine.values(), *deal(match).values(), hall.seated.number} <= {*others.values()}
    over = hall.table("over")
    told = hall.visitors["stranger"].send("GET", f"/api/tables/{over}").text
    assert str(hall.match(over).header.seed) in told
    assert hall.match(over).header.salt in told
