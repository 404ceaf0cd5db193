"""Against a real server: everything that a program can ask for."""

import threading
import time

import pytest

from algorally.bots.greedy import Greedy
from algorally.bots.levels import LEVELS, make_bot
from algorally.client import Seat, Server, ServerRefused, play
from algorally.core.position import Position
from algorally.core.records import same_bytes
from algorally.core.transcript import read_transcript
from algorally.server.messages.tables import Result
from tests.client.hosting import start_when_full
from tests.server.processes import Server as ServerProcess

GAME = "algoracing"
SHORT = {"turn_cap": 6}


def test_the_games_are_described(server: Server) -> None:
    (game,) = [info for info in server.games() if info.name == GAME]
    assert game.fewest_seats == 2
    assert game.bots == list(LEVELS)


def test_a_listed_table_is_found_until_it_is_given_up(server: Server) -> None:
    table = server.make_table(GAME, listed=True).table.id
    assert table in [info.id for info in server.tables()]
    assert server.give_up(table).table.stage == "closed"
    assert table not in [info.id for info in server.tables()]


def test_seats_are_taken_left_and_filled(server: Server) -> None:
    made = server.make_table(GAME, seats=3, name="Ada")
    table = made.table.id
    assert (made.host, made.seats) == (True, [0])
    assert server.sit(table, "Bea", another=True).seats == [0, 1]
    assert server.leave(table, 1).seats == [0]
    filled = server.fill(table, 1, "random")
    assert [seat.taken for seat in filled.table.seats] == ["person", "bot", "free"]
    assert server.table(table) == filled


def test_a_bot_plays_against_the_bots_of_the_server(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="greedy", settings=SHORT, start=True)
    with Seat(server, made.table.id) as seat:
        result = play(seat, Greedy().plan)
        assert not seat.wait()
    assert result == server.table(made.table.id).table.result
    assert list(read_transcript(server.replay(made.table.id)).end().standing()) == [
        result.turns,
        result.winners,
        result.points,
    ]


def test_bots_from_outside_meet_through_secret_links(
    server: Server, process: ServerProcess
) -> None:
    table = server.make_table(GAME, seats=2, settings=SHORT | {"level": "complete"}).table.id
    results: dict[int, Result] = {}

    def attend(token: str) -> None:
        with Server(process.url) as other:
            seated = other.claim(table, token, "Bot")
            assert seated.link
            with Seat(other, table, seated.link.token) as seat:
                results[seat.number] = play(seat, make_bot("greedy", 1).plan)

    links = [server.link(table, seat) for seat in (0, 1)]
    bots = [threading.Thread(target=attend, args=[link.token]) for link in links]
    for bot in bots:
        bot.start()
    start_when_full(server, table)
    for bot in bots:
        bot.join()
    assert results[0] == results[1] == server.table(table).table.result


def test_a_seat_waits_for_the_beginning_and_sees_the_colours(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", colour="blue", bots="random")
    table = made.table.id
    with Seat(server, table) as seat:
        assert not seat.thinking
        assert not seat.over
        server.start(table)
        assert seat.wait()
        assert seat.view.game.words.seat_name(seat.view, 0) == "blue"
        assert seat.legal == seat.view.legal(0)


def test_what_is_followed_is_what_a_newcomer_sees(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", settings={"level": "complete"})
    table = made.table.id
    with Seat(server, table) as seat, Seat(server, table, -1) as spectator:
        server.start(table)
        for _ in range(12):
            seat.wait()
            seat.choose(seat.legal[:1])
            with Seat(server, table, -1) as other:
                while spectator.version < other.version:
                    spectator.wait_for_news()
                if spectator.version == other.version:
                    assert same_bytes(spectator.view.states, other.view.states)


def test_words_will_do_and_a_refusal_names_its_rule(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", start=True)
    with Seat(server, made.table.id) as seat:
        seat.wait()
        with pytest.raises(ServerRefused) as refused:
            seat.choose([next(action for action in range(200) if action not in seat.legal)])
        assert refused.value.code == "illegal_choice"
        assert refused.value.rules[0].startswith("AR-")
        words = seat.view.say(seat.legal[0])
        ghost = server.preview(made.table.id, actions=seat.legal[:1])
        assert ghost.said == [words]
        before = seat.step
        seat.choose_text(words)
        assert seat.step > before


def test_a_pause_is_waited_out(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", settings=SHORT, start=True)
    table = made.table.id
    with Seat(server, table) as seat:
        seat.wait()
        server.pause(table)
        timer = threading.Timer(0.5, server.resume, [table])
        timer.start()
        assert play(seat, Greedy().plan) == server.table(table).table.result
        timer.join()


def test_a_clock_that_runs_out_is_no_trouble(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", clock=1, settings=SHORT, start=True)
    bot, naps = Greedy(), iter([1.6])

    def sleepy(view: Position, number: int) -> list[int]:
        time.sleep(next(naps, 0))
        return bot.plan(view, number)

    with Seat(server, made.table.id) as seat:
        assert seat.wait()
        assert seat.deadline is not None
        assert play(seat, sleepy) == server.table(made.table.id).table.result


def test_a_rematch_has_the_same_people(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", settings=SHORT, start=True)
    with Seat(server, made.table.id) as seat:
        play(seat, Greedy().plan)
    again = server.rematch(made.table.id)
    assert again.table.id != made.table.id
    assert [again.table.seats[seat].name for seat in again.seats] == ["Ada"]


def test_a_replay_before_the_end_is_refused(server: Server) -> None:
    made = server.make_table(GAME, name="Ada", bots="random", start=True)
    with pytest.raises(ServerRefused) as refused:
        server.replay(made.table.id)
    assert refused.value.code == "not_over"


def test_wrong_names_and_tokens_are_refused(server: Server, process: ServerProcess) -> None:
    made = server.make_table(GAME, name="Ada")
    with pytest.raises(ServerRefused, match="no such table"):
        Seat(server, "aaaaaaaaaaaa")
    with pytest.raises(ServerRefused, match="not made by this server"):
        Seat(server, made.table.id, "nonsense")
    with pytest.raises(ServerRefused, match="not yours"):
        Seat(server, made.table.id, 1)
    with Server(process.url, "nonsense") as stranger, pytest.raises(ServerRefused):
        stranger.table(made.table.id)


def test_who_loses_the_seat_is_told_so(server: Server) -> None:
    made = server.make_table(GAME, seats=2, name="Ada")
    with Seat(server, made.table.id) as seat:
        server.leave(made.table.id, 0)
        with pytest.raises(ServerRefused) as refused:
            seat.wait()
    assert refused.value.code == "seat_lost"
