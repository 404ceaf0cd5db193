"""A bot for Algorally in Python, without anything installed: copy it and change `choose`.

Try it:  algorally check-bot algoracing "run:python3 bot.py"
"""

import json
import random
import sys


class Bot:
    """Plays one game on one seat."""

    def __init__(self, start):
        self.game, self.seat = start["game"], start["seat"]
        self.field = start["field"]  # the board: what does not change in this game
        self.kinds = start["event_kinds"]
        self.dice = random.Random(start["seed"])  # the same seed, the same game
        self.seen = 0

    def choose(self, question):
        """Your ideas go here: the actions to play, one by one, as far as they are legal."""
        # Each event is [kind, seat, a, b, c, secret]; docs/records.md says what they mean.
        self.seen += len(question["events"])
        view = question["view"]  # all that your seat may know, by the names of docs/records.md
        print(f"turn {view['turn']}, {self.seen} events so far", file=sys.stderr)
        return [self.dice.choice(question["legal"])["action"]]


def say(message):
    """One JSON object a line; nothing else may be printed to standard output."""
    print(json.dumps(message), flush=True)


def main():
    """Answer line by line until there are no more."""
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["kind"] == "start":
            bot = Bot(message)
            say({"kind": "ready", "wants": ["view", "events"]})
        elif message["kind"] == "plan":
            say({"id": message["id"], "actions": bot.choose(message)})
        elif message["kind"] == "end":
            print(f"winners: {message['winners']}", file=sys.stderr)


if __name__ == "__main__":
    main()
