"""Games of other packages, which name them as entry points."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jungle.games import _Games

ROOT = Path(__file__).parent.parent


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of an installed package whose game is that of `tests/third_game`."""
    return install(tmp_path, 'tiny = "tests.third_game:TinyGame"'.replace('"', ""))


def install(folder: Path, line: str) -> Path:
    info = folder / "tiny_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[jungle.games]\n{line}\n")
    return folder


def run(package: Path, *args: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(package), str(ROOT)))
    env = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run([sys.executable, *args], env=env, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "code",
    [
        "import jungle; print(list(jungle.GAMES))",
        "import jungle; print(len(jungle.GAMES) * ['tiny'])",
        "import jungle; print('tiny' in jungle.GAMES and jungle.GAMES['tiny'].kind)",
        "from jungle.games import game_type; print(game_type('tiny').kind)",
        "import jungle; print(dict(jungle.GAMES))",
        "import jungle; print(jungle.GAMES.get('tiny').kind)",
        "import jungle; print([game.kind for game in jungle.GAMES.values()])",
        "import jungle; print([kind for kind, _ in jungle.GAMES.items()], sorted(jungle.GAMES.keys()))",
    ],
)
def test_an_installed_game_is_found(package: Path, code: str) -> None:
    found = run(package, "-c", code)
    assert "tiny" in found.stdout, found.stderr


def test_worker_processes_play_an_installed_game(package: Path) -> None:
    played = run(
        package, "-m", "jungle", "stats", "random", "captures", "--game", "tiny", "--games", "4", "--jobs", "2"
    )
    assert played.returncode == 0, played.stderr
    assert "captures" in played.stdout


def test_environments_play_an_installed_game(package: Path) -> None:
    pytest.importorskip("pettingzoo")
    code = "from jungle import rl; env = rl.env('tiny'); env.reset(seed=1); print(env.last()[0]['observation'].shape)"
    assert run(package, "-c", code).stdout == "(23, 4, 3)\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("tiny = no_such_module:Game", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("tiny = tests.third_game:NoGame", "AttributeError"),
        ("tiny = tests.third_game:TinyRules", "expected a BoardGame whose kind is 'tiny'"),
        ("small = tests.third_game:TinyGame", "expected a BoardGame whose kind is 'small'"),
        ("jungle = jungle:Game", "the name is taken"),
    ],
)
def test_a_broken_entry_point_is_left_out_with_a_warning(tmp_path: Path, line: str, problem: str) -> None:
    found = run(install(tmp_path, line), "-c", "import jungle; print(list(jungle.GAMES))")
    assert found.stdout == "['jungle', 'flip']\n"
    assert "RuntimeWarning" in found.stderr
    assert problem in found.stderr


def test_an_unknown_game_is_missing() -> None:
    games = _Games()
    with pytest.raises(KeyError):
        games["chess"]
    assert "chess" not in games
    assert games.get("chess") is None
