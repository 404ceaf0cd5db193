"""What is said where an environment's own package is not installed."""

import subprocess
import sys

import pytest

PACKAGES = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}


def run_without(package: str, code: str) -> str:
    """What Python says where a package is not to be had."""
    code = f"import sys; sys.modules[{package!r}] = None; {code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.stderr


@pytest.mark.parametrize("extra", PACKAGES)
def test_it_says_what_to_install(extra: str) -> None:
    said = run_without(PACKAGES[extra], f"import algorally.envs.{extra}").splitlines()[-1]
    assert f"algorally.envs.{extra} needs a package that is not installed" in said
    assert f"pip install 'algorally[{extra}]'" in said


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_pictures_of_dots_say_what_to_install(package: str) -> None:
    code = "from algorally.envs.rendering import check_mode; check_mode('svg'); "
    said = run_without(package, f"{code} check_mode('rgb_array')").splitlines()[-1]
    assert "render_mode rgb_array needs a package that is not installed" in said
    assert "pip install 'algorally[render]'" in said


def test_one_does_without_the_others() -> None:
    assert run_without("gymnasium", "import algorally.envs.openspiel") == ""
    assert run_without("pyspiel", "import algorally.envs.pettingzoo") == ""
