"""What `algorally simulate` does: let many games be played, and tell what came of them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from algorally.batch.crowd import Amount, Crowd, Player, RandomPlayer, usable_cores
from algorally.bots.crowd import Company
from algorally.bots.outside import find_bot
from algorally.cli.output import note, say_json
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish
from algorally.cli.statistics import say_statistics
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


def make_player(game: Game, fields: Rows, names: list[str]) -> Player:
    """Who plays on one thread."""
    if set(names) == {CHANCE}:
        return RandomPlayer(game, fields)
    return Company(game, fields, {name: find_bot(name) for name in names}, names)


def warn(players: Iterable[Player]) -> None:
    """A bot whose answers are no good plays on, but its author is to know."""
    unusable: Counter[str] = Counter()
    for player in players:
        if isinstance(player, Company):
            unusable += player.unusable
    for name, count in unusable.items():
        plans = "plan" if count == 1 else "plans"
        note(f"{count} {plans} of {name} began with no legal action; the first legal was played")


def simulate(
    wish: Wish,
    games: int | None,
    seconds: float | None,
    threads: int | None,
    bots: Sequence[str],
    json: bool,
) -> None:
    """Play, and say what came of it."""
    usual = USUAL_RANDOM_GAMES if set(bots) == {CHANCE} else USUAL_GAMES
    amount, setup = checked(games, seconds, usual), wish.setup()
    names, fields = seated(bots, setup.seats), setup.game.make_field(setup.seats, setup.settings)
    players = [make_player(setup.game, fields, names) for _ in range(threads or usable_cores())]
    with preparing():
        players[0].prepare()
    with bar() as progress:
        task = progress.add_task("Playing", total=amount.games)
        crowd = Crowd(setup, amount, players)
        statistics = crowd.play(lambda done: progress.update(task, completed=done))
    warn(players)
    if json:
        say_json(statistics.in_parts())
    else:
        say_statistics(statistics)
