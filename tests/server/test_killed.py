"""Killed, nothing lost: servers and databases die in the middle of many games.

Clients play at real servers over real sockets. Afterwards all that they were told must be in the
database, once, and lead to the views that they have.
"""

import asyncio
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from algorally.match.entries import Choose, TimeUp
from algorally.server.storage.folder import FILE
from tests.server.evidence import Evidence, check, is_choice, read_database
from tests.server.guests import Guest
from tests.server.players import COMPLETE, FACTORY, RACE, Pace, Plan, ask, make_table, players_of
from tests.server.postgres import Postgres
from tests.server.processes import Server, ServerFailed

PLANS = [
    Plan(2),
    Plan(2, play=COMPLETE, spectators=1),
    Plan(2, bots=1, play=COMPLETE),
    Plan(2, clock=1, play=COMPLETE),
    Plan(3, play=COMPLETE),
    Plan(2, play=RACE, spectators=1),
    Plan(3, bots=1, play=RACE),
    Plan(4, bots=1, clock=1, play=RACE),
    Plan(2, play=FACTORY, spectators=1),
    Plan(8, bots=4, clock=1, play=FACTORY),
    Plan(3, bots=1, clock=1),
    Plan(3, bots=2),
    Plan(4, bots=2, play=COMPLETE),
]
UNTIMED = [plan for plan in PLANS if not plan.clock]
KILLS = 2  # before the last two
LIMIT = 600.0  # seconds for all games; a quiet machine needs a tenth of it
LEISURE = 0.4  # seconds that players think, at most, while they are disturbed
MORE_LEISURE = 0.8  # where games go on at another server
AWHILE = 6.0  # seconds; longer than a clock's turn, and than a silent process is believed to live

Disturb = Callable[[], Awaitable[None]]
Tamper = Callable[[Evidence], None]


# --- playing -----------------------------------------------------------------------------------


async def play(
    servers: Sequence[Server], plans: Sequence[Plan], disturb: Disturb, leisure: float
) -> Evidence:
    """Play all games to their end, with a disturbance in the middle."""
    dice = random.Random(len(servers))
    addresses = [lambda server=server: server.url for server in servers]
    pace = Pace(leisure)
    tables = [await make_table(plan, lambda: dice.choice(servers).url) for plan in plans]
    players = [one for table in tables for one in players_of(table, addresses, pace, dice)]
    players[0].waits = True  # so there is a game to be disturbed, however slow the machine is
    try:
        async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            await disturb()
            assert not players[0].over
            pace.calm.set()
    except TimeoutError:
        stuck = "\n".join(str(player) for player in players if not player.over)
        pytest.fail(f"these players saw no end:\n{stuck}")
    for player in players:
        await player.look_again()
    paths = {table.id: f"{dice.choice(servers).url}/api/tables/{table.id}" for table in tables}
    for path in paths.values():
        assert (await ask("GET", path))["table"]["stage"] == "over"
    replays = {name: await ask("GET", f"{path}/replay") for name, path in paths.items()}
    return Evidence([player.notes for player in players], {}, replays)


def play_and_check(
    database: str,
    servers: Sequence[Server],
    disturb: Disturb,
    plans: Sequence[Plan] = PLANS,
    leisure: float = LEISURE,
) -> Evidence:
    """Play all games, and check that players, database and replays tell the same."""
    with ExitStack() as running:
        for server in servers:
            running.enter_context(server)
        evidence = asyncio.run(play(servers, plans, disturb, leisure))
    evidence = evidence._replace(tables=read_database(database))
    check(evidence)
    for server in servers:
        assert not errors(server)
    return evidence


def errors(server: Server) -> list[str]:
    """The lines of a server's log that should not be there."""
    return [line for line in server.log().splitlines() if '"level":"error"' in line]


def make_server(folder: Path, database: str | None = None) -> Server:
    return Server(folder / "data", "--requests", "0", "--no-limits", database=database)


def sqlite_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'data' / FILE}"


# --- disturbing --------------------------------------------------------------------------------


async def leave_alone() -> None:
    """A disturbance that is none."""


def kill_again_and_again(server: Server) -> Disturb:
    """Kill a server and start it again; the last time it is killed while it starts, too."""
    dice = random.Random(KILLS)

    async def disturb() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(dice.uniform(1, 2))
            server.kill()
            await asyncio.to_thread(server.start)
        await asyncio.sleep(dice.uniform(1, 2))
        server.kill()
        await kill_while_it_starts(server, dice.uniform(0.3, 2))
        await asyncio.to_thread(server.start)
        await asyncio.sleep(1)

    return disturb


async def kill_while_it_starts(server: Server, after: float) -> None:
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    await asyncio.sleep(after)
    server.kill()
    with contextlib.suppress(ServerFailed):
        await starting


def restart_again_and_again(postgres: Postgres, times: int) -> Disturb:
    """Stop PostgreSQL and start it again, by turns orderly and as in a crash."""

    async def disturb() -> None:
        for number in range(times):
            await asyncio.sleep(1.5)
            await asyncio.to_thread(postgres.stop, "immediate" if number % 2 else "fast")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.start)
        await asyncio.sleep(1.5)

    return disturb


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A second PostgreSQL, which may be stopped without harm to other tests."""
    with Postgres() as running:
        yield running


# --- the tests ---------------------------------------------------------------------------------


def check_that_it_mattered(evidence: Evidence) -> None:
    """Everything that can happen did: lost connections, choices sent again, bots, clocks.

    But nobody was sent away, as would be if processes stood in each other's way.
    """
    players = evidence.players
    assert not any(notes.unavailable for notes in players)
    assert sum(notes.welcomes for notes in players) > len(players)  # not all were at that server
    assert any(notes.resent for notes in players)
    entries = [one.entry for kept in evidence.tables.values() for one in kept.entries]
    assert any(isinstance(entry, TimeUp) for entry in entries)
    assert any(isinstance(entry, Choose) and entry.by_bot for entry in entries)


def test_one_server_on_sqlite_is_killed_again_and_again(tmp_path: Path) -> None:
    server = make_server(tmp_path)
    evidence = play_and_check(sqlite_of(tmp_path), [server], kill_again_and_again(server))
    check_that_it_mattered(evidence)


def test_one_server_on_postgresql_is_killed_again_and_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.create_database()
    server = make_server(tmp_path, database)
    evidence = play_and_check(database, [server], kill_again_and_again(server))
    check_that_it_mattered(evidence)


def test_one_of_two_servers_on_postgresql_is_killed_again_and_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.create_database()
    servers = [make_server(tmp_path, database) for _ in range(2)]
    disturb = kill_again_and_again(servers[1])
    evidence = play_and_check(database, servers, disturb, leisure=MORE_LEISURE)
    check_that_it_mattered(evidence)


def test_postgresql_is_restarted_again_and_again_under_two_servers(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    database = own_postgres.create_database()
    servers = [make_server(tmp_path, database) for _ in range(2)]
    evidence = play_and_check(database, servers, restart_again_and_again(own_postgres, 6))
    assert any(notes.unavailable for notes in evidence.players)


def test_a_server_that_is_stopped_ends_cleanly_and_goes_on_when_it_is_started(
    tmp_path: Path,
) -> None:
    server = make_server(tmp_path)
    endings = []

    async def stop_and_start() -> None:
        for _ in range(2):
            await asyncio.sleep(1.5)
            endings.append(await asyncio.to_thread(server.stop))
            await asyncio.to_thread(server.start)

    play_and_check(sqlite_of(tmp_path), [server], stop_and_start, UNTIMED)
    assert endings == [0, 0]


def test_time_that_is_up_while_the_database_is_away_is_up_when_it_is_back(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    with ExitStack() as running:
        server = running.enter_context(make_server(tmp_path, own_postgres.create_database()))
        ann, ben = (running.enter_context(Guest(server.url)) for _ in range(2))
        table = ann.make(seats=2, name="Ann", clock=1)
        ben.post(f"tables/{table}/seats", name="Ben")
        ann.post(f"tables/{table}/start")
        line = ann.join(table)
        own_postgres.stop()
        time.sleep(AWHILE)
        own_postgres.start()
        assert line.hear("step")["cause"] == "clock"
        assert not errors(server)


# Opens a database for the first time, and is killed when it has made so many tables in it.
KILLED_OPENING = """
import os, signal, sys
import sqlalchemy as sa
from algorally.server.storage.database import open_engine, prepare

made = 0

def watch(statement):
    global made
    made += statement.strip().startswith("CREATE TABLE")
    if made == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

engine = open_engine(sa.URL.create("sqlite", database=sys.argv[1]))
sa.event.listen(engine, "connect", lambda connection, _: connection.set_trace_callback(watch))
prepare(engine)
"""


@pytest.mark.parametrize("tables", [1, 3])
def test_a_server_killed_while_it_makes_its_database_can_be_started(
    tmp_path: Path, tables: int
) -> None:
    def open_and_be_killed(tables: int) -> int:
        command = [sys.executable, "-c", KILLED_OPENING, str(tmp_path / FILE), str(tables)]
        return subprocess.run(command, check=False).returncode

    assert open_and_be_killed(tables) == -signal.SIGKILL
    assert open_and_be_killed(1000) == 0


# --- the tests can fail ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evidence]:
    """A database, and what is known of two games in it that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("quiet")
    plans = [Plan(2), Plan(3, bots=1, play=COMPLETE, spectators=1)]
    server = make_server(folder)
    return folder, play_and_check(sqlite_of(folder), [server], leave_alone, plans, 0.0)


def test_a_choice_removed_from_the_database_is_missed(
    quiet: tuple[Path, Evidence], tmp_path: Path
) -> None:
    folder, evidence = quiet
    (tmp_path / "data").mkdir()
    with (
        contextlib.closing(sqlite3.connect(folder / "data" / FILE)) as whole,
        contextlib.closing(sqlite3.connect(tmp_path / "data" / FILE)) as copy,
    ):
        whole.backup(copy)
        name, _ = evidence.players[0].acknowledged[-1]
        assert copy.execute("delete from entries where client_id = ?", [name]).rowcount == 1
        copy.commit()
    with pytest.raises(AssertionError, match="and lost"):
        check(evidence._replace(tables=read_database(sqlite_of(tmp_path))))


def lose_a_choice(evidence: Evidence) -> None:
    _, number = evidence.players[0].acknowledged[3]
    assert number
    entries = evidence.tables[evidence.players[0].table].entries
    entries[number - 1] = msgspec.structs.replace(entries[number - 1], client_id="")


def number_a_choice_otherwise(evidence: Evidence) -> None:
    notes = evidence.players[0]
    name, number = notes.acknowledged[3]
    assert number
    notes.acknowledged[3] = (name, number + 1)


def change_a_choice(evidence: Evidence) -> None:
    notes = evidence.players[0]
    name, _ = notes.acknowledged[3]
    notes.sent[name] = msgspec.structs.replace(notes.sent[name], actions=[0, 0])


def count_a_choice_twice(evidence: Evidence) -> None:
    notes = evidence.players[0]
    entries = evidence.tables[notes.table].entries
    stored = [number for number, one in enumerate(entries) if one.client_id]
    name = entries[stored[0]].client_id
    entries[stored[1]] = msgspec.structs.replace(entries[stored[1]], client_id=name)


def make_up_a_choice(evidence: Evidence) -> None:
    evidence.players[0].sent.popitem()


def store_what_was_refused(evidence: Evidence) -> None:
    notes = evidence.players[0]
    notes.refused[notes.acknowledged[0][0]] = "stale"


def leave_a_gap(evidence: Evidence) -> None:
    evidence.tables[evidence.players[0].table].entries.pop(2)


def end_too_early(evidence: Evidence) -> None:
    table = evidence.players[0].table
    kept = evidence.tables[table]
    last = max(one.number for one in kept.entries if is_choice(one))
    evidence.tables[table] = kept._replace(entries=kept.entries[: last - 1])


def forget_that_it_is_over(evidence: Evidence) -> None:
    table = evidence.players[0].table
    evidence.tables[table] = evidence.tables[table]._replace(stage="running")


def miss_a_frame(evidence: Evidence) -> None:
    evidence.players[1].seen.pop(5)


def see_a_frame_twice(evidence: Evidence) -> None:
    seen = evidence.players[1].seen
    seen.insert(5, seen[5])


def miss_the_end(evidence: Evidence) -> None:
    del evidence.players[1].seen[-3:]


def need_another_snapshot(evidence: Evidence) -> None:
    evidence.players[1].snapshots.append(30)


def miss_an_event(evidence: Evidence) -> None:
    notes = evidence.players[1]
    assert notes.view
    notes.view = notes.view.game.start(notes.view.seats)


def tell_another_game(evidence: Evidence) -> None:
    one, other = evidence.replays
    evidence.replays[one] = evidence.replays[other]


def have_no_replay(evidence: Evidence) -> None:
    evidence.replays.popitem()


TAMPERING: list[tuple[Tamper, str]] = [
    (lose_a_choice, "and lost"),
    (number_a_choice_otherwise, "acknowledged as"),
    (change_a_choice, "sent as"),
    (count_a_choice_twice, "stored twice"),
    (make_up_a_choice, "sent by nobody"),
    (store_what_was_refused, "refused and stored"),
    (leave_a_gap, "gaps"),
    (end_too_early, "do not end"),
    (forget_that_it_is_over, "running"),
    (miss_a_frame, "seen from"),
    (see_a_frame_twice, "seen from"),
    (miss_the_end, "ended with"),
    (need_another_snapshot, "snapshots"),
    (miss_an_event, "events lead elsewhere"),
    (tell_another_game, "another game"),
    (have_no_replay, "without a replay"),
]


def copy_of(evidence: Evidence) -> Evidence:
    """The same evidence, to be tampered with."""
    players = [replace(notes) for notes in evidence.players]
    for notes in players:
        notes.sent, notes.refused = dict(notes.sent), dict(notes.refused)
        notes.acknowledged, notes.seen = list(notes.acknowledged), list(notes.seen)
        notes.snapshots = list(notes.snapshots)
    tables = {
        name: kept._replace(entries=list(kept.entries)) for name, kept in evidence.tables.items()
    }
    return Evidence(players, tables, dict(evidence.replays))


@pytest.mark.parametrize(("tamper", "complaint"), TAMPERING)
def test_the_check_notices(quiet: tuple[Path, Evidence], tamper: Tamper, complaint: str) -> None:
    evidence = copy_of(quiet[1])
    check(evidence)
    tamper(evidence)
    with pytest.raises(AssertionError, match=complaint):
        check(evidence)
