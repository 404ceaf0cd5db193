"""What the documents say is so: examples run, lists are whole, links lead somewhere."""

import doctest
import re
import runpy
import tomllib
from pathlib import Path

import pytest
import typer.main

import algorally
from algorally.cli import app
from algorally.core.game import find_game, games
from tests.gpus import look_for_gpu

ROOT = Path(__file__).parent.parent
ENVIRONMENTS = ROOT / "docs" / "environments"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def blocks(path: Path, language: str) -> list[str]:
    """The code blocks of a document."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(ROOT / "README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    assert "winners=" in capsys.readouterr().out


def test_the_example_in_the_package_runs() -> None:
    results = doctest.testmod(algorally)
    assert results.attempted >= 4
    assert results.failed == 0


def test_the_examples_of_simulations_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = blocks(ROOT / "docs" / "simulate.md", "python")
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "simulate.md", "exec"), {})
    assert "200 games of RoboRally, 4 seats" in capsys.readouterr().out


def test_the_readme_names_every_command() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(commands) == 12
    for name in commands:
        assert f"`algorally {name}" in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_within_the_project_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_examples_of_the_scene_format_are_toml() -> None:
    examples = blocks(ROOT / "docs" / "scenes.md", "toml")
    assert len(examples) == 7
    for example in examples:
        tomllib.loads(example)


def test_the_page_of_records_is_written_from_the_records() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "records.py"))["page"]()
    assert (ROOT / "docs" / "records.md").read_text(encoding="utf-8") == written


def test_the_schema_of_bots_is_written_from_their_messages() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "bot_messages.py"))["page"]()
    assert (ROOT / "docs" / "bot-messages.json").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("name", games())
def test_the_pages_for_learners_are_written_from_what_the_games_say(name: str) -> None:
    written = runpy.run_path(str(ROOT / "docs" / "environment_pages.py"))["page"](find_game(name))
    assert (ENVIRONMENTS / f"{name}.md").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("name", games())
def test_the_pages_for_learners_say_all_that_they_ask(name: str) -> None:
    page = (ENVIRONMENTS / f"{name}.md").read_text(encoding="utf-8")
    for words in ("**Reward.**", "**Termination.**", "**Illegal actions.**", "| actions |"):
        assert words in page
    for words in ("| version |", "## Observation", "## Example"):
        assert words in page


@pytest.mark.parametrize("path", sorted(ENVIRONMENTS.glob("*.md")), ids=lambda path: path.stem)
def test_the_examples_for_learners_run(path: Path) -> None:
    examples = blocks(path, "python")
    assert examples
    if path.stem == "gpu":
        look_for_gpu()
        pytest.importorskip("torch")
    for example in examples:
        exec(compile(example, path.name, "exec"), {})


@pytest.mark.parametrize("name", games())
def test_the_rule_book_lists_every_option_and_edition(name: str) -> None:
    game = find_game(name)
    book = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for setting in game.settings:
        row = next(iter(re.findall(rf"^\| `{setting.name}` \|.*$", book, re.MULTILINE)), "")
        if setting.name in ("level", "edition"):
            continue
        assert row, setting.name
        for value in setting.values if setting.named else [setting.default_number]:
            assert f"`{value}`" in row or str(value) in row, (setting.name, value)
