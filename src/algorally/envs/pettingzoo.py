"""PettingZoo environments: all seats are played from outside.

`docs/environments/pettingzoo.md` tells what is seen, chosen and rewarded.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.arguments import whole
from algorally.core.errors import SettingError
from algorally.core.game import find_game
from algorally.envs.arena import Arena, action_number
from algorally.envs.extras import missing

try:
    import pettingzoo
except ImportError as error:
    raise missing("pettingzoo") from error
from gymnasium import spaces
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from algorally.envs.rendering import METADATA, check_mode, picture
from algorally.envs.spaces import action_space, observation_space

Seen = dict[str, Any]


class Race:
    """One game of which every seat is an agent: what both kinds of environments share."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.max_cycles = max_cycles if max_cycles is None else whole(max_cycles, "max_cycles")
        self.arena = Arena(find_game(game), 1, seats, None, **settings)
        rules = self.arena.game
        self.metadata = {**METADATA, "name": f"algorally_{rules.name}_v{rules.rules_version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.arena.seats)]
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (rules.actions,), np.int8)
        seen = observation_space(self.arena)
        self._observed = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask})
            for agent in self.possible_agents
        }
        self._chosen = {agent: action_space(self.arena) for agent in self.possible_agents}
        self._choice = np.zeros(1, np.int64)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent chooses from."""
        return self._chosen[agent]

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def begin(self, seed: int | None) -> None:
        """Begin a game; after a seed always the same ones."""
        if seed is not None:
            self.arena.set_dice(0, seed)
        self.agents = self.possible_agents[:]
        self.arena.begin()

    def choose(self, action: Any) -> None:
        """Play an action of the seat that is to choose."""
        self._choice[0] = action if type(action) is int else action_number(action)
        self.arena.play(self._choice)

    def shown(self) -> Seen:
        """Copies of what is shown to a seat now."""
        arena = self.arena
        return {
            "observation": {
                "board": arena.boards[0].copy(),
                "numbers": arena.table.numbers[0].copy(),
            },
            "action_mask": arena.masks[0].copy(),
        }

    def close(self) -> None:
        """Nothing is left open."""

    def picture(self, viewer: int) -> Any:
        """The board as a seat sees it, or a spectator."""
        return picture(self.arena.position().view(viewer), self.render_mode)


class TurnEnv(Race, pettingzoo.AECEnv[str, Any, Any]):
    """Agents choose one after the other, and only those that have something to choose.

    Where several seats choose at the same time, the first of them does so first; the others do
    not see what it has chosen unless the game shows it.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal_action": False} for agent in self.agents}
        self._choices = 0
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the agent that is selected, and select the next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.choose(action)
        self._choices += 1
        self.infos[agent]["illegal_action"] = bool(self.arena.table.replaced[0])
        if self.arena.table.over[0]:
            self._end()
        elif self.max_cycles and self._choices >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()

    def _end(self) -> None:
        """The game is over: all that was at stake is shared out."""
        worths = self.arena.table.rewards[0].tolist()
        self.rewards = dict(zip(self.possible_agents, worths, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent that is to choose."""
        self._viewer = int(self.arena.table.movers[0])
        self.agent_selection = self.possible_agents[self._viewer]

    def observe(self, agent: str) -> Seen:
        """What an agent sees; its mask is empty unless it is to choose."""
        seat = self.seat_of(agent)
        if seat != self._viewer:
            self.arena.show_to(seat)
            self._viewer = seat
        return self.shown()

    def render(self) -> Any:
        """The board as the selected agent sees it."""
        return self.picture(self.seat_of(self.agent_selection))


class TogetherEnv(Race, pettingzoo.ParallelEnv[str, Any, Any]):
    """All agents choose at the same time; who has nothing to choose may only wait.

    To wait is the action `wait`, the last of the action space, which is nobody's choice otherwise.
    """

    @property
    def wait(self) -> int:
        """The action of those who have nothing to choose."""
        return self.arena.game.time_up

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self.begin(seed)
        self._cycles = 0
        return self._look_around(), {agent: {"illegal_action": False} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play an action of each agent that has something to choose, in the order of the seats."""
        agents, table = self.agents, self.arena.table
        if not agents:
            raise SettingError("the game is over, or has not begun: call reset first")
        infos = {agent: {"illegal_action": self._play_for(agent, actions)} for agent in agents}
        self._cycles += 1
        over = bool(table.over[0])
        broken_off = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        seen = self._look_around()
        if over or broken_off:
            self.agents = []
        rewards = dict(zip(agents, table.rewards[0].tolist(), strict=True))
        terminations, truncations = dict.fromkeys(agents, over), dict.fromkeys(agents, broken_off)
        return seen, rewards, terminations, truncations, infos

    def _play_for(self, agent: str, actions: dict[str, Any]) -> bool:
        """Play the action of an agent; whether it was an illegal one."""
        seat = self.seat_of(agent)
        action = actions.get(agent, self.wait)
        if seat not in self._acting:
            return action_number(action) != self.wait
        self.arena.table.movers[0] = seat
        self.choose(action)
        return bool(self.arena.table.replaced[0])

    def _look_around(self) -> dict[str, Seen]:
        """What all agents see."""
        seen, self._acting = {}, []
        for seat, agent in enumerate(self.possible_agents):
            self.arena.show_to(seat)
            seen[agent] = self.shown()
            mask: npt.NDArray[np.int8] = seen[agent]["action_mask"]
            if mask.any():
                self._acting.append(seat)
            else:
                mask[self.wait] = 1
        return seen

    def render(self) -> Any:
        """The board as a spectator sees it."""
        return self.picture(-1)


def raw_env(game: str, seats: int = 2, **settings: Any) -> TurnEnv:
    """A game in which agents choose one after the other, without any wrapper."""
    return TurnEnv(game, seats, **settings)


def env(game: str, seats: int = 2, **settings: Any) -> OrderEnforcingWrapper[str, Any, Any]:
    """A game in which agents choose one after the other, with the usual checks."""
    return OrderEnforcingWrapper(raw_env(game, seats, **settings))


def parallel_env(game: str, seats: int = 2, **settings: Any) -> TogetherEnv:
    """A game in which all agents choose at the same time."""
    return TogetherEnv(game, seats, **settings)
