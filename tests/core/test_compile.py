"""Rules get their numbers, loops get their game, and the cache knows its sources."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from algorally.core import compile as compiling
from algorally.core.compile import FUNCTIONS, MODE, RULES, bind, compiled, rule

Numbers = npt.NDArray[np.int64]

step: Any = None  # left open for bind


def add_up(numbers: Numbers) -> int:
    """A loop that leaves a name open."""
    total = 0
    for number in numbers:
        total += step(number)
    return total


@compiled
def double(number: int) -> int:
    return number * 2


@compiled
def square(number: int) -> int:
    return number * number


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> dict[str, compiling.Where]:
    """An empty list of rules."""
    empty: dict[str, compiling.Where] = {}
    monkeypatch.setattr(compiling, "RULES", empty)
    return empty


@pytest.mark.modes
def test_a_bound_loop_calls_what_it_was_bound_to() -> None:
    numbers = np.arange(1, 5)
    assert bind(add_up, "doubling", step=double)(numbers) == 20
    assert bind(add_up, "squaring", step=square)(numbers) == 30
    assert step is None


@pytest.mark.modes
def test_a_bound_loop_has_a_name_and_a_docstring_of_its_own() -> None:
    bound = bind(add_up, "doubling", step=double)
    assert bound.__qualname__ == "doubling_add_up"
    assert bound.__doc__ == add_up.__doc__
    assert (__name__, "doubling_add_up") in FUNCTIONS


@pytest.mark.modes
def test_compiled_functions_are_compiled_unless_the_lane_is_interpreted() -> None:
    assert hasattr(double, "py_func") == (MODE != "interpreted")
    assert double(21) == 42


@pytest.mark.modes
def test_a_rule_is_found_by_its_number(rules: dict[str, compiling.Where]) -> None:
    @rule("ZZ-1", "ZZ-A2")
    def stand_still(here: int) -> int:
        """A rover that does
        not move stays.

        More about it.
        """
        return here

    assert stand_still(3) == 3
    assert set(rules) == {"ZZ-1", "ZZ-A2"}
    where = rules["ZZ-1"]
    assert where.sentence == "A rover that does not move stays."
    assert where.path == Path(__file__)
    assert where.module == __name__
    assert where.name.endswith("stand_still")
    assert "ZZ-1" not in RULES


@pytest.mark.usefixtures("rules")
def test_a_second_function_for_a_rule_is_refused() -> None:
    @rule("ZZ-1", in_python=True)
    def first() -> None:
        """One."""

    with pytest.raises(TypeError, match=r"ZZ-1 is already carried out by .*first"):

        @rule("ZZ-2", "ZZ-1", in_python=True)
        def second() -> None:
            """Two."""


@pytest.mark.usefixtures("rules")
def test_a_number_given_twice_to_one_function_is_refused() -> None:
    with pytest.raises(TypeError, match="ZZ-1 is already carried out"):

        @rule("ZZ-1", "ZZ-1", in_python=True)
        def only() -> None:
            """One."""


@pytest.mark.usefixtures("rules")
def test_a_rule_in_python_is_not_compiled() -> None:
    @rule("ZZ-1", in_python=True)
    def check() -> str:
        """Say something."""
        return f"{MODE}"

    assert check() == MODE
    assert not hasattr(check, "py_func")


def test_an_unknown_lane_is_refused_with_the_right_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "MODE", "fast")
    with pytest.raises(SystemExit, match="'fast'; it can be compiled, checked, interpreted"):
        compiling.choose_lane()
