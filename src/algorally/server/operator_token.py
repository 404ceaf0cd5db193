"""The secret of whoever runs the server."""

import os
import secrets
from pathlib import Path

from algorally.core.errors import SettingError
from algorally.server.storage.folder import OPERATOR, OWN_FILE, OWN_FOLDER

VARIABLE = "ALGORALLY_OPERATOR_TOKEN"


def operator_token(data: Path) -> str:
    """The one in the environment, else that in the data folder, which is made once."""
    return os.environ.get(VARIABLE, "").strip() or _kept(data)


def _kept(data: Path) -> str:
    file = data / OPERATOR
    if not file.exists():
        _make(file)
    token = file.read_text(encoding="utf-8").strip()
    if not token:  # which anybody would guess
        raise SettingError(f"{file} is empty; delete it, and a new token is made")
    return token


def _make(file: Path) -> None:
    """All of the file at once, for another process may be about to do the same."""
    file.parent.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
    draft = file.with_name(f"{OPERATOR}.{secrets.token_hex(8)}")
    draft.touch(OWN_FILE)
    try:
        draft.write_text(f"{secrets.token_urlsafe(32)}\n", encoding="utf-8")
        os.link(draft, file)
    except FileExistsError:
        pass  # the other was first
    finally:
        draft.unlink()
