"""The saved games of the tests, by the name of their game."""

from pathlib import Path

from algorally.core.game import games

FOLDER = Path(__file__).parent.parent / "games"
SAVED = {name: sorted((FOLDER / name / "saved").glob("*.txt")) for name in games()}
