"""What can be typed, a module for each command."""

from algorally.cli.commands import (
    advise,
    games,
    play,
    replay,
    rotate_key,
    rules,
    scene,
    serve,
    show,
    simulate,
)

COMMANDS = (play, simulate, serve, rotate_key, scene, show, replay, advise, games, rules)
