"""Playing without a pointer: by keys alone, and by typed commands."""

import random

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.drawings import check_drawing, drawn
from tests.web.moves import ASKED, step, until_asked, until_next, until_row
from tests.web.people import LIKES, Person
from tests.web.test_drafts import to_first_turn

FOCUSED = """() => {
  const one = document.activeElement;
  return one.getAttribute("aria-label") ?? one.innerText ?? "";
}"""
FARTHEST = 60  # keys


def tab_to(person: Person, name: str) -> None:
    """Press Tab until the focus is on something of that name."""
    for _ in range(FARTHEST):
        person.page.keyboard.press("Tab")
        if name in str(person.page.evaluate(FOCUSED)):
            return
    message = f"Tab never leads to {name!r}"
    raise AssertionError(message)


def press(person: Person, *keys: str) -> None:
    """Press keys one after the other, as quickly as can be."""
    for key in keys:
        person.page.keyboard.press(key)


def test_from_home_to_the_end_of_a_turn(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.button("Set up myself").first.wait_for()
    tab_to(ann, "Set up myself")
    press(ann, "Enter")
    for name in ("Corner", "Face"):
        ann.page.get_by_role("button", name=name).first.wait_for()
        tab_to(ann, name)
        press(ann, "Enter")
        ann.page.get_by_role("button", name=name).first.wait_for(state="detached")
    ann.the(".held:enabled").first.wait_for()
    table = ann.page.url.rsplit("/", 1)[1]
    hand = drawn(ann).hand

    press(ann, "5", "1", "Backspace", "3")
    until_row(ann, [hand[4], hand[2]])
    before = step(ann)
    press(ann, "Enter")
    until_next(ann, before)

    assert until_asked(ann)
    hand = drawn(ann).hand
    before = step(ann)
    press(ann, "p", "1", "2", "2", "Enter")  # passes, and replaces the first card only
    until_next(ann, before)
    assert until_asked(ann)
    check_drawing(ann, table)
    expect(ann.page.get_by_role("log")).to_contain_text("Ann passes")


def test_cards_are_laid_by_tabbing_to_them(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    hand = drawn(ann).hand
    tab_to(ann, "2 ")
    press(ann, "Enter")
    until_row(ann, [hand[1]])
    tab_to(ann, "Run")
    before = step(ann)
    press(ann, "Enter")
    until_next(ann, before)


def test_arrows_lead_to_the_places_of_a_row(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=8, settings={"level": "complete"})
    to_first_turn(ann)
    hand = [card for card in drawn(ann).hand if not card.startswith("x")]
    keys = [str(drawn(ann).hand.index(card) + 1) for card in hand[:2]]
    press(ann, keys[0])  # laid at once: there is but one place
    until_row(ann, [hand[0]])
    if keys[1] == keys[0]:
        keys[1] = str(int(keys[0]) + 1)
    press(ann, keys[1], "ArrowRight", "Enter")  # the first place is before that card
    until_row(ann, [hand[1], hand[0]])
    press(ann, "Backspace", keys[1])
    until_row(ann, [hand[0]])
    expect(ann.the(".gap.here")).to_be_visible()
    expect(ann.page.get_by_role("status").filter(has_text="at place 2")).to_have_count(1)
    press(ann, "Escape")
    expect(ann.the(".gap")).to_have_count(0)
    press(ann, keys[1], "Enter")  # without an arrow it goes to the end
    until_row(ann, [hand[0], hand[1]])


def test_a_picked_card_goes_where_the_arrows_point_also_from_its_button(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=8, settings={"level": "complete"})
    to_first_turn(ann)
    hand = drawn(ann).hand
    places = [place for place, card in enumerate(hand, 1) if not card.startswith("x")]
    press(ann, str(places[0]), str(places[0]))
    until_row(ann, [hand[places[0] - 1]])
    tab_to(ann, f"{places[1]} ")
    press(ann, "Enter", "ArrowRight", "Enter")
    until_row(ann, [hand[places[1] - 1], hand[places[0] - 1]])


def typing(person: Person) -> Locator:
    """Where commands are typed."""
    return person.page.get_by_label("Type what you want to do")


def type_command(person: Person, words: str) -> None:
    typing(person).fill(words)
    press(person, "Enter")


def test_typed_commands_play_on_a_board_of_text(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    table = ann.play(seed=9)
    text = ann.page.get_by_role("region", name="Text board")
    while until_asked(ann) and ann.the(".target").count():
        before = step(ann)
        words = str(ann.the(".target").first.get_attribute("aria-label"))
        type_command(ann, words)
        until_next(ann, before)
        if words.startswith("Corner"):
            corner = words.removeprefix("Corner ")
            assert ("R", corner) in drawn(ann).bases
            expect(text).to_contain_text(corner)
    card = drawn(ann).hand[0].replace("_", " ")
    type_command(ann, "fly away")
    expect(text).to_contain_text("“fly away” is none of the choices")
    expect(text.get_by_role("alert")).to_be_in_viewport(ratio=0.9)
    before = step(ann)
    type_command(ann, f"{said(ann, card)}; run")
    until_next(ann, before)
    assert until_asked(ann)
    expect(typing(ann)).to_be_focused()
    check_drawing(ann, table)
    assert rover_in_words(ann) in text.inner_text()


@pytest.mark.parametrize(("game", "word"), [("algoracing", "help"), ("speedalgo", "?")])
def test_typed_help_lists_what_can_be_typed(visit: Visit, game: str, word: str) -> None:
    ann = visit(likes={**LIKES, "text": True})
    table = ann.play(game=game, seed=9)
    lines = ann.the('.box [role="status"] li')
    assert until_asked(ann)
    while not ann.the(".held:enabled").count():
        before = step(ann)
        ask_for_help(ann, table, word)
        type_command(ann, lines.first.inner_text())  # what it proposes is understood
        until_next(ann, before)
        expect(lines).to_have_count(0)
        assert until_asked(ann)
    before = step(ann)
    ask_for_help(ann, table, word)
    type_command(ann, lines.first.inner_text())
    expect(ann.the('.panel[data-laid="1"]')).to_be_visible()
    type_command(ann, word)
    expect(lines.filter(has_text="takes the last choice back")).to_have_count(1)
    ending = lines.filter(has_text="ends your program").inner_text().partition(":")[0]
    type_command(ann, ending)
    until_next(ann, before)


def ask_for_help(person: Person, table: str, word: str) -> None:
    """Type for help, and see that the list ends with other ways to say it."""
    type_command(person, word)
    lines = person.the('.box [role="status"] li')
    expect(lines.last).to_contain_text("several choices at once")
    legal = len(person.get(f"tables/{table}/board")["choices"])
    expect(lines.nth(-2)).to_have_text(f"a number from 1 to {legal}, as in the list below")


@pytest.mark.parametrize(
    ("language", "word"), [("nl", "hulp"), ("de", "Hilfe"), ("fr", "aide"), ("nb", "hjelp")]
)
def test_help_has_a_word_in_every_language(visit: Visit, language: str, word: str) -> None:
    ann = visit(locale=language, likes={**LIKES, "text": True})
    ann.play(seed=9)
    assert until_asked(ann)
    lines = ann.the('.box [role="status"] li')
    for typed in (word, "help"):
        ann.the(".box input").fill(typed)
        press(ann, "Enter")
        expect(lines.first).to_be_visible()
        ann.the(".box input").fill("xyz")
        press(ann, "Enter")
        expect(lines).to_have_count(0)
        expect(ann.the(".box .refusal")).to_contain_text(word)


def said(person: Person, card: str) -> str:
    """The name of a card as its button says it."""
    return str(person.the(".held").first.get_attribute("aria-label")).removeprefix("1 ") or card


def rover_in_words(person: Person) -> str:
    ((square, heading),) = [rover[1:3] for rover in drawn(person).rovers if rover[0] == "R"]
    return f"{square}, faces {('north', 'east', 'south', 'west')[heading]}"


def test_the_text_board_is_opened_by_keys_and_lists_all_choices(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=9)
    to_first_turn(ann)
    tab_to(ann, "Text board and typed commands")
    press(ann, "Enter")
    expect(typing(ann)).to_be_focused()
    choices = ann.page.get_by_text("Everything you may do")
    legal = len(ann.get(f"tables/{table}/board")["choices"])
    expect(choices).to_contain_text(f"({legal})")
    dice = random.Random(1)
    choices.click()
    ann.the("details button").nth(dice.randrange(legal)).wait_for()
    assert ann.the(ASKED).count() == 1
