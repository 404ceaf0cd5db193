"""What `algorally replay --verify` does: check what a house promised about the deal of a game."""

from pathlib import Path

from algorally.cli.errors import FAILED, failure
from algorally.cli.output import say, say_prose
from algorally.cli.progress import preparing
from algorally.cli.replay import Replay
from algorally.core.commitment import COMMITMENT, commitment, promise
from algorally.core.errors import SettingError
from algorally.core.transcript import Transcript
from algorally.match.lots import drawn_by_house


def verify(path: Path, seen: str | None) -> None:
    """Check a saved game, and its commitment against the one that was seen before the game."""
    wanted = None if seen is None else seen.strip().lower()
    if wanted is not None and not COMMITMENT.fullmatch(wanted):
        raise SettingError(f"--commitment takes the 64 hexadecimal digits of one, not {seen!r}")
    with preparing():
        setup = Replay(path).transcript
        by_lot = drawn_by_house(setup.start(), setup.seed)
    say_prose(f"{path}: the game plays through as it is written, from seed {setup.seed} on.")
    check_promise(path, setup)
    if by_lot and setup.choices:
        say_prose(set_up_in_words(setup, by_lot))
    compare(path, setup, wanted)


def check_promise(path: Path, setup: Transcript) -> None:
    """The seed of the file must be the one to which the house committed itself."""
    if not setup.salt and not setup.commitment:
        return
    if not setup.salt or not setup.commitment:
        missing = "commitment" if setup.salt else "salt"
        raise failure(
            f"{path}: a commitment is checked with its salt; the {missing} is missing", FAILED
        )
    if commitment(setup.seed, setup.salt) != setup.commitment:
        raise failure(
            f"{path}: seed and salt do not give the commitment {setup.commitment}:"
            " this is not the deal that the house promised, or the file was changed",
            FAILED,
        )
    say(f'SHA-256 of "{promise(setup.seed, setup.salt)}"')
    say(f"is the commitment {setup.commitment}")


def set_up_in_words(setup: Transcript, by_lot: tuple[tuple[int, int], ...]) -> str:
    """Whether what came before the first turn is what the house draws from the seed."""
    if tuple(setup.choices[: len(by_lot)]) == by_lot:
        return "The game was set up as the house draws it by lot from this seed."
    return (
        "The game was not set up as the house would have drawn it by lot from this seed:"
        " that is right where the players set it up."
    )


def compare(path: Path, setup: Transcript, wanted: str | None) -> None:
    """The commitment must be the one that was seen before the game."""
    if wanted is not None and wanted != setup.commitment:
        has = f"has {setup.commitment}" if setup.commitment else "carries none"
        raise failure(f"{path}: the commitment seen was {wanted}, but the file {has}", FAILED)
    if wanted is not None:
        say_prose("This is the commitment that was seen: the deal was settled by then.")
    elif setup.commitment:
        say_prose(
            "If this is what the table showed before the game, the deal was settled by then;"
            " --commitment compares it."
        )
    else:
        say_prose("The file carries no commitment, so it does not show when the deal was settled.")
