"""Bots that are programs: whatever they do is counted, and the game goes on."""

import fcntl
import re
import subprocess
import sys
from pathlib import Path

import pytest

from algorally.bots.levels import BOTS, Bot, Random, dismiss, take_turn, tell_all
from algorally.bots.outside import find_bot, in_process, isolated
from algorally.bots.problems import ADVICE
from algorally.bots.program import Limits, ProgramBot, Programs
from algorally.core.errors import BotError, SettingError
from algorally.core.events import SeenEvent
from algorally.core.game import find_game, games
from algorally.core.position import Position
from tests.bots.scripts import GOOD, PATIENT, READY, notes, play_with, program
from tests.server.parties import eventually

IMPATIENT = PATIENT._replace(seconds=0.2, grace=0.0, starts=2)
NEVER = "time.sleep(1000)"
ONCE = f"""
mark = os.path.join(os.path.dirname(__file__), "mark")
if not os.path.exists(mark):
    open(mark, "w").close()
    {NEVER}"""


def answer(extra: str) -> str:
    """A plan that answers the question so."""
    return f'say({{"id": message["id"], {extra}}})'


def play(programs: Programs) -> ProgramBot:
    """Play a short game, which must come to its end; the bot, which has gone home."""
    bot = programs(5)
    position = play_with(bot)
    assert position.over
    dismiss([bot], position.standing())
    programs.close()
    return bot


def beginning() -> tuple[Position, int]:
    """What is seen by a seat that begins, and the seat."""
    position = find_game("algoracing").start(seed=1)
    (seat,) = position.acting()
    return position.view(seat), seat


def is_free(folder: Path) -> bool:
    """Whether nothing is alive any more that a program has started."""
    with (folder / "held").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


# --- good ones ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    [
        GOOD,
        'say({"id": message["id"], "text": message["legal"][-1]["words"]})',
        f'sys.stderr.write("x" * 200_000)\n{GOOD}',
        f'print("\\r")\n{GOOD}',
    ],
    ids=["by number", "in words", "talkative", "with empty lines"],
)
def test_a_program_plays_a_game(tmp_path: Path, plan: str) -> None:
    bot = play(program(tmp_path, plan))
    assert not bot.problems
    assert len(bot.seconds) == bot.asked > 0


def test_what_it_answers_is_played(tmp_path: Path) -> None:
    last = 'say({"id": message["id"], "actions": [message["legal"][-1]["action"]]})'
    programs = program(tmp_path, last)
    bot, (view, seat) = programs(1), beginning()
    assert bot.plan(view, seat) == view.legal(seat)[-1:] != view.legal(seat)[:1]
    bot.close()
    programs.close()


def test_a_program_is_told_what_its_seat_sees_and_how_the_game_ends(tmp_path: Path) -> None:
    wants = 'say({"kind": "ready", "wants": ["view", "text", "record", "events"]})'
    plan = f'note(sorted(message)); note(message["events"]); note(message["seconds"])\n{GOOD}'
    end = 'note(message["turns"]); note(message["winners"]); note(message["points"])'
    programs = program(tmp_path, plan, f"note(message['seed'])\n{wants}", end)
    bot = programs(2**60 + 7)
    view, seat = beginning()
    bot.told([SeenEvent(1, 0, 2, 0, 0, -1)])
    bot.plan(view, seat, seconds=1.5)
    bot.ended(view.standing())
    dismiss([bot])
    programs.close()
    keys = ["events", "id", "kind", "legal", "record", "seconds", "text", "view"]
    noted = ["start", "7", "plan", str(keys), "[[1, 0, 2, 0, 0, -1]]", "1.5"]
    assert notes(tmp_path) == [*noted, "end", "0", "[]", "[0, 0]"]


def test_it_is_sent_no_more_than_it_wants(tmp_path: Path) -> None:
    start = 'say({"kind": "ready", "wants": []})'
    play(program(tmp_path, f"note(sorted(message))\n{GOOD}", start))
    assert "['id', 'kind', 'legal', 'seconds']" in notes(tmp_path)


def test_a_program_plays_several_games(tmp_path: Path) -> None:
    programs = program(tmp_path, start=f"note(os.getpid())\n{READY}")
    for number in range(3):
        bot = programs(number)
        dismiss([bot], play_with(bot).standing())
    programs.close()
    assert len({note for note in notes(tmp_path) if note.isdigit()}) == 1
    assert notes(tmp_path).count("end") == 3


@pytest.mark.parametrize(
    "end",
    ["sys.exit()", 'raise KeyError("end")', 'say({"id": 1, "actions": [1]})'],
    ids=["end", "crash", "answer"],
)
def test_after_its_game_a_program_may_do_as_it_likes(tmp_path: Path, end: str) -> None:
    programs = program(tmp_path, end=end)
    for number in range(3):
        bot = programs(number)
        dismiss([bot], play_with(bot).standing())
        assert not bot.problems
    programs.close()
    assert notes(tmp_path).count("end") == 3


@pytest.mark.parametrize("name", games())
def test_the_words_of_what_is_legal_can_be_answered(name: str) -> None:
    position = find_game(name).start(seed=2)
    chance = Random(1)
    for _ in range(60):
        seat = position.acting()[0]
        view = position.view(seat)
        for action in view.legal(seat):
            assert view.read(seat, view.say(action)) == [action]
        position.play(seat, chance.plan(view, seat)[0])


# --- bad ones -------------------------------------------------------------------------------------

WRONG = {
    "wrong id": ('say({"id": 99, "actions": [1]})', "another question", "id 99"),
    "no such action": (answer('"actions": [99999]'), "an illegal action", "numbered 0 to"),
    "negative": (answer('"actions": [-1]'), "an illegal action", "no action -1"),
    "huge": (answer('"actions": [10 ** 30]'), "an illegal action", "numbered 0 to"),
    "the clock's": (answer('"actions": [158]'), "an illegal action", "AR-"),
    "true": (answer('"actions": [True]'), "what is no answer", "got `bool`"),
    "too many": (answer('"actions": [1] * 5000'), "what is no answer", "length <= 1000"),
    "no list": (answer('"actions": 5'), "what is no answer", "Expected `array`"),
    "no id": ('say({"actions": [5]})', "what is no answer", "missing required field `id`"),
    "an array": ("say([5])", "what is no answer", "Expected `object`"),
    "no JSON": ('print("{rubbish", flush=True)', "what is no answer", "not JSON"),
    "deep": ('print(\'{"id":1,"x":\' + "[" * 99999, flush=True)', "what is no answer", "recursion"),
    "no text": (
        r"""os.write(1, b'{"id": 1, "text": "\xff"}\n')""",
        "what is no answer",
        "not JSON",
    ),
    "empty": (answer('"actions": []'), "no plan", "one of the two"),
    "both": (answer('"actions": [1], "text": "pass"'), "no plan", "one of the two"),
    "unreadable": (answer('"text": "dance!"'), "words that are no choice", "'dance!': "),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_answer_costs_the_choice_and_no_more(tmp_path: Path, kind: str) -> None:
    plan, problem, detail = WRONG[kind]
    bot = play(program(tmp_path, plan))
    assert bot.problems == {f"answered {problem}": bot.asked}
    assert detail in bot.details[f"answered {problem}"]
    assert notes(tmp_path).count("start") == 1
    assert not bot.seconds


def test_a_program_may_say_that_it_failed(tmp_path: Path) -> None:
    bot = play(program(tmp_path, answer('"error": "out of ideas"')))
    assert bot.problems == {"said that it failed": bot.asked}
    assert bot.details["said that it failed"] == "out of ideas"


def test_lines_beside_the_answers_are_counted_but_cost_nothing(tmp_path: Path) -> None:
    bot = play(program(tmp_path, f'print("here I am")\n{GOOD}'))
    assert bot.problems == {"wrote what is no message to standard output": bot.asked}
    assert "'here I am'" in bot.details.values()
    assert len(bot.seconds) == bot.asked


def test_answers_are_not_counted_twice(tmp_path: Path) -> None:
    bot = play(program(tmp_path, f"{GOOD}\n{GOOD}"))
    assert bot.problems == {"answered a question twice": bot.asked - 1}
    assert len(bot.seconds) == bot.asked


def test_a_late_answer_does_not_count(tmp_path: Path) -> None:
    limits = PATIENT._replace(seconds=0.05)
    bot = play(program(tmp_path, f"time.sleep(0.1)\n{GOOD}", limits=limits))
    assert bot.problems == {"answered late": bot.asked}
    assert re.match(r"after \d+\.\d\d s of 0\.05", bot.details["answered late"])
    assert notes(tmp_path).count("start") == 1


def test_a_clock_gives_less_time_and_never_more(tmp_path: Path) -> None:
    programs = program(tmp_path, f'note(message["seconds"])\n{GOOD}')
    bot, (view, seat) = programs(0), beginning()
    for seconds in (50.0, 1000.0, None):
        bot.plan(view, seat, seconds)
    bot.close()
    programs.close()
    assert [note for note in notes(tmp_path) if "." in note] == ["50.0", "60.0", "60.0"]


@pytest.mark.parametrize(
    ("plan", "limits", "problem", "detail"),
    [
        (NEVER, IMPATIENT, "gave no answer in time", "within 0.2 s"),
        (f'print("wait for it", file=sys.stderr)\n{NEVER}', IMPATIENT, "gave no", "wait for it"),
        (f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{NEVER}", IMPATIENT, "gave no", ""),
        (f"os.close(1)\n{NEVER}", PATIENT, "ended by itself", "closed its standard output"),
        ("os.kill(os.getpid(), 6)", PATIENT, "ended by itself", "by signal 6"),
        ('raise KeyError("lost")', PATIENT, "ended by itself", "KeyError: 'lost'"),
        ('while True: sys.stdout.write("x" * 999)', PATIENT, "flooded", "of standard output"),
        ('while True: sys.stderr.write("x" * 99999)', PATIENT, "flooded", "of standard error"),
    ],
    ids=["hang", "hang with words", "stubborn", "silent", "signal", "crash", "output", "errors"],
)
def test_a_program_that_never_answers_is_ended_with_its_children(
    tmp_path: Path, plan: str, limits: Limits, problem: str, detail: str
) -> None:
    bot = play(program(tmp_path, f"hold()\nleave_a_child()\n{plan}", limits=limits))
    first, last = bot.problems
    assert first.startswith(problem)
    assert detail in bot.details[first]
    assert bot.problems[first] == limits.starts == notes(tmp_path).count("start")
    assert last == "was not asked any more"
    assert bot.problems.total() == bot.asked
    eventually(lambda: is_free(tmp_path))


def test_a_program_that_writes_line_after_line_is_ended(tmp_path: Path) -> None:
    bot = play(program(tmp_path, 'while True: print("x" * 9999)'))
    assert bot.problems["flooded"] == PATIENT.starts
    assert bot.problems["wrote what is no message to standard output"] > PATIENT.starts


@pytest.mark.parametrize(
    ("start", "limits", "problem", "detail"),
    [
        ('sys.exit("no luck")', PATIENT, "ended by itself", "exit status 1.*no luck"),
        ("pass", PATIENT._replace(start=0.2), "was not ready in time", "within 0.2 s"),
        ('say({"kind": "hello"})', PATIENT, "answered start with what is not ready", "hello"),
        ("say({})", PATIENT, "answered start with what is not ready", "missing required field"),
        ('say({"kind": "ready", "wants": ["tea"]})', PATIENT, "answered start", "Invalid enum"),
    ],
)
def test_a_program_that_never_begins_is_soon_left_alone(
    tmp_path: Path, start: str, limits: Limits, problem: str, detail: str
) -> None:
    programs = program(tmp_path, start=f"hold()\nleave_a_child()\n{start}", limits=limits)
    bot = play(programs)
    first = next(iter(bot.problems))
    assert first.startswith(problem)
    assert re.search(detail, bot.details[first], re.DOTALL)
    assert bot.problems.total() == bot.asked
    eventually(lambda: is_free(tmp_path))
    starts = notes(tmp_path).count("start")
    assert play(programs).problems.keys() == {"was not asked any more"}
    assert notes(tmp_path).count("start") == starts


def test_after_a_crash_it_plays_on(tmp_path: Path) -> None:
    bot = play(program(tmp_path, f'if message["id"] == 3: sys.exit(4)\n{GOOD}'))
    assert bot.problems == {"ended by itself": 1}
    assert "exit status 4" in bot.details["ended by itself"]
    assert len(bot.seconds) == bot.asked - 1
    assert notes(tmp_path).count("start") == 2


def test_a_slow_start_costs_a_choice_and_not_the_games_after_it(tmp_path: Path) -> None:
    programs = program(tmp_path, start=f"{ONCE}\n{READY}", limits=PATIENT._replace(start=5.0))
    slow, well = play(programs), play(programs)
    assert slow.problems == {"was not ready in time": 1}
    assert len(slow.seconds) == slow.asked - 1
    assert not well.problems


def test_a_program_that_does_not_come_back_from_a_game_is_started_anew(tmp_path: Path) -> None:
    programs = program(tmp_path, end=ONCE, limits=PATIENT._replace(start=5.0))
    for number in range(3):
        bot = programs(number)
        dismiss([bot], play_with(bot).standing())
        assert len(bot.seconds) == bot.asked
        assert bot.problems == ({"was not ready in time": 1} if number == 1 else {})
    programs.close()


def test_a_command_that_is_gone_is_counted() -> None:
    bot = play(Programs(["/no/such/program"]))
    assert set(bot.problems) == {"could not be started", "was not asked any more"}


def test_what_well_behaved_programs_leave_behind_is_ended(tmp_path: Path) -> None:
    child = 'if message["id"] == 1: hold(); leave_a_child()'
    bot = play(program(tmp_path, f"{child}\n{GOOD}"))
    assert not bot.problems
    eventually(lambda: is_free(tmp_path))


@pytest.mark.parametrize("how", ["pass", "del bot, programs", "bot.close()"])
def test_no_program_is_left_when_python_ends(tmp_path: Path, how: str) -> None:
    command = program(tmp_path, f"hold()\n{GOOD}\n{NEVER}").command
    code = (
        "from algorally.core.game import find_game; from algorally.bots.program import Programs\n"
        f"programs = Programs({command!r}); bot = programs(1)\n"
        "position = find_game('algoracing').start(); (seat,) = position.acting()\n"
        "assert bot.plan(position.view(seat), seat) and not bot.problems\n"
        f"{how}"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    eventually(lambda: is_free(tmp_path))


def test_every_problem_has_a_line_of_advice() -> None:
    folder = Path(sys.modules[Programs.__module__].__file__ or "").parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("pro*.py"))
    raised = re.findall(r'(?:Trouble|HasEnded|no_good)\(\s*"(.*?)"', source)
    assert len(raised) > 15
    assert set(raised) == set(ADVICE)


# --- bots in Python -------------------------------------------------------------------------------

MODULE = """
import random
from neighbour import number

print("a line of debugging")

class Mine:
    def __init__(self, seed):
        self.dice, self.heard = random.Random(seed), 0
    def plan(self, view, seat, seconds=None):
        print("another")
        assert view.viewer == seat and number == 7
        return [self.dice.choice(view.legal(seat)[self.heard % 2 :] or view.legal(seat))]
    def told(self, events):
        self.heard += len(events)

class Stuck:
    def plan(self, view, seat):
        while True:
            pass

class Forgetful(Mine):
    def ended(self, standing):
        raise KeyError("how was it?")

def broken(view, seat):
    return 1 / 0

def wordy(view, seat):
    return ["step"]

five = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of bots, in a folder that nobody is in."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "neighbour.py").write_text("number = 7", encoding="utf-8")
    path = tmp_path / "random.py"  # a name that Python itself uses
    path.write_text(MODULE, encoding="utf-8")
    return path


def follow(bot: Bot) -> bytes:
    """Let a bot play a short game, and tell it all; how that ends."""
    position = find_game("algoracing").start(seed=4, turn_cap=6)
    bots = [bot, Random(2)]
    while acting := position.acting():
        played = take_turn(position, acting[0], bots[acting[0]])
        tell_all(bots, [events for _, events in played])
    dismiss([bot], position.standing())
    return position.states.tobytes()


def test_a_class_in_a_file_plays_the_same_here_and_in_a_process_of_its_own(
    module: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    here = follow(find_bot(f"{module}:Mine")(9))
    assert "another" in capfd.readouterr().out
    programs = in_process(f"{module}:Mine", PATIENT)
    bot = programs(9)
    assert follow(bot) == here
    programs.close()
    assert not bot.problems
    assert capfd.readouterr() == ("", "")


def test_a_class_that_fails_when_its_game_is_over_plays_the_next(module: Path) -> None:
    programs = in_process(f"{module}:Forgetful", PATIENT)
    played = []
    for number in range(2):
        bot = programs(number)
        follow(bot)
        assert not bot.problems
        process = programs.idle()
        assert process
        played.append(process)
        programs.give_back(process)
    programs.close()
    assert played[0] is played[1]


def test_a_file_is_read_once_and_may_be_called_like_a_module_of_pythons(module: Path) -> None:
    mine = find_bot(f"{module}:Mine")
    assert find_bot(f"{module}:Mine") is mine
    assert sys.modules["random"].__file__ != str(module)


@pytest.mark.parametrize(
    ("inside", "limits", "problem", "detail"),
    [
        ("broken", PATIENT, "said that it failed", r"ZeroDivisionError: .*\(random.py, line \d+\)"),
        ("wordy", PATIENT, "said that it failed", r"plan returns the numbers of actions, not"),
        ("Stuck", IMPATIENT._replace(starts=1), "gave no answer in time", "within 0.2 s"),
    ],
)
def test_faults_of_a_class_cost_choices_in_a_process_of_its_own(
    module: Path, inside: str, limits: Limits, problem: str, detail: str
) -> None:
    maker = isolated(f"{module}:{inside}", limits)
    assert isinstance(maker, Programs)
    bot = play(maker)
    assert next(iter(bot.problems)) == problem
    assert re.search(detail, bot.details[problem])
    assert bot.problems.total() == bot.asked


def test_levels_need_no_process_of_their_own() -> None:
    for name, maker in BOTS.items():
        assert isolated(name) is maker


@pytest.mark.parametrize("find", [find_bot, isolated])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("my_bot.py", "yours as module:name, file.py:name or run:COMMAND"),
        ("lost/my_bot.py:Mine", "there is no file lost/my_bot.py"),
        ("{module}:Lost", "there is no Lost in random.py; there is Mine, Stuck, Forgetful, broken"),
        ("{module}:five", "random.py:five is no bot"),
        ("no_such_module:Mine", "there is no module 'no_such_module'"),
        ("run:", "after run: comes a command"),
        ("run:'node", "cannot be split into words: No closing quotation"),
        ("run:no-such-program my_bot", "there is no program 'no-such-program'"),
    ],
)
def test_what_is_no_bot_is_refused_at_once(module: Path, find: type, name: str, words: str) -> None:
    with pytest.raises(SettingError, match=re.escape(words)):
        find(name.format(module=module))


def test_a_file_that_hangs_is_refused_where_it_could_stop_something(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("import time; time.sleep(1000)", encoding="utf-8")
    with pytest.raises(BotError, match="was not loaded within"):
        isolated(f"{path}:Mine", PATIENT._replace(start=0.2))
