"""What can be typed, a module for each command."""

from algorally.cli.commands import (
    games,
    play,
    replay,
    rotate_key,
    rules,
    scene,
    serve,
    show,
    simulate,
    tournament,
)

COMMANDS = (play, simulate, tournament, serve, rotate_key, scene, show, replay, games, rules)
