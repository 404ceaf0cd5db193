"""The one bot behind all levels: how many plans it sees, and how far ahead it looks."""

import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple

from algorally.core.dice import Dice, draw_seed
from algorally.core.dice import seed as set_dice
from algorally.core.game import Game
from algorally.core.lookahead import HOPELESS
from algorally.core.planning import Depth, Habits, Plan, Planning, Prospect, thinkers
from algorally.core.position import Position


class Skill(NamedTuple):
    """What makes one level better than another, in every game."""

    glimpses: int | None = None  # which of the game's numbers of plans it looks at; None: all
    plans: int | None = 1  # that it compares by looking ahead; None: as many as masters of the game
    worlds: int = 1  # guesses of what is hidden for each of which it has good plans
    varies: bool = False  # whether it looks for variations of the best plan for each of them
    horizon: int = 0  # which of the game's horizons it looks ahead to
    trials: int = 0  # of a plan on a guess, all together
    seconds: float | None = None  # that it takes at the most,
    patient: bool = False  # unless it is given more


SKILLS = {
    "novice": Skill(glimpses=0),
    "casual": Skill(glimpses=1),
    "solid": Skill(glimpses=2),
    "expert": Skill(plans=12, trials=60, seconds=0.15),
    "master": Skill(
        plans=None,
        worlds=4,
        varies=True,
        horizon=1,
        trials=1_000_000,
        seconds=1.0,
        patient=True,
    ),
}


def habits_of(game: Game) -> Habits:
    """The numbers that bots go by, also in a game that tells them nothing."""
    return game.planning.habits if game.planning else Habits()


def samples_of(skill: Skill, game: Game) -> int:
    """How many programs somebody of a skill draws by lot; 0: it looks at all of them."""
    return 0 if skill.glimpses is None else habits_of(game).glimpses[skill.glimpses]


def plans_of(skill: Skill, game: Game) -> int:
    """How many programs somebody of a skill compares by looking ahead."""
    return habits_of(game).compared if skill.plans is None else skill.plans


class Thinker:
    """Chooses among plans for one turn at a time."""

    def __init__(self, skill: Skill, number: int = 0) -> None:
        self._skill, self._dices = skill, Dice.rows()
        set_dice(Dice.record(self._dices), number)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """The actions of a turn, to be played one after the other as far as they go."""
        number = draw_seed(Dice.record(self._dices))
        best = think(view, seat, self._skill, seconds, number)
        return best[0].actions if best else []


def think(
    view: Position,
    seat: int,
    skill: Skill,
    seconds: float | None,
    number: int,
    also: tuple[list[int], ...] = (),
) -> list[Prospect]:
    """The plans that somebody of a skill thinks of, the best first, and what else is asked about.

    Where nothing is looked ahead the chances are not known, and 0.
    """
    game = view.game
    habits = habits_of(game)
    most = plans_of(skill, game)
    room = thinkers.room(game, most)
    if skill.trials == 0:
        found = room.find(view.guess(seat, number), seat, samples_of(skill, game), number)
        return [Prospect(plan, 0.0) for plan in _different([found], also)]
    depth = depth_of(skill, game)
    seen = view.view(seat)
    worlds = [room.answers(seen, seat, depth, number + world) for world in range(skill.worlds)]
    plans = _different(worlds, also, most)
    if skill.varies and game.planning:
        varied = _variations(game.planning, worlds)
        plans = [*(plan for plan in varied if plan not in plans), *plans]
    if len(plans) <= 1:
        return [Prospect(plan, 0.0) for plan in plans]
    hunches = _hunches(plans, worlds, habits.scale, view.seats)
    limit = _limit(skill, seconds)
    return room.compare(seen, seat, plans, hunches, depth, limit, number, len(also))


def depth_of(skill: Skill, game: Game) -> Depth:
    """How far and how thoroughly somebody of a skill looks ahead in a game."""
    habits = habits_of(game)
    return Depth(habits.horizons[skill.horizon], skill.trials, habits.samples)


def foretell(view: Position, seat: int, skill: Skill, plan: list[int], number: int) -> float:
    """How likely a seat is to win with a plan, or as all play on if the plan is empty."""
    room = thinkers.room(view.game, plans_of(skill, view.game))
    depth = depth_of(skill, view.game)
    [only] = room.compare(view.view(seat), seat, [plan], [0.5], depth, None, number, kept=1)
    return only.chance


def _different(
    worlds: Iterable[list[Plan]], also: tuple[list[int], ...], most: int | None = None
) -> list[list[int]]:
    """The best plans for each world in turn, none twice, and then what else is asked about."""
    ranks = itertools.chain.from_iterable(itertools.zip_longest(*worlds))
    plans = {tuple(plan.actions): plan.actions for plan in ranks if plan}
    return [*[plan for plan in plans.values() if plan not in also][:most], *also]


def _hunches(
    plans: list[list[int]], worlds: Iterable[list[Plan]], scale: float, seats: int
) -> list[float]:
    """How likely a plan seems to win by its value alone, if the best has no more than its share.

    Of what is not among the best of any world nothing is known; it may be as good as they are.
    """
    values: dict[tuple[int, ...], int] = {}
    for found in worlds:
        for plan in found:
            lead = plan.value - found[0].value
            values[tuple(plan.actions)] = max(lead, values.get(tuple(plan.actions), lead))
    leads = [max(values.get(tuple(plan), 0) / scale, -HOPELESS) for plan in plans]
    return [1 / (1 + (seats - 1) * math.exp(-lead)) for lead in leads]


def _variations(planning: Planning, worlds: Iterable[list[Plan]]) -> list[list[int]]:
    """What is worth comparing with the best plan for each world, none twice."""
    best = {tuple(plans[0].actions) for plans in worlds if plans}
    varied = itertools.chain.from_iterable(planning.vary(list(plan)) for plan in sorted(best))
    return [list(plan) for plan in dict.fromkeys(map(tuple, varied))]


def _limit(skill: Skill, seconds: float | None) -> float | None:
    """How long somebody thinks."""
    if seconds is None or skill.seconds is None:
        return skill.seconds if seconds is None else seconds
    return seconds if skill.patient else min(seconds, skill.seconds)
