"""What `algorally replay` does: tell a saved game turn by turn, or draw it."""

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from algorally.cli.conversation import read_line
from algorally.cli.files import STREAM, in_file, read_text, write_text
from algorally.cli.match import Match
from algorally.cli.narration import in_short, phrases, results
from algorally.cli.output import say, say_prose
from algorally.cli.progress import preparing
from algorally.cli.requests import Leave
from algorally.cli.show import of_game
from algorally.cli.table import SPECTATOR
from algorally.core.errors import AlgorallyError, NotationError, SettingError
from algorally.core.events import seen_by
from algorally.core.game import Sheet
from algorally.core.position import Position
from algorally.core.transcript import make, read_transcript

LONGEST_DELAY = 3600  # seconds
FEWEST_DIGITS = 3  # of numbers in the names of pictures, so that they sort


def replay(path: Path, turn: int | None, delay: float | None, svg: Path | None) -> None:
    """Tell the game of a file, or draw it."""
    check(delay, svg)
    with preparing():
        game = Replay(path)
        game.check_turn(turn)
        pictures = list(game.pictures(turn)) if svg else []
    if svg:
        draw(svg, pictures)
    else:
        game.tell(turn or 1, delay)


def check(delay: float | None, svg: Path | None) -> None:
    """Options that make no sense are refused before anything is done."""
    if delay is not None and not 0 <= delay <= LONGEST_DELAY:
        raise SettingError(f"--delay is a number of seconds from 0 to {LONGEST_DELAY}, not {delay}")
    if svg and delay is not None:
        raise SettingError("choose --svg or --delay, not both")
    if svg == STREAM:
        raise SettingError("--svg needs a folder here, for there are several pictures")


def draw(folder: Path, pictures: list[tuple[str, str]]) -> None:
    """Write pictures into a folder, which is made if need be."""
    folder.mkdir(exist_ok=True)
    for name, picture in pictures:
        write_text(folder / name, picture)
    say(f"{len(pictures)} {'picture' if len(pictures) == 1 else 'pictures'} in {folder}")


def write_sheets(path: Path, folder: Path, language: str) -> None:
    """Write the mark sheets of a game into a folder, which is made if need be."""
    if folder == STREAM:
        raise SettingError("--sheets needs a folder, for there are several sheets")
    with preparing():
        game = Replay(path)
        sheets = game.sheets(language)
    folder.mkdir(exist_ok=True)
    for sheet in sheets:
        name = f"sheet-{game.match.names[sheet.seat]}"
        write_text(folder / f"{name}.svg", sheet.svg)
        write_text(folder / f"{name}.txt", sheet.text)
    say(f"{len(sheets)} mark sheets in {folder}, as text and as pages to print")


def watched() -> bool:
    """Whether a person sits at the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def pause(delay: float | None) -> None:
    """Wait before the next turn: for some time, or in a terminal for a person."""
    if delay is not None:
        time.sleep(delay)
    elif watched() and read_line("Enter for the next turn, q leaves: ").startswith("q"):
        raise Leave


class Replay:
    """A saved game, to be looked at."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.transcript = read_transcript(read_text(path))
        except AlgorallyError as error:
            raise in_file(path, error) from error
        self.match = Match(self.transcript)
        self.turns = self.match.turns()

    def check_turn(self, turn: int | None) -> None:
        """A turn that is asked for must be there."""
        if turn is not None and turn > len(self.turns):
            last = len(self.turns)
            raise NotationError(f"{self.path}: the game has {last} turns, so there is no {turn}")

    # --- telling -------------------------------------------------------------------------------

    def tell(self, first: int, delay: float | None) -> None:
        """Who plays what, the board, each turn from the first one on, and how it ends."""
        self.introduce()
        self.show(of_game(self.transcript, first - 1))
        try:
            for number, moves in list(enumerate(self.turns, 1))[first - 1 :]:
                if number > first:
                    pause(delay)
                who = self.match.names[moves[0].seat]
                told = phrases(self.match, SPECTATOR, moves)
                say_prose(f"{number}. {in_short(who, told)}")
        except Leave:
            return
        self.finish()

    def introduce(self) -> None:
        """What was played, and by whom."""
        setup = self.transcript
        say_prose(f"{setup.game.title}, {setup.seats} players, seed {setup.seed}.")
        say_prose(f"Players: {', '.join(self.players())}.")
        settings = ", ".join(f"{name} = {value}" for name, value in setup.settings.items())
        say_prose(f"Settings: {settings or 'as usual'}.")

    def players(self) -> list[str]:
        """The colours, with names where they are known."""
        names = self.transcript.names or [""] * self.transcript.seats
        pairs = zip(self.match.names, names, strict=True)
        return [f"{name} ({colour})" if name else colour for colour, name in pairs]

    def show(self, position: Position) -> None:
        """The board."""
        say(f"\n{position.text()}\n")

    def finish(self) -> None:
        """The board and the points at the end, and what can be done next."""
        position = self.match.position
        self.show(position)
        say("The game is over." if position.over else "The game is not over yet.")
        for line in results(position.standing(), self.match.names):
            say(line)
        if self.path == STREAM:
            return
        file = shlex.quote(str(self.path))
        if not position.over:
            say(f"Go on with: algorally play --resume {file}")
        say(f"Look at a turn with: algorally show {file} --turn N")

    def sheets(self, language: str) -> list[Sheet]:
        """The mark sheets, from the events that all players see."""
        setup = self.transcript
        seen = [event for move in self.match.moves for event in seen_by(SPECTATOR, move.events)]
        names = setup.names or [""] * setup.seats
        sheets = setup.game.words.sheets(self.match.position, seen, names, language)
        if not sheets:
            raise SettingError(f"{setup.game.title} has no mark sheets")
        return sheets

    # --- drawing -------------------------------------------------------------------------------

    def pictures(self, turn: int | None) -> Iterator[tuple[str, str]]:
        """Names and pictures: after each turn, or after each choice of one turn."""
        position = self.transcript.start()
        digits = max(FEWEST_DIGITS, len(str(len(self.turns))))
        for number, moves in enumerate(self.turns[:turn], 1):
            for choice, move in enumerate(moves, 1):
                make(position, move.seat, move.action)
                if number == turn:
                    yield f"turn-{number:0{digits}}-choice-{choice:02}.svg", position.svg()
            if turn is None:
                yield f"turn-{number:0{digits}}.svg", position.svg()
