"""The table in the terminal: who sits there, and the file that the game is kept in."""

import shlex
from pathlib import Path

from algorally.bots.advice import ADVISER
from algorally.bots.levels import make_bot
from algorally.bots.reasons import Reason, reason_for
from algorally.cli.files import write_text
from algorally.cli.levels import USUAL
from algorally.cli.match import Match, Move
from algorally.core.errors import SettingError

SPECTATOR = -1
ENDINGS = ("run", "ready", "pass")  # what Enter alone means, once something has been changed


def check_free(path: Path) -> None:
    """A file that holds something is never overwritten by another game."""
    if path.is_dir():
        raise SettingError(f"{path} is a folder; name a file")
    if not path.parent.is_dir():
        raise SettingError(f"there is no folder {path.parent}")
    if path.exists() and path.stat().st_size:
        raise SettingError(f"{path} exists; resume it with --resume {path}, or name another file")


class Table:
    """A match, the persons at it, the bots, and the file."""

    def __init__(
        self, match: Match, persons: dict[int, str], levels: list[str], path: Path | None
    ) -> None:
        self.match, self.persons, self.path = match, persons, path
        seed, seats = match.setup.seed, range(match.setup.seats)
        others = [seat for seat in seats if seat not in persons]
        self.levels = dict(zip(others, levels, strict=True))  # how strong the bots are, by seat
        self.bots = {seat: make_bot(level, seed + seat) for seat, level in self.levels.items()}
        self.adviser = make_bot(ADVISER, seed)
        self.reasons: dict[int, Reason] = {}  # why bots chose their last programs,
        self._unsaid: dict[int, Reason] = {}  # and those of a turn that is not over

    @property
    def spectator(self) -> int:
        """Who looks on when no person acts: the first of them, or nobody in particular."""
        return next(iter(self.persons), SPECTATOR)

    def hand(self, seat: int) -> str:
        """What a seat can play with."""
        return ", ".join(self.match.setup.game.words.hand(self.match.position.view(seat), seat))

    def choices(self, seat: int) -> list[str]:
        """Everything that a seat may do now, in words."""
        position = self.match.position
        return [position.say(action) for action in position.legal(seat)]

    def ending(self, seat: int) -> str:
        """The word that ends a turn as it stands, "" if none does."""
        choices = self.choices(seat)
        return next((word for word in ENDINGS if word in choices), "")

    def advice(self, seat: int) -> str:
        """What a good bot would do in a seat's place, knowing only what the seat knows."""
        view = self.match.position.view(seat)
        return "; ".join(view.say(action) for action in self.adviser.plan(view, seat))

    def play_bot(self, seat: int) -> list[Move]:
        """Let a bot play its turn, and keep in mind why it did so."""
        view = self.match.position.view(seat)
        moves = self.match.play_bot(seat, self.bots[seat])
        actions = [move.action for move in moves]
        if reason := reason_for(self.levels[seat], view, seat, actions):
            self._unsaid[seat] = reason
        return moves

    def open_reasons(self) -> dict[int, Reason]:
        """Why bots chose as they did in a turn that is over, so that everybody may know."""
        opened, self._unsaid = self._unsaid, {}
        self.reasons |= opened
        return opened

    def keep(self) -> None:
        """Write the game to its file, if it has one."""
        if self.path:
            write_text(self.path, self.match.transcript().text())

    def move_to(self, path: Path) -> None:
        """Keep the game in another file from now on."""
        if path != self.path:
            check_free(path)
        write_text(path, self.match.transcript().text())
        self.path = path

    def how_to_resume(self) -> str:
        """The command that takes this game up again."""
        words = ["algorally", "play", "--resume", shlex.quote(str(self.path))]
        if len(self.persons) != 1:
            words += ["--bots", str(len(self.bots))]
        elif self.spectator:
            words += ["--colour", self.match.names[self.spectator]]
        words += self._strength()
        return " ".join(words)

    def how_to_look(self) -> str:
        """The command that shows this game turn by turn."""
        lines = len(self.match.turns())
        return f"algorally show {shlex.quote(str(self.path))} --turn N, with N from 0 to {lines}"

    def how_to_repeat(self) -> str:
        """The command that starts the same game again."""
        setup = self.match.setup
        words = ["algorally", "play", setup.game.name, "--seats", str(setup.seats)]
        words += ["--seed", str(setup.seed)]
        for name, value in setup.settings.items():
            words += [f"--{name}", shlex.quote(str(value))]
        return " ".join(words + self._strength())

    def _strength(self) -> list[str]:
        """The option that makes the bots as strong as they are, if they are not as usual."""
        levels = list(self.levels.values())
        if not set(levels) - {USUAL}:
            return []
        return ["--level", levels[0] if len(set(levels)) == 1 else ",".join(levels)]
