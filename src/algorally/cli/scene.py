"""What `algorally scene` does: play scenes, and tell which fail."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from algorally.cli.errors import BAD_INPUT, FAILED, file_problem, surprise
from algorally.cli.files import read_text
from algorally.cli.output import complain, say, say_json
from algorally.cli.progress import preparing
from algorally.core.errors import AlgorallyError, SceneError
from algorally.core.scene import find_scenes, load_scene, play_scene


@dataclass
class Result:
    """How a scene came out."""

    path: str
    title: str = ""
    game: str = ""
    rules: list[str] = field(default_factory=list)
    readable: bool = True
    problems: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether all was as the scene says."""
        return not self.problems


def report_scenes(paths: list[Path], json: bool) -> int:
    """Play all scenes, say what came of them, and return the exit status."""
    with preparing():
        results = list(play_all(paths))
    for result in results:
        if not result.readable:
            complain("; ".join(result.problems))
    if json:
        say_json([{**asdict(result), "passed": result.passed} for result in results])
    else:
        say_results(results)
    if not all(result.readable for result in results):
        return BAD_INPUT
    return 0 if all(result.passed for result in results) else FAILED


def say_results(results: list[Result]) -> None:
    """A line for each scene that failed, then how many passed."""
    for result in results:
        if result.readable and not result.passed:
            say(f"{result.path}: {result.title}: {'; '.join(result.problems)}")
    passed = sum(result.passed for result in results)
    say(f"{passed} passed, {len(results) - passed} failed")


def play_all(paths: Iterable[Path]) -> Iterator[Result]:
    """Play the scenes of all files and folders; one that cannot be found is not readable."""
    for path in paths:
        try:
            found = list(find_scenes([path]))
            if not found:
                raise SceneError(f"{path}: there is no scene (*.toml) in this folder")
        except (AlgorallyError, OSError) as error:
            yield Result(str(path), readable=False, problems=[words_for(error, path)])
            continue
        yield from map(play_one, found)


def play_one(path: Path) -> Result:
    """Play one scene; one that cannot be read does not keep the others from being played."""
    result = Result(str(path))
    try:
        read_text(path)  # says more clearly than a parser if there is no text to be read
        scene = load_scene(path)
        result.title, result.game, result.rules = scene.title, scene.game.name, scene.rules
        result.problems = play_scene(scene)
    except Exception as error:
        result.readable, result.problems = False, [words_for(error, path)]
    return result


def words_for(error: Exception, path: Path) -> str:
    """An error that names the file."""
    if isinstance(error, AlgorallyError):
        return str(error)
    if isinstance(error, OSError):
        error.filename = str(path)
        return file_problem(error)
    return f"{path}: {surprise(error)}"
