"""The commands as a user has them: tables, files, resuming, interrupts and bad input."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from jungle.arena.errors import ArenaError
from jungle.cli import main
from jungle.record import load

TESTS = Path(__file__).parent.parent


def jungle(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "jungle", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        start_new_session=True,
    )


def test_a_match_of_scripted_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    first, second = "python:arena.guests:Walker,wins=blue", "python:arena.guests:Walker,wins=nobody"
    assert main(["stats", first, second, "--games", "6", "--openings", "start", "--out", str(out)]) == 0
    # As Blue it walks into the den; as Red neither does anything, and the positions repeat.
    table = capsys.readouterr().out
    assert re.search(r"wins=blue +6 +3 +3 +0 +0 +75.0%", table)
    assert re.search(r"as Blue +3 +3 +0 +0 +0 +100.0%", table)
    assert re.search(r"as Red +3 +0 +3 +0 +0 +50.0%", table)
    assert re.search(r"den entered +3 +· +·", table)
    assert re.search(r"repetition +· +· +3", table)
    summary = json.loads((out / "summary.json").read_text())
    [match] = summary["matches"]
    assert (match["wins"], match["draws"], match["losses"], match["score"]) == (3, 3, 0, 0.75)
    assert match["pairs"] == {"0": 0, "0.5": 0, "1": 0, "1.5": 3, "2": 0}
    rows = list(csv.DictReader((out / "games.csv").read_text().splitlines()))
    assert [row["result"] for row in rows] == ["1-0", "1/2-1/2"] * 3
    records = list(load(out / "games.jgn"))
    assert [record.result for record in records] == ["1-0", "1/2-1/2"] * 3
    assert records[1].tags["Red"] == first
    assert [move.uci() for move in records[0].game.moves] == rows[0]["moves"].split()


def test_the_report_needs_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    main(["stats", "greedy", "random", "--games", "6", "--out", str(out)])
    report = (out / "report.html").read_text()
    assert report.count("<svg") == 4 + 16
    assert not re.search(r"https?:|<script|src=|@import|url\(", report)
    for title in ("Score over time", "Length of the games", "Endings", "stood", "captured"):
        assert title in report


def test_the_same_games_whatever_the_jobs(tmp_path: Path) -> None:
    games = []
    for jobs in ("1", "3"):
        out = tmp_path / jobs
        main(
            ["stats", "engine:depth=2", "easy", "--games", "12", "--jobs", jobs, "--max-plies", "60", "--out", str(out)]
        )
        games.append((out / "games.jgn").read_text())
    assert games[0] == games[1]
    main(
        [
            "stats",
            "engine:depth=2",
            "easy",
            "--games",
            "12",
            "--seed",
            "2",
            "--max-plies",
            "60",
            "--out",
            str(tmp_path / "x"),
        ]
    )
    assert (tmp_path / "x" / "games.jgn").read_text() != games[0]


def test_more_games_go_on_from_fewer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    main(["stats", "greedy", "random", "--games", "4", "--out", out])
    main(["stats", "greedy", "random", "--games", "7", "--out", out])
    assert "4 of 7 games were played before" in capsys.readouterr().err
    main(["stats", "greedy", "random", "--games", "7", "--out", str(tmp_path / "other")])
    files = [(tmp_path / name / "games.jgn").read_text() for name in ("out", "other")]
    assert files[0] == files[1]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["games"] == 7


@pytest.mark.parametrize("when", [0.3, *(pytest.param(when, marks=pytest.mark.slow) for when in (0.0, 0.6, 1.0, 2.0))])
def test_killed_at_any_moment_no_game_is_lost_or_counted_twice(tmp_path: Path, when: float) -> None:
    out, noted = tmp_path / "out", tmp_path / "noted"
    player = f"python:arena.guests:Counts,path={noted}"
    command = ["stats", player, "random", "--games", "40", "--max-plies", "40", "--jobs", "2", "--out", str(out)]
    journal = out / "journal.jsonl"
    kills = 0
    while True:
        known, begun = _keys(journal), _begun(noted)
        process = jungle(*command)
        deadline = time.monotonic() + 60
        while process.poll() is None and len(_keys(journal)) <= len(known) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(when / 5)
        if kills == 3 or process.poll() is not None:
            break
        process.kill()
        process.communicate()
        kills += 1
        # What was on disk when this run began was not played again.
        assert not set(known) & set(_begun(noted)[len(begun) :])
    output, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert kills >= 1
    assert "40 games" in output
    assert sorted(_keys(journal)) == [(pair, leg) for pair in range(20) for leg in range(2)]
    assert not set(known) & set(_begun(noted)[len(begun) :])
    # And the games are those of a run that nobody disturbed.
    calm = tmp_path / "calm"
    process = jungle(*command[:-1], str(calm))
    process.communicate(timeout=100)
    assert (calm / "games.jgn").read_text() == (out / "games.jgn").read_text()


def _keys(journal: Path) -> list[tuple[int, int]]:
    """The games in a journal, whose last line may be torn."""
    whole = journal.read_bytes().rpartition(b"\n")[0].splitlines()[1:] if journal.exists() else []
    return [(result["pair"], result["leg"]) for result in map(json.loads, whole)]


def _begun(noted: Path) -> list[tuple[int, int]]:
    """The games that the player noted, from seeds like `1 0 17 1 b`."""
    seeds = [line.split() for line in noted.read_text().splitlines()] if noted.exists() else []
    return [(int(seed[2]), int(seed[3])) for seed in seeds if seed != ["check"]]


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_nothing_is_left_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process = jungle("stats", "python:arena.guests:Loops", "random", "--games", "4", "--timeout", "600")
    try:
        children = _wait_for_children(process.pid)
    finally:
        process.kill()
        process.communicate()
    deadline = time.monotonic() + 20
    while any(_is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [child for child in children if _is_alive(child)]
    assert not list(tmp_path.glob("jungle-arena-*"))


def _wait_for_children(parent: int) -> list[int]:
    path = Path(f"/proc/{parent}/task/{parent}/children")
    if not Path("/proc").exists():
        pytest.skip("needs /proc")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found = [
            int(child)
            for task in Path(f"/proc/{parent}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        if found:
            time.sleep(1.0)  # until it plays
            return found
        time.sleep(0.05)
    raise AssertionError(f"no children in {path}")


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_interrupt_prints_the_table_so_far(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ["stats", "greedy", "random", "--games", "100000", "--out", str(out)]
    process = jungle(*command)
    deadline = time.monotonic() + 60
    while _lines(out / "journal.jsonl") < 5 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    played = int(re.search(r"greedy  against  random: ([\d,]+) game", output)[1].replace(",", ""))  # type: ignore[index]
    assert played == _lines(out / "journal.jsonl") - 1
    assert (out / "report.html").exists()


def test_a_finished_run_without_a_folder_is_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["stats", "random", "random", "--games", "2"]) == 0
        assert "before" not in capsys.readouterr().err
    assert not list((tmp_path / "state").rglob("*.jsonl"))


def test_an_unfinished_run_without_a_folder_goes_on(tmp_path: Path) -> None:
    command = ["stats", "python:arena.guests:Counts,path=/dev/null", "random", "--games", "30", "--max-plies", "40"]
    process = jungle(*command)
    deadline = time.monotonic() + 60
    while not (found := list((tmp_path / "state").rglob("*.jsonl"))) or _lines(found[0]) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    _, errors = jungle(*command).communicate(timeout=100)
    assert re.search(r"\d+ of 30 games were played before", errors)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ArenaError("the scheduler is gone")])
def test_a_run_that_fails_keeps_its_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """A second Ctrl-C, a player that is not there just now, or a lost cluster costs no game that was played."""
    command = ["stats", "random", "greedy", "--games", "4"]
    with monkeypatch.context() as broken:
        broken.setattr("jungle.commands.stats.match_table", Mock(side_effect=error))
        assert main(command) != 0
    assert main(command) == 0
    assert "4 of 4 games were played before" in capsys.readouterr().err


def test_a_run_that_never_began_leaves_nothing(tmp_path: Path) -> None:
    assert main(["stats", "random", "python:arena.guests:NeverStarts"]) == 1
    assert not list((tmp_path / "state").rglob("*.jsonl"))


def test_a_terminal_without_our_signs_gets_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    process = jungle("stats", "random", "greedy", "--games", "2")
    output, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert "time a move" in output


def test_a_player_who_meets_itself_is_told_apart(tmp_path: Path) -> None:
    main(["stats", "random", "random", "--games", "4", "--out", str(tmp_path)])
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert [(row["blue"], row["red"]) for row in rows[:2]] == [("random", "random (2)"), ("random (2)", "random")]
    [match] = json.loads((tmp_path / "summary.json").read_text())["matches"]
    won = sum(entry["games"] for entry in match["endings"] if entry["winner"] == "random")
    assert won == match["wins"] == sum(row["winner"] == "random" for row in rows)


def test_a_match_is_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs
        main(["match", "greedy", "random", "--sprt", "elo0=0,elo1=100", "--jobs", jobs, "--out", str(out)])
        output = capsys.readouterr().out
        assert "H1 accepted" in output
        verdicts.append((output.split("ending")[0], (out / "games.jgn").read_text()))
        assert json.loads((out / "summary.json").read_text())["sprt"]["verdict"] == "H1 accepted"
    assert verdicts[0] == verdicts[1]


def test_a_match_that_is_not_worth_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "random", "greedy", "--sprt", "elo1=100"])
    assert "H0 accepted" in capsys.readouterr().out


def test_a_match_may_end_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "random", "random", "--sprt", "elo0=0,elo1=1", "--games", "8"])
    assert "undecided" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "gredy", "random"], "did you mean 'greedy'"),
        (["stats", "random", "engine:speed=3"], "'speed=3'"),
        (["stats", "random", "python:arena.guests:NeverStarts"], "no licence"),
        (["stats", "random", "random", "--openings", "nowhere"], "'nowhere'"),
        (["stats", "random", "random", "--adjudicate", "points=3"], "points=3"),
        (["stats", "random", "random", "--max-plies", "99999"], "--max-plies"),
        (["match", "random", "random", "--sprt", "elo3=1"], "elo3=1"),
        (["tournament", "nowhere.toml"], "cannot read 'nowhere.toml'"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert not captured.out


def test_a_folder_of_another_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["stats", "random", "random", "--games", "2", "--out", str(tmp_path)])
    capsys.readouterr()
    assert main(["stats", "random", "greedy", "--games", "2", "--out", str(tmp_path)]) == 1
    assert "holds another run (players is" in capsys.readouterr().err
    assert main(["stats", "random", "greedy", "--games", "2", "--out", str(tmp_path), "--restart"]) == 0


def test_failures_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["stats", "python:arena.guests:Raises", "random", "--games", "8"])
    output = capsys.readouterr().out
    assert re.search(r"crash +· +8 +·", output)
    assert "game 1a: python:arena.guests:Raises lost by crash: ZeroDivisionError: no idea" in output
    assert "and 3 more games that a player failed in" in output


TOURNAMENT = """
games = 8
anchor = "greedy"
anchor_elo = 1000
max_plies = 100
[[players]]
player = "greedy"
[[players]]
name = "R"
player = "random"
[[players]]
player = "biggest-first"
"""


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
def test_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    file, out = tmp_path / "players.toml", tmp_path / "out"
    file.write_text(f'kind = "{kind}"\n' + TOURNAMENT)
    assert main(["tournament", str(file), "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert ("24 games" if kind == "round-robin" else "16 games") in output
    assert re.search(r"greedy +1000 ", output)
    summary = json.loads((out / "summary.json").read_text())
    points = {entry["player"]: entry["points"] for entry in summary["ranking"]}
    games = {entry["player"]: entry["games"] for entry in summary["ranking"]}
    assert sum(points.values()) == sum(games.values()) / 2 == summary["games"]
    assert games["greedy"] == 16
    assert games["R"] == (16 if kind == "round-robin" else 8)
    assert summary["ranking"][-1]["player"] == "R"
    assert "Crosstable" in (out / "report.html").read_text()
    assert len(list(load(out / "games.jgn"))) == summary["games"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = ", "Invalid"),
        ('kind = "swiss"\n' + TOURNAMENT, "'swiss'"),
        ("rounds = 3\n" + TOURNAMENT, "'rounds'"),
        (TOURNAMENT.replace('"greedy"\nanchor_elo', '"nobody"\nanchor_elo'), "'nobody'"),
        (TOURNAMENT.replace("games = 8", 'games = "8"'), "games"),
        (TOURNAMENT.replace("games = 8", "games = 0"), "games: expected at least 1"),
        (TOURNAMENT.replace('player = "random"', 'player = "rundom"'), "'rundom'"),
        (TOURNAMENT.replace('name = "R"', 'name = "greedy"'), "two are called 'greedy'"),
        ("games = 2", "at least two"),
        ("timeout = nan\n" + TOURNAMENT, "timeout: expected 0.001 to"),
        (TOURNAMENT.replace("= 1000", "= inf"), "anchor_elo: expected"),
        (TOURNAMENT.replace("= 100\n", "= 99999\n"), "max_plies: expected 1 to 10000, got 99999"),
        ('rules = "mine"\n' + TOURNAMENT, "players.toml: expected a rule set"),
        ('rules = "gamerz"\nflip = true\n' + TOURNAMENT, "do not go with flip"),
    ],
)
def test_bad_tournaments(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    assert main(["tournament", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err
