"""How a scene's given, do and expect are read for RoboRally."""

import re
from collections.abc import Mapping
from typing import Any

from algorally.core.dice import seed
from algorally.core.errors import GameError, IllegalChoice, SceneError
from algorally.core.events import NO_SEAT, SeenEvent, seen_by
from algorally.core.game import SceneWords
from algorally.core.grid import HEADINGS
from algorally.core.position import Position
from algorally.core.scene import Scene, Unordered, check_keys, check_type, one_of, table, words
from algorally.games.roborally.choice_text import read
from algorally.games.roborally.given_position import RaceBuilder, read_register
from algorally.games.roborally.names import (
    CARDS,
    DONE,
    EMPTY,
    END_TURN,
    FACE,
    HAND,
    LAY,
    LETTERS,
    NEXT_REGISTER,
    NO,
    REGISTERS,
    YES,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.options import YES as POWER_DOWN_ALLOWED
from algorally.games.roborally.rules.cards import bury
from algorally.games.roborally.rules.clock import plain_answer
from algorally.games.roborally.rules.floor import is_active, is_awake
from algorally.games.roborally.rules.program import are_pair
from algorally.games.roborally.rules.sheet import FLYWHEEL_SLOT, lay
from algorally.games.roborally.vocabulary import at, option_names, place, register_name

ACTS = ("registers", "cleanup", "announce", "deal")
STEP_KEYS = (*ACTS, "reenter", "answers", "illegal", "because")
ENTRY = re.compile(r"(\d+),(\d+)([NESW])( down)?")

# --- given -------------------------------------------------------------------------------------


def lay_out(scene: Scene) -> Position:
    """The position of a scene, before the first register of a turn."""
    builder = RaceBuilder(scene.given, scene.options)
    for number, step in enumerate(scene.do, 1):
        check_step(number, step, builder.colours)
    seed(builder.race.dice, scene.seed)
    builder.lay_pieces()
    deal_needed(builder, scene)
    builder.lay_decks()
    return builder.position


def deal_needed(builder: RaceBuilder, scene: Scene) -> None:
    """The cards that the steps of the first turn lay are in the hands."""
    for step in scene.do:
        if "deal" in step or "cleanup" in step:
            return
        for name, texts in step.get("registers", {}).items():
            who = builder.colours.index(name)
            robot = builder.race.robots[who]
            locked = {int(card) for card in (*robot.registers, *robot.seconds) if card != EMPTY}
            kept = {int(robot.conditional), int(robot.hand[HAND - 1])}
            for text in texts:
                for card in read_register("registers", text):
                    if card != EMPTY and card not in locked | kept:
                        check_free(builder, name, card)
                        builder.give(who, card)


def check_free(builder: RaceBuilder, name: str, card: int) -> None:
    """A card with a priority exists once."""
    if card <= CARDS and card in builder.used():
        raise SceneError(f"registers.{name}: there is only one card {card * 10}")


# --- do ----------------------------------------------------------------------------------------


def check_step(number: int, step: Mapping[str, Any], robots: list[str]) -> None:
    """A step does exactly one thing."""
    what = f"step {number}"
    check_keys(what, step, STEP_KEYS)
    acts = [act for act in ACTS if act in step]
    if len(acts) != 1:
        raise SceneError(f"{what} must have exactly one of {', '.join(ACTS)}, not {acts}")
    for key in ("cleanup", "deal"):
        if step.get(key, True) is not True:
            raise SceneError(f"{what}: {key} = true, or leave it out")
    check_programs(what, step, robots)
    for name in words(f"{what}, announce", step.get("announce", [])):
        one_of(f"{what}, announce", name, robots)
    check_entries(what, step, robots)


def check_programs(what: str, step: Mapping[str, Any], robots: list[str]) -> None:
    """Cards by robot, and answers by robot."""
    for key in ("registers", "answers"):
        for name, texts in table(f"{what}, {key}", step.get(key, {})).items():
            one_of(f"{what}, {key}", name, robots)
            words(f"{what}, {key}.{name}", texts)
    for name, texts in step.get("registers", {}).items():
        if len(texts) > REGISTERS:
            raise SceneError(f"{what}, registers.{name}: there are {REGISTERS} registers")
        for text in texts:
            read_register(f"{what}, registers.{name}", text)
    for register in range(REGISTERS):
        laid = [t[register] for t in step.get("registers", {}).values() if register < len(t)]
        if len({":" in text for text in laid if text}) > 1:
            said = "all cards have a priority, or none has"
            raise SceneError(f"{what}, registers: in place {register + 1} {said}")


def check_entries(what: str, step: Mapping[str, Any], robots: list[str]) -> None:
    """Where robots come back, which stands beside cleanup."""
    if "reenter" in step and "cleanup" not in step:
        raise SceneError(f"{what}: reenter stands beside cleanup")
    for name, text in table(f"{what}, reenter", step.get("reenter", {})).items():
        one_of(f"{what}, reenter", name, robots)
        check_type(f"{what}, reenter.{name}", text, str, '"2,3N" or "2,3N down"')
        if not ENTRY.fullmatch(text):
            raise SceneError(f'{what}, reenter.{name}: write "2,3N" or "2,3N down", not {text!r}')


class Doing:
    """One step that is being played."""

    def __init__(self, position: Position, step: Mapping[str, Any]) -> None:
        self.position = position
        self.race = position.state
        self.events: list[SeenEvent] = []
        self.answers = {
            LETTERS.index(name): list(texts) for name, texts in step.get("answers", {}).items()
        }
        self.entered: set[int] = set()
        self.entries = {LETTERS.index(name): text for name, text in step.get("reenter", {}).items()}

    def play(self, seat: int, action: int) -> None:
        """Play one action through the door."""
        self.events += seen_by(NO_SEAT, self.position.play(seat, action))

    def seat_of(self, who: int) -> int:
        """Whose robot it is."""
        return who % self.position.seats

    # --- questions ---

    def settle(self) -> None:
        """Answer all that is asked until the registers pause or the game is over."""
        while self.race.phase == Phase.ASK:
            who = int(self.race.seat)
            seat = self.seat_of(who)
            legal = set(self.position.legal(seat))
            if self.race.question in (Question.PLACE, Question.FACE, Question.START_DOWN):
                self.play(seat, self.entry(who))
            else:
                self.play(seat, self.answer(who, legal))

    def answer(self, who: int, legal: set[int]) -> int:
        """The next answer that fits what is asked; without one the plain answer."""
        waiting = self.answers.get(who, [])
        if waiting:
            actions = self.understood(who, waiting[0])
            if actions and actions[0] in legal:
                waiting.pop(0)
                return actions[0]
        return int(plain_answer(self.race, self.position.field))

    def understood(self, who: int, text: str) -> list[int]:
        """The action that a text means now; none if it fits another question."""
        try:
            return list(read(self.position, self.seat_of(who), text))
        except GameError:
            return []

    def entry(self, who: int) -> int:
        """How a robot comes back, as `reenter` says."""
        match = ENTRY.fullmatch(self.entries.get(who, ""))
        if not match:
            return int(plain_answer(self.race, self.position.field))
        self.entered.add(who)
        square = f"{int(match[1])},{int(match[2])}"
        if match[4] and self.position.field.options.power_down != POWER_DOWN_ALLOWED:
            raise IllegalChoice("nobody may power down here", "RR-C2")
        if self.race.question == Question.PLACE:
            return next(read(self.position, self.seat_of(who), f"place {square}"))
        if self.race.question == Question.START_DOWN:
            return YES if match[4] else NO
        here = at(self.position, int(self.race.about))
        if square != here:
            raise IllegalChoice(f"the robot comes back on {here}, not on {square}", "RR-56")
        return FACE + HEADINGS.index(match[3])

    def check_all_asked(self) -> None:
        """An answer to a question that nobody asked is a choice that is not there."""
        for who, waiting in self.answers.items():
            for text in waiting:
                list(read(self.position, self.seat_of(who), text))  # what cannot be read, is said
                words = f"{LETTERS[who]} was not asked anything that {text!r} answers"
                raise IllegalChoice(words, "RR-O28")

    # --- steps ---

    def registers(self, programs: Mapping[str, list[str]]) -> None:
        """Whole registers, as many as the longest list: all cards are laid first, then they run."""
        count = max(map(len, programs.values()), default=0)
        if count == 0:
            return
        self.begin_register()
        if self.race.register + count >= REGISTERS:
            words = f"only {REGISTERS - 1 - int(self.race.register)} registers of the turn are left"
            raise IllegalChoice(f"{words}; then comes cleanup", "RR-20")
        for name, texts in programs.items():
            for number, text in enumerate(texts, int(self.race.register) + 1):
                self.lay(LETTERS.index(name), number, text)
        for number in range(count):
            if number > 0:
                self.play(0, NEXT_REGISTER)
            self.be_done()
            self.settle()
            if self.race.phase == Phase.OVER:
                return

    def begin_register(self) -> None:
        """The next register is programmed; after a cleanup there is a deal first."""
        if self.race.phase == Phase.PAUSE and self.race.stage == Stage.NEXT_TURN:
            self.play(0, NEXT_REGISTER)
            self.settle()
        if self.race.phase != Phase.PAUSE:
            raise IllegalChoice("the game is over", "RR-52")
        if self.race.register + 1 >= REGISTERS:
            raise IllegalChoice("all five registers have been played: cleanup", "RR-20")
        self.play(0, NEXT_REGISTER)

    def lay(self, who: int, register: int, text: str) -> None:
        """One robot's card, or cards, for a register."""
        first, second = read_register("registers", text)
        robot, name = self.race.robots[who], LETTERS[who]
        if int(robot.locked) >> register & 1:
            self.check_locked(who, register, text)
        elif first != EMPTY:
            if not is_awake(self.race, who):
                words = "is powered down" if is_active(self.race, who) else "is destroyed"
                raise IllegalChoice(f"{name} {words}, so it has no cards", "RR-70", "RR-12")
            if second != EMPTY and not are_pair(robot, first, second):
                words = "only a move and a rotation lie in one register"
                raise IllegalChoice(
                    f"{words}, with Dual Processor or Crab Legs", "RR-O8", "RR-O6", "RR-15"
                )
            for card, place in ((first, register), (second, REGISTERS + register)):
                if card != EMPTY:
                    self.fetch(who, card)
                    lay(robot, place, card)

    def check_locked(self, who: int, register: int, text: str) -> None:
        """A locked register keeps its card; it may be named, be it without its priority."""
        robot = self.race.robots[who]
        there = register_name(robot.registers[register], robot.seconds[register])
        if text and text not in (there, re.sub(r":\d+", "", there)):
            words = f"register {register + 1} is locked with {there or 'no card'}"
            raise SceneError(f"registers.{LETTERS[who]}: {words}, so it cannot have {text}")

    def be_done(self) -> None:
        """Who keeps a card on an option does so; then all programs are final."""
        for who in range(int(self.position.field.robots)):
            seat = self.seat_of(who)
            if self.race.phase == Phase.PROGRAM and seat in self.position.acting():
                self.keep(who, seat)
                self.play(seat, DONE)

    def keep(self, who: int, seat: int) -> None:
        """Cards that are kept on options after programming."""
        waiting = self.answers.get(who, [])
        while waiting and re.match(r"(keep|store) ", waiting[0]):
            for action in read(self.position, seat, waiting.pop(0)):
                self.fetch(who, action - LAY + 1)
                self.play(seat, action)

    def fetch(self, who: int, card: int) -> None:
        """A card that a step names is taken, dealt or not: another of the hand goes away for it."""
        hand = self.race.robots[who].hand
        if any(int(held) == card for held in hand):
            return
        slot = next((s for s in range(FLYWHEEL_SLOT - 1, -1, -1) if hand[s] != EMPTY), 0)
        given, hand[slot] = int(hand[slot]), card
        if card > CARDS or self.is_taken_from_pile(card):
            bury(self.race, given)
        elif not self.is_swapped(who, card, given):
            raise SceneError(f"registers.{LETTERS[who]}: there is only one card {card * 10}")

    def is_taken_from_pile(self, card: int) -> bool:
        """Whether a card lay in a pile, and now is taken out of it."""
        for pile in (self.race.deck, self.race.aside, self.race.discard):
            cards = [int(one) for one in pile.cards[: int(pile.count)]]
            if card in cards:
                place = cards.index(card)
                if pile is self.race.deck and place >= len(cards) - int(self.race.stacked):
                    self.race.stacked -= 1
                pile.cards[: len(cards)] = [*cards[:place], *cards[place + 1 :], EMPTY]
                pile.count -= 1
                return True
        return False

    def is_swapped(self, who: int, card: int, given: int) -> bool:
        """Whether a card was dealt to another robot, which gets one from this hand for it."""
        for other in set(range(int(self.position.field.robots))) - {who}:
            hand = self.race.robots[other].hand
            for slot in range(FLYWHEEL_SLOT):
                if hand[slot] == card:
                    hand[slot] = given
                    return True
        return False

    def announce(self, names: list[str]) -> None:
        """Power downs for the next turn."""
        for name in names:
            self.play(self.seat_of(LETTERS.index(name)), YES)

    def cleanup(self) -> None:
        """The end of the turn."""
        self.play(0, END_TURN)
        self.settle()
        for who in self.entries.keys() - self.entered:
            words = "does not come back: it was not destroyed, or has no life token left"
            raise IllegalChoice(f"{LETTERS[who]} {words}", "RR-56")

    def deal(self) -> None:
        """The start of the next turn."""
        self.play(0, NEXT_REGISTER if self.race.stage == Stage.NEXT_TURN else DONE)
        self.settle()


def do(position: Position, step: Mapping[str, Any]) -> list[SeenEvent]:
    """Play a step; what happened."""
    doing = Doing(position, step)
    if "registers" in step:
        doing.registers(step["registers"])
    elif "cleanup" in step:
        doing.cleanup()
    elif "announce" in step:
        doing.announce(step["announce"])
    else:
        doing.deal()
    doing.check_all_asked()
    return doing.events


# --- expect ------------------------------------------------------------------------------------


def robot_table(position: Position, who: int) -> dict[str, Any]:
    """What can be seen of a robot."""
    robot = position.state.robots[who]
    return {
        "at": place(position, who),
        "damage": int(robot.damage),
        "lives": int(robot.lives),
        "archive": at(position, int(robot.archive)),
        "next_flag": int(robot.touched) + 1,
        "options": Unordered(option_names(int(robot.options))),
        "powered_down": bool(robot.powered_down),
        "announced": bool(robot.announced),
    }


def observe(position: Position, notes: list[SeenEvent] | None) -> dict[str, Any]:
    """Everything that `expect` may name."""
    race = position.state
    robots = {}
    for who in range(int(position.field.robots)):
        robot = race.robots[who]
        robots[LETTERS[who]] = {
            **robot_table(position, who),
            "locked": [n + 1 for n in range(REGISTERS) if int(robot.locked) >> n & 1],
            "hand_size": sum(1 for card in robot.hand if card != EMPTY),
        }
    flags = [at(position, int(s)) for s in race.flag_squares[: int(position.field.flag_count)]]
    return {"robots": robots, "flags": flags}


SCENES = SceneWords(lay_out=lay_out, do=do, observe=observe)
