"""Where compiled functions are kept between two starts, and what they were compiled from.

Functions have a *home*: the folder of a game, this package, or whatever other module declares
them. Each home has a folder of its own, named after a digest of all sources that decide what is
compiled there: an edited picture compiles nothing, and an edited rule of one game no other game.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).parent.parent
HOUSE = PACKAGE.name  # the home of all that belongs to no game
CACHE_NAME = "rules-"
KEPT_CACHES = 4  # folders of one home that are kept for older sources and other modes

# Modules that declare compiled functions, or loops that are compiled for each game.
COMPILED = re.compile(
    r"^(@compiled|@rule\((?![^)]*in_python)|\w+ = compiled\(|from \S+\.placeholders import)", re.M
)
IMPORT = re.compile(rf"^from ({HOUSE}[\w.]*) import", re.M)


def home_of(module: str) -> str:
    """The home of the functions that a module declares."""
    parts = module.split(".")
    if parts[0] != HOUSE:
        return module
    return ".".join(parts[:3]) if parts[1:2] == ["games"] else HOUSE


def sources(home: str) -> set[Path]:
    """The modules that decide what is compiled: those that declare it, and what they import.

    So does what a game says of itself, but not all that it is made of: pictures change nothing.
    """
    found = set(file_of(home).with_suffix("").glob("__init__.py")) if home != HOUSE else set()
    waiting = [path for path in modules(home) if COMPILED.search(path.read_text(encoding="utf-8"))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = IMPORT.findall(path.read_text(encoding="utf-8"))
            waiting += [file for name in names if (file := file_of(name)).exists()]
    return found


def modules(home: str) -> Iterable[Path]:
    """The files in which a home, and the house, may declare compiled functions."""
    for part in ("core", "batch", "envs"):
        yield from (PACKAGE / part).glob("*.py")
    if home.startswith(f"{HOUSE}."):
        yield from file_of(home).with_suffix("").rglob("*.py")
    elif home != HOUSE:
        found = importlib.util.find_spec(home)
        if found and found.origin:
            yield Path(found.origin)


def file_of(module: str) -> Path:
    """Where a module of this package lies, unless it is a folder."""
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


def digest(home: str, mode: str) -> str:
    """Tells one source of what is compiled from another.

    Numba's own cache looks only at the file of a function itself, so without this an edited
    rule would go on being called in its old form by functions of other files.
    """
    told = hashlib.sha256()
    for version in (mode, numba.__version__, np.__version__, sys.version):
        told.update(version.encode())
    for path in sorted(sources(home)):
        told.update(path.name.encode())
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


@cache
def cache_folder(home: str, mode: str) -> Path:
    """Where the compiled functions of a home lie; made if need be, old ones removed."""
    chosen = Path(os.environ.get("ALGORALLY_CACHE") or platformdirs.user_cache_dir("algorally"))
    begun = f"{CACHE_NAME}{home.removeprefix(f'{HOUSE}.games.')}-"
    folder = chosen / f"{begun}{digest(home, mode)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="algorally-"))
    with contextlib.suppress(OSError):  # another process may be tidying up, too
        own = sorted(chosen.glob(f"{begun}*"), key=lambda path: path.stat().st_mtime)
        for old in own[:-KEPT_CACHES]:
            shutil.rmtree(old, ignore_errors=True)
    return folder
