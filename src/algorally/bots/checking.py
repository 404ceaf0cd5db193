"""Tries out a program: some games against chance, and all that it does wrong in them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from algorally.bots.levels import Bot, Random, ask, carry_out, dismiss, tell_all
from algorally.bots.problems import ADVICE
from algorally.bots.program import ProgramBot, Programs
from algorally.core.position import Position
from algorally.core.transcript import Transcript

SLOW = 0.5  # of the time that an answer may take


@dataclass
class Findings:
    """What came of it."""

    games: int = 0
    choices: int = 0  # that the program was asked for
    too_far: int = 0  # plans of which the end was illegal by then
    problems: Counter[str] = field(default_factory=Counter)  # the first first
    details: dict[str, str] = field(default_factory=dict)  # of the first time
    seconds: list[float] = field(default_factory=list)  # of good answers

    def add(self, bot: ProgramBot) -> None:
        """One more game of the program's."""
        self.games += 1
        self.choices += bot.asked
        self.problems += bot.problems
        self.details = bot.details | self.details
        self.seconds += bot.seconds

    def slow(self, limit: float) -> int:
        """How many good answers took much of the time."""
        return sum(seconds > limit * SLOW for seconds in self.seconds)

    def in_parts(self, limit: float) -> dict[str, Any]:
        """All of it, for programs."""
        ordered = sorted(self.seconds) or [0.0]
        return {
            "games": self.games,
            "choices": self.choices,
            "fine": len(self.seconds),
            "problems": [
                {"problem": problem, "times": count, "first": self.details[problem]}
                | {"right": ADVICE[problem]}
                for problem, count in self.problems.items()
            ],
            "too_far": self.too_far,
            "slow": self.slow(limit),
            "seconds": {"median": ordered[len(ordered) // 2], "longest": ordered[-1]},
        }


def try_out(
    setup: Transcript, programs: Programs, games: int, watch: Callable[[int], object]
) -> Findings:
    """Let a program play against chance, on one seat after the other."""
    findings = Findings()
    for number in range(games):
        tested, seat = programs(setup.seed + number), number % setup.seats
        bots: list[Bot] = [Random(other) for other in range(setup.seats)]
        bots[seat] = tested
        position = replace(setup, seed=setup.seed + number).start()
        try:
            findings.too_far += play_on(position, bots, seat)
            tested.ended(position.standing())
        finally:
            dismiss([tested])
        findings.add(tested)
        watch(findings.games)
    return findings


def play_on(position: Position, bots: list[Bot], tested: int) -> int:
    """Play to the end; how often the plan of the one that is tested went too far."""
    too_far = 0
    while acting := position.acting():
        seat = acting[0]
        plan = ask(bots[seat].plan, position.view(seat), seat, None)
        played = carry_out(position, seat, plan)
        too_far += seat == tested and len(played) < len(plan)
        tell_all(bots, [events for _, events in played])
    return too_far
