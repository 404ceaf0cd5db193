"""What the mark sheets note, from the events alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from algorally.core.compile import rule
from algorally.core.events import SeenEvent
from algorally.games.speedalgo.names import CARS, ELSE, GONE, TRAFFIC, UNPLACED, EventKind
from algorally.games.speedalgo.vocabulary import at, program_text

FROM_A_SQUARE = (EventKind.MOVED, EventKind.REMOVED, EventKind.ADVANCED)
PLACED = (EventKind.TRAFFIC_PLACED, EventKind.BOLIDE_PLACED)


@rule("SA-48", "SA-49", "SA-B32", in_python=True)
def code_program(cards: Sequence[int], chosen: Mapping[int, Sequence[str]]) -> str:
    """A program in card codes, the squares of the cars that were chosen behind their cards."""
    targets = [" ".join(chosen.get(place, [])) for place in range(len(cards))]
    return program_text(cards, targets)


@dataclass
class Entry:
    """One line of a mark sheet: a round of one player."""

    number: int
    roll: int
    cards: list[int] = field(default_factory=list)
    chosen: dict[int, list[str]] = field(default_factory=dict)  # squares, by place in the program
    way: list[int] = field(default_factory=list)  # squares of the bolide
    interrupted: bool = False

    @property
    def program(self) -> str:
        """The program as it was laid."""
        return program_text(self.cards)

    @property
    def targets(self) -> list[str]:
        """The cars that were chosen, in order."""
        return [square for place in sorted(self.chosen) for square in self.chosen[place]]

    @property
    def coded(self) -> str:
        """The program with the cars that were chosen in brackets."""
        return code_program(self.cards, self.chosen)


class Recorder:
    """Fills in the mark sheets while a game is told."""

    def __init__(self, seats: int, places: Sequence[int]) -> None:
        self.sheets: list[list[Entry]] = [[] for _ in range(seats)]
        self.drafts: list[list[int]] = [[] for _ in range(seats)]
        self.places = list(places)
        self.rolls = [0] * seats
        self.number = 0
        self.place = 0  # of the instruction that runs, in its program

    def note(self, event: SeenEvent) -> None:
        """Note an event where it concerns a sheet."""
        kind, seat = event.kind, event.seat
        if kind in PLACED:
            self.places[event.a] = event.b
        elif kind == EventKind.ROUND_BEGAN:
            self.number = event.a
            self.drafts = [[] for _ in self.drafts]
        elif kind == EventKind.ROLLED:
            self.rolls[seat] = event.a
        else:
            self._note_program(event)
            self._note_run(event)

    def _note_program(self, event: SeenEvent) -> None:
        draft = self.drafts[event.seat]
        if event.kind == EventKind.LAID and event.secret > 0:
            draft.append(event.secret)
        elif event.kind == EventKind.TAKEN_BACK and draft:
            card = draft.pop()
            if card < ELSE and draft and draft[-1] >= ELSE:
                draft.pop()
        elif event.kind == EventKind.TURNED_UP:
            draft[event.b :] = [event.a]

    def _note_run(self, event: SeenEvent) -> None:
        sheet = self.sheets[event.seat]
        if event.kind == EventKind.RUN_BEGAN:
            here = self.places[TRAFFIC + event.seat]
            cards = list(self.drafts[event.seat])
            sheet.append(Entry(self.number, self.rolls[event.seat], cards, way=[here]))
        elif event.kind == EventKind.INSTRUCTION:
            self.place = event.b
        elif event.kind == EventKind.CHOSE:
            sheet[-1].chosen.setdefault(self.place, []).append(at(self.places[event.a]))
        elif event.kind in FROM_A_SQUARE:
            self.places[event.a] = GONE if event.kind == EventKind.REMOVED else event.c
            if event.a == TRAFFIC + event.seat:
                sheet[-1].way.append(event.c)
        elif event.kind == EventKind.RUN_ENDED:
            sheet[-1].interrupted = bool(event.a)


def places_before(events: Sequence[SeenEvent], places: Iterable[int]) -> list[int]:
    """Where the cars were before events that left them on these places."""
    before = [int(place) for place in places]
    for event in reversed(events):
        if event.kind in FROM_A_SQUARE:
            before[event.a] = event.b
        elif event.kind in PLACED:
            before[event.a] = UNPLACED
    return before


def entries(
    events: Iterable[SeenEvent], seats: int, places: Iterable[int] = (UNPLACED,) * CARS
) -> list[list[Entry]]:
    """The lines of all mark sheets, by seat.

    Where the cars stand after the last event is needed only if the first event is not that of a
    new game with traffic placed by players.
    """
    told = list(events)
    recorder = Recorder(seats, places_before(told, places))
    for event in told:
        recorder.note(event)
    return recorder.sheets
