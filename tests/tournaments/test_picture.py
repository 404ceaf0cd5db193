"""The picture of a tournament shows and tells every bot and every pair."""

from xml.etree import ElementTree as Xml

import pytest

from algorally.tournaments.picture import draw
from algorally.tournaments.statistics import Statistics
from tests.tournaments.games import outcome, short

SVG = "{http://www.w3.org/2000/svg}"


def drawn(bots: list[str]) -> Xml.Element:
    setup = short(bots)
    games = [outcome("ab", [0]), outcome("ab", [0]), outcome("ab", [0]), outcome("ba", [0])]
    letters = dict(zip("ab", bots, strict=False))
    for game in games:
        seated = tuple(letters[bot] for bot in game.fixture.bots)
        game.fixture = type(game.fixture)(0, 0, seated)
    return Xml.fromstring(draw(Statistics(setup, games, 4, 0, 1.0, 1)))


def words(picture: Xml.Element) -> list[str]:
    return [str(text.text) for text in picture.iter(f"{SVG}text")]


def test_it_is_a_document_with_a_title_and_everything_in_words() -> None:
    picture = drawn(["solid", "bots.py:<Mine> & co"])
    assert picture.get("role") == "img"
    assert picture[0].text == "Algoracing, 4 games"
    told = str(picture[1].text)
    assert "solid against bots.py:<Mine> & co: 75%, 30% to 95%, in 4 games" in told
    assert "solid: rating " in told


def test_it_shows_each_pair_from_both_sides() -> None:
    shown = words(drawn(["solid", "casual", "random"]))
    for text in ("75", "30–95", "25", "5–70"):  # noqa: RUF001
        assert shown.count(text) == 1
    assert {"1  solid", "3  casual"} <= set(shown)


def test_a_stronger_bot_is_further_to_the_right() -> None:
    first, second = drawn(["solid", "casual"]).iter(f"{SVG}circle")
    assert float(str(first.get("cx"))) > float(str(second.get("cx")))
    assert float(str(first.get("cy"))) < float(str(second.get("cy")))


def test_of_a_long_name_the_end_is_shown() -> None:
    shown = words(drawn(["path/to/the/folder/with/bots.py:Mine", "solid"]))
    assert "1  …older/with/bots.py:Mine" in shown


@pytest.mark.parametrize("bots", [2, 3, 8])
def test_nothing_lies_outside(bots: int) -> None:
    picture = drawn([f"a/very/long/path/to/my_bots.py:Number{place}" for place in range(bots)])
    *_, wide, high = map(float, str(picture.get("viewBox")).split())
    for text in picture.iter(f"{SVG}text"):
        size, length = float(str(text.get("font-size"))), len(str(text.text))
        x, y = float(str(text.get("x"))), float(str(text.get("y")))
        right = x + size * 0.75 * length * (1 if text.get("text-anchor") else 0.5)
        assert 0 <= y <= high
        assert x >= 0
        assert right <= wide, text.text


def test_a_tournament_without_games_is_drawn_too() -> None:
    picture = Xml.fromstring(draw(Statistics(short(["solid", "casual"]), [], 4, 0, 1.0, 1)))
    assert picture[0].text == "Algoracing, 0 games"
