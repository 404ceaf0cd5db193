"""Lays a given position out: field, bases, rovers, samples, cards, row."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from algorally.core.deck import HIDDEN
from algorally.core.errors import SceneError
from algorally.core.events import Log
from algorally.core.grid import HEADINGS, NOWHERE
from algorally.core.position_builder import PositionBuilder
from algorally.core.records import Rows
from algorally.core.scene import one_of, table, words
from algorally.games.algoracing.given_field import read_field, side_of, square_of
from algorally.games.algoracing.names import (
    CAPACITY,
    CARDS,
    CARRIED,
    COLOURS,
    DELIVERED,
    HAND_SIZE,
    KINDS,
    LEFT,
    LEVELS,
    MAX_ROW,
    MAX_SEATS,
    OUT,
    SAMPLES,
    TOKENS,
    TURN,
    TYPES,
    UNPLACED,
    UTURN,
    X2,
    Phase,
)
from algorally.games.algoracing.options import FLEXIBLE, YES
from algorally.games.algoracing.rules.happen import lock
from algorally.games.algoracing.rules.row import may_cycle
from algorally.games.algoracing.rules.turn import begin_turn
from algorally.games.algoracing.state import Field, Race
from algorally.games.algoracing.terrain import Square, Terrain

HIDDEN_NAME = "hidden"


class RaceBuilder(PositionBuilder):
    """Lays out field, bases, rovers, samples, cards and row."""

    game = "algoracing"
    phases = Phase
    keys = (
        "level", "rows", "walls", "elevators", "samples", "bases", "labs", "row", "cycles", "deck",
        "discard", "to_move", "rovers", "marks", "blocks", "covered", "exact",
    )  # fmt: skip
    exact_keys = (
        "turns", "waits", "locks", "fresh", "held", "program", "goal", "samples_of_each_type",
        "tokens", "facing", "idle", "owed",
    )  # fmt: skip
    numbers = ("turn", "laid", "changed", "moved", "ran", "winners")
    piece = "rover"
    piece_keys = ("at", "carrying", "delivered", "hand")
    race: Race
    field: Field
    tokens = 0  # laid so far

    def read_field(self, options: Mapping[str, Any]) -> Rows:
        """Board, blocks, labs and deck."""
        return read_field(self.given, options, self.colours)

    def lay_pieces(self) -> None:
        """Everything but hands, draw pile and whose turn it is."""
        self.lay_bases()
        self.lay_rovers()
        self.lay_samples()
        self.lay_row()
        self.lay_discards()

    def number(self, square: Square) -> int:
        """The number of a square."""
        return square[1] * int(self.field.width) + square[0]

    @property
    def terrain(self) -> Terrain:
        """The bare board, to check squares against."""
        return Terrain(int(self.field.width), int(self.field.height))

    def lay_bases(self) -> None:
        """Bases lie where given, else on the corners in the order of the colours."""
        bases = table("bases", self.given.get("bases", {}))
        for colour in range(len(COLOURS)):
            self.race.bases[colour] = self.field.corners[colour]
        for name, square in bases.items():
            place = NOWHERE
            if square != "nowhere":
                place = self.number(square_of(f"bases.{name}", self.terrain, square))
            self.race.bases[one_of("bases", name, COLOURS)] = place

    def lay_rovers(self) -> None:
        """Rovers with their headings, no two on one square."""
        for who in range(MAX_SEATS):
            self.race.rovers[who].colour = self.field.colours[who]
            self.race.rovers[who].square = NOWHERE
        taken: dict[int, str] = {}
        for seat, (name, given) in enumerate(self.pieces.items()):
            if "at" not in given:
                raise SceneError(f'rovers.{name} needs a place: at = "0,0E"')
            if given["at"] == "nowhere":
                continue
            x, y, heading = side_of(f"rovers.{name}.at", self.terrain, given["at"])
            square = self.number((x, y))
            if square in taken:
                raise SceneError(f"rovers.{name}.at: {x},{y} is taken by {taken[square]}")
            taken[square] = name
            self.race.rovers[seat].square = square
            self.race.rovers[seat].heading = heading
        if self.field.options.neutral_rovers == YES and not self.exact:
            self.lay_idle_rovers(taken)

    def lay_idle_rovers(self, taken: Mapping[int, str]) -> None:
        """AR-A6: idle rovers stand on the unused bases."""
        for who in range(len(self.colours), MAX_SEATS):
            base = int(self.race.bases[self.field.colours[who]])
            if base not in taken:
                self.race.rovers[who].square = base

    def lay_token(self, what: str, place: int, sample: str) -> None:
        """Put the next sample token somewhere."""
        if self.tokens == TOKENS:
            raise SceneError(f"{what}: there are only {TOKENS} samples")
        self.race.places[self.tokens] = place
        names = (*SAMPLES, HIDDEN_NAME) if self.exact else SAMPLES
        kind = one_of(what, sample, names)
        self.race.types[self.tokens] = HIDDEN if kind == TYPES else kind
        if kind < TYPES:
            self.field.samples[kind] += 1
        self.tokens += 1

    def lay_samples(self) -> None:
        """Loose, carried and delivered samples."""
        for sample in range(TYPES):
            self.field.samples[sample] = 0
        if "tokens" in self.exact:
            self.lay_exact_tokens()
        else:
            self.lay_loose_samples()
            for seat, (name, given) in enumerate(self.pieces.items()):
                self.lay_aboard(seat, name, given)
        for token in range(self.tokens, TOKENS):
            self.race.places[token] = OUT
        for token in range(self.tokens):
            who = self.race.places[token] - DELIVERED
            if 0 <= who < MAX_SEATS:
                self.race.rovers[who].delivered[self.race.types[token]] += 1

    def lay_loose_samples(self) -> None:
        """Samples on the field, written "x,y type"."""
        for entry in words("samples", self.given.get("samples", [])):
            square, _, sample = entry.partition(" ")
            place = self.number(square_of("samples", self.terrain, square))
            self.lay_token("samples", place, sample)

    def lay_aboard(self, seat: int, name: str, given: Mapping[str, Any]) -> None:
        """What a rover carries and has delivered."""
        aboard = words(f"rovers.{name}.carrying", given.get("carrying", []))
        if len(aboard) > CAPACITY:
            raise SceneError(f"rovers.{name}.carrying: a rover carries at most {CAPACITY} samples")
        for sample in aboard:
            self.lay_token(f"rovers.{name}.carrying", CARRIED + seat, sample)
        for sample in words(f"rovers.{name}.delivered", given.get("delivered", [])):
            self.lay_token(f"rovers.{name}.delivered", DELIVERED + seat, sample)

    def lay_exact_tokens(self) -> None:
        """Every token in its order: "3,0 yellow", "red carries blue", "red delivered blue"."""
        for entry in words("exact.tokens", self.exact["tokens"]):
            place, _, rest = entry.partition(" ")
            verb, _, sample = rest.rpartition(" ")
            where = UNPLACED
            if verb in ("carries", "delivered"):
                seat = one_of("exact.tokens", place, self.colours)
                where = (CARRIED if verb == "carries" else DELIVERED) + seat
            elif place != "unplaced":
                where = self.number(square_of("exact.tokens", self.terrain, place))
            self.lay_token("exact.tokens", where, sample)

    # --- cards ---

    def card(self, what: str, name: str) -> int:
        """A card of this level's deck."""
        one_of(what, name, CARDS)
        kind = self.kind(name)
        if self.field.deck[kind] == 0:
            raise SceneError(f"{what}: there is no {name} at the {LEVELS[self.field.level]} level")
        return kind

    def exists(self, name: str) -> bool:
        """Whether the level has such a card, and some are left."""
        kind = self.kind(name)
        return self.used()[kind] < self.field.deck[kind]

    def kind(self, name: str) -> int:
        """The kind of card that a name means in this game."""
        kind = CARDS.index(name)
        flexible = self.field.options.turn_cards == FLEXIBLE and LEFT <= kind <= UTURN
        return TURN if flexible else kind

    def lay_row(self) -> None:
        """The algorithm on the table and the cycles above it."""
        row = words("row", self.given.get("row", []))
        if len(row) > MAX_ROW:
            raise SceneError(f"row: it has at most {MAX_ROW} commands")
        for place, name in enumerate(row):
            self.card("row", name)
            self.race.row[place] = one_of("row", name, CARDS[:X2])
        self.race.length = len(row)
        for entry in words("cycles", self.given.get("cycles", [])):
            self.lay_cycle(entry)
        for name in words("covered", self.given.get("covered", [])):
            self.race.covered[self.card("covered", name)] += 1

    def lay_cycle(self, entry: str) -> None:
        """A cycle, written "x2 0-1" or "x3 2"."""
        name, _, span = entry.partition(" ")
        card = X2 + one_of("cycles", name, CARDS[X2 : X2 + 2])
        self.card("cycles", name)
        first, _, last = span.partition("-")
        last = last or first
        if not (first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) <= 1):
            raise SceneError(f'cycles: write "x2 0-1" or "x3 2", not {entry!r}')
        cards = int(last) - int(first) + 1
        if not may_cycle(self.race, int(first), cards):
            raise SceneError(f"cycles: {entry} lies beyond the row or over another cycle")
        self.race.times[int(first)] = card - X2 + 2
        self.race.span[int(first)] = cards

    def used(self) -> Counter[int]:
        """The cards that already lie somewhere."""
        used: Counter[int] = Counter()
        for kind in range(KINDS):
            used[kind] += int(self.race.covered[kind])
            for rover in self.race.rovers:
                used[kind] += int(rover.hand[kind])
        for place in range(self.race.length):
            used[self.card("row", CARDS[self.race.row[place]])] += 1
            if self.race.times[place]:
                used[X2 + int(self.race.times[place]) - 2] += 1
        for card in self.race.discards.cards[: self.race.discards.count]:
            used[int(card)] += 1
        return used

    def hand(self, seat: int, cards: list[str]) -> None:
        """Put cards into a hand."""
        what = f"rovers.{self.colours[seat]}.hand"
        if len(cards) > HAND_SIZE:
            raise SceneError(f"{what}: a hand has at most {HAND_SIZE} cards")
        for name in cards:
            self.race.rovers[seat].hand[self.card(what, name)] += 1
            self.race.rovers[seat].held += 1

    def rest(self, named: list[str], dice: random.Random) -> list[int]:
        """The cards that lie nowhere yet, shuffled; an error if more are named than exist."""
        used = self.used()
        for name in named:
            used[self.card("deck", name)] += 1
        left = []
        for kind in range(KINDS):
            count = int(self.field.deck[kind]) - used[kind]
            if count < 0:
                total = int(self.field.deck[kind])
                raise SceneError(f"there are only {total} cards {CARDS[kind]} in the deck")
            left += [kind] * count
        dice.shuffle(left)
        return left

    def lay_discards(self) -> None:
        """The discard pile, the first card lowest."""
        for name in words("discard", self.given.get("discard", [])):
            self.race.discards.cards[self.race.discards.count] = self.card("discard", name)
            self.race.discards.count += 1

    def lay_deck(self, top: list[int], rest: list[int]) -> None:
        """The draw pile: named cards on top, the rest below."""
        cards = rest[::-1] + top[::-1]
        self.race.draw.count = len(cards)
        for place, card in enumerate(cards):
            self.race.draw.cards[place] = card

    def begin(self) -> None:
        """The turn of whoever is to move begins."""
        mover = self.given.get("to_move", self.colours[0])
        seat = one_of("to_move", mover, self.colours)
        begin_turn(self.race, self.field, Log.record(Log.rows()), seat)

    def rover_of(self, name: str) -> int:
        """The number of a rover, idle ones included."""
        names = [COLOURS[int(colour)] for colour in self.field.colours]
        return one_of("exact", name, names)

    def lay_exact_rovers(self) -> None:
        """Turns, hand sizes, headings, idle rovers and who waits for an elevator."""
        rovers, exact = self.race.rovers, self.exact
        for seat, turns in enumerate(exact.get("turns", [])):
            rovers[seat].turns = turns
        for seat, held in enumerate(exact.get("held", [])):
            rovers[seat].held = held
        for seat, owed in enumerate(exact.get("owed", [])):
            rovers[seat].owed = owed
        for seat, heading in enumerate(exact.get("facing", "")):
            rovers[seat].heading = HEADINGS.index(heading)
        for name, square in exact.get("idle", {}).items():
            there = square_of("exact.idle", self.terrain, square)
            rovers[self.rover_of(name)].square = self.number(there)
        for name in exact.get("waits", []):
            rovers[self.colours.index(name)].waits = 1

    def lay_exactly(self) -> None:
        """Everything, hands and draw pile as they are written."""
        self.lay_pieces()
        for seat, name in enumerate(self.colours):
            self.hand(seat, self.pieces[name].get("hand", []))
        deck = [
            HIDDEN if name == HIDDEN_NAME else self.card("deck", name)
            for name in self.given.get("deck", [])
        ]
        self.lay_deck(deck, [])
        self.lay_exact()

    def lay_exact(self) -> None:
        """What a scene leaves open and the text of a position tells to the last byte."""
        race, exact = self.race, self.exact
        race.seat = one_of("to_move", self.given.get("to_move", self.colours[0]), self.colours)
        self.lay_numbers()
        self.lay_exact_rovers()
        for pair in exact.get("locks", []):
            one, other = (self.rover_of(name) for name in pair.split())
            lock(race, one, other)
        for place in exact.get("fresh", []):
            race.fresh[place] = 1
        for place, name in enumerate(exact.get("program", [])):
            race.program[place] = CARDS.index(name)
        race.commands = len(exact.get("program", []))
        for sample, count in enumerate(exact["samples_of_each_type"]):
            self.field.samples[sample] = count
        self.field.goal = exact["goal"]
