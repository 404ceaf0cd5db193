"""Train a small agent to beat random play at Algoracing, and draw how it learns.

It needs PyTorch beside `pip install 'algorally[gymnasium]'`; a few minutes on one core will do.
Use: python examples/train.py --steps 300 --plot curve.svg
With `--device gpu` games and network are on a GPU; that needs `pip install 'algorally[gpu]'`, too.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import algorally.envs  # noqa: F401 - registers the environments
from algorally.envs.device import DeviceGames

LENGTH = 32  # choices in each game between two updates
DISCOUNT, SMOOTHING = 0.99, 0.95  # how much later rewards count, and later guesses of them
PASSES, PIECES, CLIP = 3, 4, 0.2  # of PPO: times that choices are learned from, and how far
LARGEST = 16_384  # choices in a piece, or there are more pieces
ENTROPY, RATE, WIDTH = 0.01, 1e-3, 128
LOWEST = -1e9


class Agent(nn.Module):
    """Sees the board and the numbers; how good each action is, and the position."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.LayerNorm(inputs),
            nn.Linear(inputs, WIDTH),
            nn.ReLU(),
            nn.Linear(WIDTH, WIDTH),
            nn.ReLU(),
        )
        self.policy, self.value = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """What to do, only among what is legal, and how much reward is still to come."""
        found = self.body(seen)
        logits = self.policy(found).masked_fill(~mask, LOWEST)
        return torch.distributions.Categorical(logits=logits), self.value(found).squeeze(-1)


class Choices(NamedTuple):
    """What was seen, chosen and received: a row for each time, a column for each game."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms, when it was chosen
    values: Tensor
    rewards: Tensor
    over: Tensor
    real: Tensor  # False where a new game began, and nothing was chosen


class Games:
    """The games of a vector environment, as tensors."""

    device, usual = "cpu", 256  # games side by side

    def __init__(self, seed: int, games: int) -> None:
        self.env = gymnasium.make_vec("algorally/Algoracing-v1", num_envs=games, level="basic")
        seen, told = self.env.reset(seed=seed)
        self._look(seen["board"], seen["numbers"], told["action_mask"], np.zeros(games, np.bool_))

    def _look(self, *shown: object) -> None:
        parts = (torch.as_tensor(part, device=self.device) for part in shown)
        board, numbers, mask, over = parts
        self.seen = torch.cat([board.flatten(1).float(), numbers.float()], 1)
        self.mask, self.begins = mask.bool(), over.clone()
        self.mask[:, 0] |= ~self.mask.any(1)  # a game that is over: any action begins the next

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Rewards, which games are over, and in which the actions counted."""
        counted = ~self.begins
        rewards = self._play(actions)
        return torch.as_tensor(rewards, device=self.device).float(), self.begins, counted

    def _play(self, actions: Tensor) -> object:
        seen, rewards, over, _, told = self.env.step(actions.numpy())
        self._look(seen["board"], seen["numbers"], told["action_mask"], over)
        return rewards


class GamesOnGpu(Games):
    """The same games on a GPU; the tensors are made there of what lies there."""

    device, usual = "cuda", 16_384

    def __init__(self, seed: int, games: int) -> None:
        self.env = DeviceGames("algoracing", games, level="basic")
        self.env.reset(seed)
        self._look(self.env.boards, self.env.numbers, self.env.masks, self.env.over)

    def _play(self, actions: Tensor) -> object:
        self.env.step(actions)
        self._look(self.env.boards, self.env.numbers, self.env.masks, self.env.over)
        return self.env.rewards


@torch.no_grad()
def play(agent: Agent, games: Games, length: int) -> tuple[Choices, Tensor]:
    """Play on; what was chosen, and what the games promise at the end."""
    rows = []
    for _ in range(length):
        seen, mask = games.seen, games.mask
        policy, values = agent(seen, mask)
        actions = policy.sample()
        rows.append((seen, mask, actions, policy.log_prob(actions), values, *games.step(actions)))
    return Choices(*map(torch.stack, zip(*rows, strict=True))), agent(games.seen, games.mask)[1]


def advantages(made: Choices, last: Tensor) -> Tensor:
    """How much better each choice turned out than the position had promised."""
    found, ahead, promised = torch.zeros_like(made.values), torch.zeros_like(last), last
    for moment in reversed(range(len(found))):
        goes_on = ~made.over[moment]
        surprise = made.rewards[moment] + DISCOUNT * promised * goes_on - made.values[moment]
        ahead = surprise + DISCOUNT * SMOOTHING * ahead * goes_on
        found[moment], promised = ahead, made.values[moment]
    return found


def learn(agent: Agent, optimizer: torch.optim.Optimizer, made: Choices, better: Tensor) -> None:
    """Make choices more likely that turned out well (PPO)."""
    real = made.real.flatten()
    flat = Choices(*(part.flatten(0, 1)[real] for part in made))
    gain = better.flatten()[real]
    worth, gain = gain + flat.values, (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(PASSES):
        order = torch.randperm(len(gain), device=gain.device)
        for piece in order.chunk(max(PIECES, len(gain) // LARGEST)):
            policy, values = agent(flat.seen[piece], flat.masks[piece])
            ratio = (policy.log_prob(flat.actions[piece]) - flat.chances[piece]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gained = torch.minimum(ratio * gain[piece], clipped * gain[piece]).mean()
            error = (values - worth[piece]).square().mean()
            optimizer.zero_grad()
            (error / 2 - gained - ENTROPY * policy.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(steps: int, rows: Games, seed: int) -> Iterator[tuple[int, float, int]]:
    """After each step: the choices made so far, and the rewards and number of games that ended."""
    torch.manual_seed(seed)
    agent = Agent(rows.seen.shape[1], rows.mask.shape[1]).to(rows.device)
    optimizer = torch.optim.Adam(agent.parameters(), RATE)
    for step in range(1, steps + 1):
        made, last = play(agent, rows, LENGTH)
        learn(agent, optimizer, made, advantages(made, last))
        yield step * made.over.numel(), float(made.rewards.sum()), int(made.over.sum())


def win_rates(steps: int, every: int, rows: Games, seed: int = 1) -> list[tuple[int, float]]:
    """How often the agent wins, against the choices it has made; a draw is half a win."""
    curve, reward, ended, begun = [], 0.0, 0, time.perf_counter()
    for step, (choices, more, games) in enumerate(train(steps, rows, seed), 1):
        reward, ended = reward + more, ended + games
        if step % every == 0 and ended:
            curve.append((choices, (reward / ended + 1) / 2))
            speed = choices / (time.perf_counter() - begun)
            print(
                f"{choices:>11,} choices, {speed:,.0f} a second:"
                f" {curve[-1][1]:.1%} of {ended} games won",
                flush=True,
            )
            reward, ended = 0.0, 0
    return curve


def draw(curve: list[tuple[int, float]]) -> str:
    """The curve as SVG: choices to the right, games won upwards."""
    last = curve[-1][0]
    points = " ".join(f"{60 + 520 * x / last:.1f},{260 - 220 * y:.1f}" for x, y in curve)
    lines = "".join(
        f'<path d="M60 {260 - 220 * part}H580" stroke="#{"888" if part == 0.5 else "ddd"}"/>'
        f'<text x="52" y="{264 - 220 * part}" text-anchor="end">{part:.0%}</text>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif"'
        f' font-size="13"><rect width="600" height="310" fill="#fff"/>{lines}'
        f'<polyline points="{points}" fill="none" stroke="#2668b2" stroke-width="2.5"/>'
        '<text x="60" y="24">games won against random play, Algoracing basic</text>'
        f'<text x="580" y="290" text-anchor="end">{last:,} choices</text></svg>\n'
    )


def main() -> None:
    """Train, and draw the curve."""
    parser = argparse.ArgumentParser(description="Train an agent at Algoracing.")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--every", type=int, default=10, help="steps to a point of the curve")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--games", type=int, help="side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    made = GamesOnGpu if given.device == "gpu" else Games
    rows = made(given.seed, given.games or made.usual)
    curve = win_rates(given.steps, given.every, rows, given.seed)
    if given.plot:
        given.plot.write_text(draw(curve), encoding="utf-8")


if __name__ == "__main__":
    main()
