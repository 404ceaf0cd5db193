"""Finished games looked at afterwards: in pieces, beside everything else, and open to all."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from algorally.bots.analysis import Analysis, cut
from algorally.core.transcript import read_transcript
from algorally.server import analyst
from algorally.server.workshop import CALLER, Caller, Workshop
from tests.server.guests import Guest, finish
from tests.server.inside import Inside
from tests.server.test_workshop import Bell, ask, in_loop, until

SHORT = {"settings": {"turn_cap": 2}}
RACE = {"game": "speedalgo", "settings": {"track": "sprint", "round_cap": 1}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server in this process."""
    with Inside(tmp_path_factory.mktemp("analyses") / "data") as running:
        yield running


@pytest.fixture
def guest(server: Inside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guest]:
    """Somebody who wants to know; a request does one piece, and a piece takes no time."""
    monkeypatch.setattr(analyst, "PATIENCE", 0.0)
    monkeypatch.setattr(analyst, "EACH", 0.001)
    with Guest(server.url) as somebody:
        yield somebody


def played(guest: Guest, **wishes: Any) -> str:
    """A table whose game is over."""
    table = guest.make(name="Ann", bots="random", start=True, seed=5, **{**SHORT, **wishes})
    finish(guest.join(table))
    return table


def analysed(guest: Guest, table: str) -> list[dict[str, Any]]:
    """All answers until the analysis is done."""
    answers = [guest.get(f"tables/{table}/analysis")]
    while answers[-1]["progress"] < 1:
        answers.append(guest.get(f"tables/{table}/analysis"))
    return answers


def test_a_game_that_goes_on_is_not_analysed(guest: Guest) -> None:
    table = guest.make(name="Ann", bots="random", start=True)
    for method, path, body in (
        ("GET", "analysis", {}),
        ("POST", "variation", {"first": 0, "actions": [1]}),
    ):
        status, problem = guest.refused(method, f"tables/{table}/{path}", **body)
        assert (status, problem["code"]) == (409, "not_over")


def test_a_finished_game_is_analysed_piece_by_piece(guest: Guest) -> None:
    table = played(guest)
    *answers, done = analysed(guest, table)
    progress = [answer["progress"] for answer in answers]
    transcript = read_transcript(guest.get(f"tables/{table}/replay"))
    parts = cut(transcript)
    assert len(answers) == len(parts.judged) + len(parts.turns)  # and to begin with it
    assert progress == sorted({*progress})
    assert all(answer["curve"] == answer["decisions"] == [] for answer in answers)
    assert [one["first"] for one in done["decisions"]] == [one.first for one in parts.judged]
    assert [point["choices"] for point in done["curve"]] == [at for _, at in parts.turns]
    for one in done["decisions"]:
        assert len(one["said"]) == len(one["actions"])
        assert len(one["better_said"]) == len(one["better"])
        assert bool(one["better"]) == (one["best"] > one["played"])
    winners = transcript.end().standing().winners
    share = [(seat in winners) / len(winners) for seat in range(2)]
    assert done["curve"][-1]["chances"] == share
    assert all(0 < place < len(done["curve"]) for place in done["deciding"])


def test_it_is_kept_and_found_out_once(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(guest)
    done = analysed(guest, table)[-1]
    monkeypatch.setattr(Analysis, "go_on", None)
    assert guest.get(f"tables/{table}/analysis") == done


def test_few_are_kept(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = played(guest), played(guest)
    monkeypatch.setattr(analyst, "KEPT", 1)
    analysed(guest, one)
    guest.get(f"tables/{other}/analysis")
    assert guest.get(f"tables/{one}/analysis")["progress"] == 0


def look(analyses: analyst.Analyst, address: str, name: str, find: analyst.Found) -> Any:
    """Ask for an analysis from an address."""

    async def asking() -> Any:
        CALLER.set(Caller(address, None))
        return await analyses.look(name, find)

    return asyncio.create_task(asking())


def test_one_address_drives_out_its_own_analyses_alone(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript = read_transcript(guest.get(f"tables/{played(guest)}/replay"))
    monkeypatch.setattr(analyst, "KEPT", 4)

    async def deed() -> None:
        analyses = analyst.Analyst(Workshop(1))
        await look(analyses, "ann", "game", lambda: transcript)  # which only begins
        progress = (await look(analyses, "ann", "game", lambda: transcript)).progress
        await look(analyses, "greedy", "game", lambda: transcript)
        for number in range(10):
            await look(analyses, "greedy", f"upload {number}", lambda: transcript)
        assert (await look(analyses, "greedy", "upload 0", lambda: transcript)).progress == 0
        assert (await look(analyses, "ann", "game", lambda: transcript)).progress > progress > 0
        analyses.room.close()

    asyncio.run(deed())


def test_nobody_waits_for_the_turn_of_another_who_asks_for_the_same(guest: Guest) -> None:
    transcript = read_transcript(guest.get(f"tables/{played(guest)}/replay"))

    async def deed() -> None:
        room, bell = Workshop(1), Bell()
        analyses = analyst.Analyst(room)
        tasks = [ask(room, "greedy", bell.work) for _ in range(6)]
        await until(lambda: room.waiting == 5)
        tasks.append(look(analyses, "greedy", "game", lambda: transcript))
        await until(lambda: room.waiting == 6)
        asked = look(analyses, "ann", "game", lambda: transcript)
        await until(lambda: room.waiting == 7)
        await bell.let(3)
        await asked
        assert len(bell.begun) <= 4
        await bell.let(3)
        await asyncio.gather(*tasks)
        room.close()

    in_loop(deed)


def test_it_is_done_beside_everything_else(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(guest)
    threads: set[str] = set()
    begun, may_end = threading.Event(), threading.Event()
    really = Analysis.go_on

    def slowly(analysis: Analysis) -> bool:
        threads.add(threading.current_thread().name)
        begun.set()
        assert may_end.wait(60)
        return really(analysis)

    monkeypatch.setattr(Analysis, "go_on", slowly)
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(analysed, guest, table) for _ in range(2)]
        try:
            assert begun.wait(60)
            for what in ("board", "history", "chronicle"):
                guest.get(f"tables/{table}/{what}")
        finally:
            may_end.set()
        assert {answers.result()[-1]["progress"] for answers in asked} == {1.0}
    assert {name.rpartition("_")[0] for name in threads} == {"workshop"}


def test_a_replay_file_is_analysed_in_the_same_way(guest: Guest) -> None:
    table = played(guest)
    text = guest.get(f"tables/{table}/replay")
    answer = guest.post("replays/analysis", text=text)
    while answer["progress"] < 1:
        answer = guest.post("replays/analysis", text=text)
    done = analysed(guest, table)[-1]
    assert answer["curve"] == done["curve"]
    assert [one["first"] for one in answer["decisions"]] == [
        one["first"] for one in done["decisions"]
    ]
    status, problem = guest.refused("POST", "replays/analysis", text=text[:20])
    assert (status, problem["code"]) == (400, "notation_error")


@pytest.mark.parametrize("wishes", [SHORT, RACE], ids=["turns", "rounds"])
def test_another_program_is_played_out(guest: Guest, wishes: dict[str, Any]) -> None:
    table = played(guest, **wishes)
    history = guest.get(f"tables/{table}/history")
    text = guest.get(f"tables/{table}/replay")
    decision = cut(read_transcript(text)).judged[-1]
    wish = {"first": decision.first, "actions": decision.actions}
    found = guest.post(f"tables/{table}/variation", **wish)
    assert found["steps"] == history["steps"][decision.first :]
    assert guest.post("replays/variation", text=text, **wish) == found
    status, problem = guest.refused(
        "POST", f"tables/{table}/variation", first=99999, actions=decision.actions
    )
    assert (status, problem["code"]) == (404, "no_such_choice")
