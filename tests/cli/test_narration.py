"""Events in few words."""

from algorally.cli.narration import Phrase, in_short, news, parse, sentences

NAMES = ["red", "yellow"]


def told(*texts: str) -> list[Phrase]:
    return [parse(text, NAMES) for text in texts]


def test_a_turn_is_one_line_that_names_its_player_once() -> None:
    turn = told(
        "yellow lays step at 0",
        "yellow lays jump at 1",
        "yellow runs the row",
        "yellow drives to 3,2",
        "yellow drives to 3,3",
        "jump is skipped",
        "yellow draws a card",
        "yellow draws a card",
    )
    assert in_short("yellow", turn) == (
        "yellow lays step at 0, jump at 1; runs the row; drives to 3,2 then 3,3;"
        " jump is skipped; draws a card (2 times)"
    )


def test_others_keep_their_names() -> None:
    turn = told("yellow runs into red", "red pays yellow a sample", "yellow faces east")
    assert in_short("yellow", turn) == "yellow runs into red; red pays yellow a sample; faces east"


def test_a_turn_that_begins_with_a_thing_still_names_its_player() -> None:
    turn = told("the cycle above 0 is taken away", "red runs the row")
    assert in_short("red", turn) == "red: the cycle above 0 is taken away; runs the row"


def test_the_same_thing_several_times() -> None:
    assert sentences(told(*["step is skipped"] * 3)) == ["step is skipped (3 times)"]
    assert sentences(told("red passes", "red passes")) == ["red passes (2 times)"]


def test_news_are_the_new_lines_about_things() -> None:
    before = " 0 |R> |\nrow: empty\nred at 0,0\nsamples: none"
    after = " 0 | R>|\nrow: 0 step\nred at 1,0\nsamples: none"
    assert news(before, after, NAMES) == ["row: 0 step"]
