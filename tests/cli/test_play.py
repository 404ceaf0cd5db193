"""`play`: a person at the terminal."""

import re
from pathlib import Path

import pytest

from algorally.bots.levels import BOTS
from algorally.cli.requests import HELP
from algorally.core.compile import MODE
from algorally.core.position import Position
from algorally.core.transcript import read_transcript
from tests.cli.conftest import BOT, ME, Idler, Run, seat_names

SETUP = "corner NE\nface S\n"


def conversation(run: Run, typed: str, *arguments: str) -> str:
    """What is said after the first turn has begun."""
    result = run("play", "--seed", "7", *arguments, typed=SETUP + typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.partition("faces south\n")[2]


def hands(said: str) -> list[list[str]]:
    """All hands that were named."""
    return [hand.split(", ") for hand in re.findall(r"^hand: (.*)$", said, re.MULTILINE)]


pytestmark = pytest.mark.usefixtures("idlers")


def test_the_end_of_input_is_quiet(run: Run) -> None:
    result = run("play", "--seed", "7")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith(f"{ME}> \n")


def test_a_first_turn(run: Run) -> None:
    [first, second] = hands(conversation(run, "hint\npass\n"))
    assert len(first) == len(second) == 5


def test_laying_undoing_and_running(run: Run) -> None:
    [card] = set(hands(conversation(run, ""))[0][:1])
    said = conversation(run, f"{card}\nundo\nundo\n{card}\n\n")
    assert f"taken back: {card}" in said
    assert "There is nothing to take back" in said
    assert said.index(f"{ME} runs the row") < said.index(f"{BOT} discards")


def test_enter_before_anything_is_laid_does_nothing(run: Run) -> None:
    said = conversation(run, "\n\n")
    assert said.count("Nothing is laid yet") == 2
    assert "runs the row" not in said


def test_enter_ends_a_pass_that_was_begun(run: Run) -> None:
    card = hands(conversation(run, ""))[0][0]
    said = conversation(run, f"replace {card}\n\n")
    assert "Enter = pass" in said
    assert f"{ME} passes" in said


def test_many_changes_are_taken_back_at_once(run: Run) -> None:
    first, second, *_ = hands(conversation(run, ""))[0]
    said = conversation(run, f"{first} {second}\nundo all\nhand\n{first}; {second}\nundo 2\nhand\n")
    assert said.count(f"taken back: {second}; {first}") == 2
    shown = hands(said)
    assert shown[0] == shown[2] == shown[3] == shown[5] == shown[6]


def test_a_run_is_not_taken_back(run: Run) -> None:
    card = hands(conversation(run, ""))[0][0]
    said = conversation(run, f"{card} run\nundo\n")
    assert "There is nothing to take back; a run or a pass stays." in said


def test_a_refusal_names_its_rule_and_loses_nothing(run: Run) -> None:
    said = conversation(run, "cycle x2 0\nwhy\nhand\n")
    assert "AR-17: x2 is not in the game at the basic level." in said
    assert "AR-17: Both kinds of cycle card" in said
    first, last = hands(said)
    assert first == last


def test_a_line_is_done_whole_or_not_at_all(run: Run) -> None:
    card = hands(conversation(run, ""))[0][0]
    said = conversation(run, f"{card} x3\nhand\n")
    assert "Nothing of that line was done." in said
    first, last = hands(said)
    assert first == last


def test_nonsense_leads_to_help(run: Run) -> None:
    said = conversation(run, "fly\nhelp\n")
    assert "'fly' is no card or command" in said
    assert "help tells what else can be typed." in said
    for request in HELP:
        assert f"\n  {request}: " in said


def test_help_names_what_can_be_typed_now(run: Run) -> None:
    said = run("play", "--seed", "7", typed="corner NE\nhelp\nlegal\n").stdout
    example, legal = re.findall(r"^Your turn: .*: (.*)$|^Now you may: (.*)$", said, re.MULTILINE)
    choices = legal[1].split("; ")
    assert example[0] in choices
    assert said.rstrip().endswith(f"{legal[1]}\n{ME}>")


def test_help_tells_where_the_rest_is(run: Run) -> None:
    said = run("play", "speedalgo", "--seed", "7", typed="help\n").stdout
    assert re.search(r"^Now you may: (traffic \w+; ){24}legal lists all \d+$", said, re.MULTILINE)


def test_a_word_is_enough_where_it_is_clear(run: Run) -> None:
    said = run("play", "--seed", "7", typed="ne\ns\n").stdout
    assert f"the {ME} base lies on 5,0" in said
    assert f"{ME} faces south" in said


def test_requests(run: Run) -> None:
    said = conversation(
        run, "board\nlegal\nhint\nlog\nlog 1\nrules AR-24\nrules submarine\nrules\nwhy\n?\n"
    )
    assert said.count("signs: ") == 2
    assert re.search(r"hint: replace \w+; pass\n", said)
    assert "AR-24: Step: " in said
    assert "No rule speaks of that." in said
    assert "The last thing you typed was refused by no rule." in said
    assert said.count(f"\n1. {BOT}: the {BOT} base") == 1
    assert said.count(f"\n4. {ME} faces south") == 2
    assert f"log 1\n4. {ME} faces south" in said
    assert "code: " not in said


def test_nobody_sees_the_cards_of_others(run: Run) -> None:
    said = run("play", "--seed", "7", typed=f"{SETUP}pass\npass\nlog\n").stdout
    assert f"{BOT} draws a card (5 times)" in said
    assert said.count("; passes; draws a card\n") == 4
    assert re.findall(rf"{BOT} .*draws (?!a card)", said) == []
    assert re.search(rf"{ME} draws \w+, \w+", said)


def test_boards_are_drawn_from_views(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def spy(position: Position) -> str:
        seen.append(position.game.words.hand(position, 1))
        return ""

    monkeypatch.setattr(Position, "text", spy)
    conversation(run, "board\npass\nboard\n")
    assert len(seen) > 5
    assert not any(seen)


def test_the_row_is_told_after_each_change(run: Run) -> None:
    card = hands(conversation(run, "", "--level", "complete"))[0][0]
    said = conversation(run, f"{card}\nundo\n", "--level", "complete")
    assert f"\nrow: 0 {card}\n" in said
    assert "\nrow: empty\n" in said.partition("taken back")[2]


def test_colour_and_name(run: Run) -> None:
    said = run("play", "--colour", "Blue", "--name", "Ada", "--seats", "3").stdout
    assert "You are Ada (blue).\n" in said
    assert said.endswith("Ada (blue)> \n")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_usual_colours_are_chosen_by_their_own_names(run: Run, seats: int) -> None:
    first, *others = seat_names(seats)
    usual = run("play", "--seed", "1", "--seats", str(seats)).stdout
    assert run("play", "--seed", "1", "--seats", str(seats), "--colour", first).stdout == usual
    named = run("play", "--seed", "1", "--seats", str(seats), "--colour", others[-1]).stdout
    assert f"You are {others[-1]}." in named


def test_several_persons_do_not_see_each_others_cards(run: Run) -> None:
    typed = "nw\n\n\nse\n\n\nface e\n\n\nface n\npass\n\n\n"
    said = run("play", "--bots", "0", "--name", "Ann", "--name", "Bob", typed=typed).stdout
    assert f"Persons: Ann ({ME}), Bob ({BOT}).\n" in said
    assert f"Bob ({BOT}), press Enter when only you see the screen." in said
    assert said.endswith(f"Bob ({BOT})> \n")


def test_a_whole_game_between_bots(run: Run) -> None:
    said = run("play", "--bots", "2", "--set", "turn_cap=2", "--seed", "7").stdout
    assert "The game is over." in said
    assert said.count("shares the win") == 2
    assert "Play it again with: algorally play algoracing --seats 2 --seed 7" in said


def test_after_the_end_the_game_can_be_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "late.txt"
    typed = f"{SETUP}pass\nstep\nhint\nlegal\nlog 1\nsave {path}\n\n"
    said = run("play", "--seed", "7", "--set", "turn_cap=1", typed=typed).stdout
    assert "the game is over; start a new one." in said
    assert f"algorally show {path} --turn N, with N from 0 to 6" in said
    assert read_transcript(path.read_text()).end().over


def test_bots_are_casual_unless_somebody_says_otherwise(run: Run) -> None:
    usual = run("play", "--seed", "7").stdout
    assert f"\nBots: {BOT} (casual).\n" in usual
    assert run("play", "--seed", "7", "--level", "casual").stdout == usual
    assert f"\nBots: {BOT} (master).\n" in run("play", "--level", "Master").stdout


@pytest.mark.parametrize("typed", [["solid,novice"], ["solid", "novice"], ["solid, novice"]])
def test_each_bot_may_have_a_level_of_its_own(run: Run, typed: list[str]) -> None:
    _, first, second = seat_names(3)
    options = [word for level in typed for word in ("--level", level)]
    said = run("play", "--seats", "3", *options).stdout
    assert f"\nBots: {first} (solid), {second} (novice).\n" in said


def test_bots_play_as_their_level_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Expert(Idler):
        def __init__(self, number: int = 0) -> None:
            super().__init__(number)
            made.append(number)

    monkeypatch.setitem(BOTS, "expert", Expert)
    run("play", "--seats", "3", "--seed", "7", "--level", "expert,solid")
    assert made == [8]


def test_the_level_of_the_rules_and_that_of_the_bots_are_told_apart(run: Run) -> None:
    said = run("play", "--level", "complete", "--level", "expert").stdout
    assert "(expert)" in said
    assert "9 points" in said
    assert run("play", "--level", "complete,expert", "--seed", "7").stdout == (
        run("play", "--set", "level=complete", "--level", "expert", "--seed", "7").stdout
    )


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (
            ["algoracing", "--level", "strong"],
            "there is no level 'strong'; choose novice, casual, solid, expert, master for the bots,"
            " or basic or complete for the rules",
        ),
        (
            ["speedalgo", "--level", "complete"],
            "there is no level 'complete'; choose novice, casual, solid, expert, master for the"
            " bots",
        ),
        (
            ["--seats", "4", "--level", "solid,master"],
            "3 bots play, so --level names one level for all or 3 of them, not 2",
        ),
        (["--bots", "0", "--level", "solid"], "no bots play"),
    ],
)
def test_levels_that_do_not_fit_are_refused_in_words(
    run: Run, typed: list[str], words: str
) -> None:
    result = run("play", *typed)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


def test_a_saved_game_is_resumed_against_the_same_bots(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    begun = ["play", "--seed", "7", "--save", str(path), "--level", "novice"]
    said = run(*begun, typed=f"{SETUP}quit\n").stdout
    assert f"algorally play --resume {path} --level novice" in said
    resumed = run("play", "--resume", str(path), "--level", "novice").stdout
    assert f"\nBots: {BOT} (novice).\n" in resumed


def test_the_game_is_repeated_against_the_same_bots(run: Run) -> None:
    mixed = ["--bots", "2", "--level", "solid,master"]
    said = run("play", "--set", "turn_cap=2", "--seed", "7", *mixed).stdout
    assert re.search(r"Play it again with: .* --seed 7 .*--level solid,master\n", said)


@pytest.mark.skipif(MODE == "interpreted", reason="the bot would think for minutes")
def test_a_whole_game_as_the_hints_say(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.undo()
    path = tmp_path / "game.txt"
    watched = run("play", "--bots", "3", "--seats", "3", "--level", "complete", "--save", str(path))
    assert "the winner" in watched.stdout
    game = read_transcript(path.read_text())
    assert game.end().over
    assert game.text() == path.read_text()


def test_novices_explain_themselves_when_their_turn_is_over(run: Run) -> None:
    said = conversation(run, "pass\n", "--level", "novice")
    assert said.index(f"{BOT} discards") < said.index(f'{BOT} says: "I looked at 8 programs')
    assert "I wanted to change cards rather than drive." in said


def test_other_bots_explain_themselves_if_they_are_asked(run: Run) -> None:
    said = conversation(run, f"why {BOT}\nwhy {ME}\npass\nwhy {BOT}\n", "--level", "solid")
    assert f"{BOT} has not run a program yet." in said
    assert f"Name a bot: {BOT}." in said
    assert said.count(f'{BOT} says: "I looked at all my programs') == 1
