"""Bots say why they chose their programs."""

import re

import pytest
from playwright.sync_api import Locator, expect

from algorally.core.game import find_game, games
from tests.web.conftest import Visit
from tests.web.moves import ASKED, DONE
from tests.web.people import Person
from tests.web.places import CLIENT

LOOKED = re.compile(r" says: I looked at 8 programs, drawn by lot")


def log(person: Person) -> Locator:
    """What happened, in words."""
    return person.page.get_by_role("log")


@pytest.mark.parametrize("name", games())
def test_the_pages_have_words_for_every_aim(name: str) -> None:
    """English says which there are: the client's own check finds what other languages lack."""
    words = (CLIENT / f"src/games/{name}/lang/en.ts").read_text(encoding="utf-8")
    said = dict(re.findall(rf'^  "{name}\.reason\.(\w+)": "(.*)",$', words, re.MULTILINE))
    aims = find_game(name).aims
    assert aims
    assert said == aims.sentences
