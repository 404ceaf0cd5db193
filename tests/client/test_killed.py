"""A server that is killed in the middle of games loses nothing, and nothing counts twice."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

from algorally.bots.levels import make_bot
from algorally.client import Seat, Server, play
from algorally.core.position import Position
from algorally.core.transcript import read_transcript
from algorally.server.messages.tables import Result
from tests.client.hosting import start_when_full
from tests.server.processes import Server as ServerProcess

KILLS = 3


class NotingSeat(Seat):
    """A seat that notes under which numbers its choices were stored."""

    numbers: list[int]

    def choose(self, actions: Sequence[int]) -> int:
        number = super().choose(actions)
        self.numbers.append(number)
        return number


class Attendant(threading.Thread):
    """A bot on a seat, in a thread of its own."""

    def __init__(self, url: str, table: str, token: str) -> None:
        super().__init__()
        self.place = url, table, token
        self.number = -1
        self.numbers: list[int] = []
        self.result: Result | None = None
        self._bot = make_bot("random", 5)

    def plan(self, view: Position, seat: int) -> list[int]:
        return self._bot.plan(view, seat)

    def run(self) -> None:
        url, table, token = self.place
        with Server(url) as server:
            seated = server.claim(table, token, "Bot")
            assert seated.link
            with NotingSeat(server, table, seated.link.token) as seat:
                self.number, seat.numbers = seat.number, self.numbers
                self.result = play(seat, self.plan)


def wait_for_choices(bots: list[Attendant], count: int) -> None:
    """Wait until each bot has chosen so many times more; the game must not end meanwhile."""
    goals = [len(bot.numbers) + count for bot in bots]
    while any(len(bot.numbers) < goal for bot, goal in zip(bots, goals, strict=True)):
        assert all(bot.is_alive() for bot in bots)
        time.sleep(0.001)


def test_games_go_on_after_every_kill(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as process, Server(process.url) as server:
        settings = {"level": "complete", "turn_cap": 25}
        table = server.make_table("algoracing", settings=settings).table.id
        links = [server.link(table, seat) for seat in (0, 1)]
        bots = [Attendant(process.url, table, link.token) for link in links]
        for bot in bots:
            bot.start()
        start_when_full(server, table)
        for _ in range(KILLS):
            wait_for_choices(bots, 8)
            process.kill()
            process.start()
        for bot in bots:
            bot.join()
        final = server.table(table).table
        game = read_transcript(server.replay(table))
    assert final.stage == "over"
    assert [bot.result for bot in bots] == [final.result, final.result]
    for bot in bots:  # each choice was one action, and each was stored once
        assert len(bot.numbers) == sum(seat == bot.number for seat, _ in game.choices)
        assert bot.numbers == sorted(set(bot.numbers))
