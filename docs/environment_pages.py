"""Writes environments/GAME.md: what learners see of each game, from what the games say themselves.

Use: python docs/environment_pages.py
"""

from collections.abc import Iterator
from pathlib import Path

from algorally.core.game import Game, find_game, games
from algorally.core.observation import Observation
from algorally.envs.gymnasium import environment_id

FOLDER = Path(__file__).parent / "environments"
PAGE = """# {title} for learners

| | |
|---|---|
| [Gymnasium](gymnasium.md) | `gymnasium.make("{id}")`, and `make_vec` |
| [PettingZoo](pettingzoo.md) | `algorally.envs.pettingzoo.env(game="{name}", seats={seats})` |
| [OpenSpiel](openspiel.md) | `pyspiel.load_game("python_algorally_{name}(players={seats})")` |
| [On a GPU](gpu.md) | `algorally.envs.device.DeviceGames("{name}", 4096)` |
| seats | {first} to {last} |
| settings | those of [RULES.md](../../src/algorally/games/{name}/RULES.md), and {boards} |
| actions | {actions}, numbered as in [records.md](../records.md) |
| version | {version}, that of the rules: where they change, so does it |

**Reward.** 0 until the game is over; then 1 for the only winner and -1 / (seats - 1) for each other
seat. Several winners share what one would have, so that all rewards together are 0; if nobody or
everybody wins, each is 0.

**Termination.** When the game is over by its rules (which always happens, at the latest by
`{cap}`). Nothing is truncated unless a limit is asked for.

**Illegal actions.** The first legal action is played in place of one that is not legal, and
`illegal_action` of the info says so. In OpenSpiel they are refused with an error.

## Observation

All of it is made from the seat's view: what is hidden from the seat is not in it.
`board` is an array of int8 in the shape (planes, {axes}), with the settings left as they are
{shape}:

| plane | name | |
|---|---|---|
{planes}

Planes before number {ground} never change. `numbers` are {length} numbers of int16:

| from | how many | name | |
|---|---|---|---|
{parts}

## Example

```python
import gymnasium
import algorally.envs

env = gymnasium.make("{id}", seats={seats}, opponent="random")
seen, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(info["action_mask"])  # any legal one
    seen, reward, over, _, info = env.step(action)
print("{title}", seen["board"].shape, "reward", reward)
```

`python docs/environment_pages.py` writes this page.
"""


def planes_of(observation: Observation) -> Iterator[str]:
    """The rows of the table of planes."""
    for number, plane in enumerate(observation.planes):
        yield f"| {number} | `{plane.name}` | {plane.sentence} |"


def parts_of(observation: Observation) -> Iterator[str]:
    """The rows of the table of numbers."""
    place = 0
    for part in observation.parts:
        yield f"| {place} | {part.length} | `{part.name}` | {part.sentence} |"
        place += part.length


def page(game: Game) -> str:
    """The page of a game."""
    assert game.observation
    seats = game.seats[0]
    rows, columns = game.observation.shape(game.start(seats).field)
    boards = dict.fromkeys(name for preset in game.presets() for name in preset.settings)
    return PAGE.format(
        id=environment_id(game),
        name=game.name,
        title=game.title,
        seats=seats,
        first=seats,
        last=game.seats[-1],
        boards=" and ".join(f"`{name}`" for name in boards),
        actions=game.actions,
        version=game.rules_version,
        cap=next(setting.name for setting in game.settings if setting.name.endswith("_cap")),
        axes=", ".join(game.observation.axes),
        shape=(len(game.observation.planes), rows, columns),
        planes="\n".join(planes_of(game.observation)),
        ground=len(game.observation.ground),
        length=game.observation.length,
        parts="\n".join(parts_of(game.observation)),
    )


def main() -> None:
    """Write the pages."""
    for name in games():
        (FOLDER / f"{name}.md").write_text(page(find_game(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
