"""The talk between a game and the persons who play it in the terminal."""

import contextlib
import sys
from collections.abc import Iterator

from algorally.cli.errors import file_problem
from algorally.cli.narration import explained, in_short, phrases, results, sentences
from algorally.cli.output import say, say_prose
from algorally.cli.requests import Leave, Requests
from algorally.cli.table import Table
from algorally.core.errors import AlgorallyError, GameError, UnreadableChoice

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - being there lets people edit the line they type

CHATTY = "novice"  # the level of bots that explain themselves without being asked
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen and what has scrolled off it


class Conversation:
    """Asks persons, lets bots play, and tells what happens, until the game is over."""

    def __init__(self, table: Table) -> None:
        self.table, self.match = table, table.match
        self.requests = Requests(table)
        self.seated: int | None = None  # the person who looks at the screen

    def run(self) -> None:
        """Play the game to its end, or until somebody leaves."""
        try:
            self.welcome()
            while acting := self.match.position.acting():
                self.let_act(acting[0], self.match.turn())
            self.finish()
        except Leave:
            return
        finally:
            self.table.keep()

    def welcome(self) -> None:
        """What is played, and who is who."""
        setup, persons, names = self.match.setup, self.table.persons, self.match.names
        say_prose(
            f"{setup.game.title}, {setup.seats} players, seed {setup.seed}. {setup.game.sentence}"
        )
        if persons:
            say_prose(setup.game.words.goal(self.match.position)[0])
            say(f"{'You are' if len(persons) == 1 else 'Persons:'} {', '.join(persons.values())}.")
            if bots := [f"{names[seat]} ({level})" for seat, level in self.table.levels.items()]:
                say(f"Bots: {', '.join(bots)}.")
            say("Type what to do and press Enter; help tells what can be typed.")

    def let_act(self, seat: int, turn: int) -> None:
        """A turn, or one decision, of a person or a bot; when it is over novices explain theirs."""
        if seat in self.table.persons:
            self.ask_until_done(seat)
        else:
            self.let_play(seat)
        if self.match.position.over or self.match.turn() != turn:
            for bot, reason in self.table.open_reasons().items():
                if reason.level == CHATTY:
                    say_prose(explained(self.match, bot, reason))

    def let_play(self, seat: int) -> None:
        """A turn, or one decision, of a bot."""
        moves = self.table.play_bot(seat)
        told = phrases(self.match, self.table.spectator, moves)
        say_prose(in_short(self.match.names[seat], told))

    def ask_until_done(self, seat: int) -> None:
        """Ask a person until the turn has passed on."""
        turn = self.match.turn()
        self.introduce(seat)
        while seat in self.match.position.acting() and self.match.turn() == turn:
            self.answer(seat, self.ask(seat))
        with self.words_for_errors():
            self.table.keep()

    def introduce(self, seat: int) -> None:
        """Whose turn it is, the board, the hand, and the choices where they are few."""
        self.hand_over(seat)
        say(f"\nTurn {self.match.line(seat)}, {self.table.persons[seat]}")
        self.requests.board(seat, "")
        self.requests.show_hand(seat)

    def hand_over(self, seat: int) -> None:
        """Where several persons play, none sees the cards of another."""
        if self.seated not in (None, seat):
            read_line("Enter clears the screen. ")
            if sys.stdout.isatty():
                say(CLEAR)
            read_line(f"{self.table.persons[seat]}, press Enter when only you see the screen. ")
        self.seated = seat

    def ask(self, seat: int) -> str:
        """What a person types."""
        changes, ending = self.match.changes(), self.table.ending(seat)
        note = f" ({changes} changed; Enter = {ending})" if changes and ending else ""
        return read_line(f"{self.table.persons[seat]}{note}> ")

    def answer(self, seat: int, line: str) -> None:
        """Do what was typed, or say why not; nothing typed ends a turn that was begun."""
        with self.words_for_errors():
            if not line.strip():
                line = self.table.ending(seat) if self.match.changes() else ""
            if not line:
                say("Nothing is laid yet; type what to do, or help.")
            elif not self.requests.answer(seat, line):
                self.choose(seat, line)

    def choose(self, seat: int, text: str) -> None:
        """Play a choice, and tell what came of it."""
        turn, before = self.match.turn(), self.requests.words(seat)
        try:
            moves = self.match.play_text(seat, text)
        except UnreadableChoice:
            if (meant := self.match.meant(seat, text)) == text:
                raise
            moves = self.match.play_text(seat, meant)
        for sentence in sentences(phrases(self.match, seat, moves)):
            say_prose(sentence)
        if not moves:
            say("That says nothing to do; help tells what can be typed.")
        elif seat in self.match.position.acting() and self.match.turn() == turn:
            self.requests.show_change(seat, before)

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
        say("\nThe game is over.")
        for line in results(self.match.position.standing(), self.match.names):
            say(line)
        say(f"Play it again with: {self.table.how_to_repeat()}")
        if self.table.persons and not self.table.path:
            self.offer_to_save()
        if self.table.path:
            say(f"Look at it with: {self.table.how_to_look()}")

    def offer_to_save(self) -> None:
        """Some more talk after the game, until Enter."""
        say("Keep it with: save FILE. Enter leaves.")
        while line := read_line("game over> ").strip():
            self.answer(self.table.spectator, line)


def read_line(prompt: str) -> str:
    """A line that a person types; the end of the input means leaving."""
    try:
        line = input(prompt)
        if not sys.stdin.isatty():
            say(line)  # so that a scripted game reads like one that was typed
        return line
    except EOFError as end:
        say()
        raise Leave from end
    except UnicodeDecodeError:
        return "that is not UTF-8 text"  # which is refused like any other nonsense
