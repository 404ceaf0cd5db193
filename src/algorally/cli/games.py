"""What `algorally games` says."""

from typing import Any

from algorally.cli.columns import say_columns
from algorally.cli.levels import SENTENCES
from algorally.cli.output import say, say_json
from algorally.cli.setting_up import named_game
from algorally.core.game import Game, find_game, games
from algorally.core.settings import Setting


def list_games(name: str | None, json: bool) -> None:
    """All games, or one in full."""
    every = [named_game(name)] if name else [find_game(each) for each in games()]
    if json:
        parts = [in_parts(game) for game in every]
        say_json(parts[0] if name else parts)
    elif name:
        say_game(every[0])
    else:
        say_games(every)


def say_games(every: list[Game]) -> None:
    """All games, a line each."""
    say_columns(
        ("game", "players", "what it is"),
        [(game.name, players(game), game.sentence) for game in every],
    )
    say()
    say_columns(("level of bots", "how it plays"), list(SENTENCES.items()))
    say(f"More with: algorally games {every[0].name}")


def players(game: Game) -> str:
    """How many can play."""
    return f"{game.seats[0]} to {game.seats[-1]}"


def values(setting: Setting) -> list[str]:
    """The values of a setting in words."""
    if isinstance(setting.values, tuple):
        return list(setting.values)
    return [f"{setting.values[0]} to {setting.values[-1]}"]


def default(setting: Setting) -> str:
    """The default of a setting in words."""
    return str(setting.values[setting.default_number] if setting.named else setting.default_number)


def say_game(game: Game) -> None:
    """A game, its options and its ready fields."""
    say(f"{game.title}: {players(game)} players, rules {game.rules_version}")
    say(game.sentence)
    say()
    say_columns(
        ("option", "values", "default", "rule", "what it settles"),
        [
            (each.name, " | ".join(values(each)), default(each), each.rule, each.sentence)
            for each in game.settings
        ],
    )
    for kind, presets in by_kind(game).items():
        say()
        say_columns((kind, "what it is like"), list(presets.items()))
    say()
    first = game.settings[0]
    say(f"Play with: algorally play {game.name} --{first.name} {default(first)}")


def by_kind(game: Game) -> dict[str, dict[str, str]]:
    """The ready fields of each kind, with what they are like."""
    kinds: dict[str, dict[str, str]] = {}
    for preset in game.presets():
        kinds.setdefault(preset.kind, {})[preset.name] = preset.sentence
    return kinds


def in_parts(game: Game) -> dict[str, Any]:
    """A game for programs."""
    return {
        "game": game.name,
        "title": game.title,
        "sentence": game.sentence,
        "players": [game.seats[0], game.seats[-1]],
        "rules_version": game.rules_version,
        "settings": [setting_in_parts(setting) for setting in game.settings],
        "presets": by_kind(game),
    }


def setting_in_parts(setting: Setting) -> dict[str, Any]:
    """A setting for programs; its values are words, or the ends of a range."""
    if setting.named:
        known: dict[str, Any] = {"values": list(setting.values), "default": default(setting)}
    else:
        ends = {"from": setting.values[0], "to": setting.values[-1]}
        known = {"values": ends, "default": setting.default_number}
    return {
        "name": setting.name,
        **known,
        "rule": setting.rule,
        "sentence": setting.sentence,
        "only_with": dict([setting.only_with] if setting.only_with else []),
    }
