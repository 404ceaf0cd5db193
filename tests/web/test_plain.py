"""A game that the client has no line of: the server's words are its board, and typed commands."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from algorally.bots.levels import make_bot, take_turn, warm_up
from algorally.core import game as core_game
from algorally.match.preview import preview
from algorally.server.routes import games as routes
from tests.match import toy
from tests.match.tables import make_toy_findable
from tests.server.inside import Inside
from tests.web.conftest import Visit
from tests.web.moves import OVER, any_of, until_asked, until_next
from tests.web.people import Person
from tests.web.test_accessible import find_serious
from tests.web.test_home import of_game
from tests.web.test_languages import LANGUAGES, assert_translated

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn
BOARD, CHOICES = ".board pre", ".choices button"


def make_ready() -> None:
    """Compile what the server will need of the toy: while that takes, nobody would be answered."""
    position = core_game.find_game(toy.NAME).start(3)
    warm_up(position.game)
    while position.standing().turns < 2:
        seat = position.acting()[0]
        preview(position.view(seat), seat, position.legal(seat)[:1])
        take_turn(position, seat, make_bot("novice", seat))


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, welcome: Visit) -> Iterator[Visit]:
    """Lets people come to a server that knows the toy game, of which the client knows nothing."""
    make_toy_findable(monkeypatch)
    monkeypatch.setattr(routes, "games", core_game.games)
    make_ready()
    with Inside(tmp_path) as server:
        yield lambda **wishes: welcome(server.url, **wishes)


def expect_board(person: Person, table: str, seat: int) -> None:
    """The page shows what the server says that the seat may see."""
    board = person.get(f"tables/{table}/board?seat={seat}")
    expect(person.the(BOARD)).to_have_text(board["text"], use_inner_text=True)
    if board["told"]:
        expect(person.page.get_by_role("log").get_by_role("listitem")).to_have_text(board["told"])
    if seat >= 0:
        expect(person.the(".hand li")).to_have_text(board["hand"])
        expect(person.the(CHOICES)).to_have_text(list(board["choices"]))


def type_in(person: Person, words: str) -> None:
    """Type a command and send it, without a pointer."""
    person.page.get_by_label("Type what you want to do").fill(words)
    person.page.keyboard.press("Enter")


def choose(person: Person, table: str, dice: random.Random) -> None:
    """Do something legal: type a whole program, or press one of the buttons by keyboard."""
    expect_board(person, table, 0)
    before = person.the(".table").get_attribute("data-step") or ""
    cards = person.the(".hand li").all_inner_texts()
    if len(cards) == toy.HAND and person.the(CHOICES).first.inner_text() in toy.CARDS:
        type_in(person, "; ".join([*dice.sample(cards, toy.LAID), "ready"]))
    else:
        any_of(person.the(CHOICES), dice).press("Enter")
    until_next(person, before)


def play_on(person: Person, table: str, dice: random.Random) -> None:
    """Play until the game is over."""
    while until_asked(person):
        choose(person, table, dice)


def test_it_is_played_from_the_first_page_to_its_end(toys: Visit) -> None:
    ann = toys()
    ann.go()
    shown = of_game(ann, "Shove")
    expect(shown).to_contain_text("Push the others back.")
    expect(shown.get_by_role("link", name="How to play")).to_have_count(0)
    shown.get_by_role("link", name="Play with friends").click()
    ann.page.get_by_label("Me against bots").check()
    ann.select("How many players").select_option("3")
    ann.select("Bots").select_option("novice")
    ann.button("Play now").click()
    ann.the(".table").wait_for()
    table = ann.page.url.rsplit("/", 1)[1]
    play_on(ann, table, random.Random(1))
    result = ann.get(f"tables/{table}")["table"]["result"]
    scores = [int(score) for score in ann.the(f"{OVER} li b").all_inner_texts()]
    assert sorted(scores) == sorted(result["points"])
    assert result["turns"] > toy.LAST_ROUND
    assert_replayed(ann, table)


def assert_replayed(person: Person, table: str) -> None:
    """The replay tells all choices in words, one by one."""
    steps = person.get(f"tables/{table}/history")["steps"]
    names = [seat["name"] for seat in person.get(f"tables/{table}")["table"]["seats"]]
    words = [f"{names[step['seat']]}: {step['said']}" for step in steps]
    person.page.get_by_role("link", name="Replay").click()
    expect(person.the(".board li")).to_have_text(words)
    person.page.keyboard.press("ArrowRight")
    expect(person.the(".said")).to_have_text(words[0])
    expect(person.the("[aria-current=step]")).to_have_text(words[0])
    person.the(".board li button").nth(4).press("Enter")
    expect(person.the(".said")).to_have_text(words[4])
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.the(".replay")).to_have_attribute("data-at", str(len(steps)))
    winners = person.get(f"tables/{table}")["table"]["result"]["winners"]
    expect(person.the(".said")).to_contain_text(", ".join(names[seat] for seat in winners))


def test_what_is_not_understood_or_not_allowed_is_refused(toys: Visit) -> None:
    ann = toys()
    ann.play(game=toy.NAME, seats=2, seed=1)
    assert until_asked(ann)
    type_in(ann, "fly")
    expect(ann.page.get_by_role("alert")).to_contain_text("there is no 'fly'; there are step")
    type_in(ann, "ready")
    expect(ann.page.get_by_role("alert")).to_contain_text("only the clock plays that")
    expect(ann.page.get_by_role("alert").get_by_role("link")).to_have_text("TY-1")
    expect(ann.page.get_by_label("Type what you want to do")).to_have_value("ready")


def test_no_hand_is_shown_while_the_device_is_handed_over(toys: Visit) -> None:
    ann = toys()
    table = ann.make(game=toy.NAME, seats=2, seed=1)
    ann.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob", "another": True})
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    expect_board(ann, table, 0)
    ann.the(CHOICES).first.click()
    expect(ann.button("I am Bob")).to_be_visible()
    expect_board(ann, table, -1)
    expect(ann.the(".hand")).to_have_count(0)
    ann.button("I am Bob").click()
    expect_board(ann, table, 1)


def test_who_looks_on_reads_what_all_may_see(toys: Visit) -> None:
    ann, bob = toys(), toys()
    table = ann.play(game=toy.NAME, seats=2, seed=1)
    bob.sit_at(table)
    expect_board(bob, table, -1)
    assert until_asked(ann)
    choose(ann, table, random.Random(1))
    assert until_asked(ann)
    expect_board(bob, table, -1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_translated_and_accessible(toys: Visit, language: str) -> None:
    ann = toys(locale=language, reduced_motion="reduce")

    def look(content: str) -> None:
        ann.the(content).first.wait_for()
        assert_translated(ann)
        for scheme in ("light", "dark") if language == "en" else ("light",):
            ann.page.emulate_media(color_scheme=scheme)
            assert find_serious(ann) == [], (ann.page.url, scheme)

    ann.go(f"/new/{toy.NAME}")
    look("form")
    ann.go(f"/table/{ann.make(game=toy.NAME, seats=3)}")
    look(".lobby")
    table = ann.play(game=toy.NAME, seats=2, seed=1)
    look(CHOICES)
    while until_asked(ann):
        before = ann.the(".table").get_attribute("data-step") or ""
        ann.the(CHOICES).first.click()
        until_next(ann, before)
    look(OVER)
    ann.go(f"/replay/{table}#3")
    look("[aria-current=step]")


def test_it_has_no_page_that_would_be_empty(toys: Visit) -> None:
    ann = toys()
    for path in (f"/learn/{toy.NAME}", "/new/nothing"):
        ann.go(path)
        expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
