"""The examples for learners run where PyTorch is installed."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.gpus import look_for_gpu

torch: Any = pytest.importorskip("torch")

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_an_agent_learns_from_legal_choices_alone() -> None:
    example = runpy.run_path(str(EXAMPLES / "train.py"))
    torch.manual_seed(1)
    games = example["Games"](seed=1, games=8)
    agent = example["Agent"](games.seen.shape[1], games.mask.shape[1])
    before = {name: part.clone() for name, part in agent.state_dict().items()}
    made, last = example["play"](agent, games, 6)
    assert made.masks.gather(2, made.actions.unsqueeze(2)).all()
    better = example["advantages"](made, last)
    example["learn"](agent, torch.optim.Adam(agent.parameters()), made, better)
    assert all(not part.equal(before[name]) for name, part in agent.state_dict().items())


def test_games_on_a_gpu_are_those_of_the_cpu() -> None:
    look_for_gpu()
    example = runpy.run_path(str(EXAMPLES / "train.py"))
    here, there = (example[kind](seed=3, games=8) for kind in ("Games", "GamesOnGpu"))
    for _ in range(400):
        assert all(getattr(there, part).is_cuda for part in ("seen", "mask", "begins"))
        assert there.seen.cpu().equal(here.seen)
        assert there.mask.cpu().equal(here.mask)
        actions = here.mask.float().multinomial(1).flatten()
        for found, wanted in zip(there.step(actions.cuda()), here.step(actions), strict=True):
            assert found.cpu().equal(wanted)


def test_a_choice_is_as_good_as_what_follows_it() -> None:
    example = runpy.run_path(str(EXAMPLES / "train.py"))
    rewards = torch.tensor([[0.0], [1.0], [0.0], [0.0]])
    over = torch.tensor([[False], [True], [False], [False]])
    nothing = torch.zeros(4, 1)
    made = example["Choices"](*[nothing] * 5, rewards, over, ~over)
    better = example["advantages"](made, torch.tensor([2.0])).flatten().tolist()
    discount, smoothing = example["DISCOUNT"], example["SMOOTHING"]
    later = [discount * smoothing, 1.0, 2 * discount**2 * smoothing, 2 * discount]
    assert better == pytest.approx(later)


def test_the_curve_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(EXAMPLES / "train.py"))
    curve = example["win_rates"](steps=16, every=8, rows=example["Games"](1, 256))
    assert [choices for choices, _ in curve] == [8 * 32 * 256, 16 * 32 * 256]
    assert all(0 <= won <= 1 for _, won in curve)
    assert (
        len(re.findall(r"choices, .* a second: .*% of \d+ games won", capsys.readouterr().out)) == 2
    )
    assert example["draw"](curve).startswith("<svg")
