"""How many programs a hand has: the building rules as one number for each variant."""

from typing import Any

import pytest

from algorally.core.compile import MODE
from algorally.core.game import find_game
from algorally.games.speedalgo.names import CARDS, SA, SAS
from algorally.games.speedalgo.programs import count_programs, every_program
from algorally.games.speedalgo.vocabulary import program_text

GAME = find_game("speedalgo")
MOST_INTERPRETED = 10_000  # programs that plain Python counts in good time
COUNTS: list[tuple[int, dict[str, Any]]] = [
    (69_448, {}),
    (5_181, {"condition_card": "none"}),
    (904_072, {"max_body": 2}),
    (2_092_252, {"max_body": 3}),
    (116_796, {"nest_rep_cond": "yes"}),
    (1_278_684, {"nest_rep_cond": "yes", "max_body": 2}),
    (2_984_724, {"nest_rep_cond": "yes", "max_body": 3}),
]


def skip_if_too_many(count: int) -> None:
    if MODE == "interpreted" and count > MOST_INTERPRETED:
        pytest.skip("the compiled modes count them")


@pytest.mark.modes
@pytest.mark.parametrize(("count", "settings"), COUNTS)
def test_sa_b10_the_number_of_programs_of_each_variant(
    count: int, settings: dict[str, Any]
) -> None:
    skip_if_too_many(count)
    assert count_programs(GAME.start(2, **settings), 0) == count


@pytest.mark.modes
@pytest.mark.parametrize(("count", "side"), [(20_686, SA), (53_943, SAS)])
def test_sa_52_the_number_of_programs_with_one_side_of_the_card(count: int, side: int) -> None:
    skip_if_too_many(count)
    position = GAME.start(2, condition_card="flip")
    position.state.drivers[0].side = side
    assert count_programs(position, 0) == count


def listed(**settings: Any) -> list[str]:
    programs = every_program(GAME.start(2, **settings), 0, 3_000_000)
    return [program_text(program[program > 0]) for program in programs]


@pytest.mark.parametrize("settings", [{}, {"nest_rep_cond": "yes", "allow_empty_branch": "yes"}])
def test_no_program_is_listed_twice(settings: dict[str, Any]) -> None:
    skip_if_too_many(69_448)
    programs = listed(**settings)
    assert len(set(programs)) == len(programs)


def test_a_list_of_programs_has_the_empty_one_and_that_of_the_rulebook() -> None:
    skip_if_too_many(69_448)
    programs = set(listed())
    assert {"", "REP AB - ATG - SA P - ABD", "SAS P / ABD"} <= programs
    assert not any(CARDS[SAS] in text and "/" not in text for text in programs)


def test_no_more_programs_are_listed_than_wanted() -> None:
    assert len(every_program(GAME.start(2, condition_card="none"), 0, 7)) == 7
