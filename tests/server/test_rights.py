"""Nobody else on the machine reads the data folder, where the signing keys are."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from algorally.server.app import make_app
from algorally.server.config import Config
from algorally.server.storage.folder import FILE, OPERATOR
from tests.server.ports import HOST

FILES = {FILE, f"{FILE}-wal", f"{FILE}-shm", "server.lock", OPERATOR}
WIDE_FOLDER, WIDE_FILE = 0o755, 0o644
SAID = "others on this machine could read the data folder"


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    """Files can be read by everybody, unless somebody takes care of it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(data: Path) -> dict[str, int]:
    """Of the folder, and of the files that are in it while it is used."""
    with TestClient(make_app(Config(data=data)), base_url=f"http://{HOST}") as client:
        assert client.get("/health").status_code == 200
        return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.iterdir())}


def test_what_is_made_is_closed_to_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = tmp_path / "new" / "data"
    assert rights(data) == {"data": 0o700, **dict.fromkeys(FILES, 0o600)}
    assert stat.S_IMODE(data.parent.stat().st_mode) == WIDE_FOLDER
    assert SAID not in caplog.text


def test_what_was_open_to_others_is_closed_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / "data"
    rights(data)
    for name in FILES:  # SQLite may have left none of its own
        (data / name).touch()
        (data / name).chmod(WIDE_FILE)
    data.chmod(WIDE_FOLDER)
    assert rights(data) == {"data": 0o700, **dict.fromkeys(FILES, 0o600)}
    assert caplog.text.count(SAID) == 1
    assert "rotate-key --forget-older" in caplog.text
    (data / FILE).chmod(WIDE_FILE)  # as a copy that was put there; nobody could reach it
    assert rights(data)[FILE] == 0o600
    assert caplog.text.count(SAID) == 1


def test_a_folder_with_other_things_in_it_stays_open_but_for_our_files(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / "data"
    data.mkdir(WIDE_FOLDER)
    (data / "holidays.txt").touch(WIDE_FILE)
    found = rights(data)
    assert found == {
        "data": WIDE_FOLDER,
        "holidays.txt": WIDE_FILE,
        **dict.fromkeys(FILES, 0o600),
    }
    assert SAID not in caplog.text
