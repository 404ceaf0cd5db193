"""Everything that can go wrong for a user, as one tree.

AlgorallyError
├── GameError                  a choice that the game does not allow now
│   ├── IllegalChoice          it breaks a rule, which is named
│   ├── UnreadableChoice       it is not the text of a choice
│   ├── NotYourTurn            another seat acts now
│   └── MatchOver              nobody acts any more
├── SettingError               a game cannot be set up so
│   ├── UnknownGame
│   └── ImpossibleField        blocks, walls or marks that the rules do not allow
├── SceneError                 a scene file cannot be read
├── NotationError              a position or game text cannot be read
├── BotError                   a bot of the user's does not work
├── DeviceError                games cannot be played on a GPU here
├── ClusterError               games cannot be played on a cluster now
└── TableError                 something that cannot be done at a table now

Each message is a whole sentence that says what would have been right.
"""


class AlgorallyError(Exception):
    """Anything that is the user's to mend."""


class GameError(AlgorallyError):
    """A choice that cannot be made now; `rules` holds the numbers that forbid it."""

    def __init__(self, message: str, *rules: str) -> None:
        super().__init__(f"{rules[0]}: {message}" if rules else message)
        self.message = message
        self.rules = rules


class IllegalChoice(GameError):
    """The choice breaks a rule."""


class UnreadableChoice(GameError):
    """The text is not a choice."""


class NotYourTurn(GameError):
    """Another seat acts now."""


class MatchOver(GameError):
    """The game has ended."""


class SettingError(AlgorallyError):
    """A game cannot be set up like this."""


class UnknownGame(SettingError):
    """There is no game of that name."""


class ImpossibleField(SettingError):
    """Blocks, walls or marks lie where the rules do not allow them."""


class SceneError(AlgorallyError):
    """A scene cannot be read."""


class NotationError(AlgorallyError):
    """The text of a position or of a game cannot be read."""


class BotError(AlgorallyError):
    """A bot that failed, or answered what is no plan."""


class DeviceError(AlgorallyError):
    """There is no GPU to play on, or not what it takes."""


class ClusterError(AlgorallyError):
    """There is no cluster to play on, or its nodes have not what it takes."""


class TableError(AlgorallyError):
    """Something that cannot be done at a table now; `code` tells programs why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
