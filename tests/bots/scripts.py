"""Little programs for tests, which behave well or badly."""

import sys
import textwrap
from pathlib import Path

from algorally.bots.levels import Bot, Random, take_turn, tell_all
from algorally.bots.program import Limits, ProgramBot, Programs
from algorally.core.game import find_game
from algorally.core.position import Position

PATIENT = Limits(seconds=60.0, start=60.0, grace=60.0)
READY = 'say({"kind": "ready"})'
GOOD = 'say({"id": message["id"], "actions": [message["legal"][0]["action"]]})'
SCRIPT = """
import fcntl, json, os, signal, subprocess, sys, time

def say(message):
    print(json.dumps(message), flush=True)

def note(text):
    with open(os.path.join(os.path.dirname(__file__), "notes"), "a") as notes:
        notes.write(f"{{text}}\\n")

def hold():
    global held
    held = open(os.path.join(os.path.dirname(__file__), "held"), "w")
    fcntl.flock(held, fcntl.LOCK_EX)
    os.set_inheritable(held.fileno(), True)

def leave_a_child():
    subprocess.Popen(["sleep", "1000"], close_fds=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

for line in sys.stdin:
    message = json.loads(line)
    note(message["kind"])
    if message["kind"] == "start":
{start}
    elif message["kind"] == "plan":
{plan}
    else:
{end}
"""


def program(
    folder: Path, plan: str = GOOD, start: str = READY, end: str = "pass", limits: Limits = PATIENT
) -> Programs:
    """A program that does this when a game starts, a choice is to be made, and a game ends."""
    path = folder / "script.py"
    parts = {"start": start, "plan": plan, "end": end}
    inner = {name: textwrap.indent(text, " " * 8) for name, text in parts.items()}
    path.write_text(SCRIPT.format(**inner), encoding="utf-8")
    return Programs([sys.executable, "-S", str(path)], limits)


def notes(folder: Path) -> list[str]:
    """What a program has noted: the kinds of messages it got, and more if it was told to.

    One that was ended at once may have noted nothing.
    """
    path = folder / "notes"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def play_with(bot: ProgramBot, turns: int = 4, name: str = "algoracing") -> Position:
    """Play a short game against chance, to its end."""
    position = find_game(name).start(seed=3, **{"turn_cap": turns} if turns else {})
    bots: list[Bot] = [bot, Random(1)]
    while acting := position.acting():
        played = take_turn(position, acting[0], bots[acting[0]])
        tell_all(bots, [events for _, events in played])
    return position
