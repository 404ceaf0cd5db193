"""`simulate`: the same games however many threads play them."""

import json
from typing import Any

import pytest

from algorally.core.compile import MODE
from algorally.core.errors import DeviceError
from tests.cli.conftest import Run, seat_names

RATES = ["seconds", "games_per_s", "turns_per_s", "choices_per_s"]
KEYS = ["game", "seats", "games", "turns", "choices", *RATES, "mean_length", "bots", "points"]
KEYS += ["win_rate", "threads", "seed", "mode", "device", "mean_place", "complete"]
QUICK = ("--set", "turn_cap=2")
CLOCK = (*RATES, "threads")


def simulated(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("simulate", "algoracing", "--json", *QUICK, *arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    parts: dict[str, Any] = json.loads(result.stdout)
    return parts


def test_the_keys_are_exactly_these(run: Run) -> None:
    parts = simulated(run, "--games", "3", "--seats", "3", "--seed", "9", "--threads", "2")
    assert list(parts) == KEYS
    assert parts["games"] == 3
    assert parts["turns"] == 18
    assert parts["mean_length"] == 6
    assert len(parts["points"]) == len(parts["win_rate"]) == parts["seats"] == 3
    assert sum(parts["win_rate"]) == pytest.approx(1)
    assert (parts["threads"], parts["seed"], parts["mode"]) == (2, 9, MODE)
    assert parts["games_per_s"] == pytest.approx(3 / parts["seconds"])


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.usefixtures("idlers")
def test_threads_do_not_change_the_games(
    run: Run, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("algorally.batch.crowd.RandomPlayer.largest_part", 3)
    games = "7" if bot == "greedy" or MODE == "interpreted" else "160"
    totals = []
    for threads in ("1", "2", "5"):
        parts = simulated(run, "--games", games, "--seats", "3", "--threads", threads, "--bot", bot)
        totals.append({key: value for key, value in parts.items() if key not in CLOCK})
    assert totals[0] == totals[1] == totals[2]
    assert totals[0]["games"] == int(games)


def test_a_ready_field_by_its_name(run: Run) -> None:
    named = simulated(run, "--games", "2", "--field", "shoulder")
    assert named["turns"] == simulated(run, "--games", "2", "--set", "field=shoulder")["turns"]
    result = run("simulate", "speedalgo", "--games", "1", "--field", "night", "--track", "city")
    assert result.exit_code == 2
    assert "track is given twice: city and night" in result.stderr


def test_events_are_counted_if_wanted(run: Run) -> None:
    parts = simulated(run, "--games", "2", "--seats", "3", "--events")
    assert list(parts) == [*KEYS, "events"]
    assert parts["events"]["turn_began"] == parts["turns"] == 12
    said = run("simulate", "--games", "2", "--events", *QUICK).stdout
    assert "turn began" in said


def test_a_gpu_that_is_not_there_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("algorally.core.cuda.load_cuda", absent)
    result = run("simulate", "--device", "gpu", "--games", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a GPU needs numba-cuda" in result.stderr


def absent() -> None:
    """A machine without numba-cuda."""
    raise DeviceError("a GPU needs numba-cuda")


def test_the_seed_chooses_the_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("algorally.batch.crowd.RandomPlayer.largest_part", 1)
    first = simulated(run, "--games", "2", "--seed", "10")["choices"]
    second = simulated(run, "--games", "2", "--seed", "12")["choices"]
    assert simulated(run, "--games", "4", "--seed", "10")["choices"] == first + second


def test_for_some_time(run: Run) -> None:
    parts = simulated(run, "--seconds", "0.2")
    assert parts["games"] > 0
    assert 0.2 <= parts["seconds"] < 20


def test_however_little_time_there_is_some_games_are_played(run: Run) -> None:
    assert simulated(run, "--seconds", "1e-9")["games"] > 0


def test_the_command_keeps_only_sums(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would need more room the longer it plays."""
    monkeypatch.setattr("algorally.bots.simulate.Arrays", None)
    assert simulated(run, "--seconds", "0.2")["games"] > 0


def test_a_gpu_has_no_threads_to_choose(run: Run) -> None:
    result = run("simulate", "--device", "gpu", "--threads", "2", "--games", "1")
    assert result.exit_code == 2
    assert "a GPU plays with all that it has: leave --threads out" in result.stderr


@pytest.mark.skipif(MODE == "interpreted", reason="the bot would think for minutes")
def test_the_stock_bot_beats_chance(run: Run) -> None:
    greedy = simulated(run, "--games", "5", "--bot", "greedy", "--set", "level=complete")
    chance = simulated(run, "--games", "50", "--set", "level=complete")
    assert sum(greedy["points"]) > sum(chance["points"])


def test_for_people_it_is_a_table(run: Run) -> None:
    said = run("simulate", "--games", "2", "--seats", "2", *QUICK).stdout
    assert said.startswith("2 games of Algoracing in ")
    for word in ("turns", "choices", *seat_names(2), "wins"):
        assert word in said


def test_an_error_on_a_thread_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("algorally.bots.crowd.Company.play", trip)
    monkeypatch.setattr("algorally.bots.crowd.Company.prepare", lambda _: None)
    result = run("simulate", "--bot", "greedy", "--games", "3", "--threads", "2")
    assert result.exit_code == 3
    assert "no room" in result.stderr
