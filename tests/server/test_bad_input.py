"""Whatever a client sends, the others play on: bad frames and bad bodies are refused and counted.

At the end of every test that has a table the game there is played to its end.
"""

import contextlib
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from algorally.games.algoracing.names import ACTIONS, TIME_UP
from tests.server.guests import GAME, Guest, Line, count, finish, new_id
from tests.server.ports import HOST
from tests.server.processes import Server

REFUSED, BROKEN_TEXT, TOO_BIG = 4000, 1007, 1009  # codes with which the server hangs up


def faults(server: Server) -> list[str]:
    """What the server has logged of things that should not have happened."""
    return [
        line for line in server.log().splitlines() if '"level":"error"' in line or "Trace" in line
    ]


@pytest.fixture(autouse=True)
def nothing_goes_wrong(served: Server) -> Iterator[None]:
    """Bad input is no error of the server's."""
    before = faults(served)
    yield
    assert faults(served) == before


@pytest.fixture
def table(ann: Guest, bob: Guest) -> Iterator[str]:
    """A running game, which must be none the worse for the test."""
    name = ann.make(name="Ann", settings={"turn_cap": 4, "level": "complete"})
    bob.post(f"tables/{name}/seats", name="Bob")
    ann.post(f"tables/{name}/start")
    yield name
    finish(ann.join(name), bob.join(name))
    assert ann.get(f"tables/{name}")["table"]["stage"] == "over"


@pytest.fixture
def lines(ann: Guest, bob: Guest, table: str) -> list[Line]:
    """Ann's and Bob's lines, the first of which has to choose now."""
    both = [ann.join(table), bob.join(table)]
    return sorted(both, key=lambda line: not line.is_thinking)


def counted(guest: Guest, code: str, deed: Callable[[], Any]) -> Any:
    """Do something that must be counted as one refusal of a code."""
    before = guest.refusals(code)
    result = deed()
    assert guest.refusals(code) == before + 1
    return result


# --- frames that cannot be read ------------------------------------------------------------------

CHOOSE = {"kind": "choose", "id": "one", "on": 1, "actions": [1]}
UNREADABLE = {
    "nothing": "",
    "a space": " ",
    "half an object": '{"kind"',
    "a list": "[]",
    "a word": '"hello"',
    "null": "null",
    "not a number": '{"kind": "choose", "id": "one", "on": NaN, "actions": [1]}',
    "no kind": "{}",
    "an unknown kind": '{"kind": "dance"}',
    "a kind that is a number": '{"kind": 7}',
    "a kind of the server's": '{"kind": "step", "v": 1}',
    "a missing field": json.dumps({"kind": "choose", "id": "one"}),
    "one field too many": json.dumps({**CHOOSE, "seat": 0}),
    "no id": json.dumps({**CHOOSE, "id": ""}),
    "a long id": json.dumps({**CHOOSE, "id": "x" * 65}),
    "an id of two lines": json.dumps({**CHOOSE, "id": "one\n"}),
    "an id with a NUL": json.dumps({**CHOOSE, "id": "one\0"}),
    "an id that is a number": json.dumps({**CHOOSE, "id": 1}),
    "a step that is a word": json.dumps({**CHOOSE, "on": "1"}),
    "a step that is a fraction": json.dumps({**CHOOSE, "on": 1.5}),
    "a step of 5000 digits": '{"kind": "choose", "id": "one", "on": ' + "9" * 5000 + "}",
    "an action that is a list": json.dumps({**CHOOSE, "actions": [[1]]}),
    "an action beyond all numbers": '{"kind": "choose", "id": "one", "on": 1, "actions": [1e999]}',
    "too many actions": json.dumps({**CHOOSE, "actions": [1] * 101}),
    "too long a text": json.dumps({**CHOOSE, "actions": [], "text": "x" * 2001}),
    "half a character": '{"kind": "choose", "id": "one", "on": 1, "text": "\\ud800"}',
    "a deep list": "[" * 7000,
    "a deep object": '{"a":' * 1500,
    "a deep field": '{"kind": "ping", "a": ' + '{"a":' * 1500,
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_frame_that_cannot_be_read_is_refused(cleo: Guest, lines: list[Line], what: str) -> None:
    def send() -> dict[str, Any]:
        lines[0].socket.send(UNREADABLE[what])
        return lines[0].hear()

    refusal = counted(cleo, "malformed", send)
    assert (refusal["kind"], refusal["code"]) == ("refused", "malformed")
    assert refusal["words"]
    lines[0].settle()


@pytest.mark.parametrize("what", ["nothing", "a list", "an unknown kind", "a deep object"])
def test_who_begins_with_nonsense_is_sent_away(cleo: Guest, table: str, what: str) -> None:
    line = cleo.line(table)
    line.socket.send(UNREADABLE[what])
    assert line.hear()["code"] == "malformed"
    assert line.closed() == REFUSED


def test_a_binary_frame_is_refused(cleo: Guest, lines: list[Line]) -> None:
    def send() -> dict[str, Any]:
        lines[0].socket.send(b'{"kind": "ping"}')
        return lines[0].hear()

    assert counted(cleo, "malformed", send)["code"] == "malformed"
    lines[0].settle()


def test_broken_text_ends_the_line(cleo: Guest, table: str) -> None:
    def send() -> int:
        line = cleo.join(table)
        line.socket.send(b'{"kind": "\xff"}', text=True)
        return line.closed()

    assert counted(cleo, "malformed", send) == BROKEN_TEXT


@pytest.mark.parametrize("size", [8_001, 60_000])
def test_a_big_frame_is_refused(cleo: Guest, lines: list[Line], size: int) -> None:
    def send() -> dict[str, Any]:
        lines[0].socket.send('{"kind": "ping"}'.ljust(size))
        return lines[0].hear()

    assert counted(cleo, "too_big", send)["code"] == "too_big"
    lines[0].settle()


def test_the_size_of_a_frame_is_counted_in_bytes(lines: list[Line]) -> None:
    lines[0].socket.send('{"kind": "ping"}'.ljust(8_000))
    assert lines[0].hear()["kind"] == "pong"
    for sign, code in (("é", "stale"), ("🚀", "too_big")):
        frame = {"kind": "choose", "id": "one", "on": 0, "text": sign * 1999}
        lines[0].socket.send(json.dumps(frame, ensure_ascii=False))
        assert lines[0].hear()["code"] == code


@pytest.mark.parametrize("size", [70_000, 1_000_000])
def test_a_huge_frame_ends_the_line(cleo: Guest, table: str, size: int) -> None:
    def send() -> int:
        line = cleo.join(table)
        line.socket.send('{"kind": "ping"}'.ljust(size))
        return line.closed()

    assert counted(cleo, "too_big", send) == TOO_BIG


# --- frames that come at the wrong time or from the wrong side -----------------------------------


def test_nothing_comes_before_hello(cleo: Guest, table: str) -> None:
    def send() -> Line:
        line = cleo.line(table)
        line.socket.send(json.dumps(CHOOSE))
        assert line.hear()["code"] == "no_hello"
        return line

    assert counted(cleo, "no_hello", send).closed() == REFUSED


def test_hello_comes_once(lines: list[Line]) -> None:
    assert lines[0].hello()["code"] == "out_of_order"
    lines[0].settle()


def test_nobody_chooses_before_the_game(ann: Guest) -> None:
    line = ann.join(ann.make(name="Ann"))
    assert line.choose([1])["code"] == "not_begun"
    assert line.answer("withdraw", id=new_id())["code"] == "not_begun"


def test_nobody_chooses_after_the_game(ann: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True, settings={"turn_cap": 2})
    line = ann.join(table)
    finish(line)
    assert line.choose([1])["code"] == "match_over"


def test_nobody_chooses_out_of_turn(lines: list[Line]) -> None:
    refusal = lines[1].choose([1])
    assert refusal["code"] == "not_your_turn"
    assert refusal["rules"]


def test_a_choice_for_another_step_is_stale(cleo: Guest, lines: list[Line]) -> None:
    step = lines[0].now["step"]
    action = lines[0].now["legal"][0]
    for on in (step - 1, step + 1, 0, -1, 10**30):
        refusal = counted(cleo, "stale", partial(lines[0].choose, [action], on))
        assert refusal["code"] == "stale"


def test_a_foreign_seat_cannot_be_taken_by_saying_so(cleo: Guest, ann: Guest, table: str) -> None:
    for guest, seat in ((cleo, 0), (cleo, 1), (ann, 1), (ann, 2), (ann, -2), (ann, 10**30)):
        line = guest.line(table)
        refusal = counted(cleo, "foreign_seat", partial(line.hello, seat=seat))
        assert refusal["code"] == "foreign_seat"
        assert line.closed() == REFUSED


def test_the_secret_of_one_seat_does_not_open_another(bob: Guest, cleo: Guest, table: str) -> None:
    token = bob.post(f"tables/{table}/seats/1/link")["token"]
    assert cleo.line(table).hello(token=token, seat=0)["code"] == "foreign_seat"
    assert cleo.join(table, token=token, seat=-1).viewer == -1


@pytest.mark.parametrize("token", ["x", "\0", "é.é", "W10.x", "." * 400])
def test_a_forged_token_opens_nothing(cleo: Guest, table: str, token: str) -> None:
    line = cleo.line(table)
    assert line.hello(token=token)["code"] == "wrong_token"
    assert line.closed() == REFUSED


def test_who_looks_on_cannot_choose(cleo: Guest, ann: Guest, table: str) -> None:
    for line in (cleo.join(table), ann.join(table, seat=-1)):
        assert line.now["legal"] == []
        assert line.choose([1])["code"] == "no_seat"
        assert line.answer("withdraw", id=new_id())["code"] == "no_seat"
        assert (
            line.answer("draft", id=new_id(), on=line.now["step"], actions=[])["code"] == "no_seat"
        )


def test_a_line_to_no_table_is_refused(cleo: Guest) -> None:
    for name in ("abcdefghijkm", "x", "%00", "..", "é" * 12):
        line = cleo.line(name)
        assert line.hear()["code"] == "no_such_table"
        assert line.closed() == REFUSED


# --- actions that nobody may choose --------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**9, 2**63, -(2**63), 10**30])
def test_an_unknown_action_is_refused(lines: list[Line], action: int) -> None:
    legal = lines[0].now["legal"]
    assert lines[0].choose([action])["code"] == "unreadable_choice"
    draft = {"id": new_id(), "on": lines[0].now["step"], "actions": [action]}
    assert lines[0].answer("draft", **draft)["code"] == "unreadable_choice"
    lines[0].settle()
    assert lines[0].now["legal"] == legal


def test_a_forbidden_action_is_refused_with_its_rule(lines: list[Line]) -> None:
    legal = lines[0].now["legal"]
    for action in range(ACTIONS):
        if action not in legal and len(lines[0].heard) < 60:
            refusal = lines[0].choose([action])
            assert refusal["code"] == "illegal_choice", action
            assert refusal["rules"], action


def test_only_the_clock_lets_time_run_out(lines: list[Line]) -> None:
    assert lines[0].choose([TIME_UP])["kind"] == "refused"
    step = lines[0].now["step"]
    refusal = lines[0].answer("choose", id=new_id(), on=step, text="time_up")
    assert refusal["kind"] == "refused"
    refusal = lines[0].answer("draft", id=new_id(), on=step, actions=[TIME_UP])
    assert refusal["code"] == "unreadable_choice"


def test_an_empty_choice_is_refused(lines: list[Line]) -> None:
    assert lines[0].choose([])["code"] == "empty_choice"
    step = lines[0].now["step"]
    both = {"id": new_id(), "on": step, "actions": lines[0].now["legal"][:1], "text": "run"}
    assert lines[0].answer("choose", **both)["code"] == "unreadable_choice"
    for text in ("\0", "; ; ;", "run" * 600, "\u202e", "🚀"):
        answer = lines[0].answer("choose", id=new_id(), on=step, text=text)
        assert answer["code"] in ("unreadable_choice", "empty_choice"), text


def test_there_is_nothing_to_withdraw_when_nobody_waits(lines: list[Line]) -> None:
    assert lines[0].answer("withdraw", id=new_id())["code"] == "nothing_to_withdraw"


# --- twice, at once, and from two devices --------------------------------------------------------


def test_a_frame_that_is_sent_twice_counts_once(lines: list[Line]) -> None:
    line = lines[0]
    frame = {"id": new_id(), "on": line.now["step"], "actions": line.now["legal"][:1]}
    for _ in range(2):
        line.say("choose", **frame)
    first, second = line.hear("ack", "refused"), line.hear("ack", "refused")
    assert first == second
    assert first["kind"] == "ack"
    assert len([heard for heard in line.heard if heard["kind"] == "step"]) == 1


def test_a_frame_that_comes_on_two_lines_at_once_counts_once(
    ann: Guest, bob: Guest, table: str, lines: list[Line]
) -> None:
    one = lines[0]
    other = (ann, bob)[one.viewer].join(table)
    frame = {"id": new_id(), "on": one.now["step"], "actions": one.now["legal"][:1]}
    one.say("choose", **frame)
    other.say("choose", **frame)
    acks = [line.hear("ack", "refused") for line in (one, other)]
    assert acks[0] == acks[1]
    assert acks[0]["kind"] == "ack"
    for line in (one, other):
        line.settle()
        assert [frame["kind"] for frame in line.heard].count("step") == 1


def test_two_clicks_at_once_count_once(
    ann: Guest, bob: Guest, table: str, lines: list[Line]
) -> None:
    one = lines[0]
    other = (ann, bob)[one.viewer].join(table)
    for line in (one, other, one):
        line.say("choose", id=new_id(), on=one.now["step"], actions=one.now["legal"][:1])
    answers = [line.hear("ack", "refused") for line in (one, other, one)]
    assert sorted(answer["kind"] for answer in answers) == ["ack", "refused", "refused"]
    assert {answer.get("code") for answer in answers} == {None, "stale"}
    one.settle()
    assert [frame["kind"] for frame in one.heard].count("step") == 1


# --- drafts --------------------------------------------------------------------------------------


def test_a_reload_in_the_middle_of_a_program_keeps_it(
    ann: Guest, bob: Guest, cleo: Guest, table: str, lines: list[Line]
) -> None:
    line = lines[0]
    owner, other = (ann, bob) if line.viewer == 0 else (bob, ann)
    second_device, onlooker = owner.join(table), cleo.join(table)
    draft = {"on": line.now["step"], "actions": line.now["legal"][:1]}
    assert line.answer("draft", id=new_id(), **draft) == {
        **line.heard[-1],
        "kind": "ack",
        "v": None,
    }
    assert second_device.hear() == {"kind": "draft", "draft": draft}
    line.close()
    assert owner.join(table).welcome["draft"] == draft

    for stranger in (lines[1], onlooker):
        stranger.settle()
        assert "draft" not in {frame["kind"] for frame in stranger.heard}
    for guest in (other, cleo):
        assert guest.join(table).welcome["draft"] is None
    assert owner.join(table, seat=-1).welcome["draft"] is None


def test_a_draft_is_forgotten_when_the_game_goes_on(
    ann: Guest, bob: Guest, table: str, lines: list[Line]
) -> None:
    line, step = lines[0], lines[0].now["step"]
    owner = (ann, bob)[line.viewer]
    line.answer("draft", id=new_id(), on=step, actions=line.now["legal"][:1])
    assert owner.join(table).welcome["draft"]
    assert line.choose(line.now["legal"][:1])["kind"] == "ack"
    assert owner.join(table).welcome["draft"] is None
    assert line.answer("draft", id=new_id(), on=step, actions=[])["code"] == "stale"


def test_no_draft_is_kept_at_a_table_that_was_closed(ann: Guest) -> None:
    table = ann.make(name="Ann")
    line = ann.join(table)
    ann.post(f"tables/{table}/close")
    answer = line.answer("draft", id=new_id(), on=line.now["step"], actions=[])
    assert answer["code"] == "closed"


# --- too much, too slow --------------------------------------------------------------------------


def test_a_flood_of_frames_is_slowed_and_hurts_nobody_else(
    cleo: Guest, table: str, lines: list[Line]
) -> None:
    before = count(cleo, "algorally_slowed_total")
    flood = cleo.join(table)
    for _ in range(5000):
        flood.say("ping")
    began = time.monotonic()
    for turn in range(6):
        line = next(line for line in lines if line.is_thinking)
        assert line.choose(line.now["legal"][:1])["kind"] == "ack", turn
        for other in lines:
            other.settle()
    assert time.monotonic() - began < 60  # the flood itself takes minutes
    assert count(cleo, "algorally_slowed_total") > before


def test_who_sends_nothing_but_nonsense_is_sent_away(cleo: Guest, table: str) -> None:
    line = cleo.join(table)
    for _ in range(250):
        line.say("dance")
    assert line.closed() == REFUSED
    assert [frame["kind"] for frame in line.heard].count("refused") >= 150


def test_who_never_reads_hurts_nobody_else(cleo: Guest, table: str) -> None:
    for _ in range(2):
        cleo.line(table, queue=1).say("hello")  # and the game goes on to its end


# --- bodies and paths ----------------------------------------------------------------------------


def body(guest: Guest, content: Any, path: str = "tables", **headers: str) -> tuple[int, str]:
    """Send a body as it is; the status and the code of the refusal."""
    kind = {"Content-Type": "application/json"}
    answer = guest.http.post(f"/api/{path}", content=content, headers={**kind, **headers})
    return answer.status_code, answer.json().get("code", "")


def test_a_big_body_is_refused(cleo: Guest) -> None:
    assert body(cleo, b"x" * 64_001) == (413, "too_big")
    assert body(cleo, b"x" * 2_000_000) == (413, "too_big")
    parts = (b"x" * 1000 for _ in range(100))  # whose size is not told beforehand
    assert body(cleo, parts) == (413, "too_big")


@pytest.mark.parametrize("number", ["\u0661", "\u0967", "1_0", "+1", " 1", "one"])
def test_numbers_in_addresses_are_written_in_digits_that_everybody_reads(
    ann: Guest, number: str
) -> None:
    table, written = ann.make(name="Ann"), quote(number)
    for method, path in (
        ("DELETE", f"tables/{table}/seats/{written}"),
        ("GET", f"tables/{table}/board?seat={written}"),
        ("GET", f"tables?page={written}"),
    ):
        status, problem = ann.refused(method, path)
        assert status == 400, path
        assert "a whole number in the digits 0 to 9" in problem["words"]


@pytest.mark.parametrize("header", [b"X-Big: " + b"x" * 200_000, b"X-Many: x\r\n" * 20_000])
def test_big_headers_are_refused(served: Server, header: bytes) -> None:
    with socket.create_connection((HOST, served.port), timeout=20) as line:
        with contextlib.suppress(ConnectionError):  # it need not wait for the end
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + header + b"\r\n\r\n")
        answer = b""
        with contextlib.suppress(ConnectionError):
            while part := line.recv(1000):
                answer += part
    assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff", b"\0", b"[" * 60_000),
        *(b'{"a":' * 12_000, b'{"game": "\xc3\x28"}', b'{"game": "\\ud800"}', b'{"game": 1e999}'),
        b'{"game": "algoracing", "seed": ' + b"9" * 5000 + b"}",
        b'{"game": "algoracing", "settings": {"level": ' + b"[" * 5000,
    ],
    ids=lambda content: repr(content[:30]),
)
def test_a_body_that_cannot_be_read_is_refused(cleo: Guest, content: bytes) -> None:
    assert body(cleo, content) == (400, "malformed")


def test_nul_characters_do_no_harm(ann: Guest) -> None:
    made = ann.post("tables", game=GAME, name="A\0nn\0")
    assert made["table"]["seats"][0]["name"] == "Ann"
    table = made["table"]["id"]
    assert ann.refused("POST", f"tables/{table}/seats", name="Ann", colour="red\0")[0] == 400
    assert ann.refused("POST", f"tables/{table}/claim", token="\0")[1]["code"] == "wrong_link"
    assert ann.refused("PUT", f"tables/{table}/seats/1/bot", level="\0")[0] == 400
    assert ann.refused("POST", "tables", game="algoracing\0")[1]["code"] == "unknown_game"
    assert ann.refused("POST", "tables", game=GAME, settings={"level": "\0"})[0] == 400
    assert ann.refused("POST", "tables", game=GAME, settings={"\0": "x"})[0] == 400
    assert ann.refused("POST", "tables", game=GAME, bots="\0")[0] == 400
    assert ann.refused("GET", "tables/%00")[0] == 404
    assert ann.refused("GET", f"tables/{table}%00")[0] == 404
    assert ann.refused("GET", "games/%00")[0] == 404
    assert ann.refused("GET", f"games/{GAME}/picture.svg?level=%00")[0] == 400
    assert ann.refused("POST", "replays", text="\0" * 100)[0] == 400


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202eevil\u202c", "evil"),
        ("\u2066A\u2069\u200b\u200f", "A"),
        ("A\r\nB\tC", "A B C"),
        ("a" * 200, "a" * 24),
        ("Z" + "\u0351" * 30 + "algo", "Z\u0351\u0351algo"),
        ("👩\u200d🚀", "👩🚀"),
        ("  \u00a0\u3000 ", "Guest"),
        ("", "Guest"),
        ("\u3164\u2800\uffa0", "Guest"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_names_are_made_fit_to_be_shown(ann: Guest, name: str, shown: str) -> None:
    assert ann.post("tables", game=GAME, name=name)["table"]["seats"][0]["name"] == shown


# --- anything at all -----------------------------------------------------------------------------

NOW = 424242  # stands for the present step
NUMBERS = st.integers(-3, 150) | st.integers() | st.sampled_from([2**31, 2**63, 2**64, 10**30])
WORDS = st.sampled_from(["run", "step", "corner NE", "insert step 0", "time_up", ";"]) | st.text(
    max_size=12
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "kind": st.sampled_from(["hello", "choose", "withdraw", "draft", "ping", "ack", ""]),
    "id": st.sampled_from(["a", "b", "c"]) | WORDS,
    "on": st.just(NOW) | NUMBERS,
    "actions": st.lists(NUMBERS, max_size=5),
    "text": st.lists(WORDS, max_size=4).map("; ".join),
    "seat": NUMBERS,
    "last": NUMBERS,
    "token": WORDS,
}
SOUND = {
    "hello": ("last", "seat", "token"),
    "choose": ("id", "on", "actions", "text"),
    "withdraw": ("id",),
    "draft": ("id", "on", "actions"),
    "ping": (),
}
FRAMES = st.one_of(  # with the right fields,
    [
        st.fixed_dictionaries({"kind": st.just(kind), **{name: FIELDS[name] for name in names}})
        for kind, names in SOUND.items()
    ]
)
NEARLY = st.fixed_dictionaries(  # or with any
    {"kind": FIELDS["kind"]},
    optional={name: values | ANYTHING for name, values in FIELDS.items() if name != "kind"},
)
TEXTS = st.one_of(FRAMES, FRAMES, NEARLY, ANYTHING).map(
    lambda frame: json.dumps(frame, ensure_ascii=False)
) | st.text(max_size=60)


class Fuzz:
    """Sends frames from one guest's seat, over a new line whenever the old one has had enough."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        self.line = guest.join(table)
        self.sent = 0
        self.ends: list[int] = []

    def send(self, text: str) -> None:
        """Send a text, at the right step if it is about one; it must be answered."""
        if self.sent % 45 == 44:  # before it is slowed down
            self.line.close()
            self.line = self.guest.join(self.table)
        self.sent += 1
        text = text.replace(str(NOW), str(self.line.now["step"]))
        try:
            self.line.socket.send(text.encode("utf-8", "surrogatepass"), text=True)
            self.line.settle()
        except ConnectionClosed:
            self.ends.append(self.line.closed())
            self.line = self.guest.join(self.table)


def with_anything(examples: int, send: Callable[[str], None]) -> None:
    """Send many texts, most of which are nearly frames; the same in every run."""
    chosen = settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    chosen(given(TEXTS)(send))()


def test_nothing_that_can_be_sent_confuses_the_server(ann: Guest, table: str) -> None:
    fuzz = Fuzz(ann, table)
    with_anything(1000, fuzz.send)
    assert fuzz.sent >= 500
    assert set(fuzz.ends) <= {REFUSED, BROKEN_TEXT}


def test_no_beginning_confuses_the_server(cleo: Guest, table: str) -> None:
    def begin(text: str) -> None:
        line = cleo.line(table)
        line.socket.send(text.encode("utf-8", "surrogatepass"), text=True)
        try:
            if line.hear()["kind"] == "refused":
                assert line.closed() == REFUSED
        except ConnectionClosed:
            assert line.closed() == BROKEN_TEXT
        line.close()

    with_anything(300, begin)


def test_legal_play_between_nonsense_goes_through(ann: Guest, bob: Guest, table: str) -> None:
    dice = random.Random(5)
    players = [ann.join(table), bob.join(table)]
    for number in range(30):
        for line in players:
            line.socket.send(dice.choice(list(UNREADABLE.values())))
        line = next(line for line in players if line.is_thinking)
        answer = line.choose([dice.choice(line.now["legal"])])
        while answer.get("code") == "malformed":
            answer = line.hear("ack", "refused")
        assert answer["kind"] == "ack", (number, answer)
        for line in players:
            line.settle()
        if not players[0].now["thinking"]:
            break
