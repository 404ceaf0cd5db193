"""One rule, one number: the rule book, the code and the tests name the same rules."""

import importlib
import pkgutil
import tomllib
from pathlib import Path

import pytest

import algorally
from algorally.core.compile import RULES
from algorally.core.game import Game
from algorally.core.rule_book import UnreadableBookError, read_book, read_lines
from tests.contract.rule_book import numbers_in, text_files

TESTS = Path(__file__).parent.parent
SOURCES = Path(str(algorally.__file__)).parent
CARRIED_OUT = ("rule", "set-up", "ruling")


def import_all(game: Game) -> None:
    """Import every module of a game, so that all its rules are declared."""
    package = importlib.import_module(f"algorally.games.{game.name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)


def named_by_sources(game: Game) -> set[str]:
    """All numbers that the game's own code and data name; the rule book itself does not count."""
    files = text_files(game.folder, ".py", ".toml")
    return {
        number
        for path in files
        for number in numbers_in(path.read_text(encoding="utf-8"), game.prefix)
    }


def named_by_tests(game: Game) -> set[str]:
    """All numbers that a scene declares or a test of the game names."""
    folder = TESTS / "games" / game.name
    named: set[str] = set()
    for path in text_files(folder, ".py"):
        named |= numbers_in(path.read_text(encoding="utf-8"), game.prefix)
    for path in text_files(folder / "scenes", ".toml"):
        named |= set(tomllib.loads(path.read_text(encoding="utf-8")).get("rules", ()))
    return named


def test_the_rule_book_can_be_read_and_has_no_number_twice(game: Game) -> None:
    book = read_book(game)
    assert any(entry.kind == "rule" for entry in book.values())


def test_a_rule_and_its_set_up_has_one_function(game: Game) -> None:
    import_all(game)
    wanted = {
        entry.number for entry in read_book(game).values() if entry.kind in ("rule", "set-up")
    }
    assert wanted - RULES.keys() == set()


def test_a_ruling_has_a_function_or_is_named_where_it_is_kept(game: Game) -> None:
    import_all(game)
    wanted = {entry.number for entry in read_book(game).values() if entry.kind == "ruling"}
    assert wanted - RULES.keys() - named_by_sources(game) == set()


def test_every_declared_rule_stands_in_the_book_and_in_the_game_that_owns_it(game: Game) -> None:
    import_all(game)
    package = f"algorally.games.{game.name}."
    declared = {
        number: where for number, where in RULES.items() if where.module.startswith(package)
    }
    assert declared.keys() <= read_book(game).keys()
    of_this_prefix = {number for number in RULES if number.startswith(f"{game.prefix}-")}
    assert of_this_prefix == declared.keys()
    assert [number for number, where in declared.items() if not where.sentence] == []


def test_no_code_scene_or_test_names_an_unknown_rule(game: Game) -> None:
    book = read_book(game)
    unknown = {}
    for path in (
        *text_files(SOURCES, ".py", ".toml", ".md"),
        *text_files(TESTS, ".py", ".toml", ".txt", ".md"),
    ):
        wrong = numbers_in(path.read_text(encoding="utf-8"), game.prefix) - book.keys()
        if wrong:
            unknown[str(path)] = sorted(wrong)
    assert unknown == {}


def test_every_rule_is_shown_by_a_scene_or_a_test(game: Game) -> None:
    wanted = {entry.number for entry in read_book(game).values() if entry.kind == "rule"}
    assert wanted - named_by_tests(game) == set()


def test_a_setting_names_a_rule_of_the_book(game: Game) -> None:
    for setting in game.settings:
        assert not setting.rule or setting.rule in read_book(game), setting.name


def test_no_two_games_share_a_prefix_or_begin_another_ones(game: Game) -> None:
    others = [number for number in RULES if number.startswith(game.prefix)]
    assert all(number.startswith(f"{game.prefix}-") for number in others)


@pytest.mark.parametrize(
    "text",
    [
        "**ZZ-1** *(rule; all)* One.\n\n**ZZ-1** *(rule; all)* The same again.",
        "**ZZ-1** *(law; all)* No such kind.",
        "**ZZ-1** *(rule)* No source.",
        "**ZZ-1** *(rule; all)*",
        "**ZZ-one** *(rule; all)* No number.",
    ],
)
def test_a_broken_line_of_a_rule_book_is_found(text: str) -> None:
    with pytest.raises(UnreadableBookError):
        read_lines(text, "ZZ")


def test_numbers_are_found_in_sentences_and_in_names_of_tests() -> None:
    text = 'raise Error("ZZ-4: see ZZ-A12, not XZZ-5 or ZZ-x") \ndef test_zz_a7_is_kept(): ZZ-4.2.'
    assert numbers_in(text, "ZZ") == {"ZZ-4", "ZZ-A12", "ZZ-A7", "ZZ-4.2"}
