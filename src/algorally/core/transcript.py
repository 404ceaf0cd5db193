"""A whole game as readable text: how it was set up, and what was chosen, a line a turn.

A game is a seed and a list of choices; the state is derived from them. So a text that is read
back gives the same game to the last byte, in every game of the contract. Behind each line stands
a digest of the state after it, so a text that is read leads through exactly the positions of the
game that was written, or is refused with the first line that does not. Digests find mistakes; a
forger would write new ones. Names of players, and the end of a game, are not covered by them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from algorally.core.arguments import is_number
from algorally.core.commitment import COMMITMENT, SALT
from algorally.core.errors import AlgorallyError, NotationError
from algorally.core.game import Game, find_game
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.settings import SPOKEN

TITLE = re.compile(r"algorally (\w+) rules (\d{1,9})")
NAMED = re.compile(r"(\w+) = (.+)")
CALLED = re.compile(r"(\w+) is (.+)")
TURN = re.compile(r"(\d+)\. (\w+): ([^#]+)(?:#(.*))?")
START = "start"  # in the header: the digest of the field and of the first state
RESERVED = ("seats", "seed", "salt", "commitment", START)  # so no setting of a game is called so
START_DIGITS, DIGITS = 12, 8
LONGEST_NUMBER = 20  # digits, more than any seed has
UNNAMEABLE = ("Cc", "Cs", "Zl", "Zp")  # kinds of characters that end a line or cannot be written


class Line(NamedTuple):
    """What one seat chose in one turn, and the digest of the state after it."""

    seat: str
    choices: list[str]
    digest: str


def make(position: Position, seat: int, action: int) -> Rows:
    """Make a choice of a transcript, by the clock if it was the clock that made it; its events."""
    if action == position.game.time_up:
        return position.time_up(seat)
    return position.play(seat, action)


def start_digest(position: Position) -> str:
    """A digest of the field and of the state before the first choice."""
    return _digest(position.fields.tobytes() + position.states.tobytes(), START_DIGITS)


def state_digest(position: Position) -> str:
    """A digest of a state."""
    return _digest(position.states.tobytes(), DIGITS)


def _digest(contents: bytes, digits: int) -> str:
    return sha256(contents).hexdigest()[:digits]


def check_name(name: str) -> None:
    """The name of a player is one line of text."""
    breaks = any(unicodedata.category(character) in UNNAMEABLE for character in name)
    if breaks or not name or name != name.strip():
        raise NotationError(f"a name is one line of text without spaces around it, not {name!r}")


@dataclass
class Transcript:
    """The set-up and the choices of one game."""

    game: Game
    seats: int
    seed: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    choices: list[tuple[int, int]] = field(default_factory=list)  # seat, action
    names: list[str] = field(default_factory=list)  # of the players, "" for one who has none
    salt: str = ""  # of a house that committed itself to the seed,
    commitment: str = ""  # and how; nothing of it is checked here, see core.commitment

    def __post_init__(self) -> None:
        """Settings become words, as they are in a text, and names are checked."""
        settings = self.settings.items()
        self.settings = {name: _in_words(self.game, name, value) for name, value in settings}
        if not any(self.names):
            self.names = []
        elif len(self.names) != self.seats:
            raise NotationError(f"{self.seats} play, so there are not {len(self.names)} names")
        for name in filter(None, self.names):
            check_name(name)

    def start(self) -> Position:
        """The position before the first choice."""
        return self.game.start(seats=self.seats, seed=self.seed, **self.settings)

    def replay(self) -> Iterator[tuple[Position, int, int]]:
        """Play the choices one by one; the position is the one before each choice."""
        return self._replay(self.start())

    def _replay(self, position: Position) -> Iterator[tuple[Position, int, int]]:
        for seat, action in self.choices:
            yield position, seat, action
            make(position, seat, action)

    def end(self) -> Position:
        """The position after the last choice."""
        position = self.start()
        for seat, action in self.choices:
            make(position, seat, action)
        return position

    def text(self) -> str:
        """The game as text."""
        position = self.start()
        lines = [f"algorally {self.game.name} rules {self.game.rules_version}"]
        lines += [f"seats = {self.seats}", f"seed = {self.seed}"]
        promised = {"salt": self.salt, "commitment": self.commitment}
        lines += [f"{name} = {value}" for name, value in promised.items() if value]
        lines += [f"{name} = {_written(name, value)}" for name, value in self.settings.items()]
        for seat, name in enumerate(self.names):
            lines += [f"{self.game.words.seat_name(position, seat)} is {name}"] if name else []
        lines.append(f"{START} = {start_digest(position)}")
        for number, line in enumerate(self._lines(position), 1):
            lines += [""] if number == 1 else []
            lines.append(f"{number}. {line.seat}: {'; '.join(line.choices)}  #{line.digest}")
        return "\n".join(lines) + "\n"

    def lines(self) -> list[Line]:
        """The choices in words, a line for each seat and turn."""
        return list(self._lines(self.start()))

    def _lines(self, position: Position) -> Iterator[Line]:
        def turn(made: tuple[Position, int, int]) -> tuple[int, int]:
            return position.standing().turns, made[1]

        for (_, seat), group in groupby(self._replay(position), key=turn):
            choices = [position.say(action) for _, _, action in group]
            # To find the end of a group its last choice had to be made, and nothing more.
            name = self.game.words.seat_name(position, seat)
            yield Line(name, choices, state_digest(position))


def _in_words(game: Game, name: str, value: Any) -> Any:
    """A setting as it is read from a text, where there is a way to write it."""
    if isinstance(value, bool):
        known = [setting.values for setting in game.settings if setting.name == name]
        spoken = (word for values in known for word in SPOKEN[value] if word in values)
        return next(spoken, value)
    if isinstance(value, int):
        return str(value)
    return " ".join(value.split()) if isinstance(value, str) else value


def _written(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise NotationError(f"{name} is written as words or as a number, not as {value!r}")
    return value


# --- reading -----------------------------------------------------------------------------------


class _Said(NamedTuple):
    """What a line of the header says."""

    line: int
    value: str


class _Turn(NamedTuple):
    """A line of the game: where it stands, and its parts."""

    line: int
    number: str
    seat: str
    choices: str
    digest: str | None


class _Parts(NamedTuple):
    """The lines of a text, by kind."""

    header: dict[str, _Said]
    names: dict[str, _Said]
    turns: list[_Turn]


def read_transcript(text: str) -> Transcript:
    """A game from its text; the error names the line and what would have been right."""
    lines = [line.strip() for line in text.strip().splitlines()]
    game = _read_title(lines[0] if lines else "")
    header, names, turns = _split(lines)
    seats, seed = (_number(header, name) for name in ("seats", "seed"))
    salt, commitment = (
        _digits(header, name, form) for name, form in (("salt", SALT), ("commitment", COMMITMENT))
    )
    start = header.pop(START, None)
    settings = {name: said.value for name, said in header.items()}
    transcript = Transcript(game, seats, seed, settings, salt=salt, commitment=commitment)
    try:
        position = transcript.start()
    except AlgorallyError as error:
        raise NotationError(f"the header: {error}") from error
    if start and start.value != start_digest(position):
        raise NotationError(
            f"line {start.line}: the game does not begin as it did (start = {start.value}):"
            " the header was changed, or another version wrote it"
        )
    seated = [game.words.seat_name(position, seat) for seat in range(seats)]
    transcript.names = _read_names(names, seated)
    for number, turn in enumerate(turns, 1):
        transcript.choices += _read_turn(position, seated, turn, number)
    return transcript


def _read_title(line: str) -> Game:
    title = TITLE.fullmatch(line)
    if not title:
        raise NotationError(
            'line 1: a game begins with, for instance, "algorally algoracing rules 1"'
        )
    try:
        game = find_game(title[1])
    except AlgorallyError as error:
        raise NotationError(f"line 1: {error}") from error
    if int(title[2]) != game.rules_version:
        raise NotationError(
            f"line 1: this game was played by rules {title[2]} of {game.title},"
            f" here are rules {game.rules_version}; install the version of Algorally that wrote it,"
            " or look at the game on the server where it was played, which keeps finished games"
        )
    return game


def _split(lines: list[str]) -> _Parts:
    parts = _Parts({}, {}, [])
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        if match := TURN.fullmatch(line):
            parts.turns.append(_Turn(number, match[1], match[2], match[3].strip(), match[4]))
        elif (match := NAMED.fullmatch(line)) and not parts.turns:
            _say_once(parts.header, number, match)
        elif (match := CALLED.fullmatch(line)) and not parts.turns:
            _say_once(parts.names, number, match)
        else:
            raise NotationError(f'line {number}: write "1. red: step; run", not {line!r}')
    return parts


def _say_once(header: dict[str, _Said], number: int, match: re.Match[str]) -> None:
    if match[1] in header:
        raise NotationError(
            f"line {number}: {match[1]} stands in line {header[match[1]].line} already"
        )
    header[match[1]] = _Said(number, match[2])


def _number(header: dict[str, _Said], name: str) -> int:
    value = header.pop(name, _Said(0, "")).value
    if not is_number(value) or len(value) > LONGEST_NUMBER:
        raise NotationError(f'the header needs "{name} = " and a number, not {value!r}')
    return int(value)


def _digits(header: dict[str, _Said], name: str, form: re.Pattern[str]) -> str:
    """Hexadecimal digits that need not be there."""
    said = header.pop(name, None)
    if said and not form.fullmatch(said.value):
        raise NotationError(
            f"line {said.line}: {name} is written in hexadecimal digits, as many as it always has"
        )
    return said.value if said else ""


def _read_names(names: dict[str, _Said], seated: list[str]) -> list[str]:
    for seat, (line, name) in names.items():
        _seat(line, seat, seated)
        try:
            check_name(name)
        except NotationError as error:
            raise NotationError(f"line {line}: {error}") from error
    return [names[seat].value if seat in names else "" for seat in seated] if names else []


def _seat(line: int, name: str, seated: list[str]) -> int:
    if name not in seated:
        raise NotationError(f"line {line}: {name!r} does not play; {', '.join(seated)} do")
    return seated.index(name)


def _read_turn(
    position: Position, seated: list[str], turn: _Turn, number: int
) -> list[tuple[int, int]]:
    """Play a line; its choices."""
    seat = _seat(turn.line, turn.seat, seated)
    if turn.digest is not None:
        _check_number(turn, number)
    choices: list[tuple[int, int]] = []
    try:
        for action in position.game.words.read(position, seat, turn.choices):
            make(position, seat, action)
            choices.append((seat, action))
    except AlgorallyError as error:
        raise NotationError(f"line {turn.line}: {error}") from error
    if turn.digest not in (None, state_digest(position)):
        raise NotationError(
            f"line {turn.line}: after it the game does not stand as it did (#{turn.digest}):"
            " the file was changed, a line is missing, or another version wrote it"
        )
    return choices


def _check_number(turn: _Turn, number: int) -> None:
    if turn.number != str(number):
        raise NotationError(
            f"line {turn.line}: this is turn {number} of the file, not {turn.number};"
            " a line is missing, or stands here that was not there"
        )
