"""Two processes on one PostgreSQL are one server, wherever somebody is connected."""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from algorally.bots.levels import STAND_IN
from algorally.core.transcript import read_transcript
from algorally.match.entries import Clock, Header, Pause, Stored
from algorally.server import keeper
from algorally.server.keeper import Keeper
from algorally.server.storage.additions import Addition
from algorally.server.storage.store import Store
from tests.server.evidence import read_database
from tests.server.guests import Guest, Line, finish, new_id
from tests.server.inside import Inside
from tests.server.postgres import Postgres
from tests.server.processes import Server

PROMPT = 1.0  # seconds in which what happens at one process is known at the other, as a rule
LIMIT = 60.0  # seconds for whatever takes longer, on a machine that is busy
ROUNDS = 12
SHORT = {"turn_cap": 3}


class Pair(NamedTuple):
    """Two processes, and the database that they share."""

    one: Server
    other: Server
    database: str


def start_pair(postgres: Postgres, folder: Path, running: ExitStack) -> Pair:
    """Start both at the same moment on an empty database."""
    database = postgres.create_database()
    one, other = (
        Server(folder / "data", "--requests", "0", "--no-limits", database=database)
        for _ in range(2)
    )
    for server in (one, other):
        running.callback(server.close)
    at_once(one.start, other.start)
    return Pair(one, other, database)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes for all tests that kill neither."""
    with ExitStack() as running:
        yield start_pair(postgres, tmp_path_factory.mktemp("pair"), running)


@pytest.fixture
def mortals(postgres: Postgres, tmp_path: Path) -> Iterator[Pair]:
    """Two processes of which one may be killed."""
    with ExitStack() as running:
        yield start_pair(postgres, tmp_path, running)


@pytest.fixture
def meet() -> Iterator["Meet"]:
    """Somebody at a process; a token makes it somebody who is known already."""
    with ExitStack() as people:

        def guest(server: Server, token: str = "") -> Guest:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return people.enter_context(Guest(server.url, **headers))

        yield guest


Meet = Callable[..., Guest]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do several things at the same moment; what each of them gives."""
    barrier = threading.Barrier(len(works))

    def work(one: Callable[[], Any]) -> Any:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(work, works))


class Seats(NamedTuple):
    """A game of two people that has begun, and their tokens."""

    table: str
    tokens: list[str]


def begin(meet: Meet, servers: Sequence[Server], **wishes: Any) -> Seats:
    """Two people, each at another process; the first of them makes the table and starts it."""
    tokens = [meet(server).token for server in servers]
    ann, ben = (meet(server, token) for server, token in zip(servers, tokens, strict=True))
    table = ann.make(seats=2, name="Ann", **wishes)
    ben.post(f"tables/{table}/seats", name="Ben")
    ann.post(f"tables/{table}/start")
    return Seats(table, tokens)


def join(meet: Meet, server: Server, seats: Seats, seat: int, **hello: Any) -> Line:
    """Connect from a seat."""
    return meet(server).join(seats.table, token=seats.tokens[seat], **hello)


def seat_at(meet: Meet, server: Server, seats: Seats, seat: int) -> dict[str, Any]:
    """How a seat looks at a process."""
    found: dict[str, Any] = meet(server).get(f"tables/{seats.table}")["table"]["seats"][seat]
    return found


def hear_until(line: Line, fulfilled: Callable[[dict[str, Any]], bool]) -> float:
    """Hear frames until one fulfils a condition; the seconds that it took."""
    began = time.monotonic()
    while True:
        left = began + LIMIT - time.monotonic()
        assert left > 0, line.heard[-5:]
        if fulfilled(line.hear(patience=left)):
            return time.monotonic() - began


def hear_number(line: Line, v: int) -> float:
    """Hear what happens at once, up to a number; the seconds that it took."""
    return hear_until(line, lambda frame: frame.get("v") == v) if line.v < v else 0.0


def one_who_thinks(lines: Sequence[Line]) -> Line:
    """The line from whose seat a choice is awaited."""
    return next(line for line in lines if line.is_thinking)


def test_a_choice_at_one_process_is_seen_at_the_other_within_a_second(
    pair: Pair, meet: Meet
) -> None:
    seats = begin(meet, [pair.one, pair.other])
    lines = [join(meet, pair.one, seats, 0), join(meet, pair.other, seats, 1)]
    times = []
    for _ in range(ROUNDS):
        chooser = one_who_thinks(lines)
        answer = chooser.choose(chooser.now["legal"][:1])
        witness = next(line for line in lines if line is not chooser)
        times.append(hear_number(witness, answer["v"]))
        assert witness.now["thinking"] == chooser.now["thinking"]
    assert median(times) < PROMPT


def test_the_same_choice_sent_to_both_at_once_counts_once(pair: Pair, meet: Meet) -> None:
    seats = begin(meet, [pair.one, pair.other])
    servers = (pair.one, pair.other)
    lines = [[join(meet, server, seats, seat) for server in servers] for seat in range(2)]
    names = []
    for _ in range(ROUNDS):
        both = next(two for two in lines if two[0].is_thinking)
        choice = {"id": new_id(), "on": both[0].now["step"], "actions": both[0].now["legal"][:1]}
        names.append(choice["id"])
        answers = at_once(*(partial(line.answer, "choose", **choice) for line in both))
        assert [answer["kind"] for answer in answers] == ["ack", "ack"]
        assert answers[0]["v"] == answers[1]["v"]
        hear_all(lines, answers[0]["v"])
    stored = [one.client_id for one in read_database(pair.database)[seats.table].entries]
    assert [stored.count(name) for name in names] == [1] * ROUNDS


def test_of_two_choices_for_one_step_sent_to_both_at_once_one_counts(
    pair: Pair, meet: Meet
) -> None:
    seats = begin(meet, [pair.one, pair.other])
    servers = (pair.one, pair.other)
    lines = [[join(meet, server, seats, seat) for server in servers] for seat in range(2)]
    for _ in range(ROUNDS):
        both = next(two for two in lines if two[0].is_thinking)
        step, legal = both[0].now["step"], both[0].now["legal"]
        answers = at_once(
            partial(both[0].choose, legal[:1], on=step),
            partial(both[1].choose, legal[-1:], on=step),
        )
        kinds = sorted(answer["kind"] for answer in answers)
        assert kinds == ["ack", "refused"]
        refusal, done = sorted(answers, key=lambda answer: answer["kind"] == "ack")
        assert refusal["code"] in ("stale", "not_your_turn")
        hear_all(lines, done["v"])


def hear_all(lines: list[list[Line]], v: int) -> None:
    """Have everybody hear what has happened, each number once and in order."""
    for line in (line for two in lines for line in two):
        hear_number(line, v)
        numbers = [frame["v"] for frame in line.heard if "at" in frame]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_a_table_made_at_one_process_is_joined_started_and_played_at_the_other(
    pair: Pair, meet: Meet
) -> None:
    token = meet(pair.one).token
    table = meet(pair.one, token).make(seats=3, name="Ann", settings=SHORT)
    ann, ben = meet(pair.other, token), meet(pair.other)
    ben.post(f"tables/{table}/seats", name="Ben")
    meet(pair.one, token).put(f"tables/{table}/seats/2/bot")
    ann.post(f"tables/{table}/start")
    finish(ann.join(table, token=token), ben.join(table))
    replays = [meet(server).get(f"tables/{table}/replay") for server in (pair.one, pair.other)]
    assert replays[0] == replays[1]
    assert read_transcript(replays[0]).end().over


def test_who_does_something_at_one_process_finds_it_done_at_the_other(
    pair: Pair, meet: Meet
) -> None:
    for _ in range(ROUNDS):
        token = meet(pair.one).token
        ann, elsewhere = meet(pair.one, token), meet(pair.other, token)
        table = ann.make(seats=2, name="Ann")
        assert elsewhere.get(f"tables/{table}")["seats"] == [0]
        ben = meet(pair.one)
        ben.post(f"tables/{table}/seats", name="Ben")
        elsewhere.post(f"tables/{table}/start")
        assert ann.get(f"tables/{table}")["table"]["stage"] == "running"


def test_a_code_is_good_once_at_all_processes_together(pair: Pair, meet: Meet) -> None:
    ann, phone = meet(pair.one), meet(pair.other)
    code = ann.post("guest/move")["code"]
    phone.post("guest", code=code)
    assert phone.token == ann.token
    for server in (pair.one, pair.other):
        status, problem = meet(server).refused("POST", "guest", code=code)
        assert (status, problem["code"]) == (403, "old_code")


def test_who_moves_to_the_other_process_misses_nothing_and_sees_nothing_twice(
    pair: Pair, meet: Meet
) -> None:
    seats = begin(meet, [pair.one, pair.other])
    dice = random.Random(1)
    line = join(meet, pair.one, seats, 0)
    other = join(meet, pair.other, seats, 1)
    for number in range(ROUNDS):
        thinking = one_who_thinks([line, other])
        answer = thinking.choose([dice.choice(thinking.now["legal"])])
        last = line.v
        server = (pair.other, pair.one)[number % 2]
        line = join(meet, server, seats, 0, last=last)
        assert line.welcome["snapshot"] is None
        missed = [frame["v"] for frame in line.welcome["missed"]]
        assert missed == list(range(last + 1, line.welcome["v"] + 1))
        assert line.welcome["v"] >= answer["v"]
        hear_number(other, line.v)


def test_when_the_process_that_moves_the_bots_is_killed_the_other_does_it(
    mortals: Pair, meet: Meet
) -> None:
    token = meet(mortals.one).token
    table = meet(mortals.one, token).make(seats=2, name="Ann", bots="greedy", start=True)
    line = meet(mortals.other).join(table, token=token)
    if not line.is_thinking:
        hear_until(line, lambda _: line.is_thinking)
    mortals.one.kill()
    while line.is_thinking:
        assert line.choose(line.now["legal"][-1:])["kind"] == "ack"
    hear_until(line, lambda frame: frame.get("cause") == "bot")


def test_for_somebody_who_is_away_a_bot_plays_until_they_come_back_at_any_process(
    pair: Pair, meet: Meet
) -> None:
    seats = begin(meet, [pair.one, pair.other], grace=1)
    ann = join(meet, pair.one, seats, 0)
    join(meet, pair.other, seats, 1).close()
    hear_until(ann, lambda frame: ben_in(frame).get("away_since") is not None)
    hear_until(ann, lambda frame: ben_in(frame).get("stand_in") == STAND_IN)
    for server in (pair.one, pair.other):
        assert seat_at(meet, server, seats, 1)["stand_in"] == STAND_IN
    ben = join(meet, pair.one, seats, 1)
    assert ben.welcome["table"]["seats"][1]["away_since"] is None
    for server in (pair.one, pair.other):
        seat = seat_at(meet, server, seats, 1)
        assert (seat["away_since"], seat["stand_in"]) == (None, "")


def ben_in(frame: dict[str, Any]) -> dict[str, Any]:
    """The second seat, if a frame tells of the seats."""
    seat: dict[str, Any] = frame["table"]["seats"][1] if frame["kind"] == "table" else {}
    return seat


def test_who_was_connected_to_a_killed_process_is_away_though_another_keeps_the_table(
    mortals: Pair, meet: Meet
) -> None:
    seats = begin(meet, [mortals.one, mortals.other], grace=1)
    ann = join(meet, mortals.one, seats, 0)
    join(meet, mortals.other, seats, 1)
    mortals.other.kill()
    hear_until(ann, lambda frame: ben_in(frame).get("stand_in") == STAND_IN)
    assert seat_at(meet, mortals.one, seats, 0)["away_since"] is None
    ben = join(meet, mortals.one, seats, 1)
    assert ben.welcome["table"]["seats"][1]["away_since"] is None


def test_a_host_who_looks_on_at_one_process_hosts_at_the_other(
    postgres: Postgres, tmp_path: Path, meet: Meet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "HEARTBEAT", 0.05)
    monkeypatch.setattr(keeper, "LEASE", 60_000)
    monkeypatch.setattr(keeper, "HOST_GRACE", 0.0)
    looked = count_looks(monkeypatch)
    database = postgres.create_database()
    with (
        Inside(tmp_path, database=database) as one,
        Inside(tmp_path, database=database) as other,
    ):
        token = meet(one).token
        ann, ben = meet(one, token), meet(other)
        table = ann.make(seats=2)
        line = meet(one).join(table, token=token)
        ben.post(f"tables/{table}/seats", name="Ben")
        ben.join(table)
        seen = looked[other.keeper]
        wait_until(lambda: looked[other.keeper] > seen + 10)
        assert ann.get(f"tables/{table}")["host"]
        line.close()
        monkeypatch.setattr(keeper, "LEASE", 0)
        wait_until(lambda: ben.get(f"tables/{table}")["host"])


def count_looks(monkeypatch: pytest.MonkeyPatch) -> Counter[Keeper]:
    """Count how often each process looks for tables without a host."""
    looked: Counter[Keeper] = Counter()
    find_hosts = Keeper._find_hosts

    def counted(self: Keeper) -> None:
        find_hosts(self)
        looked[self] += 1

    monkeypatch.setattr(Keeper, "_find_hosts", counted)
    return looked


def wait_until(fulfilled: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LIMIT
    while not fulfilled():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_processes_that_store_at_the_same_tables_never_wait_for_each_other_in_a_circle(
    postgres: Postgres,
) -> None:
    database = sa.make_url(postgres.create_database())
    stores = [Store(database, name) for name in ("one", "other")]
    names = [f"table{number}" for number in range(10)]

    async def store_all(store: Store, order: Sequence[str], number: int) -> dict[str, bool]:
        written = await asyncio.gather(*(store.add(an_entry(name, number)) for name in order))
        return dict(zip(order, written, strict=True))

    async def race() -> None:
        await asyncio.gather(*(stores[0].add(Addition(name, header(name))) for name in names))
        for number in range(1, 50):
            one, other = await asyncio.gather(
                store_all(stores[0], names, number), store_all(stores[1], names[::-1], number)
            )
            assert all(one[name] != other[name] for name in names)

    try:
        asyncio.run(race())
    finally:
        for store in stores:
            store.close()


def header(table: str) -> Header:
    return Header(
        id=table,
        game="algoracing",
        rules_version=1,
        seats=2,
        seed=1,
        settings={},
        clock=Clock(),
        grace=None,
        listed=False,
        host="",
        created=0,
    )


def an_entry(table: str, number: int) -> Addition:
    return Addition(table, stored=[Stored(number, 0, Pause())])
