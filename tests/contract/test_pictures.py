"""The picture of a position is a document for eyes and ears, and many of them fit one page."""

from xml.etree import ElementTree as Xml

from hypothesis import given
from hypothesis import strategies as st

from algorally.core.game import Game
from tests.playing import arrive, journeys

SVG = "{http://www.w3.org/2000/svg}"


@given(data=st.data())
def test_a_picture_is_a_document_with_a_title_a_description_and_no_ids(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for text in (position.svg(), game.words.ground(position)):
        picture = Xml.fromstring(text)
        assert picture.tag == f"{SVG}svg"
        assert picture.get("role") == "img"
        assert [part.tag for part in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert str(picture[0].text).startswith(game.title)
        assert [part for part in picture.iter() if part.get("id")] == []


@given(data=st.data())
def test_a_picture_tells_of_every_seat_and_lies_exactly_over_its_ground(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    picture, ground = Xml.fromstring(position.svg()), Xml.fromstring(game.words.ground(position))
    assert picture.get("viewBox") == ground.get("viewBox")
    for seat in range(position.seats):
        assert game.words.seat_name(position, seat) in str(picture[1].text)
