"""The games, their settings, and their fields with pictures."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import Parameter
from msgspec.structs import replace

from algorally.bots.levels import LEVELS
from algorally.core.errors import SettingError
from algorally.core.events import MOST_SEATS
from algorally.core.game import Game, Preset, find_game, games
from algorally.core.rule_book import read_book
from algorally.core.settings import Setting
from algorally.core.transcript import RESERVED
from algorally.server.archive import record_infos
from algorally.server.histories import demonstration
from algorally.server.messages.http import (
    FieldInfo,
    GameInfo,
    History,
    RecordInfos,
    RuleInfo,
    SettingInfo,
)
from algorally.server.problems import may_refuse
from algorally.server.readiness import Readiness
from algorally.server.workshop import Workshop

SVG = "image/svg+xml"
GameName = Annotated[str, Parameter(max_length=60, description="The name of a game.")]
Seats = Annotated[int | None, Parameter(ge=1, le=MOST_SEATS, description="How many play.")]
MOST_PARAMETERS = 60
FieldKey = tuple[int, frozenset[tuple[str, str]]]  # seats and settings


def setting_info(setting: Setting) -> SettingInfo:
    """A setting, for a form."""
    values, number = setting.values, setting.default_number
    words = list(values) if isinstance(values, tuple) else []
    ends = (None, None) if isinstance(values, tuple) else (values[0], values[-1])
    return SettingInfo(
        name=setting.name,
        sentence=setting.sentence,
        rule=setting.rule,
        values=words,
        lowest=ends[0],
        highest=ends[1],
        default=words[number] if words else number,
        only_with=dict([setting.only_with] if setting.only_with else []),
    )


def picture_path(game: Game, preset: Preset) -> str:
    """Where the picture of a ready-made field is."""
    seats = {"seats": preset.seats} if preset.seats else {}
    return f"/api/games/{game.name}/picture.svg?{urlencode(preset.settings | seats)}"


def field_infos(game: Game) -> list[FieldInfo]:
    """The ready-made fields, each with the settings that choose it and its picture."""
    return [
        FieldInfo(
            name=preset.name,
            kind=preset.kind,
            sentence=preset.sentence,
            settings=preset.settings,
            picture=picture_path(game, preset),
        )
        for preset in game.presets()
    ]


@cache
def game_info(name: str) -> GameInfo:
    """A game; all but how far it is prepared never changes while the server runs."""
    game = find_game(name)
    return GameInfo(
        name=game.name,
        title=game.title,
        sentence=game.sentence,
        rules_version=game.rules_version,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        colours=list(game.colours),
        actions=game.actions,
        events=list(game.events),
        bots=list(LEVELS),
        settings=[setting_info(setting) for setting in game.settings],
        fields=field_infos(game),
        prepared=1.0,
    )


def present(name: str, readiness: Readiness) -> GameInfo:
    """A game as it is now."""
    return replace(game_info(name), prepared=readiness.done.get(name, 1.0))


def check_names(settings: Iterable[str]) -> None:
    """What stands on its own is no setting."""
    for name in settings:
        if name in RESERVED:
            raise SettingError(f"{name} is not a setting of the game; say it on its own")


def field_key(seats: int, settings: dict[str, Any]) -> FieldKey:
    """What a field hangs on."""
    return seats, frozenset((name, str(value)) for name, value in settings.items())


@cache
def ready_made(name: str) -> frozenset[FieldKey]:
    """The ready-made fields of a game."""
    game = find_game(name)
    fields = ((one.seats or game.seats[0], one.settings) for one in game.presets())
    return frozenset(field_key(seats, settings) for seats, settings in fields)


def draw_start(game: Game, seats: int, settings: dict[str, Any]) -> str:
    """The picture of a field before the game."""
    key = field_key(seats, settings)
    return draw_preset(game.name, key) if key in ready_made(game.name) else draw(game, *key)


@cache
def draw_preset(name: str, key: FieldKey) -> str:
    """The picture of a ready-made field; there are few of them, and everybody looks at them."""
    return draw(find_game(name), *key)


def draw(game: Game, seats: int, settings: Iterable[tuple[str, str]]) -> str:
    """The picture of a field of any settings."""
    return game.start(seats=seats, seed=0, **dict(settings)).view(-1).svg()


class Games(Controller):
    """Games and boards."""

    path = "/api/games"
    tags = ("games",)

    @get("/", operation_id="games", summary="All games", responses=may_refuse())
    async def all(self, readiness: NamedDependency[Readiness]) -> list[GameInfo]:
        """Each with its settings and ready-made fields."""
        return [present(name, readiness) for name in games()]

    @get("/{game:str}", operation_id="game", summary="One game", responses=may_refuse(404))
    async def one(self, game: GameName, readiness: NamedDependency[Readiness]) -> GameInfo:
        """A game with its settings and ready-made fields."""
        return present(find_game(game).name, readiness)

    @get(
        "/{game:str}/rules",
        operation_id="rules",
        summary="The rule book",
        responses=may_refuse(404),
    )
    async def rules(self, game: GameName) -> list[RuleInfo]:
        """All rules of a game, by number."""
        book = read_book(find_game(game)).values()
        return [
            RuleInfo(
                number=rule.number,
                chapter=rule.chapter,
                kind=rule.kind,
                source=rule.source,
                text=rule.text,
            )
            for rule in book
        ]

    @get(
        "/{game:str}/records",
        operation_id="records",
        summary="What the bytes of views mean",
        responses=may_refuse(404),
    )
    async def records(self, game: GameName) -> RecordInfos:
        """The layout of a game's state and field, for programs that read them."""
        return record_infos(find_game(game))

    @get(
        "/{game:str}/demonstration",
        operation_id="demonstration",
        summary="A game of bots",
        responses=may_refuse(404),
    )
    async def demonstration(
        self,
        game: GameName,
        readiness: NamedDependency[Readiness],
        back_room: NamedDependency[Workshop],
    ) -> History:
        """A whole game, to show what it is like."""
        readiness.check(game)
        return await back_room.do(demonstration, find_game(game).name)

    @get(
        "/{game:str}/picture.svg",
        operation_id="fieldPicture",
        summary="A field as a picture",
        media_type=SVG,
        responses=may_refuse(404),
    )
    async def picture(
        self,
        game: GameName,
        request: Request[Any, Any, Any],
        readiness: NamedDependency[Readiness],
        back_room: NamedDependency[Workshop],
        seats: Seats = None,
    ) -> Response[str]:
        """All other parameters are settings of the game, by name."""
        settings = {name: value for name, value in request.query_params.items() if name != "seats"}
        if len(settings) > MOST_PARAMETERS or any(len(v) > 400 for v in settings.values()):
            raise SettingError(f"at most {MOST_PARAMETERS} settings of 400 characters each")
        check_names(settings)
        found = find_game(game)
        readiness.check(game)
        drawn = await back_room.do(draw_start, found, seats or found.seats[0], settings)
        return Response(drawn, media_type=SVG, headers={"cache-control": "public, max-age=3600"})
