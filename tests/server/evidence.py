"""What the players, the database and the replays say, and whether it is the same story."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from algorally.core.events import MOST_SEATS
from algorally.core.transcript import read_transcript
from algorally.match.entries import AnyEntry, Choose, Header, Stored, TimeUp
from algorally.match.match import Match
from tests.playing import contents
from tests.server.players import Notes

SEATS = range(MOST_SEATS)
Choice = tuple[int, int]  # seat and action


class Kept(NamedTuple):
    """A table as the database has it."""

    header: Header
    stage: str
    entries: list[Stored]


class Evidence(NamedTuple):
    """All that is known after the games."""

    players: list[Notes]
    tables: dict[str, Kept]
    replays: dict[str, str]


def read_database(url: str) -> dict[str, Kept]:
    """All tables with their entries, read past the server."""
    engine = sa.create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        tables = connection.execute(sa.text("select id, header, stage from tables")).all()
        rows = connection.execute(sa.text("select * from entries order by table_id, number")).all()
    return {
        table.id: Kept(
            msgspec.json.decode(table.header, type=Header),
            table.stage,
            [read_entry(row) for row in rows if row.table_id == table.id],
        )
        for table in tables
    }


def read_table(url: str, name: str) -> Kept:
    """One table with its entries, read past the server."""
    engine = sa.create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        named = {"name": name}
        query = sa.text("select header, stage from tables where id = :name")
        table = connection.execute(query, named).one()
        query = sa.text("select * from entries where table_id = :name order by number")
        rows = connection.execute(query, named).all()
    header = msgspec.json.decode(table.header, type=Header)
    return Kept(header, table.stage, [read_entry(row) for row in rows])


def read_entry(row: Any) -> Stored:
    """A row of the database."""
    entry: AnyEntry = msgspec.json.decode(row.body, type=AnyEntry)
    return Stored(row.number, row.at, entry, row.sender, row.client_id or "")


# --- checks ----------------------------------------------------------------------------------


def check(evidence: Evidence) -> None:
    """Nothing was lost, nothing counted twice, and everybody saw the same game to its end."""
    check_ids(evidence)
    for notes in evidence.players:
        check_acknowledged(notes, evidence.tables[notes.table])
        check_refused(notes, evidence.tables[notes.table])
    for kept in evidence.tables.values():
        check_numbers(kept)
        check_over(kept)
    for notes in evidence.players:
        check_seen(notes, evidence.tables[notes.table])
        check_view(notes, evidence.tables[notes.table])
    assert set(evidence.replays) == set(evidence.tables), "a table without a replay"
    for table, text in evidence.replays.items():
        check_replay(text, evidence.tables[table])


def check_numbers(kept: Kept) -> None:
    """The entries of a table are numbered from 1 without gaps."""
    numbers = [stored.number for stored in kept.entries]
    assert numbers == list(range(1, len(numbers) + 1)), "the numbers of a table have gaps"


def check_over(kept: Kept) -> None:
    """The game came to its end, and the database knows."""
    assert kept.stage == "over", f"a table is {kept.stage}"
    assert fold(kept).stage == "over", "the entries of a table do not end its game"


def check_ids(evidence: Evidence) -> None:
    """Every choice of a client is stored at most once, and nobody's choice was made up."""
    entries = [stored for kept in evidence.tables.values() for stored in kept.entries]
    stored = Counter(one.client_id for one in entries if one.client_id)
    twice = [name for name, count in stored.items() if count > 1]
    assert not twice, f"stored twice: {twice}"
    sent = {name for notes in evidence.players for name in notes.sent}
    assert set(stored) <= sent, "stored, but sent by nobody"


def check_acknowledged(notes: Notes, kept: Kept) -> None:
    """What was acknowledged is stored under the number that was said, as it was sent."""
    found = {stored.client_id: stored for stored in kept.entries if stored.client_id}
    for name, number in notes.acknowledged:
        assert name in found, f"acknowledged as {number} and lost: {notes.sent[name]}"
        assert found[name].number == number, f"acknowledged as {number}: {found[name]}"
        choice = Choose(notes.viewer, tuple(notes.sent[name].actions))
        assert found[name].entry == choice, f"sent as {choice}: {found[name]}"


def check_refused(notes: Notes, kept: Kept) -> None:
    """What was refused has changed nothing."""
    stored = {stored.client_id for stored in kept.entries}
    both = stored & set(notes.refused)
    assert not both, f"refused and stored: {both}"


def check_seen(notes: Notes, kept: Kept) -> None:
    """A client saw one snapshot, and then every number once and in order, to the game's end."""
    assert len(notes.snapshots) == 1, f"snapshots at {notes.snapshots}"
    expected = range(notes.snapshots[0] + 1, notes.snapshots[0] + len(notes.seen) + 1)
    assert notes.seen == list(expected), f"seen from {notes.snapshots} on: {notes.seen}"
    end = max(stored.number for stored in kept.entries if is_choice(stored))
    seen = notes.snapshots[0] + len(notes.seen)  # who came late has it all in the snapshot
    assert end <= seen, f"the game ended with {end}; seen up to {seen}"


def check_view(notes: Notes, kept: Kept) -> None:
    """What a client followed event by event is what the server shows and the entries give."""
    assert notes.view
    assert notes.final
    assert contents(notes.view) == contents(notes.final), "the events lead elsewhere"
    stored = fold(kept).position.view(notes.viewer)
    assert contents(notes.view) == contents(stored), "the database leads elsewhere"


def check_replay(text: str, kept: Kept) -> None:
    """The replay can be read, and tells the choices that are stored."""
    transcript = read_transcript(text)
    assert transcript.seed == kept.header.seed, "the replay tells another game"
    chains = list(choices(kept.entries, transcript.game.time_up))
    if transcript.game.facts.simultaneous:  # made at the same time, they are told seat by seat
        told = [[mine for mine in transcript.choices if mine[0] == seat] for seat in SEATS]
        stored = [[one for one in chains if one[0][0] == seat] for seat in SEATS]
        alike = all(map(tells, told, stored))
    else:
        alike = transcript.choices == list(chain.from_iterable(chains))
    assert alike, "the replay tells another game"
    assert transcript.end().over


def tells(told: list[Choice], chains: list[list[Choice]]) -> bool:
    """Whether choices are the beginnings of all chains, one after the other.

    What another seat does at the same time may come in the way of the rest of a chain.
    """
    ends = {0}
    for one in chains:
        lengths = range(1, len(one) + 1)
        ends = {at + n for at in ends for n in lengths if told[at : at + n] == one[:n]}
    return len(told) in ends


def choices(entries: Sequence[Stored], time_up: int) -> Iterator[list[Choice]]:
    """Seat and action of all choices, a chain for each entry."""
    for stored in entries:
        entry = stored.entry
        if isinstance(entry, Choose | TimeUp):
            ending = [time_up] if isinstance(entry, TimeUp) else []
            yield [(entry.seat, action) for action in (*entry.actions, *ending)]


def is_choice(stored: Stored) -> bool:
    """Whether an entry moves the game."""
    return isinstance(stored.entry, Choose | TimeUp)


def fold(kept: Kept) -> Match:
    """The match that the entries make."""
    return Match(kept.header, kept.entries)
