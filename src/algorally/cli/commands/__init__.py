"""What can be typed, a module for each command."""

from algorally.cli.commands import games, play, replay, rules, scene, serve, show, simulate

COMMANDS = (play, simulate, serve, scene, show, replay, games, rules)
