"""What `algorally tournament` does: let bots meet, and tell who is the strongest."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from algorally.batch.cluster import Cluster
from algorally.batch.crowd import usable_cores
from algorally.bots.levels import warm_up
from algorally.cli.columns import say_columns
from algorally.cli.files import write_text
from algorally.cli.output import note, say, say_json
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish
from algorally.cli.statistics import count
from algorally.core.arguments import check_seconds
from algorally.core.errors import SettingError
from algorally.tournaments.cluster import play_all_on_cluster
from algorally.tournaments.keeping import Notebook
from algorally.tournaments.picture import draw
from algorally.tournaments.playing import Outcome, makers
from algorally.tournaments.processes import play_all
from algorally.tournaments.schedule import Fixture, Setup, check_lineups, fixtures, make_lineups
from algorally.tournaments.statistics import CERTAINTY, Rate, Statistics

USUAL_GAMES = 100


class Entries(NamedTuple):
    """Who takes part, as it was typed."""

    bots: str | None
    lineups: list[str]
    in_process: bool = False  # whether bots of one's own play where the games do


class Where(NamedTuple):
    """What the games are played on, as it was typed."""

    processes: int | None
    cluster: str | None = None

    def begin(
        self, setup: Setup, games: Sequence[Fixture], stack: ExitStack
    ) -> tuple[Iterator[Outcome], int]:
        """What comes of games, until the stack is left, and on how many cores they are played."""
        if self.cluster is None:
            processes = min(self.processes or usable_cores(), len(games))
            return stack.enter_context(closing(play_all(setup, games, processes))), processes
        cluster = stack.enter_context(Cluster(self.cluster))
        played = play_all_on_cluster(setup, games, cluster)
        return stack.enter_context(closing(played)), cluster.cores()

    def check(self) -> None:
        """A cluster plays with all that it has."""
        if self.cluster is not None and self.processes is not None:
            raise SettingError("all cores of a cluster play: leave --processes out")


def tournament(
    wish: Wish,
    entries: Entries,
    games: int | None,
    seconds: float | None,
    where: Where,
    keep: Path | None,
    plot: Path | None,
    json: bool,
) -> None:
    """Play, and say what came of it; after Ctrl-C, what came of it so far."""
    setup = make_setup(wish, entries, seconds)
    where.check()
    check_plot(plot)
    with preparing():
        warm_up(setup.found_game())
    statistics, stopped = play(setup, games or USUAL_GAMES, where, keep)
    if plot:
        write_text(plot, draw(statistics))
    if json:
        say_json(statistics.in_parts())
    else:
        say_statistics(statistics)
    if stopped:
        note(f"stopped after {len(statistics.outcomes)} of {count(statistics.planned, 'game')}")
        raise KeyboardInterrupt


def make_setup(wish: Wish, entries: Entries, seconds: float | None) -> Setup:
    """What is played, checked."""
    if seconds is not None:
        check_seconds(seconds)
    bots = names(entries.bots, "--bots") if entries.bots is not None else []
    given = [names(typed, "--lineup") for typed in entries.lineups]
    game = seated(wish, given, bots).setup()
    lineups = given or make_lineups(bots, game.seats)
    what = game.game
    setup = Setup(
        game=what.name,
        rules=what.rules_version,
        seats=game.seats,
        settings=game.settings,
        seed=game.seed,
        lineups=lineups,
        in_order=bool(given),
        seconds=seconds,
        in_process=entries.in_process,
    )
    makers(setup)  # refuses bots that cannot be loaded
    return setup


def seated(wish: Wish, lineups: list[list[str]], bots: list[str]) -> Wish:
    """The game for as many players as line-ups have, if there are any."""
    if not lineups:
        return wish
    check_lineups(lineups, bots)
    seats = len(lineups[0])
    if wish.seats not in (None, seats):
        raise SettingError(f"a line-up of {seats} bots does not fill {wish.seats} seats")
    return replace(wish, seats=seats)


def names(typed: str, option: str) -> list[str]:
    """The bots of a list with commas."""
    found = [name.strip() for name in typed.split(",")]
    if not all(found):
        raise SettingError(f"{option} lists bots with commas, such as casual,solid, not {typed!r}")
    return found


def check_plot(path: Path | None) -> None:
    """Better now than after hours: a picture must have a place."""
    if path and path.suffix.lower() != ".svg":
        raise SettingError(f"--plot names an SVG file, such as {path.stem or 'plot'}.svg")
    if path and not path.absolute().parent.is_dir():
        raise SettingError(f"there is no folder {path.parent} to write {path.name} to")


def play(setup: Setup, games: int, where: Where, keep: Path | None) -> tuple[Statistics, bool]:
    """Play what has not been played yet; what came of all, and whether somebody stopped it."""
    schedule = fixtures(setup, games)
    book = Notebook.open(keep, setup) if keep else Notebook()
    left = [game for game in schedule if game not in book.outcomes]
    kept, cores, stopped = len(schedule) - len(left), 0, False
    begun = time.perf_counter()
    with bar() as progress:
        task = progress.add_task("Playing", total=len(schedule), completed=kept)
        try:
            with ExitStack() as stack:
                played, cores = where.begin(setup, left, stack)
                for outcome in played:
                    book.add(outcome)
                    progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    seconds, found = time.perf_counter() - begun, book.found(schedule)
    return Statistics(setup, found, len(schedule), kept, seconds, cores), stopped


# --- for people ----------------------------------------------------------------------------------


def say_statistics(statistics: Statistics) -> None:
    """Tell how much was played, then the bots, every two of them, and what went wrong."""
    setup = statistics.setup
    games, kept = len(statistics.outcomes), statistics.kept
    what = f"{count(games, 'game')} of {setup.found_game().title} on {setup.seats} seats"
    cores = count(statistics.processes, "process", "processes")
    before = f", and {kept:,} before" if kept else ""
    say(f"{what}: {games - kept:,} in {statistics.seconds:.1f} s on {cores}{before}")
    say_columns(
        ("bot", "rating>", "games>", "wins>", "win rate>", "95 %", "by chance>", "ms a plan>"),
        [
            (
                row.bot,
                f"{row.rating.mean:.1f} ± {CERTAINTY * row.rating.deviation:.1f}",
                f"{row.games:,}",
                f"{row.wins:,.6g}",
                *in_words(row.rate),
                f"{row.by_chance:.0%}",
                f"{row.seconds * 1000:.1f}",
            )
            for row in statistics.rows()
        ],
    )
    say()
    say_columns(
        ("one", "other", "games>", "wins of one>", "95 %"),
        [
            (pair.one, pair.other, f"{pair.games:,}", *in_words(pair.rate))
            for pair in statistics.pairs()
        ],
    )
    say_problems(statistics)


def in_words(rate: Rate) -> Sequence[str]:
    """A part of all games, and its interval."""
    return f"{rate.share:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"


def say_problems(statistics: Statistics) -> None:
    """What bots did wrong, if any did."""
    if problems := statistics.problems():
        say()
        say_columns(
            ("bot", "times>", "what went wrong"),
            [(problem.bot, f"{problem.times:,}", problem.what) for problem in problems],
        )
