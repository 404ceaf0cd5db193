"""Pictures of environments: they show what a seat sees, and nothing else."""

from typing import Any

import numpy as np
import pytest

from algorally.core.drawing import box, document
from algorally.core.game import games
from algorally.core.position import Position
from algorally.envs.gymnasium import SeatEnv, SeatVectorEnv
from algorally.envs.pettingzoo import parallel_env, raw_env
from algorally.envs.rendering import RENDER_MODES, WIDTH, painted

SEAT, SPECTATOR = 1, -1
every_game = pytest.mark.parametrize("name", games())


def all_bytes(position: Position) -> str:
    """A picture that keeps nothing back: a box for every byte of a position."""
    octets = position.states.tobytes()
    boxes = (box(place, 0, 1, 1, f"#{octet:02x}8080") for place, octet in enumerate(octets))
    return document("bytes", [], len(octets), 40, boxes)


def environments(name: str, mode: str) -> dict[Any, int]:
    """Every kind of environment, and who looks on when it has begun."""
    return {
        SeatEnv(name, seat=SEAT, render_mode=mode): SEAT,
        SeatVectorEnv(name, 1, seat=SEAT, render_mode=mode): SEAT,
        raw_env(game=name, render_mode=mode): 0,
        parallel_env(game=name, render_mode=mode): SPECTATOR,
    }


@every_game
@pytest.mark.parametrize("mode", RENDER_MODES)
def test_two_worlds_that_differ_in_a_secret_look_the_same(
    name: str, mode: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Position, "svg", all_bytes)
    monkeypatch.setattr(Position, "text", all_bytes)
    for env, viewer in environments(name, mode).items():
        env.reset(seed=1)
        seen = env.render(), capsys.readouterr().out
        assert (mode == "human") == (seen[1] != "")
        world = env.arena.position()
        other = world.guess(viewer, 7)
        assert all_bytes(other) != all_bytes(world)
        world.copy_from(other)
        assert np.array_equal(env.render(), seen[0])
        assert capsys.readouterr().out == seen[1]


@every_game
def test_a_picture_of_dots_is_that_of_the_shapes(name: str) -> None:
    env = SeatEnv(name, render_mode="rgb_array")
    env.reset(seed=1)
    dots = env.render()
    assert dots.dtype == np.uint8
    assert dots.shape[1:] == (WIDTH, 3)
    assert len(np.unique(dots.reshape(-1, 3), axis=0)) > 20  # colours of a board
    assert np.array_equal(dots, painted(env.arena.position().view(0).svg()))
    assert not np.array_equal(dots, painted(document("", [], 1, 1, [])))
