"""What `algorally check-bot` does: try a bot out, and tell what it does wrong."""

import textwrap

import typer

from algorally.bots.checking import Findings, try_out
from algorally.bots.levels import warm_up
from algorally.bots.outside import in_process
from algorally.bots.problems import ADVICE
from algorally.bots.program import Limits
from algorally.cli.errors import FAILED
from algorally.cli.output import say, say_json
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish
from algorally.cli.words import times
from algorally.core.arguments import check_seconds


def check_bot(wish: Wish, name: str, games: int, seconds: float, json: bool) -> None:
    """Try a bot, and say how it did; it fails if anything at all was wrong."""
    check_seconds(seconds)
    setup, limits = wish.setup(), Limits(seconds=seconds, grace=seconds)
    programs = in_process(name, limits)
    with preparing():
        warm_up(setup.game)
    try:
        with bar() as progress:
            task = progress.add_task("Playing", total=games)
            findings = try_out(
                setup, programs, games, lambda done: progress.update(task, completed=done)
            )
    finally:
        programs.close()
    if json:
        say_json({"bot": name, "game": setup.game.name, **findings.in_parts(seconds)})
    else:
        counted = "a game" if games == 1 else f"{games} games"
        say_findings(f"{name} in {counted} of {setup.game.title}", findings, seconds)
    if findings.problems:
        raise typer.Exit(FAILED)


def say_findings(title: str, findings: Findings, limit: float) -> None:
    """What was fine, what was not, and what would have been right."""
    parts = findings.in_parts(limit)
    usual, longest = (parts["seconds"][name] for name in ("median", "longest"))
    say(f"{title}: {parts['fine']} of {parts['choices']} choices were fine.")
    if findings.seconds:
        say(f"A choice took {usual:.3f} s as a rule, and {longest:.3f} s at most.")
    if parts["slow"]:
        say(f"More than half of the {limit:g} s that it has: {times(parts['slow'])}.")
    if parts["too_far"]:
        say(f"Its plan went on with what was not legal by then: {times(parts['too_far'])}.")
    for problem, count in findings.problems.items():
        say(f"\nIt {problem}: {times(count)}.")
        if detail := findings.details[problem]:
            say(textwrap.indent(f"The first time: {detail}", "  "))
        say(textwrap.indent(f"Right is: {ADVICE[problem]}.", "  "))
    if findings.problems:
        say("\nFor each choice that it lost, the first legal action was played.")
    else:
        say("Nothing was wrong.")
