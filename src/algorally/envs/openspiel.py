"""OpenSpiel games: `pyspiel.load_game("python_algorally_roborally(players=4)")`.

Importing this module makes them known. `docs/environments/openspiel.md` tells what is declared.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.errors import SettingError
from algorally.core.game import Game, find_game, games
from algorally.core.position import Position
from algorally.envs.arena import Arena
from algorally.envs.extras import missing
from algorally.envs.loops import reward_of

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel") from error

NO_WORD, NO_NUMBER = "", -1  # settings that are left to the rules
DEALS = 1000
LONGEST_GAME = 100_000  # choices; more than any game takes


def parameters_of(game: Game) -> dict[str, Any]:
    """What can be set when a game is loaded, with the values that it has unless given."""
    boards = {name: NO_WORD for preset in game.presets() for name in preset.settings}
    settings = {setting.name: NO_WORD if setting.named else NO_NUMBER for setting in game.settings}
    return {"players": game.seats[0], "deals": DEALS, **boards, **settings}


def type_of(game: Game) -> Any:
    """What OpenSpiel has to know of a game before it is loaded.

    All chance is drawn at the beginning, as the number of a deal; where several seats choose at
    the same time they do so one after the other, unseen.
    """
    types = pyspiel.GameType
    return types(
        short_name=f"python_algorally_{game.name}",
        long_name=f"{game.title} of Algorally",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters_of(game),
    )


def is_of_one_player(kind: Any) -> bool:
    """Whether observations are to be all that one player sees at a moment."""
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(own and kind.public_info and not kind.perfect_recall)


class SetUp:
    """A game of certain settings, which all its states share."""

    def __init__(self, game: Game, players: int, deals: int, settings: Mapping[str, Any]) -> None:
        if deals < 1:
            raise SettingError(f"there must be at least one deal, not {deals}")
        self.game, self.players, self.settings = game, players, settings
        self.fields = game.lay_out(players, settings)
        self.deals = [(seed, 1.0 / deals) for seed in range(deals)]

    def __deepcopy__(self, _: Any) -> "SetUp":
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return SetUp, (self.game, self.players, len(self.deals), self.settings)

    def deal(self, seed: int) -> Position:
        """The game at the beginning, from a seed."""
        position = Position(self.game, self.fields)
        self.game.doors.begin(position.states, 0, position.fields, seed)
        return position

    @cached_property
    def arena(self) -> Arena:
        """Where players look at states."""
        return Arena(self.game, 1, self.players, None, **self.settings)


class RaceGame(pyspiel.Game):
    """A game as OpenSpiel loads it."""

    kind: Any
    game: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        left = (NO_WORD, NO_NUMBER)
        given = {name: value for name, value in (params or {}).items() if value not in left}
        players, deals = given.pop("players", self.game.seats[0]), given.pop("deals", DEALS)
        self.set_up = SetUp(self.game, players, deals, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> "RaceState":
        """A game that has not been dealt yet."""
        return RaceState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> "RaceObserver | None":
        """What each player sees now: neither all they ever saw, nor what all see alike."""
        if iig_obs_type and not is_of_one_player(iig_obs_type):
            return None
        if params:
            raise SettingError(f"there is nothing to choose about observations: {params}")
        return RaceObserver(self.set_up)


class RaceState(pyspiel.State):
    """A game in progress, or before the deal."""

    def __init__(self, game: RaceGame) -> None:
        super().__init__(game)
        self.set_up = game.set_up
        self.position: Position | None = None

    def current_player(self) -> int:
        """The first seat that acts."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.position.acting()
        return acting[0] if acting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, each as likely as the others."""
        return self.set_up.deals

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal(player) if self.position else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.set_up.deal(action)
        else:
            self.position.play(self.position.acting()[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"deal {action}"
        return self.position.say(action)

    def returns(self) -> list[float]:
        """What the game is worth to each seat: nothing until it is over."""
        players = self.set_up.players
        if self.position is None or not self.position.over:
            return [0.0] * players
        won = sum(1 << seat for seat in self.position.standing().winners)
        return [reward_of(won, seat, players) for seat in range(players)]

    def __str__(self) -> str:
        return self.position.text() if self.position else "before the deal"


class RaceObserver:
    """What a player sees: the planes of the board and the numbers, or the board as text."""

    def __init__(self, set_up: SetUp) -> None:
        self.set_up = set_up
        board, length = set_up.arena.shape, set_up.arena.observation.length
        squares = int(np.prod(board))
        self.tensor: npt.NDArray[np.float32] = np.zeros(squares + length, np.float32)
        self.dict = {
            "board": self.tensor[:squares].reshape(board),
            "numbers": self.tensor[squares:],
        }

    def set_from(self, state: RaceState, player: int) -> None:
        """Look at a state from a seat."""
        self.tensor.fill(0)
        if state.position:
            arena = self.set_up.arena
            arena.work.states[0] = state.position.states[0]
            arena.show_to(player)
            self.dict["board"][:] = arena.boards[0]
            self.dict["numbers"][:] = arena.table.numbers[0]

    def string_from(self, state: RaceState, player: int) -> str:
        """The board as a seat sees it, and what it can play with."""
        if state.position is None:
            return str(state)
        view = state.position.view(player)
        return "\n".join([view.text(), *view.game.words.hand(view, player)])


def register() -> None:
    """Make all games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in games():
        game = find_game(name)
        kind = type_of(game)
        if game.observation and kind.short_name not in known:
            # OpenSpiel keeps it until Python has ended, which only a class outlives.
            of_game = type(f"{game.title}Game", (RaceGame,), {"kind": kind, "game": game})
            pyspiel.register_game(kind, of_game)


register()
