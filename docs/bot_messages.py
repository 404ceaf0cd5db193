"""Writes bot-messages.json: the schema of what bots are sent and answer, from its own source.

Use: python docs/bot_messages.py
"""

import json
from pathlib import Path

from algorally.bots.messages import schema

PAGE = Path(__file__).parent / "bot-messages.json"


def page() -> str:
    """The whole file."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
