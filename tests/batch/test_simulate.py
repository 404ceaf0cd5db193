"""`algorally.simulate`: the same games on any number of threads, told as arrays."""

import pickle
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import algorally
from algorally.batch.batch import Batch, start_batch
from algorally.batch.crowd import BatchPlayer, Interrupted, Player, RandomPlayer
from algorally.batch.gathering import Arrays, Sums
from algorally.batch.results import Results, placed
from algorally.bots.crowd import Company, Planners
from algorally.bots.levels import warm_up
from algorally.bots.simulate import Policy, Shard, Task, carry_out, join, play_shard, shards
from algorally.core.compile import MODE
from algorally.core.errors import AlgorallyError, BotError, IllegalChoice, SettingError
from algorally.core.game import find_game, games
from algorally.core.search import Numbers

MANY = 6 if MODE == "interpreted" else 60
SHORT: dict[str, Any] = {"turn_cap": 3}  # of Algoracing


def contents(results: Results) -> list[bytes]:
    """All that came of games, but not how fast."""
    return [array.tobytes() for array in results.sheet]


def first_legal(batch: Batch) -> Numbers:
    actions: Numbers = np.argmax(batch.masks(), axis=1)
    return actions


@pytest.mark.parametrize("policy", ["random", ["novice", "random"]], ids=["chance", "planners"])
@pytest.mark.parametrize("name", games())
def test_threads_do_not_change_a_byte(
    name: str, policy: str | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RandomPlayer, "largest_part", 4)
    monkeypatch.setattr(Planners, "largest_part", 4)
    count = 2 if MODE == "interpreted" else MANY
    one, three = (
        algorally.simulate(name, count, seed=3, policy=policy, threads=threads, keep_states=True)
        for threads in (1, 3)
    )
    assert contents(one) == contents(three)
    assert (one.threads, three.threads) == (1, 3)
    assert len(one) == len(one.states) == count


@pytest.mark.parametrize("name", games())
def test_it_tells_what_a_game_that_is_played_alone_becomes(name: str) -> None:
    results = algorally.simulate(name, 2, seats=3, seed=8, policy=first_legal, keep_states=True)
    for row in range(2):
        position = find_game(name).start(3, 8 + row)
        choices, events = 0, np.zeros(len(position.game.events), np.int64)
        while acting := position.acting():
            told = position.play(acting[0], position.legal(acting[0])[0])
            events += np.bincount(told["kind"], minlength=len(events))
            choices += 1
        turns, winners, points = position.standing()
        assert results.states[row : row + 1].tobytes() == position.states.tobytes()
        assert (results.length[row], results.choices[row]) == (turns, choices)
        assert results.points[row].tolist() == points
        assert np.flatnonzero(results.won[row]).tolist() == winners
        assert [counts[row] for counts in results.events.values()] == events.tolist()
    assert results.seeds.tolist() == [8, 9]
    assert results.bots == ["first_legal"] * 3


@pytest.mark.modes
def test_a_bot_counts_what_chance_counts() -> None:
    """Bots that plan have a loop of their own, and it fills the same sheet."""
    results = algorally.simulate(
        "algoracing", 3, policy=["novice", "random"], keep_states=True, **SHORT
    )
    assert results.bots == ["novice", "random"]
    assert (results.length == 6).all()
    assert (results.events["turn_began"] == 6).all()
    assert (results.events["game_over"] == 1).all()
    standing = start_batch(find_game("algoracing"), 3, **SHORT)
    standing.states[:] = results.states
    assert standing.over.all()
    assert standing.standing().points.tolist() == results.points.tolist()


@pytest.mark.parametrize(
    ("policy", "player"),
    [
        ("random", RandomPlayer),
        ("solid", Planners),
        (["casual", "random"], Planners),
        (["casual", "greedy"], Company),
        ("expert@5", Company),
        (first_legal, BatchPlayer),
    ],
)
def test_who_plays(policy: Policy, player: type[Player]) -> None:
    """Bots that compiled loops know are asked by none but these."""
    game = find_game("algoracing")
    assert type(Task(game, game.lay_out(2, SHORT), 1, policy=policy).player()) is player


def test_places() -> None:
    won = np.array([[0, 0, 1, 0], [1, 0, 1, 0]], np.bool_)
    points = np.array([[5, 7, 1, 5], [3, 9, 4, 9]], np.int32)
    assert placed(won, points).tolist() == [[3, 2, 1, 3], [1, 2, 1, 2]]


@pytest.mark.modes
def test_wins_and_places_of_results() -> None:
    results = algorally.simulate("algoracing", MANY, seats=4, **SHORT)
    assert results.wins.sum(axis=1) == pytest.approx(1)
    assert ((results.ranking == 1) == results.won).all()
    assert results.ranking.max() <= 4
    told = results.summary()
    assert told["win_rate"] == pytest.approx(results.wins.mean(axis=0))
    assert told["points"] == pytest.approx(results.points.mean(axis=0))
    assert told["events"]["game_over"] == told["games"] == MANY
    assert told["complete"]


def test_results_can_be_pickled_and_read() -> None:
    results = algorally.simulate("algoracing", 4, keep_states=True, **SHORT)
    again = pickle.loads(pickle.dumps(results))
    assert contents(again) == contents(results)
    assert repr(again) == repr(results)
    assert repr(results).startswith("<4 games of Algoracing, 2 seats, 6.0 turns each, in ")
    assert isinstance(results, algorally.Results)


@pytest.mark.modes
def test_only_what_is_asked_for_is_kept() -> None:
    results = algorally.simulate("algoracing", 3, count_events=False, **SHORT)
    assert results.events == {}
    assert len(results.states) == 0
    assert "events" not in results.summary()


def test_somebody_may_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("algorally.batch.crowd.GLANCE", 0.0)
    seen: list[int] = []
    algorally.simulate("algoracing", MANY, watch=seen.append, **SHORT)
    assert seen == sorted(seen)
    assert set(seen) <= set(range(MANY + 1))


# --- fields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "field", "settings"),
    [
        ("algoracing", "shoulder", {}),
        ("algoracing", "neighbours", {"level": "complete"}),
        ("speedalgo", "night", {}),
        ("roborally", "dizzy_dash", {}),
    ],
)
def test_a_ready_field_has_one_name_in_every_game(
    name: str, field: str, settings: dict[str, Any]
) -> None:
    game = find_game(name)
    own = next(preset.settings for preset in game.presets() if preset.name == field)
    laid_out = game.lay_out(2, own | settings)
    monkey = Task(game, laid_out, 1)
    by_name = algorally.simulate(name, 1, field=field, **settings)
    by_record = algorally.simulate(name, 1, field=laid_out)
    assert by_name.fields.tobytes() == by_record.fields.tobytes() == laid_out.tobytes()
    assert contents(by_name) == contents(by_record) == contents(carry_out(monkey, 1))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"field": "moon"}, "moon"),
        ({"field": "neighbours", "level": "basic"}, "set level = complete"),
        ({"field": "canyon", "seats": 9}, "players"),
        ({"field": np.zeros(1)}, "a field is the name of a ready one"),
        ({"games": 0}, "a game or more to play, not 0"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"seed": 2**63 - 5}, "there are no 1000 seeds"),
        ({"threads": 0}, "at least one thread, not 0"),
        ({"threads": 2, "device": "gpu"}, "a GPU plays with all that it has: leave threads out"),
        ({"device": "tpu"}, "device can be cpu or gpu, not 'tpu'"),
        ({"device": "gpu", "policy": "solid"}, "on a GPU all play at random"),
        ({"policy": "genius"}, "genius"),
        ({"policy": []}, "0 bots do not fit on 2 seats"),
        ({"policy": ["solid"] * 3}, "3 bots do not fit on 2 seats"),
        ({"policy": 7}, "a policy is the name of a bot"),
    ],
)
def test_it_says_what_is_wrong(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(AlgorallyError, match=sentence):
        algorally.simulate(game="algoracing", **arguments)


def test_a_field_that_is_laid_out_has_its_seats_and_settings() -> None:
    field = find_game("algoracing").lay_out(3, SHORT)
    assert algorally.simulate("algoracing", 1, field=field).seats == 3
    with pytest.raises(SettingError, match="laid out for 3 seats, not 2"):
        algorally.simulate("algoracing", 1, seats=2, field=field)
    with pytest.raises(SettingError, match="leave turn_cap out"):
        algorally.simulate("algoracing", 1, field=field, **SHORT)
    with pytest.raises(SettingError, match="a field is the name of a ready one"):
        algorally.simulate("speedalgo", 1, field=field)


# --- functions over batches ----------------------------------------------------------------------


def test_a_policy_of_ones_own_has_the_same_lots_for_any_number_of_threads() -> None:
    def played(threads: int) -> list[bytes]:
        dice = np.random.default_rng(5)

        def by_lot(batch: Batch) -> Numbers:
            lots = batch.masks() * dice.random(batch.masks().shape)
            actions: Numbers = np.argmax(lots, axis=1)
            return actions

        return contents(algorally.simulate("algoracing", 9, policy=by_lot, threads=threads))

    assert played(1) == played(4)


def test_a_policy_that_is_wrong_is_told_so() -> None:
    with pytest.raises(BotError, match="leaves all games as they are"):
        algorally.simulate("algoracing", 2, policy=lambda batch: np.full(len(batch), -1))
    with pytest.raises(BotError, match="a whole number for each of the 2 rows"):
        algorally.simulate("algoracing", 2, policy=lambda batch: [0.5] * len(batch))
    with pytest.raises(IllegalChoice, match="row 0"):
        algorally.simulate("algoracing", 2, policy=lambda batch: np.zeros(len(batch), np.int64))


# --- shards --------------------------------------------------------------------------------------


def test_shards_come_to_the_same_in_any_order() -> None:
    game = find_game("algoracing")
    task = Task(game, game.lay_out(2, SHORT), 7, seed=40, keep_states=True)
    assert shards(task) == [Shard(0, 7)]
    parts = [play_shard(task, shard) for shard in reversed(shards(task, size=3))]
    assert [(part.seed, len(part)) for part in parts] == [(46, 1), (43, 3), (40, 3)]
    assert contents(join(parts)) == contents(carry_out(task, 2))
    assert pickle.loads(pickle.dumps(task)).fields.tobytes() == task.fields.tobytes()


def test_every_game_counts_once() -> None:
    game = find_game("algoracing")
    task = Task(game, game.lay_out(2, SHORT), 4)
    first, second = (play_shard(task, shard) for shard in shards(task, size=2))
    for parts, sentence in (
        ([first, first, second], "begins with seed 0, where 2 comes next"),
        ([second, play_shard(task, Shard(5, 1))], "begins with seed 5, where 4 comes next"),
        ([first, play_shard(Task(game, game.lay_out(2, {}), 4), Shard(2, 2))], "different games"),
    ):
        with pytest.raises(ValueError, match=sentence):
            join(parts)


def test_a_function_gets_the_same_batches_in_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("algoracing")
    sizes: list[int] = []

    def note_size(batch: Batch) -> Numbers:
        sizes.append(len(batch))
        return first_legal(batch)

    task = Task(game, game.lay_out(2, {"turn_cap": 1}), 5000, policy=note_size)
    assert {shard.games % BatchPlayer.largest_part for shard in shards(task)[:-1]} == {0}
    monkeypatch.setattr(BatchPlayer, "largest_part", 2)
    few = replace(task, games=6)
    carry_out(few)
    at_home, sizes = sizes, []
    for shard in shards(few, size=4):
        play_shard(few, shard)
    assert sizes == at_home


def test_shards_for_a_gpu_need_none() -> None:
    game = find_game("algoracing")
    task = Task(game, game.lay_out(2, {}), 2**20 + 1, device="gpu")
    assert [shard.games for shard in shards(task)] == [2**20, 1]


def test_nothing_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="there are no results to join"):
        join([])


@pytest.mark.parametrize("kind", [Arrays, Sums])
def test_parts_that_come_in_any_order(kind: Callable[[int], Arrays | Sums]) -> None:
    """Those after one that is missing are not told, but they are done."""
    part = {seed: algorally.simulate("algoracing", 2, seed=seed, **SHORT) for seed in (8, 2, 4)}
    gathering = kind(2)
    assert gathering.told(1.0, 1, complete=False) is None
    for seed, done in ((8, 2), (4, 4), (2, 6)):
        gathering.add(part[seed])
        assert gathering.games == done
    told = gathering.told(1.5, 3, complete=False)
    assert told
    assert (len(told), told.seed, told.seconds, told.threads, told.complete) == (
        4,
        2,
        1.5,
        3,
        False,
    )
    both = join([part[2], part[4]]).summary()
    clock = {key for key in both if key in ("seconds", "threads", "complete") or "_per_s" in key}
    assert {key: both[key] for key in both.keys() - clock} == {
        key: told.summary()[key] for key in both.keys() - clock
    }


def test_sums_keep_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("algorally.batch.gathering.TOGETHER", 4)
    gathering, kept = Sums(0), []
    for seed in range(0, 10, 2):
        part = algorally.simulate("algoracing", 2, seed=seed, **SHORT)
        gathering.add(part)
        kept.append(weakref.ref(part))
        del part
    assert [part() is None for part in kept] == [True] * 4 + [False]
    told = gathering.told(1, 1, complete=True)
    assert told
    assert told.summary()["turns"] == 10 * 6


def test_a_stop_while_the_first_are_set_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadPoolExecutor, "submit", stop)
    with pytest.raises(Interrupted) as stopped:
        algorally.simulate("algoracing", 2, threads=2)
    assert stopped.value.results is None


def test_rules_are_prepared_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("algoracing")
    warm_up(game)
    monkeypatch.setattr("algorally.bots.levels.look_at", None)
    warm_up(game)


def test_what_is_done_before_a_stop_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "largest_part", 2)
    monkeypatch.setattr("algorally.batch.crowd.GLANCE", 0.001)

    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        algorally.simulate("algoracing", 10**9, watch=stop, keep_states=True, **SHORT)
    results = stopped.value.results
    assert results is not None
    assert not results.complete
    assert 0 < len(results) < 10**9
    again = algorally.simulate("algoracing", len(results), keep_states=True, **SHORT)
    assert contents(again) == contents(results)
