"""Builds a position from its parts, as a scene's `given` and the text of a position name them."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

from algorally.core.errors import SceneError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.scene import check_keys, one_of, table


class PositionBuilder:
    """What all games do alike; a game adds a method for each kind of thing that it lays out."""

    game: ClassVar[str]
    phases: ClassVar[type[IntEnum]]
    keys: ClassVar[Sequence[str]]  # of `given`
    exact_keys: ClassVar[Sequence[str]]  # of `given.exact`, which a scene leaves open
    numbers: ClassVar[Sequence[str]]  # those of them that the state has by the same names
    piece: ClassVar[str]  # what each seat has on the board; its plural names the table of them
    piece_keys: ClassVar[Sequence[str]]
    piece_names: ClassVar[Sequence[str]] = ()  # the colours of the game unless given

    def __init__(self, given: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        game = find_game(self.game)
        check_keys("given", given, self.keys)
        self.given = given
        self.exact = table("exact", given.get("exact", {}))
        check_keys("exact", self.exact, ("phase", "dice", *self.numbers, *self.exact_keys))
        pieces = f"{self.piece}s"
        self.pieces = table(pieces, given.get(pieces, {}))
        self.colours = list(self.pieces)  # of the seats, in their order
        names = self.piece_names or game.colours
        if not self.colours:
            raise SceneError(f"given needs a {self.piece}: [given.{pieces}.{names[0]}]")
        for name, piece in self.pieces.items():
            one_of(pieces, name, names)
            check_keys(f"{pieces}.{name}", table(f"{pieces}.{name}", piece), self.piece_keys)
        self.position = Position(game, self.read_field(options))
        self.race: Any = self.position.state
        self.field: Any = self.position.field

    def read_field(self, options: Mapping[str, Any]) -> Rows:
        """The field, which does not change."""
        raise NotImplementedError

    def lay_exactly(self) -> None:
        """Everything, as the text of a position tells it."""
        raise NotImplementedError

    def lay_numbers(self) -> None:
        """What the state has by the names of `exact`, its phase and its dice."""
        names = [phase.name.lower() for phase in self.phases]
        self.race.phase = one_of("exact.phase", self.exact["phase"], names)
        for name in self.numbers:
            setattr(self.race, name, self.exact[name])
        dice = self.race.dice
        dice.a, dice.b, dice.c, dice.counter = self.exact["dice"]

    @classmethod
    def numbers_of(cls, state: Any) -> dict[str, Any]:
        """What `lay_numbers` reads."""
        dice = state.dice
        return {
            "phase": cls.phases(int(state.phase)).name.lower(),
            **{name: int(getattr(state, name)) for name in cls.numbers},
            "dice": [int(dice.a), int(dice.b), int(dice.c), int(dice.counter)],
        }
