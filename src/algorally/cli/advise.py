"""What `algorally advise` does: name the best programs, and what the played ones lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from algorally.bots.advice import Advice, advise
from algorally.bots.analysis import (
    Analysis,
    Cut,
    Decision,
    Verdict,
    before,
    cut,
    in_words,
    judge,
    placed,
    program_of,
    rest_of,
)
from algorally.cli.columns import say_columns
from algorally.cli.files import in_file, read_text
from algorally.cli.output import say, say_json, say_prose
from algorally.cli.progress import bar, preparing
from algorally.cli.show import read_position
from algorally.core.arguments import check_seconds
from algorally.core.errors import AlgorallyError, NotationError, SettingError
from algorally.core.position import Position
from algorally.core.transcript import Transcript, read_transcript

BLUNDER, MISTAKE = 0.2, 0.1  # of the chance to win
MARKS = (
    f"?? marks a loss of {100 * BLUNDER:.0f} percentage points of the chance to win or more,"
    f" ? one of {100 * MISTAKE:.0f} or more."
)


@dataclass(frozen=True)
class Wish:
    """What somebody wants to know, as it was typed."""

    path: Path
    turn: int | None
    choice: int | None
    seat: str | None
    seconds: float
    best: int
    seed: int
    json: bool

    def check(self) -> None:
        """Options that make no sense are refused before anything is done."""
        check_seconds(self.seconds)
        if self.turn and self.choice:
            raise SettingError("choose --turn or --choice, not both")

    def game(self, text: str) -> "Saved":
        """The saved game of a text."""
        return Saved(read_transcript(text))


class Moment(NamedTuple):
    """A position in which somebody has to decide, and what they did."""

    position: Position
    seat: int
    played: Decision | None = None


def is_game(text: str) -> bool:
    """Whether a text is a saved game."""
    return text.lstrip().startswith("algorally ")


def seat_names(position: Position) -> list[str]:
    """What the seats are called."""
    return [position.game.words.seat_name(position, seat) for seat in range(position.seats)]


def seat_of(position: Position, name: str | None) -> int | None:
    """A seat by its name; None where nobody was named."""
    if name is None:
        return None
    names = seat_names(position)
    found = [seat for seat, called in enumerate(names) if called.lower() == name.lower()]
    if not found:
        raise SettingError(f"nobody is called {name}; --seat is one of {', '.join(names)}")
    return found[0]


def percent(chance: float) -> str:
    """A chance in words."""
    return f"{100 * chance:.1f} %"


def points(loss: float) -> str:
    """The difference of two chances in words."""
    return f"{100 * loss:.1f} percentage points"


def spoken(position: Position, seat: int, actions: list[int]) -> str:
    """A program in one line."""
    return "; ".join(in_words(position, seat, actions))


# --- saved games -------------------------------------------------------------------------------


class Saved:
    """A saved game, cut into decisions, each with the number of its line."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        lines = transcript.lines()
        self.lines = [number for number, line in enumerate(lines, 1) for _ in line.choices]
        self.parts: Cut = cut(transcript)

    def line(self, decision: Decision) -> int:
        """The line in which a decision begins."""
        return self.lines[decision.first]

    def moment(self, wish: Wish) -> Moment:
        """The moment that somebody means."""
        end = self.parts.end
        seat = seat_of(end, wish.seat)
        if wish.turn is None and wish.choice is None:
            if end.over:
                raise NotationError(
                    "the game is over; name a moment with --turn or --choice, or judge --all of it"
                )
            return Moment(end, acting_seat(end, seat))
        decision = self.decision(self.place(wish), seat, whole=wish.choice is None)
        return Moment(before(self.transcript, decision.first), decision.seat, decision)

    def place(self, wish: Wish) -> int:
        """How many choices were made before the moment that is meant."""
        count, last = len(self.lines), self.lines[-1] if self.lines else 0
        if wish.choice is not None:
            if wish.choice > count:
                raise NotationError(f"the game has {count} choices, so there is no {wish.choice}")
            return wish.choice - 1
        assert wish.turn is not None
        if wish.turn > last:
            raise NotationError(f"the game has {last} turns, so there is no {wish.turn}")
        return self.lines.index(wish.turn)

    def decision(self, place: int, seat: int | None, *, whole: bool) -> Decision:
        """The decision to which a choice belongs, or the next one of a seat in the same turn."""
        here = next(one for one in self.parts.decisions if place in one.places)
        found = here if seat in (None, here.seat) else self.later(place, here.turn, seat)
        if found is None:
            raise NotationError(
                f"{seat_names(self.parts.end)[seat or 0]} chooses nothing more in this turn"
            )
        return found if whole else rest_of(found, place)

    def later(self, place: int, turn: int, seat: int | None) -> Decision | None:
        """What a seat chooses in a turn from some choice on."""
        later = (one for one in self.parts.decisions if one.places[-1] > place)
        return next((one for one in later if (one.turn, one.seat) == (turn, seat)), None)


def acting_seat(position: Position, wanted: int | None) -> int:
    """The seat that acts, or the wanted one if it does."""
    acting = position.acting()
    if not acting:
        raise NotationError("the game is over, so there is nothing to advise")
    if wanted is None or wanted in acting:
        return acting[0] if wanted is None else wanted
    names = seat_names(position)
    able = " and ".join(names[seat] for seat in acting)
    raise NotationError(f"{names[wanted]} has nothing to choose here; --seat may be {able}")


# --- one moment --------------------------------------------------------------------------------


def advise_moment(wish: Wish) -> None:
    """Name the best programs of one moment, and what the played one lost."""
    wish.check()
    with preparing():
        moment = find_moment(wish)
        verdict, advices = judged(moment, wish)
    if wish.json:
        say_json(in_parts(moment, verdict, advices))
    else:
        tell(moment, verdict, advices)


def find_moment(wish: Wish) -> Moment:
    """The moment of a file."""
    text = read_text(wish.path)
    try:
        if is_game(text):
            return wish.game(text).moment(wish)
        if wish.turn or wish.choice:
            raise NotationError("--turn and --choice are for saved games; this is a position")
        position = read_position(wish.path, text, after=False, turn=None)
        return Moment(position, acting_seat(position, seat_of(position, wish.seat)))
    except AlgorallyError as error:
        raise in_file(wish.path, error) from error


def judged(moment: Moment, wish: Wish) -> tuple[Verdict | None, list[Advice]]:
    """The best programs, and what the played one was worth."""
    if moment.played:
        verdict, advices = judge(
            moment.position, moment.played, wish.seconds, wish.seed, best=wish.best
        )
        return verdict, advices[: wish.best]
    view = moment.position.view(moment.seat)
    found = advise(view, moment.seat, best=wish.best, seconds=wish.seconds, seed=wish.seed)
    return None, [Advice(program_of(view, one.actions), one.chance) for one in found]


def tell(moment: Moment, verdict: Verdict | None, advices: list[Advice]) -> None:
    """The same, for people."""
    position, seat = moment.position, moment.seat
    name = seat_names(position)[seat]
    say_prose(f"The best programs for {name}, with the chance to win:")
    for number, (actions, chance) in enumerate(advices, 1):
        say_prose(f"{number}. {percent(chance):>7}  {spoken(position, seat, actions)}")
    if not verdict:
        return
    played = spoken(position, seat, verdict.decision.actions)
    say_prose(f"Played: {percent(verdict.played)}  {played}")
    if verdict.better:
        say_prose(f"It lost {points(verdict.loss)} of the chance to win.")
    else:
        say_prose("Nothing better was found.")


def in_parts(moment: Moment, verdict: Verdict | None, advices: list[Advice]) -> dict[str, Any]:
    """The same, for programs."""
    return {
        "game": moment.position.game.name,
        "seat": moment.seat,
        "name": seat_names(moment.position)[moment.seat],
        "best": [program_parts(moment, one.actions, one.chance) for one in advices],
        "played": played_parts(moment, verdict) if verdict else None,
    }


def played_parts(moment: Moment, verdict: Verdict) -> dict[str, Any]:
    """What was played, for programs."""
    return program_parts(moment, verdict.decision.actions, verdict.played) | {"loss": verdict.loss}


def program_parts(moment: Moment, actions: list[int], chance: float) -> dict[str, Any]:
    """A program, for programs."""
    said = in_words(moment.position, moment.seat, actions)
    return {"chance": chance, "actions": actions, "said": said}


# --- a whole game ------------------------------------------------------------------------------


def judge_all(wish: Wish) -> None:
    """Judge all that was played in a saved game."""
    wish.check()
    if wish.turn or wish.choice:
        raise SettingError("--all is of the whole game; leave --turn and --choice out")
    text = read_text(wish.path)
    if not is_game(text):
        raise NotationError(f"{wish.path}: --all is for saved games, and this is none")
    try:
        with preparing():
            saved = wish.game(text)
            seat = seat_of(saved.parts.end, wish.seat)
    except AlgorallyError as error:
        raise in_file(wish.path, error) from error
    analysis = look_through(saved.transcript, wish)
    shown = [one for one in analysis.verdicts if seat in (None, one.decision.seat)]
    if wish.json:
        say_json(game_parts(saved, analysis, shown))
    else:
        tell_all(saved, analysis, shown)


def look_through(transcript: Transcript, wish: Wish) -> Analysis:
    """Judge a game, with a progress bar."""
    analysis = Analysis(transcript, wish.seconds, wish.seed)
    with preparing(), bar() as progress:
        task = progress.add_task("Judging (per cent)", total=100)
        while analysis.go_on():
            progress.update(task, completed=round(100 * analysis.progress))
    return analysis


def mark(loss: float) -> str:
    """How bad a mistake is."""
    if loss < MISTAKE:
        return ""
    return "??" if loss >= BLUNDER else "?"


def tell_all(saved: Saved, analysis: Analysis, shown: list[Verdict]) -> None:
    """A table of what was played, and a summary."""
    columns = ("turn>", "player", "played>", "best>", "loss>", "", "better")
    say_columns(columns, rows(saved, shown))
    say(MARKS)
    names = seat_names(saved.parts.end)
    for seat in sorted({one.decision.seat for one in shown}):
        say_prose(summary(saved, analysis, seat, names[seat]))
    if deciding := analysis.deciding():
        say_prose(f"What decided the game: {', '.join(swings(saved, analysis, names, deciding))}.")


def rows(saved: Saved, shown: list[Verdict]) -> Iterator[list[str]]:
    """The lines of the table."""
    names = seat_names(saved.parts.end)
    for one, here in placed(saved.transcript, shown):
        seat = one.decision.seat
        better = spoken(here, seat, one.better)
        loss = f"{100 * one.loss:.1f}" if one.better else ""
        line, name = str(saved.line(one.decision)), names[seat]
        yield [line, name, percent(one.played), percent(one.best), loss, mark(one.loss), better]


def summary(saved: Saved, analysis: Analysis, seat: int, name: str) -> str:
    """How well a seat played, in a sentence."""
    own = [one for one in analysis.verdicts if one.decision.seat == seat]
    worst = max(own, key=lambda one: one.loss)
    count = "one decision" if len(own) == 1 else f"{len(own)} decisions"
    if not worst.better:
        return f"{name}: {count}, nothing lost."
    average, line = points(analysis.average_loss(seat)), saved.line(worst.decision)
    return f"{name}: {count}, {average} lost on the average, most in turn {line}."


def swings(saved: Saved, analysis: Analysis, names: list[str], places: list[int]) -> Iterator[str]:
    """The turns that decided the game, each with whom it brought forward most."""
    for place in places:
        earlier, now = analysis.curve[place - 1].chances, analysis.curve[place].chances
        gains = [new - old for old, new in zip(earlier, now, strict=True)]
        seat = gains.index(max(gains))
        line = saved.lines[analysis.curve[place].choices - 1]
        yield f"turn {line} ({names[seat]} from {percent(earlier[seat])} to {percent(now[seat])})"


def game_parts(saved: Saved, analysis: Analysis, shown: list[Verdict]) -> dict[str, Any]:
    """The same, for programs; turns are lines of the file."""
    seats = sorted({one.decision.seat for one in shown})
    return {
        "game": saved.transcript.game.name,
        "names": seat_names(saved.parts.end),
        "decisions": [
            verdict_parts(saved, one, here) for one, here in placed(saved.transcript, shown)
        ],
        "curve": [point._asdict() for point in analysis.curve],
        "deciding": analysis.deciding(),
        "average_loss": {str(seat): analysis.average_loss(seat) for seat in seats},
    }


def verdict_parts(saved: Saved, verdict: Verdict, position: Position) -> dict[str, Any]:
    """What a decision was worth, for programs."""
    decision = verdict.decision
    here = Moment(position, decision.seat, decision)
    return {
        "turn": saved.line(decision),
        "choice": decision.first + 1,
        "seat": decision.seat,
        "played": played_parts(here, verdict),
        "mark": mark(verdict.loss),
        "better": program_parts(here, verdict.better, verdict.best) if verdict.better else None,
    }
