"""Playing at random, for any game: how tests come to positions worth looking at."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from algorally.core.compile import MODE
from algorally.core.errors import SettingError
from algorally.core.game import Game, find_game
from algorally.core.position import Position
from algorally.core.scene import load_scene, play_scene
from algorally.core.settings import Setting

SPECTATOR = -1
ENDLESS = 50_000  # choices after which a game is taken for one that never ends
LONGEST_JOURNEY = 60 if MODE == "interpreted" else 500
FAVOURED = 12  # how much more often a player of habits makes a favoured choice

Settings = dict[str, Any]


class Journey(NamedTuple):
    """How a position is reached: a game to start, and some choices at random."""

    seats: int
    settings: Settings
    seed: int
    choices: int


def values_of(setting: Setting) -> list[Any]:
    """The values of a setting worth trying: all words, or the ends of a range and its default."""
    if isinstance(setting.values, tuple):
        return list(setting.values)
    return sorted({setting.values[0], setting.default_number, setting.values[-1]})


def possible_seats(game: Game, settings: Settings) -> list[int]:
    """The numbers of players for whom a game can be set up so."""
    return [seats for seats in game.seats if is_possible(game, seats, settings)]


def some_seats(game: Game, settings: Settings, number: int) -> int:
    """A number of players for these settings, another for each number."""
    possible = possible_seats(game, settings)
    return possible[number % len(possible)]


def is_possible(game: Game, seats: int, settings: Settings) -> bool:
    """Whether a game can be set up so."""
    try:
        game.make_field(seats, settings)
    except SettingError:
        return False
    return True


def pairs_in(settings: Settings) -> set[tuple[tuple[str, Any], ...]]:
    """The pairs of values that occur together."""
    return set(combinations(sorted(settings.items()), 2))


@cache
def many_settings(name: str) -> list[Settings]:
    """The default, then settings in which every two values occur together at least once.

    Two values that no field allows together are left out, and so is a setting now and then.
    """
    game = find_game(name)
    dice = random.Random(name)
    values = {setting.name: values_of(setting) for setting in game.settings}
    wanted: set[tuple[tuple[str, Any], ...]] = set()
    for one, other in combinations(sorted(values), 2):
        wanted |= {((one, a), (other, b)) for a in values[one] for b in values[other]}
    found: list[Settings] = [{}]
    for pair in sorted(wanted, key=repr):
        if pair in wanted and possible_seats(game, dict(pair)):
            tries = [_around(pair, values, dice) for _ in range(8)]
            possible = [settings for settings in tries if possible_seats(game, settings)]
            best = max(
                (dict(pair), *possible), key=lambda settings: len(pairs_in(settings) & wanted)
            )
            wanted -= pairs_in(best)
            found.append(best)
    return found


def _around(
    pair: tuple[tuple[str, Any], ...], values: dict[str, list[Any]], dice: random.Random
) -> Settings:
    drawn = {name: dice.choice(some) for name, some in values.items() if dice.random() < 0.9}
    return {**drawn, **dict(pair)}


def journeys(game: Game, longest: int = LONGEST_JOURNEY) -> st.SearchStrategy[Journey]:
    """Any number of seats, settings, seed and length."""
    return st.sampled_from(many_settings(game.name)).flatmap(
        lambda settings: st.builds(
            Journey,
            st.sampled_from(possible_seats(game, settings)),
            st.just(settings),
            st.integers(0, 2**63 - 1),
            st.integers(0, longest) | st.just(longest),
        )
    )


def begin(game: Game, journey: Journey) -> Position:
    """The game at the beginning of a journey."""
    return game.start(journey.seats, journey.seed, **journey.settings)


def choices(position: Position, seed: int, count: int) -> Iterator[tuple[int, int]]:
    """Random choices, to be played one by one by whoever asks for them, until the game is over.

    Half of the players have habits, so that games go other ways than where blind chance leads.
    """
    dice = random.Random(seed)
    weights = [1] * position.game.actions
    if dice.random() < 0.5:
        weights = [dice.choice((1, 1, FAVOURED)) for _ in weights]
    for _ in range(count):
        acting = position.acting()
        if not acting:
            return
        seat = dice.choice(acting)
        legal = position.legal(seat)
        yield seat, dice.choices(legal, [weights[action] for action in legal])[0]


def arrive(game: Game, journey: Journey) -> Position:
    """The position at the end of a journey."""
    position = begin(game, journey)
    for seat, action in choices(position, journey.seed, journey.choices):
        position.play(seat, action)
    return position


def play_to_the_end(position: Position, seed: int) -> int:
    """Play at random until the game is over, or seems never to be; the number of choices."""
    played = 0
    for seat, action in choices(position, seed, ENDLESS):
        position.play(seat, action)
        played += 1
    return played


def viewers(position: Position) -> list[int]:
    """All seats, and a spectator."""
    return [*range(position.seats), SPECTATOR]


def contents(position: Position) -> bytes:
    """All that a position is."""
    return position.states.tobytes()


def play_scene_text(folder: Path, text: str) -> list[str]:
    """Play a scene given as text; what did not come as expected."""
    path = folder / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return play_scene(load_scene(path))


def decide_as(position: Position, seat: int, action: int) -> None:
    """Let the clock decide, which must come to the same as an action, but for telling so."""
    chosen = position.clone()
    events = chosen.play(seat, action)
    told = position.time_up(seat)
    assert position.game.events[told["kind"][0]] == "time_up"
    assert told[1:].tobytes() == events.tobytes()
    assert contents(position) == contents(chosen)
