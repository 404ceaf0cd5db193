"""Killed, nothing lost: servers and databases die in the middle of many games.

Clients play at real servers over real sockets. Afterwards all that they were told must be in the
database, once, and lead to the views that they have.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from algorally.match.entries import Choose, TimeUp
from algorally.server.storage.database import FILE
from tests.server.evidence import Evidence, Kept, check, read_database
from tests.server.players import Notes, Pace, Plan, Player, ask, make_table, players_of
from tests.server.postgres import Postgres
from tests.server.processes import Server

PLANS = [
    Plan(2),
    Plan(2, level="complete", spectators=1),
    Plan(2, bots=1, level="complete"),
    Plan(2, clock=1, level="complete"),
    Plan(3, level="complete"),
    Plan(3, bots=1, clock=1),
    Plan(3, bots=2),
    Plan(4, spectators=1),
    Plan(4, bots=2, level="complete"),
    Plan(4, bots=1, clock=1, level="complete"),
]
LIMIT = 100.0  # seconds; on a quiet machine the longest takes half of it
UNHURRIED = 0.4  # seconds that players think, at most, while servers are being killed

Disturb = Callable[[], Awaitable[None]]


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A second PostgreSQL, which may be stopped without harm to other tests."""
    with Postgres() as running:
        yield running


async def play(servers: Sequence[Server], plans: Sequence[Plan], disturb: Disturb) -> Evidence:
    """Play all games to their end, with a disturbance in the middle."""
    dice = random.Random(len(servers))
    addresses = [lambda server=server: server.url for server in servers]
    pace = Pace(UNHURRIED)
    tables = [await make_table(plan, lambda: dice.choice(servers).url) for plan in plans]
    players = [one for table in tables for one in players_of(table, addresses, pace, dice)]
    try:
        async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            await disturb()
            assert not all(player.over for player in players), "there was nobody left to disturb"
            pace.longest = 0.0
    except TimeoutError:
        stuck = "\n".join(str(player) for player in players if not player.over)
        pytest.fail(f"these games came to no end:\n{stuck}")
    for player in players:
        await player.look_again()
    paths = {table.id: f"{dice.choice(servers).url}/api/tables/{table.id}" for table in tables}
    replays = {name: await ask("GET", f"{path}/replay") for name, path in paths.items()}
    for path in paths.values():
        assert (await ask("GET", path))["table"]["stage"] == "over"
    return Evidence([player.notes for player in players], {}, replays)


async def nothing() -> None:
    """A disturbance that is none."""


def errors(server: Server) -> list[str]:
    """The lines of a server's log that should not be there."""
    return [line for line in server.log().splitlines() if '"level":"error"' in line]


def play_and_check(
    database: str, servers: Sequence[Server], disturb: Disturb, plans: Sequence[Plan] = PLANS
) -> Evidence:
    """Play all games, and check that the players, the database and the replays agree."""
    with ExitStack() as running:
        for server in servers:
            running.enter_context(server)
        evidence = asyncio.run(play(servers, plans, disturb))
    evidence = evidence._replace(tables=read_database(database))
    check(evidence)
    for server in servers:
        assert not errors(server)
    return evidence


def one_server(folder: Path, database: str | None = None, name: str = "data") -> Server:
    return Server(folder / name, "--requests", "0", database=database)


def sqlite_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'data' / FILE}"


def kill_again_and_again(server: Server, times: int) -> Disturb:
    """Kill a server and start it again, so many times."""
    dice = random.Random(times)

    async def disturb() -> None:
        for _ in range(times):
            await asyncio.sleep(dice.uniform(1, 2.5))
            server.kill()
            await asyncio.to_thread(server.start)
        await asyncio.sleep(1)

    return disturb


def restart_again_and_again(postgres: Postgres, times: int) -> Disturb:
    """Stop PostgreSQL and start it again, by turns orderly and as in a crash."""

    async def disturb() -> None:
        for number in range(times):
            await asyncio.sleep(1.5)
            postgres.stop("immediate" if number % 2 else "fast")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.start)
        await asyncio.sleep(1.5)

    return disturb


def test_one_server_on_sqlite_is_killed_again_and_again(tmp_path: Path) -> None:
    server = one_server(tmp_path)
    evidence = play_and_check(sqlite_of(tmp_path), [server], kill_again_and_again(server, 7))
    print(summary(evidence))


def test_one_server_on_postgresql_is_killed_again_and_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.create_database()
    server = one_server(tmp_path, database)
    evidence = play_and_check(database, [server], kill_again_and_again(server, 7))
    print(summary(evidence))


def test_one_of_two_servers_on_postgresql_is_killed_again_and_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.create_database()
    servers = [one_server(tmp_path, database, name) for name in ("one", "other")]
    evidence = play_and_check(database, servers, kill_again_and_again(servers[1], 7))
    print(summary(evidence))


def test_postgresql_is_restarted_again_and_again_under_two_servers(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    database = own_postgres.create_database()
    servers = [one_server(tmp_path, database, name) for name in ("one", "other")]
    evidence = play_and_check(database, servers, restart_again_and_again(own_postgres, 6))
    print(summary(evidence))


def test_a_server_that_is_stopped_ends_cleanly_and_goes_on_when_it_is_started(
    tmp_path: Path,
) -> None:
    server = one_server(tmp_path)
    endings = []

    async def stop_and_start() -> None:
        for _ in range(3):
            await asyncio.sleep(1.5)
            endings.append(await asyncio.to_thread(server.stop))
            await asyncio.to_thread(server.start)

    evidence = play_and_check(sqlite_of(tmp_path), [server], stop_and_start)
    print(summary(evidence))
    assert endings == [0, 0, 0]


def summary(evidence: Evidence) -> str:
    players = evidence.players
    kinds = Counter(type(s.entry).__name__ for k in evidence.tables.values() for s in k.entries)
    return (
        f"{sum(len(n.sent) for n in players)} sent, {sum(len(n.acknowledged) for n in players)} acks,"
        f" {sum(n.welcomes for n in players)} welcomes, {sum(n.resent for n in players)} resent,"
        f" {sum(n.unavailable for n in players)} unavailable,"
        f" {Counter(c for n in players for c in n.refused.values())} {kinds}"
        f" {[len(k.entries) for k in evidence.tables.values()]}"
    )
