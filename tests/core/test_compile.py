"""Rules get their numbers, loops get their game, and the cache knows its sources."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from algorally.core import compile as compiling
from algorally.core.compile import (
    FUNCTIONS,
    MODE,
    RULES,
    bind,
    compiled,
    linked,
    rule,
)

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
def test_linked_functions_do_what_they_did() -> None:
    numbers = np.arange(1, 5)
    assert bind(add_up, "linking", step=linked(double, 0))(numbers) == 20
    assert bind(add_up, "otherwise", step=linked(double, 0.5))(numbers) == 20  # not linked


@compiled
def wheels(car: Any) -> int:
    return int(car.wheels)


def count_wheels(cars: Any) -> int:
    """Another loop that leaves a name open."""
    total = 0
    for row in range(len(cars)):
        total += step(cars[row])
    return total


def count_twice(cars: Any) -> int:
    """A loop that calls another one."""
    return int(step(cars) + step(cars))


CARS = np.full(3, 4, [("wheels", np.int64)])
USES_LINKED = """
import sys, numba, numpy
from algorally.core.compile import watch_compiling
from tests.core.test_compile import CARS, bind, count_twice, count_wheels, linked, wheels
for size in range(int(sys.argv[1])):
    numba.typeof(numpy.zeros(1, [(f"other{size}", numpy.int64)])[0])  # now types are counted on
made = []
with watch_compiling(lambda: made.append(1)):
    step = linked(wheels, CARS[0])
    for name in sys.argv[2:]:
        made.clear()
        if name == "twice":
            loop = bind(count_twice, name, step=bind(count_wheels, "once", step=step))
        else:
            loop = bind(count_wheels, name, step=step)
        print(loop(CARS), len(made))
"""


def said(kept: Path, program: str, *arguments: str) -> list[str]:
    """What a process of its own says."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "ALGORALLY_CACHE": str(kept)},
    ).stdout.split()


def use_linked(kept: Path, others: int, *loops: str) -> list[str]:
    """Loops in a process of its own: what they say, and how many functions each compiled."""
    return said(kept, USES_LINKED, str(others), *loops)


@pytest.mark.skipif(MODE != "compiled", reason="one mode is enough")
def test_what_is_linked_is_compiled_once_and_found_by_loops_of_other_processes(
    tmp_path: Path,
) -> None:
    assert use_linked(tmp_path, 0, "one", "other") == ["12", "3", "12", "1"]  # with int
    assert use_linked(tmp_path, 0, "one", "other") == ["12", "0", "12", "0"]
    for file in tmp_path.glob("*/*/*linked_wheels*"):  # as if another process had compiled it
        file.unlink()
    assert use_linked(tmp_path, 3, "one", "other") == ["12", "2", "12", "0"]


@pytest.mark.skipif(MODE != "compiled", reason="one mode is enough")
def test_what_is_linked_is_found_by_a_loop_that_another_loop_calls(tmp_path: Path) -> None:
    assert use_linked(tmp_path, 0, "twice") == ["24", "4"]
    assert use_linked(tmp_path, 0, "twice") == ["24", "0"]


@compiled
def add_squares(number: int) -> int:
    total = 0
    for each in range(number):
        total += each * each ^ total >> 1
    return total


@compiled
def seem_to_add(number: int) -> int:
    rest = number & 1
    if rest > 1:  # never, which is found out before what is called here is linked
        return add_squares(number)
    return number + 1


@compiled
def really_add(number: int) -> int:
    return add_squares(number) + 2


@compiled
def add_both(number: int) -> int:
    return seem_to_add(number) + really_add(number)


@pytest.mark.skipif(MODE != "compiled", reason="one mode is enough")
def test_what_its_first_caller_does_not_need_after_all_is_there_for_the_next(
    tmp_path: Path,
) -> None:
    program = "from tests.core.test_compile import add_both; print(add_both(5))"
    assert said(tmp_path, program) == ["48"]


@pytest.mark.skipif(MODE != "compiled", reason="one mode is enough")
def test_a_call_that_leads_nowhere_is_refused_and_does_not_end_the_process(tmp_path: Path) -> None:
    """As if what is called were linked before anybody needs it."""
    program = """
from algorally.core import compile
compile._callees_last = lambda libraries: list(dict.fromkeys(libraries))
from tests.core.test_compile import add_both
try:
    add_both(5)
except AssertionError as error:
    print("add_squares" in str(error), str(error).endswith("which is not there"))
"""
    assert said(tmp_path, program) == ["True", "True"]


@compiled
def load(car: Any) -> int:
    """Enough that it is not written into whoever calls it."""
    total = 0
    for each in range(200):
        total += (car.wheels * 7 + each) ^ (car.seats * 3 - each)
        total = total % 100_003 + car.wheels
        for prime in (5, 7, 11, 13):
            if total % prime == 2:
                total += car.seats * each
            elif total % prime == 1:
                total -= car.wheels * each
    return total


LOADS = """
import sys, numpy
from tests.core.test_compile import bind, count_twice, load
for order in sys.argv[1:]:
    car = numpy.zeros(1, [(name, numpy.int64) for name in order.split("-")])[0]
    car["wheels"], car["seats"] = 5, 9
    print(bind(count_twice, order, step=load)(car))
"""


@pytest.mark.skipif(MODE != "compiled", reason="one mode is enough")
def test_code_of_other_processes_is_not_mistaken_for_that_of_other_records(tmp_path: Path) -> None:
    once, other = "wheels-seats", "seats-wheels"
    right = said(tmp_path, LOADS, once)
    assert said(tmp_path, LOADS, other, once) == right * 2
    assert said(tmp_path, LOADS, once, other) == right * 2


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
