"""Where the browser client lies, and what it takes to try it."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web"
MODULES = CLIENT / "node_modules"
BUILT = ROOT / "src" / "algorally" / "server" / "pages" / "index.html"
# Chromium without a window to draw takes half the time; with one it does, too.
CHROMIUMS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM = next((path for path in CHROMIUMS if path.exists()), None)


def need(is_there: bool, reason: str) -> None:
    """Skip where something is missing; CI must not pass without it."""
    if is_there:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and CI must not pass without it", pytrace=False)
    pytest.skip(reason)


def need_browser() -> None:
    """What every test with a browser needs."""
    need(CHROMIUM is not None, "Chromium is not installed (Debian: make browser)")
    need(BUILT.exists(), "the browser client is not built (make web)")


def need_node() -> None:
    """What tests in the client's own language need."""
    is_there = shutil.which("node") is not None and MODULES.is_dir()
    need(is_there, "Node or what the client is built with is not here (make web)")
