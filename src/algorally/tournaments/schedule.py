"""Who meets whom in a tournament, and who sits where, so that neither deal nor seat favours any."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import Any

import msgspec

from algorally.core.errors import SettingError
from algorally.core.game import Game, find_game

SEED_BYTES = 7  # of the seed of a bot, which then fits any dice


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides what is played, but for the number of games."""

    game: str
    rules: int  # the version of the game's rules
    seats: int
    settings: dict[str, Any]
    seed: int  # of the first deal; the others follow it
    lineups: list[list[str]]
    in_order: bool  # whether line-ups keep their order around the table, or it is drawn by lot
    seconds: float | None  # for each plan of the bots that ask how long they may think
    in_process: bool = False  # whether bots of somebody's play where the games do

    @property
    def bots(self) -> list[str]:
        """All that take part, in the order in which they were named."""
        return list(dict.fromkeys(bot for lineup in self.lineups for bot in lineup))

    def found_game(self) -> Game:
        """What is played."""
        return find_game(self.game)


class Fixture(msgspec.Struct, frozen=True):
    """A game that is to be played."""

    lineup: int  # which one of the list
    deal: int  # games with the same deal begin alike
    bots: tuple[str, ...]  # seat by seat


def make_lineups(bots: Sequence[str], seats: int) -> list[list[str]]:
    """Every choice of as many bots as there are seats.

    Fewer bots than seats all sit equally often, and each choice of them takes the seats left over.
    """
    names = _checked(bots)
    times, left = divmod(seats, len(names))
    return [[*names * times, *more] for more in combinations(names, left)]


def _checked(bots: Sequence[str]) -> list[str]:
    twice = [name for name, times in Counter(bots).items() if times > 1]
    if twice:
        raise SettingError(
            f"{twice[0]} is named twice; name each bot once, or say with --lineup who sits down"
        )
    if len(bots) < 2:
        raise SettingError("a tournament takes two bots or more, such as --bots casual,solid")
    return list(bots)


def check_lineups(lineups: Sequence[Sequence[str]], bots: Sequence[str]) -> None:
    """Line-ups are equally long, hold different bots, and those that are named."""
    for lineup in lineups:
        if len(lineup) != len(lineups[0]):
            raise SettingError(f"all line-ups are of {len(lineups[0])} bots, not of {len(lineup)}")
        if len(set(lineup)) < 2:
            raise SettingError(f"two different bots meet in a line-up, not {lineup[0]} alone")
    if len({min(rotations(lineup)) for lineup in lineups}) < len(lineups):
        raise SettingError("a line-up is given twice; its bots take each seat in any case")
    seated = list(dict.fromkeys(bot for lineup in lineups for bot in lineup))
    if bots and set(bots) != set(seated):
        raise SettingError(
            f"the line-ups are of {', '.join(seated)}, but --bots names {', '.join(bots)};"
            " leave --bots out, or name the same bots"
        )


def rotations(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """A line-up moved on around the table, seat by seat, as long as that makes a difference."""
    moved = (tuple(bots[first:]) + tuple(bots[:first]) for first in range(len(bots)))
    return list(dict.fromkeys(moved))


def fixtures(setup: Setup, games: int) -> list[Fixture]:
    """At least so many games of each line-up, deal by deal, each in all rotations."""
    found: list[Fixture] = []
    played = [0] * len(setup.lineups)
    for deal in count():
        short = [number for number, done in enumerate(played) if done < games]
        if not short:
            break
        for number in short:
            same = list(_of_deal(setup, number, deal))
            played[number] += len(same)
            found += same
    return found


def _of_deal(setup: Setup, number: int, deal: int) -> Iterator[Fixture]:
    order = list(setup.lineups[number])
    if not setup.in_order:
        random.Random(f"{setup.seed} {deal} {number}").shuffle(order)
    return (Fixture(number, deal, bots) for bots in rotations(order))


def bot_seed(setup: Setup, deal: int, seat: int) -> int:
    """What a bot on a seat draws its lots from; it does not give the deal away."""
    told = hashlib.sha256(f"{setup.seed} {deal} {seat}".encode()).digest()
    return int.from_bytes(told[:SEED_BYTES], "little")
