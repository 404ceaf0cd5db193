"""The talk between a game and the persons who play it in the terminal."""

import contextlib
import sys
from collections.abc import Iterator

from algorally.cli.errors import file_problem
from algorally.cli.output import say, say_prose
from algorally.cli.requests import QUIETLY, Leave, Requests
from algorally.cli.table import Table
from algorally.cli.telling import in_short, phrases, sentences
from algorally.core.errors import AlgorallyError, GameError, UnreadableChoice

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - being there lets people edit the line they type

FEW = 4  # choices that are listed without being asked for,
SOME = 24  # or so many if there are no cards to name


class Conversation:
    """Asks persons, lets bots play, and tells what happens, until the game is over."""

    def __init__(self, table: Table) -> None:
        self.table, self.match = table, table.match
        self.requests = Requests(table)

    def run(self) -> None:
        """Play the game to its end, or until somebody leaves."""
        try:
            self.welcome()
            while acting := self.match.position.acting():
                self.let_act(acting[0])
            self.finish()
        except Leave:
            return
        finally:
            self.table.keep()

    def welcome(self) -> None:
        """What is played, and who is who."""
        setup, persons = self.match.setup, self.table.persons
        say_prose(
            f"{setup.game.title}, {setup.seats} players, seed {setup.seed}. {setup.game.sentence}"
        )
        if persons:
            say(f"{'You are' if len(persons) == 1 else 'Persons:'} {', '.join(persons.values())}.")
            say("Type what to do and press Enter; help tells what can be typed.")

    def let_act(self, seat: int) -> None:
        """A turn, or one decision, of a person or a bot."""
        if seat in self.table.persons:
            self.ask_until_done(seat)
            return
        moves = self.match.play_bot(seat, self.table.bots[seat])
        told = phrases(self.match, self.table.spectator, moves)
        say_prose(in_short(self.match.names[seat], told))

    def ask_until_done(self, seat: int) -> None:
        """Ask a person until the turn has passed on."""
        turn = self.match.position.standing().turns
        self.introduce(seat)
        while seat in self.match.position.acting() and self.match.position.standing().turns == turn:
            self.answer(seat, self.ask(seat))
        with self.words_for_errors():
            self.table.keep()

    def introduce(self, seat: int) -> None:
        """Whose turn it is, the board, the hand, and the choices where they are few."""
        called = self.table.persons[seat]
        if len(self.table.persons) > 1:
            read_line(f"\n{called}, press Enter when you alone look at the screen: ")
        say(f"\nTurn {self.match.line(seat)}, {called}")
        self.requests.board(seat, "")
        self.requests.hand(seat, QUIETLY)
        self.offer(seat)

    def offer(self, seat: int) -> None:
        """Name the choices where they are few."""
        choices = self.table.choices(seat)
        few = FEW if self.table.hand(seat) else SOME
        if len(choices) <= few and not self.match.changes():
            say_prose(f"choose: {', '.join(choices)}")

    def ask(self, seat: int) -> str:
        """What a person types."""
        changes = self.match.changes()
        note = f", {changes} change{'s' * (changes > 1)}, Enter runs" if changes else ""
        return read_line(f"{self.table.persons[seat]}{note}> ")

    def answer(self, seat: int, line: str) -> None:
        """Do what was typed, or say why not."""
        with self.words_for_errors():
            if line.strip():
                if not self.requests.answer(seat, line):
                    self.choose(seat, line)
            elif self.match.changes():
                self.choose(seat, "run")
            else:
                say("Nothing is laid yet; type what to do, or help.")

    def choose(self, seat: int, text: str) -> None:
        """Play a choice, and tell what came of it."""
        turn = self.match.position.standing().turns
        try:
            moves = self.match.play_text(seat, text)
        except UnreadableChoice:
            if (meant := self.match.meant(seat, text)) == text:
                raise
            moves = self.match.play_text(seat, meant)
        if not moves:
            say("That says nothing to do; help tells what can be typed.")
        for sentence in sentences(phrases(self.match, seat, moves)):
            say_prose(sentence)
        if seat in self.match.position.acting() and self.match.position.standing().turns == turn:
            self.requests.hand(seat, QUIETLY)
            self.offer(seat)

    @contextlib.contextmanager
    def words_for_errors(self) -> Iterator[None]:
        """Say what is wrong, and lose nothing."""
        try:
            yield
        except GameError as refusal:
            self.requests.refusal = refusal
            say_prose(" ".join([f"{refusal}.", *getattr(refusal, "__notes__", [])]))
            if isinstance(refusal, UnreadableChoice):
                say("help tells what else can be typed.")
        except AlgorallyError as error:
            say_prose(f"{error}.")
        except OSError as error:
            say_prose(f"{file_problem(error)}.")

    def finish(self) -> None:
        """The result, and how to look at the game again."""
        standing, names = self.match.position.standing(), self.match.names
        say("\nThe game is over.")
        for seat, points in enumerate(standing.points):
            won = ", the winner" if standing.winners == [seat] else ", shares the win"
            say(f"{names[seat]}: {points} points{won if seat in standing.winners else ''}")
        say(f"Play it again with: {self.table.how_to_repeat()}")
        if not self.table.path:
            self.offer_to_save()
        if self.table.path:
            say(f"Look at it with: {self.table.how_to_look()}")

    def offer_to_save(self) -> None:
        """Some more talk after the game, until Enter."""
        say("Keep it with: save FILE. Enter leaves.")
        while self.table.persons and (line := read_line("game over> ").strip()):
            self.answer(self.table.spectator, line)


def read_line(prompt: str) -> str:
    """A line that a person types; the end of the input means leaving."""
    try:
        line = input(prompt)
        if not sys.stdin.isatty():
            say(line)  # so that a scripted game reads like one that was typed
        return line
    except EOFError as end:
        raise Leave from end
    except UnicodeDecodeError:
        return "?"
