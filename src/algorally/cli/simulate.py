"""What `algorally simulate` does: let many games be played, and tell what came of them."""

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from functools import partial
from typing import NamedTuple

from algorally.batch.crowd import Amount, Player, usable_cores
from algorally.batch.gathering import Sums
from algorally.batch.tally import Tally
from algorally.bots.crowd import Company, Problem
from algorally.bots.rivals import CHANCE
from algorally.bots.simulate import (
    Interrupted,
    Task,
    at_work,
    check_threads,
    field_settings,
    play,
    play_on_cluster,
)
from algorally.cli.output import note, say_json
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish, named_game
from algorally.cli.statistics import say_tally
from algorally.cli.words import times
from algorally.core.arguments import check_seconds
from algorally.core.errors import SettingError
from algorally.core.game import Game

USUAL_GAMES, USUAL_RANDOM_GAMES = 20, 1000


def checked(games: int | None, seconds: float | None, usual: int) -> Amount:
    """How much to play, whatever was typed."""
    if games is not None and seconds is not None:
        raise SettingError("choose --games or --seconds, not both")
    if seconds is None:
        return Amount(games or usual, None)
    check_seconds(seconds)
    return Amount(None, seconds)


def warn(game: Game, players: Iterable[Player]) -> None:
    """A bot whose answers are no good plays on, but its author is to know."""
    unusable: Counter[str] = Counter()
    problems: Counter[Problem] = Counter()
    for player in players:
        if isinstance(player, Company):
            unusable += player.unusable
            problems += player.problems
    for name, count in unusable.items():
        plans = "plan" if count == 1 else "plans"
        note(f"{count} {plans} of {name} began with no legal action; the first legal was played")
    for (name, problem), count in problems.most_common():
        note(f"{name} {problem}: {times(count)}")
    for name in dict.fromkeys(problem.bot for problem in problems):
        note(f"algorally check-bot {game.name} {shlex.quote(name)} tells more")


class Where(NamedTuple):
    """What the games are played on, as it was typed."""

    device: str
    threads: int | None
    cluster: str | None = None

    def check(self, amount: Amount) -> None:
        """A cluster plays a number of games; it and a GPU play with all that they have."""
        check_threads(self.threads, self.device, self.cluster, "--threads")
        if self.cluster is not None and amount.games is None:
            raise SettingError("a cluster plays a number of games: say --games, not --seconds")


def simulate(
    wish: Wish,
    field: str | None,
    games: int | None,
    seconds: float | None,
    where: Where,
    bots: Sequence[str],
    alone: bool,
    events: bool,
    json: bool,
) -> None:
    """Play, and say what came of it; also if Ctrl-C ends it."""
    usual = USUAL_RANDOM_GAMES if set(bots) == {CHANCE} else USUAL_GAMES
    amount = checked(games, seconds, usual)
    where.check(amount)
    named = field_settings(named_game(wish.game), field, wish.settings()) if field else {}
    setup = wish.setup(**named)
    task = Task(
        setup.game,
        setup.game.make_field(setup.seats, setup.settings),
        amount.games,
        setup.seed,
        list(bots),
        where.device,
        count_events=events,
        alone=alone,
    )
    with redirect_stdout(sys.stderr):  # what bots print
        if where.cluster is None:
            tally, stopped = play_here(task, amount, where.threads or usable_cores())
        else:
            on_nodes = partial(play_on_cluster, task, where.cluster, Sums(task.seed))
            tally, stopped = watched(amount, on_nodes)
    if tally and json:
        say_json(tally.summary())
    elif tally:
        say_tally(tally)
    if stopped:
        raise stopped


Played = tuple[Tally | None, Interrupted | None]


def play_here(task: Task, amount: Amount, threads: int) -> Played:
    """Play on this machine, and say what bots did wrong."""
    with at_work(task, threads) as players:
        with preparing():
            players[0].prepare()
        on_threads = partial(play, task, players, Sums(task.seed), seconds=amount.seconds)
        played = watched(amount, on_threads)
    warn(task.game, players)
    return played


def watched(amount: Amount, carry_out: Callable[..., Tally]) -> Played:
    """Play with a bar that shows how far it is; what came of it, and whether it was stopped."""
    with bar() as progress:
        bar_of_games = progress.add_task("Playing", total=amount.games)

        def watch(done: int) -> None:
            progress.update(bar_of_games, completed=done)

        try:
            return carry_out(watch=watch), None
        except Interrupted as stopped:
            return stopped.results, stopped
