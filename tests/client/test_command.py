"""`python -m algorally.client` ends with a sentence, whatever happens."""

import shlex
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from algorally.client import Server
from algorally.client.__main__ import app, outcome
from algorally.server.messages.tables import Result
from tests.bots.scripts import GOOD, notes, program
from tests.client.hosting import start_when_full
from tests.server.ports import HOST, free_port
from tests.server.processes import Server as ServerProcess


def test_without_a_token_any_free_seat_is_taken(server: Server, process: ServerProcess) -> None:
    made = server.make_table("algoracing", settings={"turn_cap": 4}, bots="random")
    table = made.table.id
    server.leave(table, 0)
    host = threading.Thread(target=start_when_full, args=[server, table])
    host.start()
    answer = CliRunner().invoke(app, [process.url, table, "--bot", "random", "--name", "Ada"])
    host.join()
    assert answer.exit_code == 0
    assert "Ada plays on seat 0" in answer.output
    assert "turns; points by seat:" in answer.output


def test_a_program_sits_down_and_what_it_does_wrong_is_told(
    server: Server, process: ServerProcess, tmp_path: Path
) -> None:
    made = server.make_table("algoracing", settings={"turn_cap": 4}, bots="random")
    server.leave(made.table.id, 0)
    host = threading.Thread(target=start_when_full, args=[server, made.table.id])
    host.start()
    plan = f"print('debugging', flush=True)\n{GOOD}"
    bot = f"run:{shlex.join(program(tmp_path, plan).command)}"
    answer = CliRunner().invoke(app, [process.url, made.table.id, "--bot", bot, "--seconds", "60"])
    host.join()
    assert answer.exit_code == 0
    assert "turns; points by seat:" in answer.output
    assert "it wrote what is no message to standard output" in answer.output
    assert "no answer" not in answer.output
    assert notes(tmp_path)[-1] == "end"


def test_an_unknown_bot_is_refused(process: ServerProcess) -> None:
    answer = CliRunner().invoke(app, [process.url, "table", "--bot", "chess"])
    assert answer.exit_code == 2
    assert "there is no bot 'chess'; there are" in answer.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["127.0.0.1", "table"], "begins with http://"),
        ([f"http://{HOST}:{free_port()}", "table"], "start one with"),
        (["http://127.0.0.1", "table", "--seconds", "-1"], "--seconds is a number above 0, not"),
        (["http://127.0.0.1", "table", "--patience", "nan"], "--patience is a number of seconds"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], words: str) -> None:
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 2
    assert answer.output.startswith("error: ")
    assert words in answer.output


def test_a_wrong_token_is_refused(server: Server, process: ServerProcess) -> None:
    made = server.make_table("algoracing")
    answer = CliRunner().invoke(app, [process.url, made.table.id, "--token", "nonsense"])
    assert answer.exit_code == 2
    assert "error: this is not the link of a seat" in answer.output


@pytest.mark.parametrize(
    ("winners", "words"), [([1], "won"), ([0, 1], "shared the win"), ([0], "lost"), ([], "lost")]
)
def test_the_outcome_is_told(winners: list[int], words: str) -> None:
    result = Result(turns=9, winners=winners, points=[3, 4])
    assert outcome(1, result) == f"{words} after 9 turns; points by seat: 3, 4"
