"""Rules never allocate, recurse, raise or know words: their source shows it."""

from pathlib import Path

import pytest

import algorally
from algorally.batch.compiled import loops_of
from algorally.core.compile import FUNCTIONS
from algorally.core.game import Game
from algorally.envs.arena import loops_of as loops_of_environments
from tests.contract.purity import Module, faults_in, read_modules
from tests.contract.test_rule_numbers import import_all

PACKAGE = Path(str(algorally.__file__)).parent
PARTS = ("core", "games", "batch", "envs")
# Their functions are compiled by `bind`, without a decorator.
TEMPLATES = (
    *("algorally.core.door", "algorally.core.search", "algorally.core.lookahead"),
    *("algorally.core.telling", "algorally.batch.loops", "algorally.batch.planners"),
    "algorally.envs.loops",
)


def all_modules() -> list[Module]:
    """The core, all games, and the loops over them."""
    return read_modules(PACKAGE, PARTS, TEMPLATES)


def test_compiled_functions_use_nothing_that_rules_must_not_use() -> None:
    assert faults_in(all_modules()) == []


def test_the_check_reads_every_function_that_is_compiled(game: Game) -> None:
    import_all(game)
    assert game.doors
    assert loops_of(game)
    assert loops_of_environments(game)
    read = {(module.name, item.name) for module in all_modules() for item in module.compiled}
    templates = [(module, name) for module, name in read if module in TEMPLATES]
    for module, name in FUNCTIONS:
        if module.startswith(tuple(f"algorally.{part}." for part in PARTS)):
            bound = any(module == where and name.endswith(f"_{what}") for where, what in templates)
            assert bound or (module, name) in read


def faults(body: str, before: str = "") -> list[str]:
    """What the check says of a rule with such a body."""
    source = f"{before}\n@rule('ZZ-1')\ndef act(state, other):\n    '''A docstring.'''\n    {body}"
    return [fault.complaint for fault in faults_in([Module("planted", source)])]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("raise ValueError", "raises"),
        ("assert state", "asserts"),
        ("try:\n        pass\n    finally:\n        pass", "catches"),
        ("with state:\n        pass", "opens a context"),
        ("return 'east'", "uses a string"),
        ("return b'east'", "uses a string"),
        ("return f'{state}'", "makes a string"),
        ("return [state]", "makes a list"),
        ("return [state for _ in range(3)]", "makes a list"),
        ("return {1: state}", "makes a dict"),
        ("return {x: x for x in range(3)}", "makes a dict"),
        ("return {state}", "makes a set"),
        ("return {x for x in range(3)}", "makes a set"),
        ("return max(x for x in range(3))", "makes a generator"),
        ("yield state", "makes a generator"),
        ("return lambda: state", "makes a function"),
        ("def inner():\n        pass", "makes a function"),
        ("class Inner:\n        pass", "makes a class"),
        ("global state", "changes a global"),
        ("import time", "imports"),
        ("from time import time", "imports"),
        ("return np.zeros(3)", "calls np.zeros, which is not compiled"),
        ("return state.copy()", "calls state.copy, which is not compiled"),
        ("return list(range(3))", "calls list, which is not compiled"),
        ("print(state)", "calls print, which is not compiled"),
        ("return helper(state)", "calls helper, which is not compiled"),
        ("return act(state, 1)", "calls itself"),
    ],
)
def test_a_planted_fault_is_found(body: str, complaint: str) -> None:
    before = "import numpy as np\ndef helper(state):\n    return state\n"
    assert complaint in faults(body, before)


def test_a_rule_without_fault_is_left_alone() -> None:
    before = "STEPS = [1, 2]\n@compiled\ndef helper(state):\n    '''Help.'''\n    return -state\n"
    body = "for x in range(len(state)):\n        other += max(helper(x), int(abs(x)))"
    assert faults(body, before) == []


def test_a_check_of_data_in_python_may_do_as_it_likes() -> None:
    source = "@rule('ZZ-1', in_python=True)\ndef check(state):\n    raise ValueError(f'{state}')"
    assert faults_in([Module("planted", source)]) == []


def test_recursion_by_way_of_another_module_is_found() -> None:
    ping = "from b import pong as hit\n@compiled\ndef ping(n):\n    return hit(n)"
    pong = "from a import ping\n@rule('ZZ-1')\ndef pong(n):\n    return ping(n)"
    found = faults_in([Module("a", ping), Module("b", pong)])
    assert [(fault.module, fault.complaint) for fault in found] == [
        ("a", "calls itself"),
        ("b", "calls itself"),
    ]


def test_recursion_by_way_of_a_bound_template_is_found() -> None:
    happen = (
        "@compiled\ndef happen(n):\n    return {}\ntell = bind(telling.tell, 'a', happen=happen)"
    )
    assert faults_in([Module("a", happen.format("n"))]) == []
    found = faults_in([Module("a", happen.format("tell(n)"))])
    assert {(fault.function, fault.complaint) for fault in found} == {
        ("happen", "calls itself"),
        ("tell", "calls itself"),
    }
