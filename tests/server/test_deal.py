"""Nobody knows the cards, and everybody can check that the house did not change them.

What a table shows from its first moment on, what it keeps to itself until its game is over, and
what a doubting player finds out afterwards, over SQLite and over restarts.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from algorally.cli import app
from algorally.core.commitment import commitment
from algorally.core.transcript import read_transcript
from algorally.match.entries import Header
from algorally.server.archive import unpack
from algorally.server.frames import deal_info
from algorally.server.storage.folder import FILE
from tests.match.tables import SALT, make_header
from tests.server.guests import Guest, finish
from tests.server.inside import Inside

SHORT: dict[str, Any] = {"settings": {"turn_cap": 2}, "set_up": "house"}
FAILED = 1


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Guest]:
    """A host at a server of her own."""
    with Inside(tmp_path) as server, Guest(server.url) as guest:
        yield guest


def info(guest: Guest, table: str) -> dict[str, Any]:
    """A table as everybody sees it."""
    return dict(guest.get(f"tables/{table}")["table"])


def deal(table: dict[str, Any]) -> dict[str, Any]:
    """What a table tells of its deal."""
    return {name: table[name] for name in ("known_deal", "seed", "salt", "commitment")}


def header_of(data: Path, table: str) -> dict[str, Any]:
    """What the database knows of a table."""
    with sqlite3.connect(data / FILE) as database:
        query = "select header from tables where id = ?"
        return dict(msgspec.json.decode(database.execute(query, [table]).fetchone()[0]))


def change_header(data: Path, table: str, **changes: Any) -> None:
    """What a house would do that cheats."""
    header = msgspec.json.encode({**header_of(data, table), **changes}).decode()
    with sqlite3.connect(data / FILE) as database:
        database.execute("update tables set header = ? where id = ?", [header, table])


def replay_of(guest: Guest, table: str, folder: Path) -> Path:
    """The replay file of a table."""
    path = folder / "game.txt"
    path.write_text(guest.get(f"tables/{table}/replay"), encoding="utf-8")
    return path


def verify(path: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["replay", str(path), "--verify", *options])


# --- a secret seed -------------------------------------------------------------------------------


def test_the_commitment_in_the_lobby_is_the_one_in_the_replay(tmp_path: Path) -> None:
    with Inside(tmp_path) as server, Guest(server.url) as ann, Guest(server.url) as bob:
        table = ann.make(name="Ann", bots="random", listed=True, **SHORT)
        seen = deal(info(bob, table))
        assert len(seen["commitment"]) == 64
        assert seen == {"known_deal": False, "seed": None, "salt": ""} | seen
        assert [deal(one) for one in bob.get("tables")["tables"]] == [seen]
        token = ann.token
    with Inside(tmp_path) as server, Guest(server.url) as ann, Guest(server.url) as bob:
        ann.post("guest", token=token)
        ann.post(f"tables/{table}/start")
        line = ann.join(table)
        assert deal(line.welcome["table"]) == deal(info(bob, table)) == seen
        finish(line)
        secret = header_of(tmp_path, table)
        told = {"seed": str(secret["seed"]), "salt": secret["salt"]}
        assert deal(info(bob, table)) == seen | told
        path = replay_of(bob, table, tmp_path)
    transcript = read_transcript(path.read_text(encoding="utf-8"))
    assert (str(transcript.seed), transcript.salt) == (told["seed"], told["salt"])
    assert transcript.commitment == commitment(secret["seed"], secret["salt"])
    assert verify(path, "--commitment", seen["commitment"]).exit_code == 0
    assert "set up as the house draws it by lot" in verify(path).stdout


def test_the_secret_is_in_nothing_that_is_shown_or_archived_while_the_game_runs(
    tmp_path: Path,
) -> None:
    with Inside(tmp_path) as server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", start=True, listed=True, set_up="house")
        line = ann.join(table)
        paths = ("", "/board", "/chronicle", "/sheets", "/replay", "/history")
        asked = [ann.ask("GET", f"tables/{table}{path}").text for path in paths]
        lists = ("tables", "tables?stage=running", "replays", "guest/tables")
        asked += [ann.ask("GET", path).text for path in lists]
        asked += [str(line.heard), ann.http.get("/metrics").text, ann.http.get("/health").text]
    header = header_of(tmp_path, table)
    with sqlite3.connect(tmp_path / FILE) as database:  # archived when the server stopped
        (kept, content) = database.execute("select info, content from archives").fetchone()
    archived = [kept, str(unpack(content))]
    for secret in (str(header["seed"]), header["salt"]):
        assert secret
        assert not [text for text in (*asked, *archived) if secret in text]
    assert header["commitment"] in kept


def test_a_rematch_draws_its_own(ann: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True, seed=5, **SHORT)
    finish(ann.join(table))
    first = deal(ann.post(f"tables/{table}/rematch")["table"])
    assert not first["known_deal"]
    other = deal(ann.post("tables", game="algoracing")["table"])
    assert len({first["commitment"], other["commitment"], ""}) == 3
    assert first["seed"] is None


# --- a house that cheats -------------------------------------------------------------------------


@pytest.mark.parametrize("is_thorough", [False, True], ids=["the seed", "all of it"])
def test_a_house_that_changed_the_seed_is_found_out(is_thorough: bool, tmp_path: Path) -> None:
    with Inside(tmp_path) as server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", **SHORT)
        seen = info(ann, table)["commitment"]
        token = ann.token
    changes: dict[str, Any] = {"seed": 5}
    if is_thorough:
        changes["commitment"] = commitment(5, header_of(tmp_path, table)["salt"])
    change_header(tmp_path, table, **changes)
    with Inside(tmp_path) as server, Guest(server.url) as ann:
        ann.post("guest", token=token)
        ann.post(f"tables/{table}/start")
        finish(ann.join(table))
        path = replay_of(ann, table, tmp_path)
    compared = verify(path, "--commitment", seen)
    assert compared.exit_code == FAILED
    if is_thorough:  # then the file agrees with itself, but not with what was seen
        assert f"the commitment seen was {seen}, but the file has" in compared.stderr
    else:
        assert "not the deal that the house promised" in verify(path).stderr


# --- a seed that the host has chosen -------------------------------------------------------------


def test_a_chosen_seed_is_shown_to_everybody_before_they_sit(tmp_path: Path) -> None:
    with Inside(tmp_path) as server, Guest(server.url) as ann, Guest(server.url) as bob:
        table = ann.make(name="Ann", seed=77)
        known = {"known_deal": True, "seed": "77", "salt": "", "commitment": ""}
        assert deal(info(bob, table)) == known
        assert deal(bob.join(table).welcome["table"]) == known
        (mine,) = ann.get("guest/tables")["running"]
        assert deal(mine["table"]) == known


def test_it_is_refused_at_a_table_for_strangers(ann: Guest) -> None:
    wish = {"game": "algoracing", "name": "Ann", "seed": 0, "listed": True}
    status, problem = ann.refused("POST", "tables", **wish)
    assert (status, problem["code"]) == (409, "known_deal")
    assert "leave out the seed, or do not list the table" in problem["words"]
    assert ann.get("tables")["tables"] == []


# --- tables of before ----------------------------------------------------------------------------


def test_a_header_of_before_claims_nothing() -> None:
    stored = msgspec.json.decode(msgspec.json.encode(make_header(seed=9)))
    for name in ("known_deal", "salt", "commitment"):
        del stored[name]
    header = msgspec.convert(stored, Header)
    nothing = {"known_deal": False, "seed": None, "salt": "", "commitment": ""}
    assert deal_info(header, "running") == nothing
    assert deal_info(header, "over") == nothing | {"seed": "9"}


@pytest.mark.parametrize("stage", ["open", "running", "closed"])
def test_what_is_not_over_stays_secret(stage: Any) -> None:
    told = deal_info(make_header(seed=9), stage)
    assert (told["seed"], told["salt"]) == (None, "")
    assert told["commitment"] == commitment(9, SALT)
