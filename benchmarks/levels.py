"""What tournaments do not tell of the levels: how long they think, a robot alone, what is luck.

Use: python benchmarks/levels.py [times] [alone] [plain] [luck] [curve]; all of it unless told
"""

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from algorally.bots.levels import (
    LEVELS,
    STAND_IN,
    Bot,
    Random,
    carry_out,
    make_bot,
    take_turn,
)
from algorally.bots.outside import find_bot
from algorally.bots.thinker import Skill, Thinker
from algorally.core.game import find_game, games
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.games.roborally.names import EventKind

DEALS = 100
SEEN, AHEAD = 12, 3  # plans and turns that a seer looks at
TIMED = 40  # plans of each level
BUDGETS = {0.1: 200, 0.3: 200, 1.0: 100, 3.0: 60}  # seconds for a plan, and games
MEASURE = "expert@60"  # whom masters with more or less time play against
RIVAL = "the best of all programs"  # in RoboRally by expected times alone
BESIDE = (RIVAL, "expert@60", "master@2000")
ALONE = {"lives": 3, "last_robot_wins": "no", "option_cards": "no"}


def player(name: str, number: int) -> Bot:
    """A bot, or whoever takes the best of all programs as if the others stood still."""
    return Thinker(Skill(), number) if name == RIVAL else find_bot(name)(number)


class Seer:
    """Sees all there is, the dice and the programs of the others, too, and chooses last."""

    def choose(self, position: Position, seat: int) -> list[int]:
        """The program that turns out best when all go on as such rivals would."""
        plans = [plan.actions for plan in position.plans(seat, SEEN)]
        return max(plans, key=lambda plan: self._outcome(position.clone(), seat, plan))

    def _outcome(self, position: Position, seat: int, plan: list[int]) -> int:
        until = position.standing().turns + AHEAD
        carry_out(position, seat, plan)
        bot = player(RIVAL, 0)
        while (acting := position.acting()) and position.standing().turns < until:
            take_turn(position, acting[0], bot)
        return position.judge(seat)


def won(name: str, players: Sequence[Bot | Seer], deal: int, seat: int) -> float:
    """What a seat wins of a game."""
    position = find_game(name).start(len(players), deal)
    for _ in turns_of(position, players):
        pass
    winners = position.standing().winners
    return (seat in winners) / len(winners)


def turns_of(position: Position, bots: Sequence[Bot | Seer]) -> Iterator[tuple[int, float, Rows]]:
    """Play a game; who chose what caused events, and how long that took."""
    last = [seat for seat, bot in enumerate(bots) if isinstance(bot, Seer)]
    while acting := position.acting():
        seat = min(acting, key=lambda seat: seat in last)
        bot, begun = bots[seat], time.perf_counter()
        if isinstance(bot, Seer):
            plan = bot.choose(position, seat)
        else:
            plan = bot.plan(position.view(seat), seat)
        taken = time.perf_counter() - begun
        for _, events in carry_out(position, seat, plan):
            yield seat, taken, events


# --- how long they think ------------------------------------------------------------------------


def think_times(name: str, level: str) -> list[float]:
    """Seconds for each of some plans in games among bots of a level, the shortest first."""
    times: list[float] = []
    deal = 0
    while len(times) < TIMED:
        bots = [make_bot(level, deal * 2 + seat) for seat in range(2)]
        position = find_game(name).start(2, deal)
        before = -1
        for seat, taken, _ in turns_of(position, bots):
            if seat != before and (deal or times or before != -1):  # the first one loads the rules
                times.append(taken)
            before = seat
        deal += 1
    return sorted(times[:TIMED])


def show_times() -> None:
    """The usual and the longest time for a plan."""
    for name in games():
        for level in LEVELS:
            times = think_times(name, level)
            usual, longest = statistics.median(times), times[-1]
            print(f"{name} {level}: {usual * 1000:.1f} ms, at most {longest * 1000:.1f}")


# --- a robot alone ------------------------------------------------------------------------------


def race_alone(level: str, deal: int) -> tuple[int, int]:
    """Turns to the last flag of Risky Exchange, and how often the robot was destroyed.

    Two are the fewest, so the other robot is driven at random and is soon out.
    """
    bots = [player(level, deal), Random(deal)]
    position = find_game("roborally").start(2, deal, **ALONE)
    deaths = 0
    for _, _, events in turns_of(position, bots):
        destroyed = events[events["kind"] == EventKind.DESTROYED]
        deaths += int((destroyed["seat"] == 0).sum())
    return position.standing().turns, deaths


def show_alone() -> None:
    """The levels on the same deals."""
    with ProcessPoolExecutor() as pool:
        for level in BESIDE:
            raced = list(pool.map(partial(race_alone, level), range(DEALS)))
            turns = statistics.mean(turns for turns, _ in raced)
            deaths = statistics.mean(deaths for _, deaths in raced)
            print(f"roborally, {level} alone: {turns:.2f} turns, destroyed {deaths:.2f} times")


# --- beside the plain table of times ------------------------------------------------------------


def level_wins(level: str, number: int) -> float:
    """What a level wins of a game against the plain table on either seat of a deal."""
    deal, seat = divmod(number, 2)
    names = [RIVAL, RIVAL]
    names[seat] = level
    bots = [player(name, deal * 2 + place) for place, name in enumerate(names)]
    return won("roborally", bots, deal, seat)


def show_plain() -> None:
    """How the levels do against the table alone."""
    with ProcessPoolExecutor() as pool:
        for level in BESIDE[1:]:
            results = list(pool.map(partial(level_wins, level), range(2 * DEALS)))
            print(f"roborally: {level} wins {100 * statistics.mean(results):.0f} % of"
                  f" {len(results)} games against {RIVAL}")  # fmt: skip


# --- how much is luck ---------------------------------------------------------------------------


def seer_wins(name: str, seats: int, number: int) -> float:
    """What a seer wins of a game, on each seat of a deal in turn."""
    deal, seat = divmod(number, seats)
    bots = [make_bot(STAND_IN, deal * seats + place) for place in range(seats)]
    return won(name, [*bots[:seat], Seer(), *bots[seat + 1 :]], deal, seat)


def show_luck() -> None:
    """What somebody reaches who sees everything, and looks some turns ahead."""
    with ProcessPoolExecutor() as pool:
        for name in games():
            for seats in (2, 4):
                results = list(pool.map(partial(seer_wins, name, seats), range(2 * DEALS)))
                print(f"{name}, {seats} players: who sees all wins"
                      f" {100 * statistics.mean(results):.0f} % of {len(results)} games"
                      f" against {STAND_IN}")  # fmt: skip


# --- what time to think is worth ----------------------------------------------------------------


class Timed:
    """A master with so many seconds for each plan."""

    def __init__(self, number: int, seconds: float) -> None:
        self._bot, self._seconds = make_bot("master", number), seconds

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """What it finds in its own time."""
        return self._bot.plan(view, seat, self._seconds)


def timed_wins(name: str, seconds: float, number: int) -> float:
    """What a master wins of a game against an expert on either seat of a deal."""
    deal, seat = divmod(number, 2)
    bots: list[Bot | Seer] = [player(MEASURE, deal * 2 + place) for place in range(2)]
    bots[seat] = Timed(number, seconds)
    return won(name, bots, deal, seat)


def show_curve() -> None:
    """Masters with more and more time on the same deals; the more time, the fewer of them."""
    with ProcessPoolExecutor() as pool:
        for name in games():
            for seconds, count in BUDGETS.items():
                results = list(pool.map(partial(timed_wins, name, seconds), range(count)))
                print(f"{name}: with {seconds} s a plan masters win"
                      f" {100 * statistics.mean(results):.0f} % of {count} games"
                      f" against {MEASURE}", flush=True)  # fmt: skip


PARTS = {
    "times": show_times,
    "alone": show_alone,
    "plain": show_plain,
    "luck": show_luck,
    "curve": show_curve,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
