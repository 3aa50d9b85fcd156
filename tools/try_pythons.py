"""Run the tests of rules, engine and terminal under other Pythons: `python -m tools.try_pythons [PYTHON …]`.

Without arguments, every supported Python on the PATH or in pyenv's folder. Each gets an environment of its own in
build/pythons, with the package installed as users install it.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
REQUIREMENTS = ("pytest>=8.3", "pytest-timeout>=2.3", "pytest-xdist>=3.6", "hypothesis>=6.100")
TESTS = (
    *("test_rules.py", "test_position.py", "test_game.py", "test_perft.py", "test_native.py", "test_native_rules.py"),
    *(
        "test_flip_game.py",
        "test_flip_native.py",
        "test_record.py",
        "test_engine.py",
        "test_search.py",
        "test_task.py",
    ),
    *("test_tablebase.py", "test_storage.py", "test_extras.py", "test_portability.py"),
)
POSIX_TESTS = ("terminal",)
"""Tests that drive a pseudo-terminal."""


def pythons() -> list[str]:
    """The supported Pythons of this machine, one of each version."""
    found = []
    for version in VERSIONS:
        installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python3"))
        python = str(installed[-1]) if installed else shutil.which(f"python{version}")
        if python:
            found.append(python)
    return found


def run(*command: str) -> int:
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def try_python(python: str) -> bool:
    """Install the package for a Python, and run the tests; False if something fails."""
    asked = [python, "-c", "import sys, sysconfig; print(sys.version.split()[0], sysconfig.get_platform())"]
    name = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    print(f"== Python {name}", flush=True)
    venv = ROOT / "build" / "pythons" / name.replace(" ", "-")
    own = str(venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    tests = [f"tests/{name}" for name in (*TESTS, *(POSIX_TESTS if os.name == "posix" else ()))]
    install = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return (
        run(python, "-m", "venv", "--clear", str(venv)) == 0
        and run(*install, *REQUIREMENTS, "--config-settings=cmake.define.JUNGLE_THIS_MACHINE=ON", ".[screen]") == 0
        and run(own, "-m", "pytest", "-q", "--numprocesses=auto", "-p", "no:cacheprovider", *tests) == 0
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.try_pythons", description=__doc__)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="programs (default: every one that is found)")
    chosen = parser.parse_args().pythons or pythons()
    results = {python: try_python(python) for python in chosen}
    for python, passed in results.items():
        print(f"{python}: {'passed' if passed else 'failed'}")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
