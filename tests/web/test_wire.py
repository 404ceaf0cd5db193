"""The client's types are those that the server's structs and the games' names give."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.web.places import CLIENT


@pytest.fixture(scope="module")
def wire() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wire", CLIENT / "wire.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_client_are_as_the_server_has_them(wire: ModuleType) -> None:
    files: dict[Path, str] = wire.files()
    assert len(files) > 1
    old = [path.name for path, text in files.items() if path.read_text(encoding="utf-8") != text]
    assert not old, "write them anew: python web/wire.py"
