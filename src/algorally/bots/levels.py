"""The bots that can take a seat, by the name of their level."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, Protocol

from algorally.bots.greedy import Greedy
from algorally.bots.rivals import CHANCE
from algorally.bots.thinker import SKILLS, Skill, Thinker
from algorally.core.arguments import is_number
from algorally.core.compile import MODE
from algorally.core.dice import Dice, below
from algorally.core.dice import seed as set_dice
from algorally.core.errors import BotError, SettingError
from algorally.core.events import seen_by
from algorally.core.game import Game
from algorally.core.position import Position, Standing
from algorally.core.records import Rows


class Bot(Protocol):
    """Anything that plans a turn, or a part of one, from what a seat may see.

    `plan` may do without `seconds`. A bot that has a method `told` is told what happens, as a
    list of events that its seat may see; one that has `ended`, how the game ended; and what has
    `close` is closed after its game.
    """

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """The actions of a turn, to be played one after the other as far as they go."""


class Random:
    """Any legal action."""

    def __init__(self, number: int = 0) -> None:
        self._dices = Dice.rows()
        set_dice(Dice.record(self._dices), number)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """One action."""
        legal = view.legal(seat)
        return [legal[below(Dice.record(self._dices), len(legal))]]


Maker = Callable[[int], Bot]  # from a seed

# What people choose from, the weakest first.
LEVELS: dict[str, Maker] = {name: partial(Thinker, skill) for name, skill in SKILLS.items()}
STAND_IN = "solid"  # plays for people who are away or have left

# Beside the levels: chance, and the planner that authors of bots compare theirs with.
BOTS: dict[str, Maker] = LEVELS | {CHANCE: Random, "greedy": Greedy}


MOST_TRIALS = max(skill.trials for skill in SKILLS.values())
TRIALS = "@"  # master@1000: a level that makes so many trials a turn, whatever the time it takes


def find_level(name: str) -> Maker | None:
    """The bot of a level, None if there is no such level.

    With a number of trials instead of a clock the same seed gives the same game everywhere.
    """
    level, at, trials = name.partition(TRIALS)
    if not at or level not in BOTS:
        return BOTS.get(name)
    skill = SKILLS.get(level, Skill())
    fits = is_number(trials) and len(trials) <= len(str(MOST_TRIALS))
    if not skill.trials or not fits or not 1 <= int(trials) <= MOST_TRIALS:
        looking = " or ".join(name for name, skill in SKILLS.items() if skill.trials)
        raise SettingError(
            f"{looking} can be given a number of trials from 1 to {MOST_TRIALS},"
            " such as master@1000"
        )
    return partial(Thinker, skill._replace(trials=int(trials), seconds=None))


def make_bot(level: str, number: int) -> Bot:
    """A bot of a level, from a seed."""
    check_level(level)
    return BOTS[level](number)


def check_level(level: str) -> None:
    """A level must exist."""
    if level not in BOTS:
        raise SettingError(f"there is no bot {level!r}; there are {', '.join(BOTS)}")


def playable(position: Position, seat: int, plan: list[int]) -> list[int]:
    """As much of a plan as the rules allow; at least one action, so that no plan stops a game."""
    trial = position.clone()
    actions: list[int] = []
    for action in plan:
        if action not in trial.legal(seat):
            break
        trial.play(seat, action)
        actions.append(action)
    return actions or position.legal(seat)[:1]


def ask(
    plan: Callable[..., Iterable[int]], view: Position, seat: int, seconds: float | None
) -> list[int]:
    """Ask for a plan within some seconds; a bot that knows of no seconds takes what it needs."""
    knows = seconds is not None and "seconds" in inspect.signature(plan).parameters
    actions = plan(view, seat, seconds=seconds) if knows else plan(view, seat)
    if not isinstance(actions, Iterable):
        raise BotError(f"plan returns a list of actions, not {actions!r}")
    return list(actions)


def take_turn(position: Position, seat: int, bot: Bot) -> list[tuple[int, Rows]]:
    """Let a bot play its turn, from what it may see; its choices and what they caused."""
    return carry_out(position, seat, ask(bot.plan, position.view(seat), seat, None))


def carry_out(position: Position, seat: int, plan: list[int]) -> list[tuple[int, Rows]]:
    """Play as much of a plan as the rules allow; what was chosen and what it caused."""
    return [(action, position.play(seat, action)) for action in playable(position, seat, plan)]


def tell_all(bots: Sequence[Any], told: Sequence[Rows]) -> None:
    """Tell the bots that listen what happened, each as its seat may see it."""
    for seat, bot in enumerate(bots):
        if hasattr(bot, "told"):
            for events in told:
                bot.told(seen_by(seat, events))


def dismiss(bots: Iterable[Any], standing: Standing | None = None) -> None:
    """Tell bots that listen how their game ended, if it has, and close those that can be."""
    for bot in bots:
        if standing and hasattr(bot, "ended"):
            bot.ended(standing)
        if hasattr(bot, "close"):
            bot.close()


@cache
def warm_up(game: Game) -> None:
    """Compile, or load, what it takes to play, once, so that no turn has to wait for it."""
    if MODE == "interpreted":
        return
    position = game.start(game.seats[0])
    seat = position.acting()[0]
    look_at(position, seat)
    view = position.view(seat)
    for _, events in take_turn(position, seat, Greedy()):
        view.follow(events)
    position.standing()


def look_at(position: Position, seat: int) -> None:
    """Ask for all that tables show of a position and of a seat that acts."""
    words, view = position.game.words, position.view(seat)
    for show in (words.text, words.svg, words.ground):
        show(view)
    words.hand(view, seat)
    words.seat_name(view, seat)
    words.refuse(view, seat, position.game.finish)
    position.game.timer(position, position.acting())
    for action in position.legal(seat):
        words.say(view, action)
