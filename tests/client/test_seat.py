"""A seat survives whatever happens to its connection; nothing is lost, nothing counts twice."""

import time

import pytest
from websockets.sync.server import ServerConnection

from algorally.client import NoServer, Seat, Server, ServerRefused
from algorally.core.errors import TableError
from algorally.core.records import same_bytes
from tests.client.fake_server import FakeServer
from tests.client.fake_table import FakeTable, send


def is_up_to_date(seat: Seat, table: FakeTable) -> bool:
    """Whether a seat knows all that it may know."""
    view = table.position.view(seat.number)
    return same_bytes(seat.view.states, view.states) and seat.legal == table.position.legal(0)


def play_on(seat: Seat, choices: int = 3) -> None:
    """Make a few choices."""
    for _ in range(choices):
        assert seat.wait()
        seat.choose(seat.legal[:1])
    seat.wait()


def test_a_seat_knows_where_the_game_stands(seat: Seat, table: FakeTable) -> None:
    assert is_up_to_date(seat, table)
    assert (seat.number, seat.thinking, seat.over, seat.deadline) == (0, True, False, 77)
    assert seat.table.stage == "running"
    assert seat.result == table.info().result


def test_it_follows_what_happens(seat: Seat, table: FakeTable) -> None:
    play_on(seat, 10)
    assert is_up_to_date(seat, table)
    assert len(table.commits) == 10
    assert len(table.greetings) == 1


def test_a_choice_tells_the_number_under_which_it_is_stored(seat: Seat, table: FakeTable) -> None:
    number = seat.choose(seat.legal[:1])
    assert table.stored == {table.commits[0].id: number}
    assert seat.version >= number


def test_a_choice_can_be_made_in_words(seat: Seat, table: FakeTable) -> None:
    action = seat.legal[0]
    seat.choose_text(seat.view.say(action))
    assert table.commits[0].text == seat.view.say(action)
    assert is_up_to_date(seat, table)


@pytest.mark.parametrize("fault", ["lost", "forgotten", "unavailable", "unsure", "busy"])
def test_a_choice_that_went_astray_is_sent_again_and_counts_once(
    seat: Seat, table: FakeTable, fault: str
) -> None:
    table.faults += [fault, fault] if fault != "forgotten" else [fault]
    seat.choose(seat.legal[:1])
    seat.wait()
    assert len(table.commits) > 1
    assert len({commit.id for commit in table.commits}) == 1
    assert len(table.stored) == 1
    assert is_up_to_date(seat, table)


@pytest.mark.parametrize("fault", ["repeated", "skipped", "early"])
def test_frames_that_come_twice_or_not_at_all_do_no_harm(
    seat: Seat, table: FakeTable, fault: str
) -> None:
    table.faults += [fault, fault, fault]
    play_on(seat)
    assert len(table.stored) == len({commit.id for commit in table.commits}) == 3
    assert is_up_to_date(seat, table)


def test_after_a_gap_only_what_is_missing_is_asked_for(seat: Seat, table: FakeTable) -> None:
    table.faults.append("skipped")
    play_on(seat, 4)
    hellos = [hello.last for hello in table.greetings]
    assert hellos[0] is None
    assert len(hellos) == 2
    assert hellos[1] is not None


def test_a_choice_is_known_in_full_when_it_is_acknowledged(seat: Seat, table: FakeTable) -> None:
    table.faults.append("early")
    step = seat.step
    seat.choose(seat.legal[:1])
    assert seat.step > step


def test_a_server_that_starts_anew_is_found_again(
    seat: Seat, table: FakeTable, fake: FakeServer
) -> None:
    for _ in range(3):
        play_on(seat)
        fake.stop()
        fake.start()
    play_on(seat)
    assert is_up_to_date(seat, table)
    assert len(table.stored) == 12


def test_patience_begins_anew_with_every_frame(fake: FakeServer, table: FakeTable) -> None:
    with Server(fake.url, "guest") as server, Seat(server, "fake", patience=2) as seat:
        for _ in range(4):
            play_on(seat, 1)
            fake.stop()
            time.sleep(0.6)
            fake.start()
        play_on(seat, 1)
        assert is_up_to_date(seat, table)


def test_a_server_that_only_greets_is_given_up(table: FakeTable) -> None:
    def greet(connection: ServerConnection) -> None:
        connection.recv()
        send(connection, [table.welcome()])

    with FakeServer(greet) as fake, Server(fake.url, "guest") as server:
        seat = Seat(server, "fake", patience=0.5)
        with pytest.raises(NoServer, match=r"within 0.5 seconds"):
            seat.wait_for_news()
        seat.close()


def test_a_game_that_goes_on_meanwhile_is_caught_up_with(
    seat: Seat, table: FakeTable, fake: FakeServer
) -> None:
    fake.stop()
    table.play(table.position.legal(0)[:1])
    fake.start()
    with pytest.raises(ServerRefused, match="went on") as refused:
        seat.choose(seat.legal[:1])
    assert refused.value.code == "stale"
    assert is_up_to_date(seat, table)


def test_what_is_refused_changes_nothing(seat: Seat, table: FakeTable) -> None:
    with pytest.raises(ServerRefused) as refused:
        seat.choose([table.position.game.actions - 1])
    assert refused.value.code == "illegal_choice"
    assert refused.value.rules
    assert isinstance(refused.value, TableError)
    assert is_up_to_date(seat, table)
    play_on(seat)


def test_a_lost_seat_is_not_waited_for(seat: Seat, table: FakeTable) -> None:
    table.faults.append("seat_lost")
    with pytest.raises(ServerRefused) as refused:
        seat.choose(seat.legal[:1])
    assert refused.value.code == "seat_lost"


def test_when_patience_is_at_its_end_the_error_says_what_would_help(fake: FakeServer) -> None:
    with Server(fake.url, "guest") as server, Seat(server, "fake", patience=0.3) as seat:
        fake.stop()
        with pytest.raises(NoServer, match=r"within 0.3 seconds .*start one with"):
            seat.choose(seat.legal[:1])


def test_a_pause_is_nobodys_turn(seat: Seat, table: FakeTable, fake: FakeServer) -> None:
    table.paused_since = 1
    table.tell()
    fake.stop()
    fake.start()
    seat.wait_for_news()
    assert not seat.thinking
    assert not seat.over


def test_a_closed_table_is_waited_for_no_longer(
    seat: Seat, table: FakeTable, fake: FakeServer
) -> None:
    table.stage = "closed"
    table.tell()
    fake.stop()
    fake.start()
    seat.wait_for_news()
    assert not seat.wait()
