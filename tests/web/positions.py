"""Positions worth trying, reached by playing: the server has no other way to them."""

import random
from collections.abc import Callable
from typing import Any

from algorally.games.algoracing.names import (
    COVER,
    CYCLE_ONE,
    CYCLE_TWO,
    INSERT,
    PASS,
    RUN,
    UNCYCLE,
)
from tests.server.guests import Guest, Line
from tests.web.people import Person

Wanted = Callable[[set[int]], bool]  # by what is legal for the first seat
MOST_CHOICES = 300
COVERING, CYCLING, CYCLING_TWO = (
    range(COVER, CYCLE_ONE),
    range(CYCLE_ONE, CYCLE_TWO),
    range(CYCLE_TWO, UNCYCLE),
)
UNCYCLING = range(UNCYCLE, RUN)


def offers(*kinds: range) -> Wanted:
    """Something of each kind is legal, and the turn has just begun."""
    return lambda legal: PASS in legal and all(legal & set(kind) for kind in kinds)


def arrange(person: Person, friend: Guest, wanted: Wanted, seed: int, **settings: Any) -> str:
    """Play with a friend until something is legal, then let the person sit down; the table."""
    double = Guest(person.url)
    wishes = {"settings": {"level": "complete", **settings}, "seed": seed, "grace": None}
    table = double.make(seats=2, name="Ann", **wishes)
    friend.post(f"tables/{table}/seats", name="Bob")
    double.post(f"tables/{table}/start")
    lines = [double.join(table), friend.join(table)]
    play_until(lines, wanted, random.Random(seed))
    person.become(double)
    double.close()
    person.sit_at(table)
    return table


def play_until(lines: list[Line], wanted: Wanted, dice: random.Random) -> None:
    """Choose at random, from both seats, until the first has what is wanted."""
    for _ in range(MOST_CHOICES):
        for line in lines:
            line.settle()
        if wanted(set(lines[0].now["legal"])):
            return
        line = next(line for line in lines if line.is_thinking)
        legal = line.now["legal"]
        building = [action for action in legal if action in range(INSERT, UNCYCLE)]
        program = [dice.choice(building)] if building and dice.random() < 0.8 else []
        # A card is laid and run at once: the next seat finds it in the row.
        answer = line.choose([*program, RUN] if program else [dice.choice(legal)])
        assert answer["kind"] == "ack" or program, answer
    message = "what is wanted never came about; take another seed"
    raise AssertionError(message)
