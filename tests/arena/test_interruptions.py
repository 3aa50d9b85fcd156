"""Interrupted runs: no game is lost, none counts twice, and nothing is left behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jungle.cli import main

ROOT = Path(__file__).parents[2]


def jungle(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "jungle", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def wait_for_games(journal: Path, games: int, process: "subprocess.Popen[str]") -> None:
    """Wait until a journal contains this many games, or the process has ended."""
    while len(_keys(journal)) < games and process.poll() is None:
        time.sleep(0.01)


@pytest.mark.parametrize("when", [0.05, *(pytest.param(when, marks=pytest.mark.slow) for when in (0.0, 0.1, 0.2, 0.4))])
def test_a_kill_at_any_moment_loses_and_duplicates_no_game(tmp_path: Path, when: float) -> None:
    out, noted = tmp_path / "out", tmp_path / "noted"
    player = f"python:tests.arena.user_players:Counts,path={noted}"
    command = ["stats", player, "random", "--games", "24", "--max-plies", "24", "--jobs", "2", "--out", str(out)]
    journal = out / "journal.jsonl"
    kills = 0
    while True:
        known, begun = _keys(journal), _begun(noted)
        process = jungle(*command)
        wait_for_games(journal, len(known) + 1, process)
        time.sleep(when)
        if kills == (1 if when == 0.05 else 3) or process.poll() is not None:
            break
        process.kill()
        process.communicate()
        kills += 1
        # Games already on disk when this run began were not played again.
        assert not set(known) & set(_begun(noted)[len(begun) :])
    output, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert kills >= 1
    assert "24 games" in output
    assert sorted(_keys(journal)) == [(pair, leg) for pair in range(12) for leg in range(2)]
    assert not set(known) & set(_begun(noted)[len(begun) :])
    # The games are the same as in an undisturbed run.
    calm = tmp_path / "calm"
    assert main([*command[:-1], str(calm)]) == 0
    assert (calm / "games.jgn").read_text() == (out / "games.jgn").read_text()


def _keys(journal: Path) -> list[tuple[int, int]]:
    """The games in a journal, whose last line may be incomplete."""
    whole = journal.read_bytes().rpartition(b"\n")[0].splitlines()[1:] if journal.exists() else []
    return [(result["job"]["pair"], result["job"]["leg"]) for result in map(json.loads, whole)]


def _begun(noted: Path) -> list[tuple[int, int]]:
    """The games that the player logged, with seeds such as `1 0 17 1 b`."""
    seeds = [line.split() for line in noted.read_text().splitlines()] if noted.exists() else []
    return [(int(seed[2]), int(seed[3])) for seed in seeds if seed != ["check"]]


def test_nothing_is_left_after_a_kill(tmp_path: Path) -> None:
    if not Path("/proc").exists():
        pytest.skip("needs /proc")
    noted = tmp_path / "noted"
    process = jungle(
        "stats", f"python:tests.arena.user_players:Loops,path={noted}", "random", "--games", "4", "--timeout", "600"
    )
    try:
        while not noted.exists() and process.poll() is None:
            time.sleep(0.01)
        children = _descendants(process.pid)
    finally:
        process.kill()
        process.communicate()
    assert len(children) == 2  # a worker and its guest
    deadline = time.monotonic() + 20
    while any(_is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [child for child in children if _is_alive(child)]


def _descendants(parent: int) -> list[int]:
    children = [
        int(child)
        for task in Path(f"/proc/{parent}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [*children, *(descendant for child in children for descendant in _descendants(child))]


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_interrupt_prints_the_table_so_far(tmp_path: Path) -> None:
    out = tmp_path / "out"
    journal = out / "journal.jsonl"
    process = jungle("stats", "greedy", "random", "--games", "100000", "--out", str(out))
    wait_for_games(journal, 4, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "the same command resumes the run" in errors
    played = re.search(r"greedy  against  random: ([\d,]+) game", output)
    assert played is not None
    assert int(played[1].replace(",", "")) == len(_keys(journal))
    assert (out / "report.html").exists()
