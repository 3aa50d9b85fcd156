"""Everything players use runs without POSIX: no fcntl, no termios, no fork, only the signals of Windows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import needs_core

# Python imports sitecustomize at the start of every process, including a match's workers.
WITHOUT_POSIX = """
import os
import signal
import sys

MODULES = {"_curses", "curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
FUNCTIONS = '''chown fchmod fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp getuid killpg mkfifo nice
posix_spawn sched_getaffinity setpgid setsid tcgetpgrp tcsetpgrp ttyname'''.split()
SIGNALS = '''SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH
alarm pthread_sigmask setitimer sigwait'''.split()


class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Hidden())
for name in MODULES:
    sys.modules.pop(name, None)
for module, names in ((os, FUNCTIONS), (signal, SIGNALS)):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
"""

IMPORT_ALL = """
import importlib, pkgutil, jungle
for module in pkgutil.walk_packages(jungle.__path__, "jungle."):
    # The SDK of `jungle.mcp` asks for the platform, which is not disguised here.
    if not module.name.startswith(("jungle.server", "jungle._", "jungle.mcp", "jungle.commands.mcp")):
        importlib.import_module(module.name)
print("imported")
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_POSIX, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "JUNGLE_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}


def run(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    command = [sys.executable, "-P", *arguments]
    done = subprocess.run(
        command, env=environment, input=typed, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_posix_is_hidden(environment: dict[str, str]) -> None:
    tried = (
        "import os\ntry:\n import fcntl\nexcept ImportError:\n print('hidden' if not hasattr(os, 'fork') else 'fork')"
    )
    assert run(environment, "-c", tried) == "hidden\n"


@needs_core
def test_every_module_for_players_can_be_imported(environment: dict[str, str]) -> None:
    pytest.importorskip("pygame")
    pytest.importorskip("prompt_toolkit")
    assert run(environment, "-c", IMPORT_ALL).endswith("imported\n")


def test_a_game_in_the_terminal(environment: dict[str, str]) -> None:
    shown = run(
        environment, "-m", "jungle", "play", "--fen", "7/3R3/7/7/7/7/e6/7/7 b 0 1", typed="friend\nmove d8 d9\n"
    )
    assert "wins the game! (by entering the den)" in shown


def test_a_match_runs_in_worker_processes(environment: dict[str, str]) -> None:
    shown = run(
        environment, "-m", "jungle", "match", "rat-first", "biggest-first", "--games", "2", "--jobs", "2", "--seed", "1"
    )
    assert "time per move" in shown


@needs_core
def test_building_and_probing_a_table(environment: dict[str, str], tmp_path: Path) -> None:
    folder = str(tmp_path / "tables")
    run(environment, "-m", "jungle", "tablebase", "build", "--classes", "E-R", "--jobs", "1", "--folder", folder)
    fen = "7/7/7/7/7/7/3r3/7/E6 r 0 1"
    shown = run(environment, "-m", "jungle", "tablebase", "probe", "--folder", folder, fen)
    assert shown.startswith("Red: win in 3\n")
