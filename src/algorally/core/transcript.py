"""A whole game as readable text: how it was set up, and what was chosen, a line a turn.

A game is a seed and a list of choices; the state is derived from them. So a text that is read
back gives the same game to the last byte, in every game of the contract.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from algorally.core.errors import AlgorallyError, NotationError
from algorally.core.game import Game, Position, find_game

TITLE = re.compile(r"algorally (\w+) rules (\d+)")
NAMED = re.compile(r"(\w+) = (.+)")
TURN = re.compile(r"(\d+)\. (\w+): (.+)")


class Line(NamedTuple):
    """What one seat chose in one turn."""

    seat: str
    choices: list[str]


@dataclass
class Transcript:
    """The set-up and the choices of one game."""

    game: Game
    seats: int
    seed: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    choices: list[tuple[int, int]] = field(default_factory=list)  # seat, action

    def start(self) -> Position:
        """The position before the first choice."""
        return self.game.start(seats=self.seats, seed=self.seed, **self.settings)

    def replay(self) -> Iterator[tuple[Position, int, int]]:
        """Play the choices one by one; the position is the one before each choice."""
        position = self.start()
        for seat, action in self.choices:
            yield position, seat, action
            position.play(seat, action)

    def end(self) -> Position:
        """The position after the last choice."""
        position = self.start()
        for seat, action in self.choices:
            position.play(seat, action)
        return position

    def text(self) -> str:
        """The game as text."""
        lines = [f"algorally {self.game.name} rules {self.game.rules_version}"]
        lines += [f"seats = {self.seats}", f"seed = {self.seed}"]
        lines += [f"{name} = {value}" for name, value in self.settings.items()]
        for number, line in enumerate(self.lines(), 1):
            lines += [""] if number == 1 else []
            lines.append(f"{number}. {line.seat}: {'; '.join(line.choices)}")
        return "\n".join(lines) + "\n"

    def lines(self) -> list["Line"]:
        """The choices in words, a line for each seat and turn."""
        lines: list[Line] = []
        last = None
        for position, seat, action in self.replay():
            now = (position.standing().turns, seat)
            if now != last:
                lines.append(Line(self.game.words.seat_name(position, seat), []))
            lines[-1].choices.append(position.say(action))
            last = now
        return lines


def read_transcript(text: str) -> Transcript:
    """A game from its text; the error names the line and what would have been right."""
    lines = [line.strip() for line in text.strip().splitlines()]
    title = TITLE.fullmatch(lines[0]) if lines else None
    if not title:
        raise NotationError(
            'line 1: a game begins with, for instance, "algorally algoracing rules 1"'
        )
    game = find_game(title[1])
    if int(title[2]) != game.rules_version:
        raise NotationError(
            f"line 1: this game was played by rules {title[2]} of {game.title},"
            f" here are rules {game.rules_version}"
        )
    header, turns = _split(lines)
    seats, seed = (_number(header, name) for name in ("seats", "seed"))
    transcript = Transcript(game, seats, seed, header)
    _read_turns(transcript, turns)
    return transcript


def _split(lines: list[str]) -> tuple[dict[str, Any], list[tuple[int, re.Match[str]]]]:
    header: dict[str, Any] = {}
    turns: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        if match := TURN.fullmatch(line):
            turns.append((number, match))
        elif (named := NAMED.fullmatch(line)) and not turns:
            header[named[1]] = named[2]
        else:
            raise NotationError(f'line {number}: write "1. red: step; run", not {line!r}')
    return header, turns


def _number(header: dict[str, Any], name: str) -> int:
    value = header.pop(name, "")
    if not value.isdecimal():
        raise NotationError(f'the header needs "{name} = " and a number, not {value!r}')
    return int(value)


def _read_turns(transcript: Transcript, turns: list[tuple[int, re.Match[str]]]) -> None:
    position = transcript.start()
    names = [transcript.game.words.seat_name(position, seat) for seat in range(transcript.seats)]
    for number, turn in turns:
        if turn[2] not in names:
            raise NotationError(f"line {number}: {turn[2]!r} does not play; {', '.join(names)} do")
        seat = names.index(turn[2])
        try:
            for action in transcript.game.words.read(position, seat, turn[3]):
                position.play(seat, action)
                transcript.choices.append((seat, action))
        except AlgorallyError as error:
            raise NotationError(f"line {number}: {error}") from error
