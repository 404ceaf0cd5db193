"""Who knows one game's folder knows them all."""

from algorally.core.events import MOST_SEATS
from algorally.core.game import Game
from tests.layout import crooked_numbers, widest_number

REQUIRED = {
    "__init__.py",
    "boards.py",
    "choice_text.py",
    "choices.py",
    "data",
    "event_text.py",
    "given_field.py",
    "given_position.py",
    "names.py",
    "notation.py",
    "observation.py",
    "options.py",
    "picture.py",
    "plain_text.py",
    "refusals.py",
    "rules",
    "RULES.md",
    "scenes.py",
    "setup.py",
    "state.py",
    "terrain.py",
    "view.py",
    "vocabulary.py",
}


def listing(game: Game) -> set[str]:
    """The files and folders of a game."""
    return {path.name for path in game.folder.iterdir() if path.name != "__pycache__"}


def test_a_game_folder_has_all_the_files_of_a_game(game: Game) -> None:
    assert REQUIRED - listing(game) == set()


def test_the_rules_of_a_game_begin_with_the_turn_and_its_data_can_be_read(game: Game) -> None:
    assert (game.folder / "rules" / "turn.py").is_file()
    found = {path.suffix for path in (game.folder / "data").rglob("*") if path.is_file()}
    assert ".toml" in found <= {".toml", ".txt"}


def test_a_game_is_named_after_its_folder(game: Game) -> None:
    assert game.name == game.folder.name


def test_a_game_declares_only_settings_with_a_default_and_no_two_of_a_name(game: Game) -> None:
    names = [setting.name for setting in game.settings]
    assert len(set(names)) == len(names)
    for setting in game.settings:
        allowed = range(len(setting.values)) if setting.named else setting.values
        assert setting.default_number in allowed, setting.name
        assert setting.sentence


def test_a_game_has_one_to_eight_seats(game: Game) -> None:
    assert 0 < game.seats[0] <= game.seats[-1] <= MOST_SEATS


def test_a_state_is_small(game: Game) -> None:
    assert game.state.dtype.itemsize < 2048


def test_every_number_of_a_batch_can_be_read_by_a_gpu(game: Game) -> None:
    for dtype in (game.state.dtype, game.field.dtype):
        assert crooked_numbers(dtype) == []
        assert dtype.itemsize % widest_number(dtype) == 0


def test_every_ready_field_is_named_by_the_same_setting(game: Game) -> None:
    assert all(one.settings[game.field_setting] == one.name for one in game.presets())
