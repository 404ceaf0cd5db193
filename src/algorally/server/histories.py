"""Whole games with everything open, for looking at."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from algorally.bots.analysis import before, cut, play_out
from algorally.bots.levels import STAND_IN, make_bot, take_turn
from algorally.core.errors import TableError
from algorally.core.events import LAID_OPEN, SeenEvent, seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.transcript import Transcript, make
from algorally.server.messages.http import History, SheetInfo, Variation
from algorally.server.messages.tables import PlayedChoice, Result

DEMO_SEED = 7
LanguageName = Literal["en", "nl", "de", "fr", "nb"]  # of mark sheets


def history(transcript: Transcript, language: str = "en", *, tells_all: bool = False) -> History:
    """A whole game with everything open, in words too if it is to tell all."""
    position = transcript.start()
    start, shown = position.states.tobytes(), position.clone()
    text = position.text() if tells_all else ""
    steps = []
    for seat, action in transcript.choices:
        step = _step(position, shown, seat, action)
        steps.append(in_full(position, step) if tells_all else step)
    standing = position.standing()
    return History(
        game=transcript.game.name,
        ground=transcript.game.words.ground(position),
        names=transcript.names,
        settings=transcript.settings,
        field=position.fields.tobytes(),
        start=start,
        steps=steps,
        result=Result(turns=standing.turns, winners=standing.winners, points=standing.points),
        sheets=sheet_infos(
            position, (event for step in steps for event in step.events), transcript.names, language
        ),
        text=text,
    )


def variation(transcript: Transcript, first: int, program: list[int]) -> Variation:
    """The rest of a turn with another program in place of the decision that begins there."""
    found = [one for one in cut(transcript).decisions if one.first == first]
    if not found:
        raise TableError("no_such_choice", f"nobody begins to decide after {first} choices")
    shown = before(transcript, first)
    start, steps = shown.states.tobytes(), []
    for position, seat, action in play_out(transcript, found[0], program):
        steps.append(_step(position, shown, seat, action))
    return Variation(start=start, steps=steps)


def sheet_infos(
    position: Position, events: Iterable[SeenEvent], names: Sequence[str], language: str
) -> list[SheetInfo]:
    """The players' mark sheets after what has happened."""
    words = position.game.words
    called = names or [words.seat_name(position, seat) for seat in range(position.seats)]
    made = words.sheets(position, events, called, language)
    return [SheetInfo(seat=sheet.seat, text=sheet.text, svg=sheet.svg) for sheet in made]


def _step(position: Position, shown: Position, seat: int, action: int) -> PlayedChoice:
    """Make a choice, and let the position that is shown follow."""
    said = position.say(action)
    rows = make(position, seat, action)
    return PlayedChoice(
        seat=seat,
        action=action,
        said=said,
        turn=position.standing().turns,
        events=seen_by(LAID_OPEN, rows),
        patch=shown.follow(rows),
    )


def in_full(position: Position, step: PlayedChoice) -> PlayedChoice:
    """A choice with what it led to in words."""
    return replace(step, told=in_words(position, step.events), text=position.text())


def in_words(view: Position, events: Iterable[SeenEvent]) -> list[str]:
    """Events in words, but for those that are not worth any."""
    return [words for event in events if (words := view.game.words.tell(view, event))]


@cache
def demonstration(name: str) -> History:
    """A game of bots, to show what the game is like."""
    game = find_game(name)
    transcript = Transcript(game, game.seats[-1], DEMO_SEED)
    position = transcript.start()
    bots = [make_bot(STAND_IN, seat) for seat in range(transcript.seats)]
    while acting := position.acting():
        seat = acting[0]
        for action, _ in take_turn(position, seat, bots[seat]):
            transcript.choices.append((seat, action))
    return replace(history(transcript), sheets=[])  # nobody looks at those
