"""How strong bots are: asked once, remembered, and changed wherever bots sit down."""

import pytest
from playwright.sync_api import Locator, expect

from algorally.bots.levels import LEVELS
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import ASKED
from tests.web.people import LIKES, Person
from tests.web.test_home import of_game

NEW_HERE = {**LIKES, "level": ""}
TITLES = {"novice": "Novice", "casual": "Casual", "solid": "Solid", "expert": "Expert"}
QUESTION = "How strong are the bots to be?"
LANGUAGES = ("en", "nl", "de", "fr", "nb")


def question(person: Person) -> Locator:
    """The question how strong the bots are to be."""
    return person.page.get_by_role("dialog", name=QUESTION)


def remembered(person: Person) -> str:
    """The level that this browser remembers."""
    return str(person.page.evaluate("JSON.parse(localStorage.getItem('algorally')).level"))


def bots_at(person: Person) -> list[str]:
    """The levels of the bots at the table that is open."""
    table = person.page.url.rsplit("/", 1)[1]
    seats = person.get(f"tables/{table}")["table"]["seats"]
    return [seat["bot"] for seat in seats if seat["bot"]]


def play_now(person: Person, title: str) -> None:
    of_game(person, title).get_by_role("button", name="Play now").click()


def test_play_now_asks_once_how_strong(visit: Visit) -> None:
    ann = visit(likes=NEW_HERE)
    ann.go()
    play_now(ann, "Algoracing")
    expect(question(ann).get_by_role("listitem")).to_have_count(len(LEVELS))
    expect(question(ann)).to_contain_text("Looks at hundreds of programs of its turn.")
    question(ann).get_by_role("button", name="Solid").click()
    expect(ann.the(ASKED)).to_be_visible()
    assert set(bots_at(ann)) == {"solid"}
    assert remembered(ann) == "solid"
    ann.go()
    play_now(ann, "SpeedAlgo")
    expect(ann.the(ASKED)).to_be_visible()
    assert set(bots_at(ann)) == {"solid"}


def test_whoever_does_not_answer_does_not_play(visit: Visit) -> None:
    ann = visit(likes=NEW_HERE)
    ann.go()
    play_now(ann, "Algoracing")
    question(ann).get_by_role("button", name="Cancel").click()
    expect(question(ann)).to_have_count(0)
    expect(ann.button("Against")).to_have_count(0)
    assert remembered(ann) == ""
    assert ann.get("guest/tables")["running"] == []


def test_the_question_is_answered_by_keys(visit: Visit) -> None:
    """The usual answer is at hand, and the others are a key away."""
    ann = visit(likes=NEW_HERE)
    ann.go()
    of_game(ann, "Algoracing").get_by_role("button", name="Play now").focus()
    ann.page.keyboard.press("Enter")
    expect(question(ann).get_by_role("button", name="Casual")).to_be_focused()
    ann.page.keyboard.press("Shift+Tab")
    expect(question(ann).get_by_role("button", name="Novice")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.the(ASKED)).to_be_visible()
    assert set(bots_at(ann)) == {"novice"}


def test_the_level_is_changed_beside_play_now_and_in_the_settings(visit: Visit) -> None:
    ann = visit()
    ann.go()
    beside = of_game(ann, "Algoracing").get_by_role("button", name="Against: Casual")
    beside.click()
    question(ann).get_by_role("button", name="Expert").click()
    expect(ann.button("Against: Expert")).to_have_count(3)
    assert remembered(ann) == "expert"
    assert ann.get("guest/tables")["running"] == []  # nothing has begun by that
    ann.go("/settings")
    strength = ann.select("Strength of the bots")
    expect(strength).to_have_value("expert")
    strength.select_option("novice")
    expect(ann.page.get_by_text("Makes mistakes like a beginner")).to_be_visible()
    ann.go()
    expect(ann.button("Against: Novice")).to_have_count(3)


@pytest.mark.parametrize("likes", [NEW_HERE, {**LIKES, "level": "nonsense"}])
def test_a_new_table_has_casual_bots_at_first_and_then_what_was_chosen_last(
    visit: Visit, likes: dict[str, object]
) -> None:
    ann = visit(likes=likes)
    ann.go("/new/algoracing?with=bots")
    expect(ann.select("Bots")).to_have_value("casual")
    ann.select("Bots").select_option("novice")
    expect(ann.page.get_by_text("Makes mistakes like a beginner")).to_be_visible()
    ann.button("Play now").click()
    ann.the(".table").wait_for()
    assert bots_at(ann) == ["novice"]
    ann.go("/new/speedalgo?with=bots")
    expect(ann.select("Bots")).to_have_value("novice")


def test_in_the_lobby_each_bot_may_have_a_level_of_its_own(visit: Visit, friend: Guest) -> None:
    ann, bob = visit(), visit()
    table = ann.make(seats=4)
    friend.post(f"tables/{table}/seats", name="Bob", seat=3)
    ann.go(f"/table/{table}")
    expect(ann.select("Bots")).to_have_value("casual")
    ann.button("Bot").first.click()
    ann.select("Bots").select_option("master")
    ann.button("Bot").first.click()
    expect(ann.the("select.level")).to_have_count(2)
    assert bots_at(ann) == ["casual", "master"]
    names = [seat["name"] for seat in ann.get(f"tables/{table}")["table"]["seats"]]
    ann.page.get_by_label(f"Level of {names[1]}").select_option("solid")
    bob.become(friend)
    bob.go(f"/table/{table}")
    expect(bob.the("ol li").nth(1)).to_contain_text("Solid")
    expect(bob.the("ol li").nth(2)).to_contain_text("Master")
    assert bob.the("select.level").count() == 0
    assert bots_at(ann) == ["solid", "master"]
    assert names == [seat["name"] for seat in ann.get(f"tables/{table}")["table"]["seats"]]


def test_one_press_fills_all_free_seats_in_the_lobby(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = ann.make(game="roborally", seats=8)
    friend.post(f"tables/{table}/seats", name="Bob", seat=3)
    ann.go(f"/table/{table}")
    ann.select("Bots").select_option("novice")
    filling = ann.button("Bots on all free seats")
    filling.click()
    expect(ann.the("select.level")).to_have_count(6)
    assert bots_at(ann) == ["novice"] * 6
    expect(filling).to_have_count(0)
    expect(ann.button("Start")).to_be_enabled()


def test_a_seat_shows_which_bot_plays_there(visit: Visit) -> None:
    ann = visit()
    ann.play(set_up="house", bots="expert", seats=2)
    seat = ann.page.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
    expect(seat).to_contain_text("Expert")
    name = "Bots: Expert: Also imagines what the others may do."
    expect(seat.get_by_role("img", name=name)).to_be_visible()
    ann.play(set_up="house", bots="random", seats=2)  # as at tables of before
    expect(seat).to_contain_text("Scatterbrained")


CUT = """() => [...document.querySelectorAll(".level")].filter((level) => {
  const [word, box] = [level.lastElementChild, level].map((one) => one.getBoundingClientRect());
  return word.top < box.bottom - 2 && word.right > box.right + 1;
}).map((level) => level.textContent)"""  # levels of which a part is seen


@pytest.mark.parametrize("game", ["algoracing", "speedalgo"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_is_read_or_not_seen_at_all(visit: Visit, language: str, game: str) -> None:
    ann = visit(locale=language, viewport={"width": 1280, "height": 720})
    ann.play(game=game, set_up="house", bots="casual", seats=4)
    expect(ann.the(".level")).to_have_count(3)
    assert ann.page.evaluate(CUT) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_line_in_every_language(visit: Visit, language: str) -> None:
    ann = visit(likes=NEW_HERE, locale=language)
    ann.go()
    ann.the("article .primary").first.click()
    lines = ann.the("dialog[open] li")
    expect(lines).to_have_count(len(LEVELS))
    told = [line.inner_text() for line in lines.all()]
    assert len(set(told)) == len(told)
    english = language == "en"
    assert any("Looks at hundreds of programs" in line for line in told) == english
    assert not any(level in line for line in told for level in LEVELS)  # which are no words
    beside = ann.the("article .primary").first.inner_text().strip()
    expect(ann.the("#how-strong-words")).to_contain_text(beside)
