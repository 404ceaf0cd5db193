"""What `algorally simulate` does: let many games be played, and tell what came of them."""

import contextlib
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence

from algorally.batch.crowd import Amount, Crowd, Player, RandomPlayer, usable_cores
from algorally.bots.crowd import Company, Problem
from algorally.bots.outside import find_bot, isolated
from algorally.cli.output import note, say_json
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish
from algorally.cli.statistics import say_statistics
from algorally.cli.words import times
from algorally.core.errors import SettingError
from algorally.core.game import Game
from algorally.core.records import Rows

CHANCE = "random"
USUAL_GAMES, USUAL_RANDOM_GAMES = 20, 1000


def checked(games: int | None, seconds: float | None, usual: int) -> Amount:
    """How much to play, whatever was typed."""
    if games is not None and seconds is not None:
        raise SettingError("choose --games or --seconds, not both")
    if seconds is None:
        return Amount(games or usual, None)
    if not 0 < seconds < float("inf"):
        raise SettingError(f"--seconds is a number above 0, not {seconds}")
    return Amount(None, seconds)


def seated(names: Sequence[str], seats: int) -> list[str]:
    """A bot for each seat: they take the seats in turn."""
    if len(names) > seats:
        raise SettingError(f"{len(names)} bots do not fit on {seats} seats; see --seats")
    return [names[seat % len(names)] for seat in range(seats)]


def make_player(game: Game, fields: Rows, names: list[str], alone: bool) -> Player:
    """Who plays on one thread; bots of somebody's perhaps each in a process of its own."""
    if set(names) == {CHANCE}:
        return RandomPlayer(game, fields)
    find = isolated if alone else find_bot
    return Company(game, fields, {name: find(name) for name in dict.fromkeys(names)}, names)


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


def simulate(
    wish: Wish,
    games: int | None,
    seconds: float | None,
    threads: int | None,
    bots: Sequence[str],
    alone: bool,
    json: bool,
) -> None:
    """Play, and say what came of it."""
    usual = USUAL_RANDOM_GAMES if set(bots) == {CHANCE} else USUAL_GAMES
    amount, setup = checked(games, seconds, usual), wish.setup()
    names, fields = seated(bots, setup.seats), setup.game.make_field(setup.seats, setup.settings)
    count = threads or usable_cores()
    players = [make_player(setup.game, fields, names, alone) for _ in range(count)]
    with preparing():
        players[0].prepare()
    with bar() as progress, contextlib.ExitStack() as stack:
        for player in players:
            stack.callback(player.close)
        task = progress.add_task("Playing", total=amount.games)
        crowd = Crowd(setup, amount, players)
        statistics = crowd.play(lambda done: progress.update(task, completed=done))
    warn(setup.game, players)
    if json:
        say_json(statistics.in_parts())
    else:
        say_statistics(statistics)
