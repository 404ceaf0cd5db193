"""Five languages: every visible word, the browser's own by default, and a switch that lasts."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from algorally.core.errors import IllegalChoice
from algorally.core.game import Game, find_game, games
from tests.playing import Journey, begin, choices, many_settings, some_seats
from tests.web.conftest import Visit
from tests.web.moves import step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.places import CLIENT
from tests.web.racing import choose, race
from tests.web.robots import lay_next, play_robots
from tests.web.test_drafts import to_first_turn

REFUSING = ("refusals.py", "choice_text.py")
LANGUAGES = ("en", "nl", "de", "fr", "nb")
PLAY_NOW = {
    "en": "Play now",
    "nl": "Speel nu",
    "de": "Jetzt spielen",
    "fr": "Jouer",
    "nb": "Spill nå",
}
PAGES = {  # and what is there once they are whole
    "/": "article",
    "/new/algoracing": "form",
    "/rules/algoracing": "dt",
    "/learn/algoracing": "h2",
    "/new/speedalgo": "form",
    "/rules/speedalgo": "dt",
    "/learn/speedalgo": "h2",
    "/settings": ".settings",
    "/new/nothing": "h1",
}
RAW = re.compile(r"^[a-z]+(_[a-z]+)+$|\b[a-z_]+\.[a-z_]+\.[a-z_.]+|\{\w+\}|undefined|NaN")


def keys() -> set[str]:
    """The keys with a dot or a line in them, which nobody would take for words."""
    files = (CLIENT / "src").glob("**/lang/en.ts")
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    found = re.findall(r'^  "?([\w.]+)"?:', text, re.MULTILINE)
    return {key for key in found if "." in key or "_" in key}


def assert_translated(person: Person) -> None:
    """No key is shown instead of its words."""
    shown = person.read("words")
    raw = [words for words in shown if words in keys() or RAW.search(words)]
    assert not raw, f"{person.page.url}: {raw}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_a_key(visit: Visit, language: str) -> None:
    likes = {**LIKES, "text": True, "guided": []}
    ann = visit(locale=language, likes=likes)
    for path, content in PAGES.items():
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_translated(ann)
        assert ann.page.evaluate("document.documentElement.lang") == language
    lobby = ann.make()
    ann.go(f"/table/{lobby}")
    ann.page.get_by_role("img").first.wait_for()
    assert_translated(ann)
    ann.play(settings={"level": "complete", "turn_cap": 1}, clock=300)
    to_first_turn(ann)
    ann.the(".held").first.click()
    assert_translated(ann)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_race_shows_a_key(visit: Visit, language: str) -> None:
    ann = visit(locale=language, likes={**LIKES, "text": True, "guided": []})
    table = race(ann, seed=5, clock=300, settings={"track": "sprint", "round_cap": 1})
    while until_asked(ann):
        assert_translated(ann)
        choose(ann, random.Random(language))
    assert_translated(ann)
    for path, content in ((f"/replay/{table}", ".replay"), (f"/sheets/{table}", "figure")):
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_translated(ann)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_robots_shows_a_key(visit: Visit, language: str) -> None:
    ann = visit(locale=language, likes={**LIKES, "text": True, "guided": []})
    wishes = {"start_options": 3, "start_damage": 2, "option_choice": "yes", "turn_cap": 1}
    table = play_robots(ann, seed=5, clock=300, settings=wishes)
    while until_asked(ann):
        assert_translated(ann)
        before = step(ann)
        while ann.the(".run:disabled").count():
            lay_next(ann)
        assert_translated(ann)
        ann.the(".run, .answers button").last.click()
        until_next(ann, before)
    assert_translated(ann)
    ann.go(f"/replay/{table}")
    ann.the(".replay").wait_for()
    assert_translated(ann)


def refused_at_random(game: Game) -> set[str]:
    """The rule that is named first wherever the rules refuse something, in games of all kinds."""
    found = set()
    varied = many_settings(game.name)
    for number in range(24):
        settings = varied[number * 7 % len(varied)]
        journey = Journey(some_seats(game, settings, number), settings, number, 40)
        position = begin(game, journey)
        for seat, action in choices(position, number, journey.choices):
            for other in set(range(game.actions)) - set(position.legal(seat)):
                refused = game.words.refuse(position, seat, other)
                assert isinstance(refused, IllegalChoice)
                found.add(refused.rules[0])
            position.play(seat, action)
    return found


def refused_by_source(game: Game) -> set[str]:
    """The rule that is named first in each refusal of the sources."""
    refusal = r"(?:IllegalChoice|no_position)\((?:(?!raise|\*).)*?"
    naming = re.compile(rf'{refusal}"({game.prefix}-\w+)"', re.DOTALL)
    listed = re.compile(rf'\("[^"]+", "({game.prefix}-\w+)"\),')  # in a table of questions
    texts = [(game.folder / name).read_text(encoding="utf-8") for name in REFUSING]
    found = [rule for text in texts for rule in (*naming.findall(text), *listed.findall(text))]
    return set(found)


@pytest.mark.parametrize("name", games())
def test_every_refusal_is_told_in_words(name: str) -> None:
    game = find_game(name)
    text = (CLIENT / "src" / "games" / name / "lang" / "en.ts").read_text(encoding="utf-8")
    told = set(re.findall(rf'^  "because\.({game.prefix}-\w+)":', text, re.MULTILINE))
    refused = refused_at_random(game) | refused_by_source(game)
    assert sorted(refused - told) == []  # rules without a sentence
    assert sorted(told - refused) == []  # sentences that nobody needs


def test_a_refusal_is_told_in_the_language_of_the_page(visit: Visit) -> None:
    ann = visit(locale="nl", likes={**LIKES, "text": True})
    ann.play(seed=6)
    to_first_turn(ann)
    answer = {"code": "illegal_choice", "words": "no", "rules": ["AR-86", "AR-87"]}
    ann.context.route("**/preview", lambda route: route.fulfill(**refusal(answer)))
    ann.the(".held").first.click()
    alert = ann.page.get_by_role("alert").filter(has_text="De rij heeft vijf opdrachten")
    expect(alert).to_contain_text("AR-86")


def refusal(problem: dict[str, Any]) -> dict[str, Any]:
    """A refusal as the server answers it to a browser."""
    return {"headers": {"algorally-refused": "409"}, "body": json.dumps(problem)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_browser_is_the_default(visit: Visit, language: str) -> None:
    local = {"en": "en-GB", "nl": "nl-BE", "de": "de-AT", "fr": "fr-CA", "nb": "nn-NO"}[language]
    ann = visit(locale=local)
    ann.go()
    expect(ann.button(PLAY_NOW[language]).first).to_be_visible()
    assert ann.page.evaluate("document.documentElement.lang") == language


def test_a_language_that_we_do_not_have_is_answered_in_english(visit: Visit) -> None:
    ann = visit(locale="ja-JP")
    ann.go()
    expect(ann.button("Play now").first).to_be_visible()


def test_the_switch_is_remembered(visit: Visit) -> None:
    ann = visit(locale="de-DE")
    ann.go("/settings")
    ann.page.get_by_role("banner").get_by_role("combobox").select_option("fr")
    expect(ann.the("h1")).to_have_text("Réglages")
    ann.go()
    expect(ann.button(PLAY_NOW["fr"]).first).to_be_visible()
    stored = ann.page.evaluate("localStorage.getItem('algorally')")
    assert json.loads(stored)["language"] == "fr"


def test_a_game_goes_on_in_another_language(visit: Visit) -> None:
    ann = visit()
    ann.play(settings={"turn_cap": 1})
    assert until_asked(ann)
    ann.page.get_by_role("banner").get_by_role("combobox").select_option("nl")
    expect(ann.the(".task")).to_contain_text("Kies een hoek")
    ann.page.get_by_role("banner").get_by_role("combobox").select_option("en")
    expect(ann.the(".task")).to_contain_text("Choose a corner")
