"""Hints: what a good player would choose in a seat's place."""

import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import httpx
import pytest

from algorally.bots.advice import Advice, advise
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.algoracing.names import PASS, RUN
from algorally.server.live.table import AskedHint
from algorally.server.routes import hints
from algorally.server.workshop import Workshop
from tests.server.guests import Guest, count
from tests.server.inside import Inside
from tests.server.parties import eventually

GAMES = ("algoracing", "speedalgo", "roborally")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server in this process."""
    with Inside(tmp_path_factory.mktemp("hints") / "data") as running:
        yield running


@pytest.fixture
def ann(server: Inside) -> Iterator[Guest]:
    """The host."""
    with Guest(server.url) as guest:
        yield guest


@pytest.fixture
def bob(server: Inside) -> Iterator[Guest]:
    """Somebody else."""
    with Guest(server.url) as guest:
        yield guest


def alone(ann: Guest, **wishes: Any) -> str:
    """A game against bots, in which the host is the first to program."""
    return ann.make(name="Ann", bots="random", start=True, set_up="house", **wishes)


def together(ann: Guest, bob: Guest, **wishes: Any) -> str:
    """A running game of two people."""
    table = ann.make(name="Ann", set_up="house", **wishes)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_few_whole_programs_with_words_and_chances(ann: Guest, game: str) -> None:
    table = alone(ann, game=game)
    line = ann.join(table)
    told = ann.post(f"tables/{table}/hint")
    assert told["on"] == line.now["step"]
    assert 1 <= len(told["hints"]) <= hints.MOST_HINTS
    programs = [hint["actions"] for hint in told["hints"]]
    assert len({tuple(program) for program in programs}) == len(programs)
    for hint in told["hints"]:
        ghost = ann.post(f"tables/{table}/preview", actions=hint["actions"])
        assert (ghost["said"], ghost["complete"]) == (hint["said"], True)
        assert 0 <= hint["chance"] <= 1
    assert line.choose(programs[0])["kind"] == "ack"


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_in_mid_turn_is_one_answer(ann: Guest, game: str) -> None:
    """While a game is set up, or a question is asked, one choice is made at a time."""
    settings = {"start_damage": "3"} if game == "roborally" else {}  # they may power down
    table = ann.make(name="Ann", game=game, settings=settings)
    ann.post(f"tables/{table}/seats", name="Bob", another=True)
    ann.post(f"tables/{table}/start")
    lines = [ann.join(table, seat=seat) for seat in (0, 1)]
    for line in lines if game == "roborally" else ():
        program = ann.post(f"tables/{table}/hint?seat={line.viewer}")["hints"][0]["actions"]
        assert line.choose(program)["kind"] == "ack"
    for line in lines:
        line.settle()
    line = next(line for line in lines if line.is_thinking)
    told = ann.post(f"tables/{table}/hint?seat={line.viewer}")["hints"]
    assert told
    for hint in told:
        assert len(hint["actions"]) == len(hint["said"]) == 1
        assert hint["actions"][0] in line.now["legal"]
    assert line.choose(told[0]["actions"])["kind"] == "ack"


def test_for_each_choice_a_hint_is_found_once(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table, found = alone(ann), []
    line = ann.join(table)

    def counted(view: Position, seat: int, **wishes: Any) -> list[Advice]:
        found.append(view)
        return advise(view, seat, **wishes)

    monkeypatch.setattr(hints, "advise", counted)
    first = ann.post(f"tables/{table}/hint")
    assert ann.post(f"tables/{table}/hint") == first
    assert len(found) == 1
    assert {view.viewer for view in found} == {0}
    assert line.choose([PASS])["kind"] == "ack"
    while not line.is_thinking:
        line.hear()
    assert ann.post(f"tables/{table}/hint")["on"] > first["on"]
    assert len(found) == 2


def test_a_hint_that_could_not_be_found_can_be_asked_for_again(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = alone(ann)

    def fail(*_: Any, **__: Any) -> list[Advice]:
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(hints, "advise", fail)
        assert ann.refused("POST", f"tables/{table}/hint")[0] == 500
    assert ann.post(f"tables/{table}/hint")["hints"]


def test_many_who_ask_at_once_wait_for_one_search(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, found, bell = alone(ann), [], threading.Event()

    def slow(view: Position, seat: int, **_: Any) -> list[Advice]:
        found.append(seat)
        bell.wait(60)
        return [Advice([PASS], 0.5)]

    monkeypatch.setattr(hints, "advise", slow)
    answers: list[Any] = []
    askers = [
        threading.Thread(target=lambda: answers.append(ann.post(f"tables/{table}/hint")))
        for _ in range(3)
    ]
    for asker in askers:
        asker.start()
    assert ann.get(f"tables/{table}")  # nobody else waits
    bell.set()
    for asker in askers:
        asker.join()
    assert len(answers) == 3
    assert len(found) == 1


def test_what_nobody_waits_for_any_more_is_not_looked_for(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = alone(ann), alone(ann)
    bell = threading.Event()
    found: list[Position] = []

    def slow(view: Position, seat: int, **_: Any) -> list[Advice]:
        found.append(view)
        assert bell.wait(60)
        return [Advice([PASS], 0.5)]

    monkeypatch.setattr(hints, "advise", slow)
    asking = threading.Thread(target=lambda: ann.post(f"tables/{first}/hint"))
    asking.start()
    eventually(lambda: len(found) == 1)
    with pytest.raises(httpx.ReadTimeout):  # behind the other one, until it hangs up
        ann.http.post(f"/api/tables/{second}/hint", timeout=0.5)
    eventually(lambda: waiting(ann) == 0)
    bell.set()
    asking.join()
    assert len(found) == 1
    assert ann.post(f"tables/{second}/hint")["hints"]  # and it can be asked for again
    assert len(found) == 2


def test_who_hangs_up_late_takes_nothing_from_a_later_choice() -> None:
    old, new = (AskedHint(on, mock.Mock()) for on in (1, 2))
    live: Any = mock.Mock(hints={0: new})
    hints.forget(live, 0, old)
    assert live.hints == {0: new}
    hints.forget(live, 0, new)
    assert live.hints == {}


def waiting(guest: Guest) -> float:
    """Costly work that waits."""
    return count(guest, "algorally_workshop_waiting")


def test_the_more_wait_the_shorter_is_the_search() -> None:
    room = Workshop()
    try:
        assert hints.share(room) == hints.SECONDS
        for crowd, seconds in ((0, 0.6), (3, 0.15), (100, hints.SHORTEST)):
            with mock.patch.object(Workshop, "addresses", crowd):
                assert hints.share(room) == pytest.approx(seconds)
    finally:
        room.close()


def test_the_host_switches_hints_off_and_on(ann: Guest, bob: Guest) -> None:
    table = together(ann, bob, game="roborally")
    line = bob.join(table)
    assert line.welcome["table"]["hints"] is True
    status, problem = bob.refused("PUT", f"tables/{table}/hints", allowed=False)
    assert (status, problem["code"]) == (403, "not_allowed")
    ann.put(f"tables/{table}/hints", allowed=False)
    heard = line.hear("table")
    assert (heard["what"], heard["table"]["hints"]) == ("hints", False)
    for guest in (ann, bob):
        status, problem = guest.refused("POST", f"tables/{table}/hint")
        assert (status, problem["code"]) == (409, "no_hints")
        assert "the host has switched hints off" in problem["words"]
    assert ann.refused("PUT", f"tables/{table}/hints", allowed=False)[1]["code"] == "hints_set"
    ann.put(f"tables/{table}/hints", allowed=True)
    assert bob.post(f"tables/{table}/hint")["hints"]


def test_a_table_can_be_made_without_hints(ann: Guest) -> None:
    table = alone(ann, hints=False)
    assert ann.get(f"tables/{table}")["table"]["hints"] is False
    assert ann.refused("POST", f"tables/{table}/hint")[1]["code"] == "no_hints"


def test_whose_turn_it_is_not_gets_no_hint(ann: Guest, bob: Guest) -> None:
    table = together(ann, bob)
    thinking = ann.join(table).now["thinking"][0]
    waiting = (bob, ann)[thinking]
    status, problem = waiting.refused("POST", f"tables/{table}/hint")
    assert (status, problem["code"]) == (409, "not_your_turn")
    _, problem = waiting.refused("POST", f"tables/{table}/hint?seat={thinking}")
    assert problem["code"] == "foreign_seat"


def test_who_has_chosen_already_gets_no_hint(ann: Guest, bob: Guest) -> None:
    table = together(ann, bob, game="speedalgo")
    line = ann.join(table)
    assert line.choose([find_game("speedalgo").finish])["kind"] == "ack"
    assert ann.refused("POST", f"tables/{table}/hint")[1]["code"] == "not_your_turn"
    assert bob.post(f"tables/{table}/hint")["hints"]


def test_nobody_gets_a_hint_while_clocks_stand(ann: Guest, bob: Guest) -> None:
    table = together(ann, bob, game="roborally", clock=60)
    assert bob.post(f"tables/{table}/hint")
    ann.post(f"tables/{table}/pause")
    assert bob.refused("POST", f"tables/{table}/hint")[1]["code"] == "paused"
    bob.post(f"tables/{table}/resume")
    assert bob.post(f"tables/{table}/hint")


def test_a_plan_counts_as_far_as_it_is_chosen_now() -> None:
    algoracing, speedalgo = find_game("algoracing"), find_game("speedalgo")
    answers = [action for action in range(200) if algoracing.words.final(action)]
    ride = next(action for action in answers if action not in (RUN, PASS, algoracing.time_up))
    assert hints.chosen_now(algoracing, [0, 1, RUN, ride]) == [0, 1, RUN]
    assert hints.chosen_now(algoracing, [ride, ride]) == [ride]
    assert hints.chosen_now(algoracing, [PASS]) == [PASS]
    last = [action for action in range(200) if speedalgo.words.final(action)]
    aim = next(action for action in last if action != speedalgo.finish)
    written = [0, aim, 1, speedalgo.finish]  # a car that is written into the program
    assert hints.chosen_now(speedalgo, [*written, aim]) == written


def test_what_cannot_be_played_is_not_told(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = alone(ann)
    plans = [Advice([10**6], 0.9), Advice([PASS], 7.0), Advice([PASS, RUN], 0.1)]
    monkeypatch.setattr(hints, "advise", lambda *_, **__: plans)
    assert ann.post(f"tables/{table}/hint")["hints"] == [
        {"actions": [PASS], "said": ["pass"], "chance": 1.0}
    ]
