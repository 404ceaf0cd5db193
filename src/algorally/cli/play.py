"""Who sits where, and which file a game at the terminal is kept in."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from algorally.bots.levels import BOTS, LEVELS, warm_up
from algorally.cli.conversation import Conversation
from algorally.cli.files import in_file, read_text
from algorally.cli.levels import USUAL
from algorally.cli.match import Match
from algorally.cli.progress import preparing
from algorally.cli.setting_up import Wish, named_game
from algorally.cli.table import Table, check_free
from algorally.core.errors import AlgorallyError, SettingError
from algorally.core.position import Position
from algorally.core.transcript import Transcript, read_transcript


@dataclass(frozen=True)
class Persons:
    """Who plays, as it was typed."""

    bots: int | None
    colour: str | None
    names: list[str]
    levels: list[str]  # of the bots; one for all, or one for each

    def strength(self, count: int) -> list[str]:
        """The level of each of so many bots."""
        if self.levels and not count:
            raise SettingError("no bots play, so --level cannot say how strong they are")
        if len(self.levels) not in (0, 1, count):
            raise SettingError(
                f"{count} bots play, so --level names one level for all or {count} of them,"
                f" not {len(self.levels)}"
            )
        levels = self.levels or [USUAL]
        return levels * count if len(levels) == 1 else levels

    def seats(self, colours: list[str]) -> dict[int, str]:
        """The seats of persons and what they are called; the other seats are the bots'."""
        count = 1 if self.bots is None else len(colours) - self.bots
        if count < 0:
            raise SettingError(f"{len(colours)} play, so --bots is at most {len(colours)}")
        if len(self.names) > count:
            raise SettingError(
                f"only {count} of the players are persons, so {len(self.names)} names are too many"
            )
        first = colours.index(one_of(self.colour, colours)) if self.colour else 0
        order = sorted(range(len(colours)), key=lambda seat: seat != first)[:count]
        called = {seat: colours[seat] for seat in order}
        for name, seat in zip(self.names, order, strict=False):
            called[seat] = f"{name} ({colours[seat]})"
        return called

    def written(self, setup: Transcript, seats: Iterable[int]) -> Transcript:
        """A game whose text says what the persons on these seats are called."""
        names = [*setup.names] or [""] * setup.seats
        for name, seat in zip(self.names, seats, strict=False):
            names[seat] = name.strip()
        return replace(setup, names=names)


def one_of(colour: str, colours: list[str]) -> str:
    """A colour that somebody has."""
    if colour.lower() not in colours:
        raise SettingError(f"nobody can be {colour}; choose {', '.join(colours)}")
    return colour.lower()


def play(wish: Wish, persons: Persons, save: Path | None, resume: Path | None) -> None:
    """Set a game up, or take one up again, and play it."""
    if save and save != resume:
        check_free(save)
    setup = taken_up(resume, wish) if resume else new_game(wish, persons.colour)
    seats = persons.seats(seat_names(setup, setup.seats))
    levels = persons.strength(setup.seats - len(seats))
    with preparing():
        warm_up(setup.game)
        match = Match(persons.written(setup, seats))
    Conversation(Table(match, seats, levels, save or resume)).run()


def told_apart(
    wish: Wish, typed: Iterable[str], *, is_resumed: bool = False
) -> tuple[Wish, list[str]]:
    """What was typed as a level: those of bots, and the wish with those of the game itself."""
    words = [word.strip().lower() for words in typed for word in words.split(",")]
    others = [word for word in words if word not in BOTS]
    if others and not is_resumed:
        check_own_levels(wish, others)
    pairs = [*(wish.pairs or []), *(f"level={word}" for word in others)]
    return replace(wish, pairs=pairs or None), [word for word in words if word in BOTS]


def check_own_levels(wish: Wish, words: Iterable[str]) -> None:
    """What is no level of bots must be one of the game."""
    game = named_game(wish.game)
    settings = [setting for setting in game.settings if setting.name == "level"]
    own = [str(value) for setting in settings for value in setting.values]
    for word in words:
        if word not in own:
            rules = f", or {' or '.join(own)} for the rules" if own else ""
            raise SettingError(
                f"there is no level {word!r}; choose {', '.join(LEVELS)} for the bots{rules}"
            )


def new_game(wish: Wish, colour: str | None) -> Transcript:
    """A game that has not begun; without a seed each is another one."""
    if wish.seed is None:
        wish = replace(wish, seed=random.SystemRandom().randrange(1, 1_000_000))
    setup = wish.setup()
    if colour is None or "colours" in setup.settings:
        return setup
    every, usual = (seat_names(setup, seats) for seats in (setup.game.seats[-1], setup.seats))
    shift = every.index(one_of(colour, every)) - every.index(usual[0])
    shifted = [every[(every.index(name) + shift) % len(every)] for name in usual]
    return wish.setup(colours=" ".join(shifted))  # as fair as the usual ones: all move alike


def seat_names(setup: Transcript, seats: int) -> list[str]:
    """What the seats of a game are called, if so many play."""
    start = Position(setup.game, setup.game.make_field(seats, setup.settings))
    return [setup.game.words.seat_name(start, seat) for seat in range(seats)]


def taken_up(path: Path, wish: Wish) -> Transcript:
    """A saved game."""
    try:
        with preparing():
            setup = read_transcript(read_text(path))
    except AlgorallyError as error:
        raise in_file(path, error) from error
    if not replace(wish, game=None).is_empty or wish.game not in (None, setup.game.name):
        raise SettingError(f"{path} says how the game is set up; leave other settings out")
    return setup
