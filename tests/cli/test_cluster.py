"""Games on a Ray cluster: the same as without one, also when a node is lost."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster as StartedCluster

import algorally
from algorally.batch import cluster as clusters
from algorally.batch.batch import Batch
from algorally.batch.cluster import TIMES, Cluster
from algorally.batch.crowd import Interrupted
from algorally.bots.simulate import BATCHES_SHARD, SHARD
from algorally.core.errors import BotError, ClusterError, SettingError
from algorally.tournaments.cluster import SHARD as GAMES
from algorally.tournaments.cluster import play_all_on_cluster
from algorally.tournaments.playing import Outcome
from algorally.tournaments.schedule import fixtures
from tests.cli.conftest import Run
from tests.cli.test_tournament import held, without_clock
from tests.tournaments.games import short

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
LONG = 240.0  # seconds, on a busy machine


class Nodes:
    """A cluster of two nodes on this machine, one of which can be lost."""

    def __init__(self) -> None:
        head = {**NODE, "include_dashboard": False}
        self.cluster = StartedCluster(initialize_head=True, head_node_args=head)
        self.address = str(self.cluster.address)
        try:
            self.other = self.cluster.add_node(**NODE)
        except BaseException:
            self.shut_down()
            raise

    def shut_down(self) -> None:
        """End all processes."""
        cluster: Any = self.cluster
        cluster.shutdown()

    def lose_one(self) -> None:
        """Kill all processes of the second node."""
        self.cluster.remove_node(self.other, allow_graceful=False)

    def replace_lost(self) -> None:
        """Start another one in its place."""
        self.other = self.cluster.add_node(**NODE)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Two nodes that leave nothing behind."""
    with (
        # Short, for the paths of sockets; what has just been ended may still write there.
        tempfile.TemporaryDirectory(prefix="nodes", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        (Path(folder) / "ray").mkdir()
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_worker_niceness", "0")  # or they would wait for all other tests
        found = Nodes()
        yield found
        found.shut_down()


def wait_for(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def same(ours: algorally.Results, theirs: algorally.Results) -> bool:
    """Whether all arrays of two results are the same bytes."""
    assert len(ours) == len(theirs)
    pairs = zip(ours.sheet, theirs.sheet, strict=True)
    return all(one.tobytes() == other.tobytes() for one, other in pairs)


def bare(outcomes: list[Outcome]) -> list[Any]:
    """What came of games, in order, without the time that bots took."""
    found = [
        (
            (one.fixture, one.winners, one.turns, one.loser, one.failure),
            [(seat.points, seat.plans, seat.problems) for seat in one.seats],
        )
        for one in outcomes
    ]
    return sorted(found, key=repr)


def test_simulated_games_are_the_same_bytes(nodes: Nodes, run: Run) -> None:
    games = 2 * SHARD + 5
    settings: dict[str, Any] = {"games": games, "seed": 3, "keep_states": True, "turn_cap": 2}
    told: list[int] = []
    ours = algorally.simulate("algoracing", cluster=nodes.address, watch=told.append, **settings)
    assert same(ours, algorally.simulate("algoracing", **settings))
    assert (ours.threads, told[-1], ours.complete) == (2, games, True)
    assert not ray.is_initialized()
    words = [
        "simulate",
        "algoracing",
        "--games",
        "50",
        "--bot",
        "novice",
        "--turn-cap",
        "2",
        "--seed",
        "4",
        "--json",
    ]
    here, there = (
        json.loads(run(*words, *more).stdout) for more in ((), ("--cluster", nodes.address))
    )
    clock = {name for name in here if name == "seconds" or name.endswith("_per_s")}
    assert {here[name] == there[name] for name in here.keys() - clock - {"threads"}} == {True}


def test_a_tournament_comes_out_the_same(nodes: Nodes, run: Run) -> None:
    words = ("--bots", "random,novice", "--games", str(3 * GAMES))
    there = held(run, *words, "--cluster", nodes.address)
    assert without_clock(there) == without_clock(held(run, *words))
    assert there["processes"] == 2


def test_the_shards_of_a_lost_node_are_played_again_and_counted_once(
    nodes: Nodes, tmp_path: Path
) -> None:
    lost, begun = nodes.other.node_id, tmp_path / "begun"

    def first_legal(batch: Batch) -> Any:
        """Play; but on the node that is lost, begin and wait for the end; and before it, on none.

        So there is a shard that only the second node has room for.
        """
        if ray.is_initialized() and ray.get_runtime_context().get_node_id() == lost:
            begun.touch()
            time.sleep(LONG)
        while ray.is_initialized() and not begun.exists():
            time.sleep(0.05)
        return np.argmax(batch.masks(), axis=1)

    def lose_node(done: int) -> None:
        if nodes.other.node_id == lost:
            nodes.lose_one()
            nodes.replace_lost()

    settings: dict[str, Any] = {"games": 3 * BATCHES_SHARD, "seed": 3, "turn_cap": 1}
    settings["policy"] = first_legal
    ours = algorally.simulate("algoracing", cluster=nodes.address, watch=lose_node, **settings)
    assert nodes.other.node_id != lost
    assert same(ours, algorally.simulate("algoracing", **settings))


def test_a_tournament_goes_on_when_a_node_is_lost(nodes: Nodes) -> None:
    setup = short(["random", "novice"])
    games = fixtures(setup, 6 * GAMES)
    with Cluster(nodes.address) as cluster:
        played = play_all_on_cluster(setup, games, cluster)
        found = [next(played)]
        nodes.lose_one()
        found += played
        nodes.replace_lost()
        again = list(play_all_on_cluster(setup, games, cluster))
    assert bare(found) == bare(again)
    assert {one.fixture for one in found} == set(games)
    assert len(found) == len(games)


def test_what_goes_wrong_on_a_node_is_told_as_if_it_were_here(nodes: Nodes) -> None:
    def no_answer(batch: Batch) -> Any:
        return None

    def node_ends(shared: None, part: int) -> None:
        os._exit(part)

    def no_such_thing(shared: None, part: int) -> int:
        return part // 0

    with Cluster(nodes.address) as cluster:
        with pytest.raises(BotError, match="a policy returns a whole number for each"):
            algorally.simulate("algoracing", 2, policy=no_answer, cluster=nodes.address)
        with pytest.raises(ClusterError, match="no node of the cluster has a GPU"):
            algorally.simulate("algoracing", 2, device="gpu", cluster=nodes.address)
        with pytest.raises(ClusterError, match="cannot do its work: ZeroDivisionError"):
            list(cluster.share_out(no_such_thing, None, [1]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clusters, "TIMES", 1)
            with pytest.raises(ClusterError, match="a part of the work was lost 1 times"):
                list(cluster.share_out(node_ends, None, [1]))
            patch.setattr(clusters, "version", lambda: "0.0.9")
            with pytest.raises(ClusterError, match=r"whoever asked it 0\.0\.9; install the same"):
                list(cluster.share_out(max, 1, [2]))
    assert TIMES > 1


def test_each_shard_for_a_gpu_has_one_of_its_own(nodes: Nodes) -> None:
    def gpus(shared: None, part: int) -> list[str]:
        found: dict[str, list[str]] = ray.get_runtime_context().get_accelerator_ids()
        return found["GPU"]

    node = nodes.cluster.add_node(**NODE, num_gpus=1)
    with Cluster(nodes.address) as cluster:
        assert list(cluster.share_out(gpus, None, [1, 2], gpu=True)) == [["0"], ["0"]]
        assert list(cluster.share_out(gpus, None, [1, 2])) == [[], []]
    nodes.cluster.remove_node(node)


def test_ctrl_c_leaves_the_games_that_are_done(nodes: Nodes) -> None:
    def press(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        algorally.simulate("algoracing", 99 * SHARD, turn_cap=1, cluster=nodes.address, watch=press)
    results = stopped.value.results
    assert results is None or (len(results) == SHARD and not results.complete)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "--cluster nowhere",
            "address of a cluster is HOST:PORT, auto or local, not 'nowhere'",
        ),
        ("--cluster ray://a:1", "is HOST:PORT, auto or local, not 'ray://a:1'"),
        ("--cluster host:²", "is HOST:PORT, auto or local, not 'host:²'"),
        ("--cluster a..b:1", "no Ray cluster answers at a..b:1"),
        ("--cluster 127.0.0.1:99999", "no Ray cluster answers at 127.0.0.1:99999"),
        ("--cluster 127.0.0.1:FREE", "no Ray cluster answers at 127.0.0.1:"),
        ("--cluster auto", "there is no cluster at auto: Could not find any"),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_without_a_cluster_there_is_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, words: str, sentence: str
) -> None:
    def finds_none(*_: Any, **__: Any) -> None:
        raise ConnectionError("Could not find any running Ray instance.")

    monkeypatch.setattr(ray, "init", finds_none)
    bots = "--bots random,novice" if command == "tournament" else ""
    with socket.socket() as nobody:  # has the port, so that nobody else answers there
        nobody.bind(("127.0.0.1", 0))
        free = str(nobody.getsockname()[1])
        result = run(command, "algoracing", *f"{bots} {words}".replace("FREE", free).split())
    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ConnectionError("No\nstack"), "there is no cluster at auto: No"),
        (TimeoutError(), "there is no cluster at auto: TimeoutError"),
        (Exception("\n  Redis is gone\n"), "there is no cluster at auto: Redis is gone"),
        (ray.exceptions.RayError("lost"), "there is no cluster at auto: lost"),
    ],
)
def test_whatever_is_wrong_with_a_cluster_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(ClusterError) as refused:
        algorally.simulate("algoracing", 2, cluster="auto")
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_a_cluster_that_is_lost_while_it_plays_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> None:
        raise TimeoutError

    cluster = Cluster("auto")
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"CPU": 1.0})
    monkeypatch.setattr(ray, "put", fail)
    with pytest.raises(ClusterError, match="the cluster cannot go on: TimeoutError"):
        list(cluster.share_out(max, 1, [2]))


def test_a_change_of_the_rules_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clusters.version()
    assert before.startswith(f"{algorally.__version__} ")
    clusters.version.cache_clear()
    assert clusters.version() == before
    clusters.version.cache_clear()
    monkeypatch.setattr(clusters, "sources", lambda home: {Path(__file__)})
    assert clusters.version() != before
    clusters.version.cache_clear()


def test_what_a_cluster_decides_itself_is_refused(run: Run) -> None:
    for words, sentence in {
        "simulate algoracing --threads 2": "leave --threads out",
        "simulate algoracing --seconds 2": "say --games, not --seconds",
        "tournament algoracing --bots random,novice --processes 2": "leave --processes out",
    }.items():
        result = run(*words.split(), "--cluster", "local")
        assert result.exit_code == 2
        assert sentence in result.stderr
    with pytest.raises(SettingError, match="leave threads out"):
        algorally.simulate("algoracing", 2, threads=2, cluster="local")


def test_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['ray'] = None; import algorally"
    code += "; algorally.simulate('algoracing', 2, cluster='local')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "a cluster needs Ray: pip install 'algorally[cluster]'" in done.stderr.splitlines()[-1]
