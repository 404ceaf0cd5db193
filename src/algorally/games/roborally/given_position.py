"""Lays a given position out: floor, robots, cards and options."""

import re
from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError
from algorally.core.grid import square_text
from algorally.core.notation import set_numbers
from algorally.core.position_builder import PositionBuilder
from algorally.core.records import Rows
from algorally.core.scene import check_type, one_of, words
from algorally.games.roborally.given_field import is_pit, read_field, side_of, square_of
from algorally.games.roborally.names import (
    ABLATIVE_COAT,
    CARDS,
    COAT_LAYERS,
    CONDITIONAL_PROGRAM,
    DESTROYED_AT,
    EMPTY,
    FLYWHEEL,
    HOWITZER_SHOTS,
    KINDS,
    LETTERS,
    LOCKS_FROM,
    MAX_ROBOTS,
    MINI_HOWITZER,
    NOBODY,
    OFF,
    OPTION_CARDS,
    OPTION_NAMES,
    PLAIN,
    REGISTERS,
    Phase,
    Stage,
)
from algorally.games.roborally.options import ALWAYS, YES
from algorally.games.roborally.rules.cards import is_rotation, kind_of
from algorally.games.roborally.rules.sheet import FLYWHEEL_SLOT
from algorally.games.roborally.state import Field, Race, Robot
from algorally.games.roborally.terrain import Square, Terrain

CARD = re.compile(rf"({'|'.join(KINDS)})(?::(\d+))?")
MOST_LIVES = 100
DESTROYED = "destroyed"


def read_card(what: str, text: str) -> int:
    """A card written "move1:500", or without a priority."""
    match = CARD.fullmatch(text.strip())
    if not match:
        form = f'"move1:500" (kinds: {", ".join(KINDS)})'
        raise SceneError(f"{what}: a card is written {form}, not {text!r}")
    if match[2] is None:
        return PLAIN + KINDS.index(match[1])
    card, rest = divmod(int(match[2]), 10)
    if rest or not 1 <= card <= CARDS or KINDS[int(kind_of(card))] != match[1]:
        kind = [10 * number for number in range(1, CARDS + 1) if KINDS[kind_of(number)] == match[1]]
        last = f"{kind[0]}, {kind[1]} to {kind[-1]}"
        raise SceneError(f"{what}: {match[1]} has the priorities {last}, not {match[2]}")
    return card


def read_register(what: str, text: Any) -> tuple[int, int]:
    """The cards of a register: none, one, or two as in "move1:500+left:90", the move first."""
    check_type(what, text, str, "a card in quotes")
    cards = [read_card(what, part) for part in text.split("+")] if text.strip() else []
    if len(cards) > 2:
        raise SceneError(f"{what}: a register holds at most two cards, not {text!r}")
    if len(cards) == 2 and is_rotation(cards[0]):
        cards.reverse()
    first, second = [*cards, EMPTY, EMPTY][:2]
    return first, second


class RaceBuilder(PositionBuilder):
    """Lays out floor, robots, cards and options."""

    game = "roborally"
    phases = Phase
    keys = (
        "rows", "walls", "lasers", "pushers", "crushers", "flags", "deck", "option_deck", "robots",
        "boards", "docks", "colours", "exact",
    )  # fmt: skip
    exact_keys = ("race", "field")
    numbers = ()
    piece = "robot"
    piece_keys = (
        "at", "damage", "lives", "archive", "next_flag", "options", "powered_down", "announced",
        "locked", "conditional", "flywheel", "howitzer", "coat",
    )  # fmt: skip
    piece_names = LETTERS
    race: Race
    field: Field

    def read_field(self, options: Mapping[str, Any]) -> Rows:
        """The floor; as many seats as robots."""
        return read_field(self.given, options, len(self.colours))

    @property
    def terrain(self) -> Terrain:
        """The bare floor, to check squares against."""
        wide, high = int(self.field.width), int(self.field.height)
        kinds = {
            (x, y): int(self.field.kinds[y * wide + x]) for y in range(high) for x in range(wide)
        }
        return Terrain(wide, high, {square: kind for square, kind in kinds.items() if kind < 6})

    def number(self, square: Square) -> int:
        """The number of a square."""
        return square[1] * int(self.field.width) + square[0]

    # --- a scene ---

    def lay_pieces(self) -> None:
        """Robots with all that belongs to them, and flags."""
        race = self.race
        self.field.stepwise = 1
        race.phase, race.stage, race.turn = Phase.PAUSE, Stage.NEXT_REGISTER, 1
        race.register = race.mover = NOBODY
        race.superbot = 0 if self.field.options.superbot == ALWAYS else NOBODY
        for who in range(MAX_ROBOTS):
            race.order[who] = who if who < len(self.colours) else 0
            race.robots[who].square = OFF
            race.robots[who].controller = race.robots[who].weapon = NOBODY
        for flag in range(self.field.flag_count):
            race.flag_squares[flag] = self.field.flag_squares[flag]
            race.holders[flag] = NOBODY
        for who, (name, given) in enumerate(self.pieces.items()):
            if name != LETTERS[who]:
                raise SceneError(f"robots: they are called A, B and so on in order, not {name}")
            self.lay_robot(f"robots.{name}", race.robots[who], given)
        self.check_places()

    def whole(self, what: str, given: Mapping[str, Any], key: str, usual: int, kinds: range) -> int:
        """A number of a range."""
        value = given.get(key, usual)
        check_type(f"{what}.{key}", value, int, "a whole number")
        if value not in kinds:
            words = f"it is a number from {kinds[0]} to {kinds[-1]}, not {value}"
            raise SceneError(f"{what}.{key}: {words}")
        return int(value)

    def lay_robot(self, what: str, robot: Robot, given: Mapping[str, Any]) -> None:
        """One robot."""
        self.lay_place(what, robot, given)
        robot.damage = self.whole(what, given, "damage", 0, range(DESTROYED_AT))
        fewest = 0 if robot.square == OFF else 1
        lives = int(self.field.options.lives)
        robot.lives = self.whole(what, given, "lives", lives, range(fewest, MOST_LIVES + 1))
        flags = range(1, int(self.field.flag_count) + 2)
        robot.touched = self.whole(what, given, "next_flag", 1, flags) - 1
        for key in ("powered_down", "announced"):
            check_type(f"{what}.{key}", given.get(key, False), bool, "true or false")
            setattr(robot, key, int(given.get(key, False)))
        for name in words(f"{what}.options", given.get("options", [])):
            self.give_option(what, robot, name)
        self.lay_kept(what, robot, given)
        self.lay_locked(what, robot, given)

    def lay_place(self, what: str, robot: Robot, given: Mapping[str, Any]) -> None:
        """Where it stands, and where its archive marker lies."""
        if "at" not in given:
            raise SceneError(f'{what} needs a place: at = "2,1N"')
        if given["at"] == DESTROYED:
            if "archive" not in given:
                raise SceneError(f'{what} is destroyed, so it needs archive = "2,1"')
            self.race.falls += 1
            robot.fallen = self.race.falls
        else:
            x, y, robot.heading = side_of(f"{what}.at", self.terrain, given["at"])
            robot.square = robot.archive = self.number((x, y))
        if "archive" in given:
            robot.archive = self.number(
                square_of(f"{what}.archive", self.terrain, given["archive"])
            )

    def check_places(self) -> None:
        """No two robots on one square, none in a pit."""
        taken: dict[int, str] = {}
        for who, name in enumerate(self.colours):
            square = int(self.race.robots[who].square)
            if square == OFF:
                continue
            where = square_text(int(self.field.width), square)
            if square in taken:
                raise SceneError(f"robots.{name}.at: {where} is taken by {taken[square]}")
            if is_pit(self.field, square):
                raise SceneError(f"robots.{name}.at: {where} is a pit")
            taken[square] = name

    def give_option(self, what: str, robot: Robot, name: str) -> None:
        """An option card."""
        option = one_of(f"{what}.options", name, OPTION_NAMES)
        for other in self.race.robots:
            if int(other.options) >> option & 1:
                raise SceneError(f"{what}.options: there is only one {name}")
        robot.options |= 1 << option

    def lay_kept(self, what: str, robot: Robot, given: Mapping[str, Any]) -> None:
        """Cards that lie on options, and uses left."""
        for key, option in (("conditional", CONDITIONAL_PROGRAM), ("flywheel", FLYWHEEL)):
            if key in given:
                check_type(f"{what}.{key}", given[key], str, "a card in quotes")
                self.needs(what, robot, key, option)
                card = read_card(f"{what}.{key}", given[key])
                if option == FLYWHEEL:
                    robot.hand[FLYWHEEL_SLOT] = card
                else:
                    robot.conditional = card
        for key, option, most in (
            ("howitzer", MINI_HOWITZER, HOWITZER_SHOTS),
            ("coat", ABLATIVE_COAT, COAT_LAYERS),
        ):
            if key in given:
                self.needs(what, robot, key, option)
            if int(robot.options) >> option & 1:
                setattr(robot, key, self.whole(what, given, key, most, range(1, most + 1)))

    def needs(self, what: str, robot: Robot, key: str, option: int) -> None:
        """Something that only a robot with a certain option has."""
        if not int(robot.options) >> option & 1:
            raise SceneError(f'{what}.{key}: it needs options = ["{OPTION_NAMES[option]}"]')

    def lay_locked(self, what: str, robot: Robot, given: Mapping[str, Any]) -> None:
        """Cards in registers that damage has locked."""
        if "locked" not in given:
            if robot.damage >= LOCKS_FROM:
                raise SceneError(
                    f"{what} has {LOCKS_FROM} damage or more, so it needs its locked cards:"
                    ' locked = ["", "", "", "", "left:90"]'
                )
            return
        cards = words(f"{what}.locked", given["locked"])
        if len(cards) != REGISTERS:
            raise SceneError(f"{what}.locked: it has {REGISTERS} entries, one for each register")
        for register, text in enumerate(cards):
            first, second = read_register(f"{what}.locked", text)
            if first != EMPTY:
                robot.registers[register], robot.seconds[register] = first, second
                robot.locked |= 1 << register
                robot.shown |= 1 << register

    # --- cards ---

    def used(self) -> list[int]:
        """The cards that already lie somewhere."""
        cards: list[int] = []
        for robot in self.race.robots:
            for group in (robot.hand, robot.registers, robot.seconds, [robot.conditional]):
                cards += [int(card) for card in group if EMPTY < card < PLAIN]
        return cards

    def give(self, who: int, card: int) -> None:
        """A card comes into a hand."""
        hand = self.race.robots[who].hand
        for slot in range(FLYWHEEL_SLOT):
            if hand[slot] == EMPTY:
                hand[slot] = card
                return

    def lay_decks(self) -> None:
        """The decks: named cards on top, in their order; all others below."""
        named = [read_card("deck", text) for text in words("deck", self.given.get("deck", []))]
        used = self.used()
        for card in named:
            if card >= PLAIN:
                raise SceneError("deck: cards of the deck have a priority, as in move1:500")
            if named.count(card) > 1:
                raise SceneError(f"deck: there is only one card {card * 10}")
        top = [card for card in named if card not in used]
        rest = [card for card in range(1, CARDS + 1) if card not in used and card not in top]
        self.fill(self.race.deck, [*rest, *reversed(top)])
        self.race.stacked = len(top)
        names = words("option_deck", self.given.get("option_deck", []))
        options = [one_of("option_deck", name, OPTION_NAMES) for name in names]
        owned = sum(int(robot.options) for robot in self.race.robots)
        for option in options:
            if owned >> option & 1 or options.count(option) > 1:
                raise SceneError(f"option_deck: there is only one {OPTION_NAMES[option]}")
        free = [option for option in range(OPTION_CARDS) if not owned >> option & 1]
        below = [option for option in free if option not in options]
        cards = [option + 1 for option in [*below, *reversed(options)]]
        if self.field.options.option_cards == YES:
            self.fill(self.race.option_deck, cards)
            self.race.stacked_options = len(options)

    def fill(self, pile: Any, cards: list[int]) -> None:
        """Put cards onto a pile, the last one on top."""
        pile.count = len(cards)
        for place, card in enumerate(cards):
            pile.cards[place] = card

    # --- the text of a position ---

    def lay_exactly(self) -> None:
        """Everything, as the text of a position tells it."""
        set_numbers(self.race, self.exact["race"])
        set_numbers(self.field, self.exact["field"])
