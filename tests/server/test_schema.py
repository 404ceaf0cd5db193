"""Every operation answers as the description of the interface says, whatever it is sent."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.guests import GAME, Guest, finish
from tests.server.processes import Server

EXAMPLES = 60  # for each operation
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MOST_TRIES = 8  # until something else than a refusal must have come
OPERATIONS = (
    *("allowEmotes", "allowHints", "analysis", "becomeGuest"),
    *("board", "boardPicture", "chronicle", "claimSeat", "closeTable", "demonstration"),
    *("fieldPicture", "fillSeat", "freeSeat", "game", "games", "groundPicture"),
    *("guest", "handOver", "health", "hint", "history", "leaveTable"),
    *(
        "listTables",
        "makeTable",
        "moveGuest",
        "ownTables",
        "pauseGame",
        "preview",
        "readReplay",
        "records",
        "rematch",
        "replay",
    ),
    *("replayAnalysis", "replayVariation"),
    *("replays", "resumeGame", "rules", "seatLink", "sheets", "sit", "startGame", "table"),
    "variation",
)
STAGES = ("open", "full", "running", "paused", "closed", "over")
# What may come after an operation that answers with a table, at this very table.
LOOKING = ("table", "board", "boardPicture", "chronicle", "groundPicture", "sheets")
PLAYING = ("pauseGame", "preview", "hint", "replay", "history", "analysis", "rematch", *LOOKING)
AFTER = {
    "makeTable": ("sit", "startGame", "pauseGame", "claimSeat"),
    "sit": (
        "fillSeat",
        "freeSeat",
        "handOver",
        "seatLink",
        "allowEmotes",
        "allowHints",
        "leaveTable",
    ),
    "fillSeat": ("startGame", "freeSeat", "closeTable"),
    "startGame": PLAYING,
    "pauseGame": ("resumeGame", "board"),
    "resumeGame": PLAYING,
    **dict.fromkeys(("freeSeat", "claimSeat", "handOver", "allowEmotes"), ("sit", "closeTable")),
    "closeTable": ("table", "sit"),
}
CHAINED = {"makeTable", "sit", "startGame", "pauseGame", "resumeGame", "board"}
OF_FINISHED = {"replay", "history", "analysis", "variation"}  # which change nothing there
CHAINS, STEPS, LONG = 60, 12, 4
FRIENDLY = 5  # each fifth step is the friend's, and who sits down
SENDERS = (*["host"] * 7, "seat", "stranger")
SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class World:
    """Tables in every stage, and a host who may do something there."""

    def __init__(self, url: str) -> None:
        self.host = Guest(url)
        self.host_token = self.host.token
        self.friend = Guest(url)
        self.finished = self.host.make(name="Ann", bots="greedy", start=True, listed=True)
        finish(self.host.join(self.finished))
        self.replay: str = self.host.get(f"tables/{self.finished}/replay")
        self.fields = [field["settings"] for field in self.host.get(f"games/{GAME}")["fields"]]

    def table(self, stage: str) -> str:
        """A table in a stage, a fresh one unless its game is over."""
        if stage == "over":
            return self.finished
        if stage in ("open", "closed"):
            table = self.host.make(name="Ann", seats=3)
            self.friend.post(f"tables/{table}/seats", name="Bob", seat=1)
        else:
            begun = stage in ("running", "paused")
            # Bots wait for somebody to connect, and so the host is to be the first to choose.
            wishes = {"bots": "random", "listed": True, "set_up": "house"}
            table = self.host.make(name="Ann", start=begun, **wishes)
        if stage in ("closed", "paused"):
            self.host.post(f"tables/{table}/{'close' if stage == 'closed' else 'pause'}")
        return table

    def seat_token(self, table: str) -> str:
        """The secret of the host's seat, of any table if it does not matter."""
        table = table or self.finished
        return str(self.host.get(f"tables/{table}")["link"]["token"])


@pytest.fixture(scope="module")
def world(served: Server) -> Iterator[World]:
    """The tables of this module."""
    made = World(served.url)
    yield made
    made.host.close()
    made.friend.close()


@pytest.fixture(scope="module")
def description(served: Server) -> Any:
    """The description of the interface, as the server gives it."""
    return schemathesis.openapi.from_url(f"{served.url}/api/docs/openapi.json")


def mangled(text: str, dice: random.Random) -> str:
    """A text of which a part is missing, doubled or exchanged, or none."""
    first, last = sorted(dice.randrange(len(text)) for _ in range(2))
    middle = text[first:last]
    return text[:first] + dice.choice((middle, middle, "", middle * 2, "x", "\0")) + text[last:]


def make_real(case: Any, world: World, stage: str, dice: random.Random) -> str:
    """Let the path of a case name what exists; the name of its table."""
    table = world.table(stage) if "table" in case.path_parameters else ""
    real = {"table": table, "seat": dice.randrange(3), "game": GAME}
    for name in case.path_parameters:
        case.path_parameters[name] = real[name]
    return table


def make_sensible(case: Any, world: World, table: str, dice: random.Random) -> None:
    """Let some parts of a body name what exists."""
    sensible: dict[str, Callable[[], Any]] = {
        "game": lambda: GAME,
        "settings": lambda: dice.choice(world.fields),
        "bots": lambda: dice.choice(("casual", "random", "")),
        "level": lambda: dice.choice(("solid", "random")),
        "colour": lambda: dice.choice(("red", "green", "")),
        "seats": lambda: dice.randrange(2, 5),
        "seat": lambda: dice.choice((0, 1, None)),
        "token": lambda: world.seat_token(table) if table else world.host_token,
        "actions": lambda: [dice.randrange(140) for _ in range(max(0, dice.randrange(-3, 3)))],
        "text": lambda: dice.choice(("", "", "run")) if table else mangled(world.replay, dice),
    }
    for name, make in sensible.items():
        if isinstance(case.body, dict) and name in case.body and dice.random() < 0.7:
            case.body[name] = make()


def signature(world: World, sender: str, table: str) -> dict[str, str]:
    """Headers that tell who sends it: the host, the holder of a seat's secret, or a stranger."""
    if sender == "host":
        return {"Authorization": f"Bearer {world.host_token}"}
    if sender == "seat" and table:
        return {"Authorization": f"Bearer {world.seat_token(table)}"}
    return {}


# Schemathesis itself throws dice that Hypothesis does not know of.
@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_answers_as_described(name: str, description: Any, world: World) -> None:
    operation = description.find_operation_by_id(name)
    sound = operation.as_strategy()
    answers: Counter[int] = Counter()

    @SETTINGS
    @given(
        case=st.one_of(sound, sound, sound, operation.as_strategy(GenerationMode.NEGATIVE)),
        number=st.integers(0, 2**32),
    )
    def send(case: Any, number: int, attempt: int) -> None:
        # Numbers alone repeat too often, and the same case is to be sent in the same way each time,
        # but in another way after a round that brought only refusals.
        facts = (number, case.path_parameters, case.query, case.body, attempt)
        dice = random.Random(" ".join(map(str, facts)))
        table = make_real(case, world, dice.choice(STAGES), dice) if dice.random() < 0.9 else ""
        if dice.random() < 0.8:
            make_sensible(case, world, table, dice)
        headers = signature(world, dice.choice(SENDERS), table)
        answers[case.call_and_validate(checks=CHECKS, headers=headers).status_code] += 1

    for attempt in range(MOST_TRIES):
        send(attempt=attempt)
        if answers[200] + answers[201]:
            return
    pytest.fail(f"there are only refusals: {answers}")


# --- one after the other --------------------------------------------------------------------------


def linked(raw: dict[str, Any]) -> dict[str, Any]:
    """The description, with links to what may come next; a seat is claimed by its own secret."""
    same = {"parameters": {"table": "$response.body#/table/id"}}
    claim = {"requestBody": {"token": "$response.body#/link/token"}}
    for operation in (one for methods in raw["paths"].values() for one in methods.values()):
        if names := AFTER.get(operation["operationId"]):
            good = next(answer for code, answer in operation["responses"].items() if code < "300")
            good["links"] = {
                name: {"operationId": name, **same, **(claim if name == "claimSeat" else {})}
                for name in names
            }
    return raw


class Chains:
    """What happens one after the other, and how often each operation has succeeded so far."""

    def __init__(self, raw: dict[str, Any], url: str, world: World) -> None:
        self.world = world
        self.done: Counter[str] = Counter()
        self.longest = 0  # successes at one table
        self.attempt = 0
        self.schema = schemathesis.openapi.from_dict(linked(deepcopy(raw)))
        self.schema.config.update(base_url=url)
        self.schema.config.phases.stateful.inference.algorithms = []  # the links are all there

    def machine(self) -> Any:
        """A state machine that follows the links, as the host or now and then as a friend."""
        chains, world = self, self.world

        class Machine(self.schema.as_state_machine()):  # type: ignore[misc]
            def setup(self) -> None:
                self.step_number = 0
                self.at: Counter[str] = Counter()

            def before_call(self, case: Any) -> None:
                self.step_number += 1
                # Not by what the server told: Hypothesis asks for the same again, and gets others.
                wish = "" if name_of(case) == "claimSeat" else case.body
                facts = (self.step_number, name_of(case), case.query, wish, chains.attempt)
                prepare(case, world, random.Random(" ".join(map(str, facts))))

            def get_call_kwargs(self, case: Any) -> dict[str, Any]:
                is_friend = self.step_number % FRIENDLY == 0 or name_of(case) == "sit"
                token = (world.friend if is_friend else world.host).token
                return {"headers": {"Authorization": f"Bearer {token}"}}

            def validate_response(self, response: Any, case: Any, **_: Any) -> None:
                case.validate_response(response, checks=CHECKS)
                if response.status_code < 300:
                    chains.done[name_of(case)] += 1
                    self.at[case.path_parameters.get("table", "")] += 1
                    chains.longest = max(chains.longest, *self.at.values())

        return Machine


def name_of(case: Any) -> str:
    """The operation of a case."""
    return str(case.operation.definition.raw["operationId"])


def prepare(case: Any, world: World, dice: random.Random) -> None:
    """Let a case be sensible, most of the time."""
    if dice.random() < 0.1:
        return
    make_sensible(case, world, "", dice)
    name = name_of(case)
    if name == "makeTable":
        wishes = dice.choice(({"seats": 3}, {"bots": "random"}, {"bots": "random", "start": True}))
        case.body = {"game": GAME, "name": "Ann", **wishes}
    if name == "preview":
        case.body = {"actions": []}
    if name in OF_FINISHED and dice.random() < 0.5:
        case.path_parameters["table"] = world.finished
    if "seat" in case.path_parameters:
        case.path_parameters["seat"] = dice.randrange(3)


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
def test_one_operation_after_the_other_answers_as_described(
    served: Server, description: Any, world: World
) -> None:
    chains = Chains(description.raw_schema, served.url, world)
    for attempt in range(MOST_TRIES):
        chains.attempt = attempt
        chains.machine().run(
            settings=settings(SETTINGS, max_examples=CHAINS, stateful_step_count=STEPS)
        )
        if chains.done.keys() >= CHAINED and chains.longest >= LONG:
            return
    pytest.fail(f"too little succeeds: {chains.done}, at most {chains.longest} at one table")


def test_no_operation_is_left_out(description: Any) -> None:
    found = [one.ok().definition.raw["operationId"] for one in description.get_all_operations()]
    assert sorted(found) == sorted(OPERATIONS)


def test_the_description_reads_well(description: Any) -> None:
    for found in description.get_all_operations():
        operation = found.ok().definition.raw
        assert operation["summary"][0].isupper(), operation
        assert len(operation["summary"].split()) >= 2, operation
        assert operation["description"].endswith("."), operation


def test_the_description_is_a_page_that_needs_nothing_from_elsewhere(served: Server) -> None:
    with Guest(served.url) as guest:
        answer = guest.http.get("/api/docs")
    assert answer.headers["content-type"].startswith("text/html")
    assert all(f"id={name}>" in answer.text for name in (*OPERATIONS, "Seated", "Problem"))
    assert "//" not in answer.text.replace("</", "")
    assert "<script" not in answer.text
