"""What a person may type in a game besides choices: help, board, hand, log, undo and so on."""

import contextlib
from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

from algorally.cli.narration import explained, in_short, news, phrases
from algorally.cli.output import say, say_prose
from algorally.cli.rules import find_rules
from algorally.cli.table import Table
from algorally.core.errors import AlgorallyError, GameError
from algorally.core.rule_book import Rule, read_book

Request = Callable[[int, str], None]


class Leave(Exception):
    """A person leaves the game."""


class Requests:
    """Answers requests; each is a method of the same name with a seat and the rest of the line."""

    def __init__(self, table: Table) -> None:
        self.table, self.match = table, table.match
        self.refusal: GameError | None = None
        names = ("help", "board", "hand", "legal", "hint", "undo", "log", "rules", "why", "save")
        self.known: Mapping[str, Request] = {
            **{name: getattr(self, name) for name in (*names, "quit")},
            "?": self.help,
            "exit": self.quit,
            "rule": self.rules,
        }

    def answer(self, seat: int, line: str) -> bool:
        """Answer a line if it is a request; False if it must be a choice."""
        word, _, rest = line.strip().partition(" ")
        request = self.known.get(word.lower())
        if request:
            request(seat, rest.strip())
        return request is not None

    def help(self, seat: int, rest: str) -> None:
        """This list."""
        game = self.match.setup.game
        for line in game.words.goal(self.match.position):
            say_prose(line)
        with contextlib.suppress(StopIteration):
            try:
                next(game.words.read(self.match.position, seat, ""))
            except AlgorallyError as examples:  # reading nothing is refused with examples
                say_prose(f"Your turn: {examples}")
        choices = self.table.choices(seat)
        more = f"; legal lists all {len(choices)}" if len(choices) > SOME else ""
        say_prose(f"Now you may: {'; '.join(choices[:SOME])}{more}")
        say_prose("Several choices may stand on one line. Enter alone runs what you have laid.")
        for name, words in HELP.items():
            say(f"  {name}: {words}")

    def board(self, seat: int, rest: str) -> None:
        """The board, as this seat may see it."""
        for line in self.words(seat).splitlines():
            if line[:1].isalpha():
                say_prose(line)
            else:
                say(line)

    def hand(self, seat: int, rest: str) -> None:
        """The cards of this seat."""
        say(f"hand: {self.table.hand(seat) or 'no cards'}")

    def legal(self, seat: int, rest: str) -> None:
        """All choices, a line for each kind."""
        for _, group in groupby(self.table.choices(seat), key=lambda said: said.split()[0]):
            say_prose("; ".join(group))
        if self.match.position.over:
            say(OVER)

    def hint(self, seat: int, rest: str) -> None:
        """What the bot would do."""
        say(OVER if self.match.position.over else f"hint: {self.table.advice(seat)}")

    def undo(self, seat: int, rest: str) -> None:
        """Take back the last change, some of them, or all."""
        if rest not in ("", "all") and not rest.isdecimal():
            say("Say undo, undo 2 or undo all.")
            return
        wanted = len(self.match.moves) if rest == "all" else int(rest or 1)
        taken: list[str] = []
        before = self.words(seat)
        while len(taken) < wanted and (said := self.match.undo()):
            taken.append(said)
        if not taken:
            say("There is nothing to take back; a run or a pass stays.")
            return
        say(f"taken back: {'; '.join(taken)}")
        self.show_change(seat, before)

    def words(self, seat: int) -> str:
        """The board in words, as this seat may see it."""
        return self.match.position.view(seat).text()

    def show_change(self, seat: int, before: str) -> None:
        """What is different on the board, in words, and the hand."""
        for line in news(before, self.words(seat), self.match.names):
            say_prose(line)
        self.show_hand(seat)

    def show_hand(self, seat: int) -> None:
        """The cards, if there are any, and the choices where they are few."""
        held, choices = self.table.hand(seat), self.table.choices(seat)
        if held:
            say(f"hand: {held}")
        if len(choices) <= (FEW if held else SOME) and not self.match.changes():
            say_prose(f"choose: {'; '.join(choices)}")

    def log(self, seat: int, rest: str) -> None:
        """What has happened so far, or in the last turns."""
        if rest and not rest.isdecimal():
            say("Say log, or log 3 for the last three turns.")
            return
        turns = self.match.turns()
        first = max(0, len(turns) - int(rest)) if rest.isdecimal() else 0
        for number, moves in list(enumerate(turns, 1))[first:]:
            who = self.match.names[moves[0].seat]
            say_prose(f"{number}. {in_short(who, phrases(self.match, seat, moves))}")

    def rules(self, seat: int, rest: str) -> None:
        """Rules by number or words."""
        game = [self.match.setup.game]
        if not rest:
            say(f"Name a number or a word, for instance: rules {game[0].turn_rules[0]}")
            return
        self.recite(find_rules(rest, game))

    def why(self, seat: int, rest: str) -> None:
        """The rules behind the last refusal, or why a bot chose its last program."""
        if rest:
            self.ask_bot(rest)
            return
        if not self.refusal or not self.refusal.rules:
            say("The last thing you typed was refused by no rule.")
            return
        book = read_book(self.match.setup.game)
        self.recite([book[number] for number in self.refusal.rules if number in book])

    def ask_bot(self, name: str) -> None:
        """Let a bot explain its last program, once all have seen it."""
        bots = {self.match.names[seat]: seat for seat in self.table.levels}
        asked = bots.get(name.lower())
        if asked is None:
            say(f"Name a bot: {', '.join(bots)}." if bots else "No bots play here.")
        elif reason := self.table.reasons.get(asked):
            say_prose(explained(self.match, asked, reason))
        else:
            say(f"{name} has not run a program yet.")

    def recite(self, rules: list[Rule]) -> None:
        """Rules as a player wants them, without source and code."""
        for rule in rules:
            say_prose(f"{rule.number}: {rule.text}")
        if not rules:
            say("No rule speaks of that.")

    def save(self, seat: int, rest: str) -> None:
        """Keep the game in a file."""
        path = Path(rest).expanduser() if rest else self.table.path
        if not path:
            say("Name a file, for instance: save my-game.txt")
            return
        self.table.move_to(path)
        say(f"Saved, and kept up to date from now on, in {path}.")

    def quit(self, seat: int, rest: str) -> None:
        """Leave the game."""
        if self.table.path:
            self.table.keep()
            say(f"Go on with: {self.table.how_to_resume()}")
        else:
            say("This game was not saved.")
        raise Leave


FEW = 4  # choices that are listed without being asked for,
SOME = 24  # or so many if there are no cards to name
OVER = "The game is over."
HELP = {
    "board": "draw the board again",
    "hand": "name your cards",
    "legal": "all you may do now",
    "hint": "what the computer would do in your place",
    "undo": "take back the last change of this turn; undo 2, undo all",
    "log": "what has happened; log 3 for the last three turns",
    "rules 24": "the text of a rule; or any word to look for",
    "why": "the rules behind the last refusal; why and a colour: what a bot wanted",
    "save FILE": "keep the game in a file",
    "quit": "leave",
}
