"""The mark sheet: exact lines of a known game, pages that print, programs as text and back."""

import random
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import SettingError
from algorally.core.events import LAID_OPEN, NO_SEAT, SeenEvent, seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.choice_text import read, read_cards
from algorally.games.speedalgo.given_position import RaceBuilder
from algorally.games.speedalgo.marks import Entry, code_program, entries, places_before
from algorally.games.speedalgo.names import AB, COLOURS, ELSE, MAX_SEATS, NEXT, SAS, P, Phase
from algorally.games.speedalgo.options import VARIANTS
from algorally.games.speedalgo.sheet import (
    KEYS,
    LANGUAGES,
    sheet_svg,
    sheet_text,
    sheets,
)
from algorally.games.speedalgo.sheet_page import fitted, in_ranges
from algorally.games.speedalgo.vocabulary import at, program_text

GAME = find_game("speedalgo")
SVG = "{http://www.w3.org/2000/svg}"
RED, BLUE = 0, 1
TRAFFIC_SQUARES = ("A9", "A10", "B8", "B9", "B10", "C4", "C10", "D8", "D10", "E8", "E9", "E10")
THROWS = ((3, 2), (4, 1), (2, 2))  # of red and blue, round by round


class Told:
    """A game that is played by words, and what is told of it to all and in the end."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.open: list[SeenEvent] = []
        self.seen: list[SeenEvent] = []

    def play(self, seat: int, action: int) -> None:
        """Play and listen."""
        events = self.position.play(seat, action)
        self.open += seen_by(LAID_OPEN, events)
        self.seen += seen_by(NO_SEAT, events)

    def say(self, seat: int, text: str) -> None:
        """Play what is said."""
        for action in read(self.position, seat, text):
            self.play(seat, action)


@cache
def known_game() -> Told:
    """Two rounds on the short track; in the third, programs are laid and nobody is ready."""
    told = Told(GAME.start(track="sprint"))
    for number, throws in enumerate(THROWS):
        for seat, value in enumerate(throws):
            told.position.field.throws[MAX_SEATS * number + seat] = value
    for number, square in enumerate(TRAFFIC_SQUARES):
        told.say(number % 2, f"traffic {square}")
    told.say(RED, "start C")
    told.say(BLUE, "start A")
    told.say(RED, "REP AB - ATG - SA P - ABD; ready")
    told.say(BLUE, "AB - ABG - AT; ready")
    told.say(RED, "target D8")
    told.say(BLUE, "SAS P / AB - REP ABD; ready")
    told.say(RED, "AT - AB; ready")
    told.say(RED, "A10 B10 C10 D10")
    told.say(RED, "REP P")
    told.say(BLUE, "ABD")
    return told


@cache
def long_game() -> Told:
    """A game of chance over thirty rounds, traffic placed by chance."""
    dice = random.Random(5)
    told = Told(GAME.start(seed=2, track="night", variant="expert", traffic_placement="random"))
    while not told.position.over:
        seat = told.position.acting()[0]
        told.play(seat, dice.choice(told.position.legal(seat)))
    return told


RED_SHEET = """\
SpeedAlgo, Mark sheet: red
No.  die  coded INSTRUCTIONS                     TRAJECTORY of the BOLIDE
1    3    REP AB - ATG [D8] - SA P [C4] - ABD    C0 C1 C2 C3 C4 D5
2    4    AT [A10 B10 C10 D10] - AB              D5 D6"""
BLUE_SHEET = """\
SpeedAlgo, Feuille de marques: bleu
N°  dé  INSTRUCTIONS codées               TRAJECTOIRE du BOLIDE
1   2   AB - ABG - AT         interrompu  A0 A1
2   1   SAS P / AB - REP ABD              A1 A2 B3"""


# --- text ----------------------------------------------------------------------------------------


def test_sa_48_the_sheet_of_a_known_game_has_its_lines() -> None:
    told = known_game()
    assert sheet_text(told.position, told.open, RED) == RED_SHEET
    assert sheet_text(told.position, told.open, BLUE, "fr") == BLUE_SHEET


def test_sa_49_the_example_of_the_rule_book_is_noted_as_there() -> None:
    told = known_game()
    first = entries(told.open, 2)[RED][0]
    assert (first.number, first.roll) == (1, 3)
    assert first.program == "REP AB - ATG - SA P - ABD"


def test_sa_b32_sas_and_chosen_cars_are_noted() -> None:
    cards = [SAS, P, ELSE, AB]
    assert code_program(cards, {}) == "SAS P / AB"
    assert code_program(cards, {1: ["C5", "C6"]}) == "SAS P [C5 C6] / AB"


def test_a_spectator_notes_the_same_as_somebody_who_knows_all() -> None:
    for told, seats in ((known_game(), 2), (long_game(), 2)):
        assert told.open != told.seen
        assert entries(told.open, seats) == entries(told.seen, seats)
        for seat in range(seats):
            everything = sheet_text(told.position, told.open, seat)
            view = told.position.view(NO_SEAT)
            assert sheet_text(view, told.seen, seat) == everything
            assert sheet_svg(view, told.seen, seat) == sheet_svg(told.position, told.open, seat)


def test_a_program_that_has_not_run_is_on_no_sheet() -> None:
    told = known_game()
    assert told.position.state.phase == Phase.PROGRAM
    for seat in (RED, BLUE):
        for page in (
            sheet_text(told.position, told.open, seat),
            sheet_svg(told.position, told.open, seat),
        ):
            assert "REP P" not in page
        assert len(entries(told.open, 2)[seat]) == 2


def test_a_program_that_all_may_see_while_it_is_built_is_noted_too() -> None:
    told = Told(GAME.start(traffic_placement="random", programming="open_live"))
    told.say(RED, "start C")
    told.say(BLUE, "start A")
    told.say(RED, "AB - ABD; back; ABG; ready")
    told.say(BLUE, "ready")
    assert entries(told.seen, 2)[RED][0].program == "AB - ABG"
    line = sheet_text(told.position, told.seen, BLUE).split("\n")[2]
    assert line.split()[2:] == ["empty", "A0"]


def test_traffic_that_chance_has_placed_is_noted_by_its_squares() -> None:
    told = long_game()
    for entry in entries(told.open, 2, told.position.state.places)[RED]:
        assert "off the track" not in entry.coded


def test_a_car_that_cannot_move_is_noted_by_its_square_too() -> None:
    given = {
        "columns": 12,
        "traffic": ["A5", "C3"],
        "cars": {"red": {"at": "C2"}, "blue": {"at": "E0"}},
    }
    builder = RaceBuilder(given, {})
    builder.lay_cars()
    builder.lay_order()
    builder.begin()
    told = Told(builder.position)
    told.say(RED, "ATG; ready")
    told.say(BLUE, "ready")
    told.say(RED, "A5")
    entry = entries(told.open, 2, told.position.state.places)[RED][0]
    assert (entry.coded, entry.interrupted) == ("ATG [A5]", True)
    assert [at(square) for square in entry.way] == ["C2"]


def test_where_cars_were_is_found_out_from_where_they_are() -> None:
    told = long_game()
    start = GAME.start(seed=2, track="night", variant="expert", traffic_placement="random")
    before = places_before(told.open, told.position.state.places)
    assert before == [int(place) for place in start.state.places]


def test_the_ways_of_a_long_game_go_from_square_to_square() -> None:
    told = long_game()
    for sheet in entries(told.open, 2, told.position.state.places):
        assert [entry.number for entry in sheet] == list(range(1, len(sheet) + 1))
        for entry in sheet:
            for one, other in pairwise(entry.way):
                assert abs(one // 5 - other // 5) <= 1
                assert abs(one % 5 - other % 5) <= 1


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de", "nb"])
def test_a_sheet_speaks_a_language(language: str) -> None:
    told, words = known_game(), dict(zip(KEYS, LANGUAGES[language], strict=True))
    page = sheet_svg(told.position, told.open, BLUE, language)
    printed = [str(part.text) for part in Xml.fromstring(page).iter(f"{SVG}text")]
    for key in ("sheet", "number", "die", "codes", "way", "start", "finish", "interrupted", "blue"):
        assert words[key] in printed, key
    assert sheet_text(told.position, told.open, BLUE, language).startswith(
        f"SpeedAlgo, {words['sheet']}: {words['blue']}\n{words['number']} "
    )


def test_all_languages_have_words_of_their_own_for_the_colours() -> None:
    assert all(len(set(words)) == len(KEYS) for words in LANGUAGES.values())
    assert KEYS[-len(COLOURS) :] == COLOURS


def test_another_language_is_refused() -> None:
    told = known_game()
    with pytest.raises(SettingError, match="can be in en, fr, nl, de, nb, not in 'la'"):
        sheet_text(told.position, told.open, RED, "la")


# --- page ----------------------------------------------------------------------------------------


def texts(page: str) -> list[str]:
    """Everything that is printed on a page."""
    return [str(part.text) for part in Xml.fromstring(page).iter(f"{SVG}text")]


def test_a_page_is_a4_and_has_no_ids() -> None:
    told = known_game()
    page = Xml.fromstring(sheet_svg(told.position, told.open, RED))
    assert (page.get("width"), page.get("height")) == ("210mm", "297mm")
    assert page.get("viewBox") == "0 0 210 297"
    assert [part for part in page.iter() if part.get("id")] == []
    assert page[1].text == RED_SHEET


def test_a_page_has_the_codes_the_programs_and_the_rounds() -> None:
    told = known_game()
    printed = texts(sheet_svg(told.position, told.open, RED))
    for code in ("AB", "ABD", "ABG", "AT", "ATD", "ATG", "P", "REP", "SA", "SAS"):
        assert code in printed
    assert "REP AB - ATG [D8] - SA P [C4] - ABD" in printed
    assert "AT [A10 B10 C10 D10] - AB" in printed
    assert printed.count("18") == 1  # a line to fill in


def test_an_interrupted_program_is_crossed() -> None:
    told = known_game()
    for seat, count in ((RED, 0), (BLUE, 1)):
        page = Xml.fromstring(sheet_svg(told.position, told.open, seat))
        crosses = [part for part in page.iter() if part.get("class") == "interrupted"]
        assert len(crosses) == count


def test_the_name_of_a_player_is_printed_as_it_is() -> None:
    told = known_game()
    assert "Zoé & <Max>" in texts(sheet_svg(told.position, told.open, RED, player="Zoé & <Max>"))


def test_a_long_game_fits_one_page() -> None:
    told = long_game()
    for seat in (RED, BLUE):
        page = Xml.fromstring(sheet_svg(told.position, told.open, seat))
        rounds = int(told.position.state.turn)
        assert rounds == 30
        baselines = [float(str(part.get("y"))) for part in page.iter(f"{SVG}text")]
        assert max(baselines) < 297
        sizes = [float(str(part.get("font-size"))) for part in page.iter(f"{SVG}text")]
        assert min(sizes) > 1


def test_a_page_before_the_first_round_is_there_to_be_filled_in() -> None:
    printed = texts(sheet_svg(GAME.start(), [], RED))
    assert [number for number in ("1", "18", "23") if number not in printed] == []


def test_all_sheets_are_made_at_once() -> None:
    told = known_game()
    both = sheets(told.position, iter(told.seen), ["Ada", "Alan"], "fr")
    assert [sheet.seat for sheet in both] == [RED, BLUE]
    assert both[BLUE].text == BLUE_SHEET
    assert "Ada" in texts(both[RED].svg)
    assert "Alan" in texts(both[BLUE].svg)


def test_rounds_that_end_on_one_square_are_labelled_in_short() -> None:
    assert in_ranges([1, 2, 3, 5, 7, 8]) == "1-3,5,7-8"


def test_a_long_program_is_printed_in_lines_that_fit() -> None:
    text = program_text(list(range(AB, NEXT)), ["A10 B10 C10 D10"] * NEXT)
    for wide, high in ((100, 10), (100, 4), (50, 10)):
        lines, size = fitted(text, wide, high)
        assert " ".join(lines) == text
        assert max(len(line) for line in lines) * 0.6 * size <= wide + 0.001
        assert len(lines) * size <= high


# --- programs as text ----------------------------------------------------------------------------


@given(st.lists(st.integers(AB, NEXT), max_size=16))
def test_a_program_is_read_as_it_was_written(cards: list[int]) -> None:
    text = program_text(cards)
    assert read_cards(text) == cards
    assert program_text(read_cards(text)) == text


@given(st.lists(st.tuples(st.integers(AB, NEXT), st.sampled_from(["", "C5", "A1 E23"]))))
def test_targets_do_not_hinder_reading(cards: list[tuple[int, str]]) -> None:
    text = program_text([card for card, _ in cards], [squares for _, squares in cards])
    assert read_cards(text) == [card for card, _ in cards]


@given(st.randoms(use_true_random=False), st.sampled_from(list(VARIANTS)))
def test_a_program_that_was_laid_can_be_laid_again_from_the_sheet(
    dice: random.Random, variant: str
) -> None:
    position = GAME.start(variant=variant, traffic_placement="random")
    position.play_text(RED, "start C")
    position.play_text(BLUE, "start A")
    again = position.clone()
    while RED in position.acting():
        position.play(RED, dice.choice(position.legal(RED)))
        if dice.random() < 0.2:
            break
    driver = position.state.drivers[RED]
    if driver.ready:
        text = program_text(driver.program[: int(driver.length)])
        again.play_text(RED, f"{text}; ready")
        assert list(again.state.drivers[RED].program) == list(driver.program)


def test_an_entry_without_moves_has_neither_program_nor_targets() -> None:
    entry = Entry(1, 2)
    assert (entry.program, entry.coded, entry.targets, entry.way) == ("", "", [], [])
