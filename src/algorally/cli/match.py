"""A game in progress at the terminal: what was chosen, what it caused, and taking it back."""

from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from algorally.bots.levels import Bot, take_turn
from algorally.core.errors import GameError
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.transcript import Transcript, make


class Move(NamedTuple):
    """One choice, with the position before it while it may still be taken back."""

    turn: int
    seat: int
    action: int
    events: Rows
    before: Position | None


class Match:
    """A position, and how it came about."""

    def __init__(self, setup: Transcript) -> None:
        self.setup = replace(setup, choices=[])
        self.position = setup.start()
        self.moves: list[Move] = []
        for seat, action in setup.choices:
            self.play(seat, action)

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [self.setup.game.words.seat_name(self.position, s) for s in range(self.setup.seats)]

    def turn(self) -> int:
        """How many turns have begun."""
        return self.position.standing().turns

    def transcript(self) -> Transcript:
        """The game so far."""
        return replace(self.setup, choices=[(move.seat, move.action) for move in self.moves])

    def play(self, seat: int, action: int) -> Move:
        """Play one choice, and remember what was before it as long as that is fair."""
        before, turn = self.position.clone(), self.turn()
        events = make(self.position, seat, action)
        move = Move(turn, seat, action, events, before)
        self.moves.append(move)
        still = seat in self.position.acting() and self.turn() == turn
        if not still or self.setup.game.words.final(action):
            self.settle()
        return self.moves[-1]

    def settle(self) -> None:
        """What was chosen so far stays; only the latest choices may not have been settled yet."""
        for place in range(len(self.moves) - 1, -1, -1):
            if self.moves[place].before is None:
                return
            self.moves[place] = self.moves[place]._replace(before=None)

    def play_text(self, seat: int, text: str) -> list[Move]:
        """Play what a person typed, all of it or nothing."""
        trial = self.position.clone()
        actions: list[int] = []
        try:
            for action in self.setup.game.words.read(trial, seat, text):
                trial.play(seat, action)
                actions.append(action)
        except GameError as refusal:
            if actions:
                refusal.add_note("Nothing of that line was done.")
            raise
        return [self.play(seat, action) for action in actions]

    def meant(self, seat: int, text: str) -> str:
        """The only legal choice that ends so, or the text itself: `nw` means `corner NW`."""
        said = [self.position.say(action) for action in self.position.legal(seat)]
        ending = f" {' '.join(text.lower().split())}"
        fitting = [choice for choice in said if choice.lower().endswith(ending)]
        return fitting[0] if len(fitting) == 1 else text

    def play_bot(self, seat: int, bot: Bot) -> list[Move]:
        """Let a bot play its turn."""
        turn = self.turn()
        played = [
            Move(turn, seat, action, events, None)
            for action, events in take_turn(self.position, seat, bot)
        ]
        self.moves += played
        return played

    def changes(self) -> int:
        """How many choices may be taken back."""
        return sum(move.before is not None for move in self.moves)

    def undo(self) -> str:
        """Take the last choice back; its text, "" if there is none to take back."""
        if not self.changes():
            return ""
        move = self.moves.pop()
        assert move.before is not None
        self.position = move.before
        return self.position.say(move.action)

    def turns(self) -> list[list[Move]]:
        """The choices so far, by the lines of the game's text."""
        grouped = groupby(self.moves, key=lambda move: (move.turn, move.seat))
        return [list(moves) for _, moves in grouped]

    def line(self, seat: int) -> int:
        """The line of the game's text that a seat is about to write."""
        turns = self.turns()
        last = turns[-1][-1] if turns else None
        now = (self.turn(), seat)
        return len(turns) + (last is None or (last.turn, last.seat) != now)
