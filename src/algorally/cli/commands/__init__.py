"""What can be typed, a module for each command."""

from algorally.cli.commands import (
    advise,
    check_bot,
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

COMMANDS = (
    play,
    simulate,
    tournament,
    check_bot,
    serve,
    rotate_key,
    scene,
    show,
    replay,
    advise,
    games,
    rules,
)
