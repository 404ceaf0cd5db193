"""Random games on every course: nothing hangs, nothing is lost, nobody is where nobody can be."""

import pytest

from algorally.core.compile import MODE
from algorally.games.roborally.boards import courses
from tests.games.roborally.census import census, most_seats

if MODE != "compiled":
    pytest.skip("games by the thousand take the compiled rules", allow_module_level=True)


@pytest.mark.parametrize("course", courses())
def test_nothing_is_lost_and_nothing_hangs(course: str) -> None:
    assert census(course, most_seats(course), 20) > 20


def test_on_the_usual_course_with_four() -> None:
    assert census("risky_exchange", 4, 1000, first=10_000) > 1000
