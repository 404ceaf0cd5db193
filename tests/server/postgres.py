"""A real PostgreSQL of the tests' own, from the binaries that Debian installs."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Literal, Self

from tests.server.ports import HOST, free_port

Mode = Literal["smart", "fast", "immediate"]

SIGNALS: dict[Mode, signal.Signals] = {
    "smart": signal.SIGTERM,  # waits until the last client has gone
    "fast": signal.SIGINT,  # sends the clients away
    "immediate": signal.SIGQUIT,  # as a crash: the next start recovers from the log
}
NEEDED = ("initdb", "postgres", "pg_isready", "createdb")
SUPERUSER = "postgres"
SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "max_connections": "100",
    # What a crash test asks about; nothing here is made faster at its cost.
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}
LIMIT = 60.0


class PostgresFailed(AssertionError):
    """PostgreSQL did not do what it was told; the message ends with what it said."""


def binaries() -> Path | None:
    """The folder with PostgreSQL's programs: Debian's newest, or the one on the PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    on_path = shutil.which("initdb")
    for folder in [*versions, *([Path(on_path).parent] if on_path else [])]:
        if all(os.access(folder / name, os.X_OK) for name in NEEDED):
            return folder
    return None


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())


def _other_user() -> pwd.struct_passwd | None:
    """Who runs PostgreSQL, which refuses root; None for whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class Postgres:
    """One PostgreSQL in a temporary folder, on a loopback port and only there, no password.

    It keeps its folder and its port over `stop` and `start`; `close` removes the folder.
    """

    def __init__(self) -> None:
        found = binaries()
        if found is None:
            message = "PostgreSQL's programs are not installed (Debian: make postgres)"
            raise PostgresFailed(message)
        self._binaries = found
        self._user = _other_user()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        # Not in TMPDIR, which may lie where the other user cannot go.
        self.folder = Path(tempfile.mkdtemp(prefix="algorally-postgres-", dir="/tmp"))
        self.folder.chmod(0o755)
        self._log = self.folder / "log"
        self._data = self.folder / "data"
        self._data.mkdir(mode=0o700)
        if self._user:
            os.chown(self._data, self._user.pw_uid, self._user.pw_gid)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def url(self) -> str:
        """The database every PostgreSQL has, as SQLAlchemy wants to be told."""
        return self._url("postgres")

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it and wait until it takes connections; the first start makes its files."""
        if self.alive:
            return
        if not (self._data / "PG_VERSION").exists():
            self._initialise()
        settings = [f"--{name}={value}" for name, value in {**SETTINGS, "port": self.port}.items()]
        self._process = self._popen("postgres", "-D", str(self._data), *settings)
        try:
            self._wait_until_ready(self._process)
        except BaseException:
            self.kill()
            raise

    def stop(self, mode: Mode = "fast") -> None:
        """Stop it and wait until it is gone; nothing happens if it is gone already."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(SIGNALS[mode])
        try:
            self._process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            # Still running, so that another mode can be tried.
            raise self._failed(f"did not stop ({mode}) in {LIMIT:.0f} s") from None
        self._process = None

    def kill(self) -> None:
        """Let it crash: no goodbye to clients, nothing written that was not written before."""
        self.stop("immediate")

    def restart(self, mode: Mode = "fast") -> None:
        """Stop it and start it with the same data on the same port."""
        self.stop(mode)
        self.start()

    def create_database(self) -> str:
        """The url of a database that is new and empty."""
        name = f"test_{next(self._numbers)}"
        done = subprocess.run(
            [
                *(str(self._binaries / "createdb"), f"--host={HOST}", f"--port={self.port}"),
                *(f"--username={SUPERUSER}", "--no-password", "--template=template0", name),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT,
            env=self._environment(),
        )
        if done.returncode:
            raise self._failed(f"made no database: {done.stderr.strip()}")
        return self._url(name)

    def program(self, name: str) -> str:
        """Where one of its programs is."""
        return str(self._binaries / name)

    def log(self) -> str:
        """All that it said since it was made."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def close(self) -> None:
        """Stop it for good and remove its folder."""
        try:
            self.kill()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://{SUPERUSER}@{HOST}:{self.port}/{name}"

    def _initialise(self) -> None:
        making = self._popen(
            *("initdb", "-D", str(self._data), f"--username={SUPERUSER}", "--auth=trust"),
            *("--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"),
        )
        try:
            status = making.wait(LIMIT)
        except BaseException:
            making.kill()
            making.wait()
            raise
        if status:
            raise self._failed(f"could not make its files (initdb ended with {status})")

    def _wait_until_ready(self, process: "subprocess.Popen[bytes]") -> None:
        asking = [
            *(str(self._binaries / "pg_isready"), "--quiet", "--timeout=1"),
            *(f"--host={HOST}", f"--port={self.port}", f"--username={SUPERUSER}"),
        ]
        end = time.monotonic() + LIMIT
        while subprocess.run(asking, check=False, env=self._environment()).returncode:
            if process.poll() is not None:
                raise self._failed(f"ended at once with {process.returncode}")
            if time.monotonic() > end:
                raise self._failed(f"took no connections within {LIMIT:.0f} s")
            time.sleep(0.02)

    def _popen(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        user = self._user
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [str(self._binaries / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=self._environment(),
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
            )

    def _environment(self) -> dict[str, str]:
        """Ours, without the variables that would tell PostgreSQL to be another one."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return {**ours, "LC_ALL": "C"}

    def _failed(self, what: str) -> PostgresFailed:
        tail = "\n".join(self.log().splitlines()[-30:])
        return PostgresFailed(f"PostgreSQL {what}; its log ends with:\n{tail}")
