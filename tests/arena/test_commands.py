"""The commands as users run them: results, files and bad input."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from jungle.arena.errors import ArenaError
from jungle.record import load
from tests.arena.conftest import Finished

ROOT = Path(__file__).parents[2]
Jungle = Callable[..., Finished]
WALKERS = ("python:tests.arena.user_players:Walker,wins=blue", "python:tests.arena.user_players:Walker,wins=nobody")


def rows_of(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "games.csv").read_text().splitlines()))


@pytest.fixture(scope="module")
def scripted(jungle: Jungle, tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, Path]:
    """A run of players whose results are known, and its folder."""
    out = tmp_path_factory.mktemp("scripted")
    return jungle("stats", *WALKERS, "--games", 6, "--openings", "start", "--out", out), out


def test_the_summary_is_printed(scripted: tuple[Finished, Path]) -> None:
    finished, out = scripted
    assert finished.code == 0
    # As Blue it walks into the den; as Red neither player makes progress, and positions repeat.
    assert re.search(r"wins=blue +6 +3 +3 +0 +0 +75.0%", finished.out)
    assert re.search(r"as Blue +3 +3 +0 +0 +0 +100.0%", finished.out)
    assert re.search(r"as Red +3 +0 +3 +0 +0 +50.0%", finished.out)
    assert re.search(r"den entered +3 +· +·", finished.out)
    assert re.search(r"repetition +· +· +3", finished.out)
    assert finished.err == f"\nreport: {out / 'report.html'}\n"


def test_the_output_files_are_written(scripted: tuple[Finished, Path]) -> None:
    _, out = scripted
    [match] = json.loads((out / "summary.json").read_text())["matches"]
    assert (match["wins"], match["draws"], match["losses"], match["score"]) == (3, 3, 0, 0.75)
    assert match["pairs"] == {"0": 0, "0.5": 0, "1": 0, "1.5": 3, "2": 0}
    rows = rows_of(out)
    assert [row["result"] for row in rows] == ["1-0", "1/2-1/2"] * 3
    records = list(load(out / "games.jgn"))
    assert [record.result for record in records] == ["1-0", "1/2-1/2"] * 3
    assert records[1].tags["Red"] == WALKERS[0]
    assert [move.uci() for move in records[0].game.moves] == rows[0]["moves"].split()


def test_the_report_is_self_contained(scripted: tuple[Finished, Path]) -> None:
    report = (scripted[1] / "report.html").read_text()
    assert report.count("<svg") == 4 + 16
    assert not re.search(r"https?:|<script|src=|@import|url\(", report)
    for title in ("Score over time", "Length of the games", "Endings", "stood", "captured", "jungle by standard rules"):
        assert title in report


def test_jobs_and_interruptions_do_not_change_the_games(jungle: Jungle, tmp_path: Path) -> None:
    def play(folder: str, *options: object) -> str:
        command = ("stats", "engine:depth=2", "easy", "--max-plies", 24, "--out", tmp_path / folder)
        return jungle(*command, *options).err

    play("one", "--games", 4)
    assert "4 of 7 games already played" in play("one", "--games", 7)
    play("other", "--games", 7, "--jobs", 2)
    one, other = ((tmp_path / name / "games.jgn").read_text() for name in ("one", "other"))
    assert one == other
    assert json.loads((tmp_path / "one" / "summary.json").read_text())["games"] == 7
    assert "contains another run (seed is 1 there and 2 here)" in play("one", "--games", 7, "--seed", 2)
    play("one", "--games", 2, "--seed", 2, "--restart")
    assert not one.startswith((tmp_path / "one" / "games.jgn").read_text())


def test_a_finished_run_without_a_folder_is_deleted_and_its_table_printed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "jungle", "stats", "random", "greedy", "--games", "2"]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert finished.returncode == 0, finished.stderr
    assert "time per move" in finished.stdout
    assert not list((tmp_path / "state").rglob("*.jsonl"))


@pytest.mark.parametrize("error", [KeyboardInterrupt, ArenaError("the scheduler is gone")])
def test_a_run_that_fails_keeps_its_games(
    jungle: Jungle, monkeypatch: pytest.MonkeyPatch, error: BaseException | type[BaseException]
) -> None:
    """A second Ctrl-C, a player that cannot be started just now, or a lost cluster costs no game that was played."""
    command = ["stats", "random", "greedy", "--games", "4"]
    with monkeypatch.context() as broken:
        broken.setattr("jungle.commands.stats.match_text", Mock(side_effect=error))
        assert jungle(*command).code != 0
    assert "4 of 4 games already played" in jungle(*command).err


def test_two_copies_of_a_player_get_distinct_names(jungle: Jungle, tmp_path: Path) -> None:
    jungle("stats", "random", "random", "--games", 4, "--out", tmp_path)
    rows = rows_of(tmp_path)
    assert [(row["blue"], row["red"]) for row in rows[:2]] == [("random", "random (2)"), ("random (2)", "random")]
    [match] = json.loads((tmp_path / "summary.json").read_text())["matches"]
    won = sum(entry["games"] for entry in match["endings"] if entry["winner"] == "random")
    assert won == match["wins"] == sum(row["winner"] == "random" for row in rows)


def test_a_match_is_decided(jungle: Jungle, tmp_path: Path) -> None:
    verdicts = []
    for jobs in (1, 2):
        out = tmp_path / str(jobs)
        output = jungle("match", "greedy", "random", "--sprt", "elo1=100", "--jobs", jobs, "--out", out).out
        assert "tested: does greedy lead random by 100 normalised Elo rather than by 0?\nfound: yes. " in output
        assert "If the lead were 0, at most 5.0% of such matches would say so." in output
        verdicts.append((output.split("ending")[0], (out / "games.jgn").read_text()))
        assert json.loads((out / "summary.json").read_text())["sprt"]["verdict"] == "yes"
    assert verdicts[0] == verdicts[1]
    assert "<b>yes</b><span>does greedy lead random by 100" in (tmp_path / "1" / "report.html").read_text()


@pytest.mark.parametrize(
    ("players", "options", "found"),
    [
        (("random", "greedy"), ("elo1=100",), "found: no. If the lead were 100, at most 5.0% of such matches"),
        (("random", "random"), ("elo1=1", "--games", 8), "found: nothing yet. 8 games are "),
    ],
)
def test_matches_can_end_in_other_ways(
    jungle: Jungle, players: tuple[str, str], options: tuple[object, ...], found: str
) -> None:
    assert found in jungle("match", *players, "--sprt", *options).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "gredy", "random"], "did you mean 'greedy'"),
        (["stats", "random", "engine:speed=3"], "'speed=3'"),
        (["stats", "random", "random", "--openings", "nowhere"], "'nowhere'"),
        (["stats", "random", "random", "--adjudicate", "points=3"], "points=3"),
        (["stats", "random", "random", "--max-plies", "99999"], "--max-plies"),
        (["stats", "random", "random", "--game", "chess"], "invalid choice: 'chess'"),
        (["stats", "random", "random", "--rules", "chess"], "'chess'"),
        (["stats", "random", "random", "--rules", "flip:quiet_limit=3"], "'flip'"),
        (["stats", "random", "random", "--flip", "--rules", "gamerz"], "'gamerz'"),
        (["stats", "random", "random", "--flip", "--openings", "book.txt"], "expected start or random:N for flip"),
        (["match", "random", "random", "--sprt", "elo3=1"], "elo3=1"),
    ],
)
def test_bad_arguments_get_one_line(jungle: Jungle, tmp_path: Path, arguments: list[str], message: str) -> None:
    finished = jungle(*arguments)
    assert finished.code == 2
    assert finished.err.count("\n") == 1
    assert message in finished.err
    assert not finished.out
    assert not list((tmp_path / "state").rglob("*.jsonl"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "random", "python:tests.arena.user_players:NeverStarts"], "no licence"),
        (["stats", "random", "random", "--out", "/dev/null/run"], "cannot keep a journal in '/dev/null/run'"),
        (["tournament", "nowhere.toml"], "cannot read 'nowhere.toml'"),
    ],
)
def test_failures_get_one_line(jungle: Jungle, arguments: list[str], message: str) -> None:
    finished = jungle(*arguments)
    assert (finished.code, finished.out, finished.err.count("\n")) == (1, "", 1)
    assert message in finished.err


def test_a_run_works_with_an_unwritable_home(jungle: Jungle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUNGLE_HOME", "/dev/null/home")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    finished = jungle("stats", "random", "random", "--games", 2)
    assert finished.code == 0
    assert "2 games" in finished.out
    journal = next(line for line in finished.err.splitlines() if line.startswith("jungle: "))
    assert journal.startswith("jungle: cannot keep a journal in '/dev/null/home/arena/")
    assert journal.endswith("Not a directory: this run cannot be resumed")
    assert not list(tmp_path.glob("jungle-*")), "nothing is left behind"


def test_failures_are_reported(jungle: Jungle) -> None:
    output = jungle("stats", "python:tests.arena.user_players:Raises", "random", "--games", 8).out
    assert re.search(r"crash +· +8 +·", output)
    assert "game 1a: python:tests.arena.user_players:Raises lost by crash: ZeroDivisionError: no idea" in output
    assert "and 3 more games in which a player failed" in output


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
def test_a_tournament_ends_with_a_ranking_and_a_report(jungle: Jungle, tmp_path: Path, kind: str) -> None:
    file, out = tmp_path / "players.toml", tmp_path / "out"
    file.write_text(f'kind = "{kind}"\n' + TOURNAMENT)
    output = jungle("tournament", file, "--out", out).out
    pairings = 3 if kind == "round-robin" else 2
    assert f"{8 * pairings} games; Elo with 95 % intervals (±), relative to greedy, whose rating is fixed" in output
    assert re.search(r"greedy +1000 ", output)
    summary = json.loads((out / "summary.json").read_text())
    points = {entry["player"]: entry["points"] for entry in summary["ranking"]}
    games = {entry["player"]: entry["games"] for entry in summary["ranking"]}
    assert sum(points.values()) == sum(games.values()) / 2 == summary["games"] == 8 * pairings
    assert games == {"greedy": 16, "R": 8 * (pairings - 1), "biggest-first": 8 * (pairings - 1)}
    assert summary["ranking"][-1]["player"] == "R"
    assert "Crosstable" in (out / "report.html").read_text()
    assert len(list(load(out / "games.jgn"))) == summary["games"]


def test_ladder_players_meet_only_their_neighbours(jungle: Jungle, tmp_path: Path) -> None:
    (tmp_path / "players.toml").write_text('kind = "neighbours"\n' + TOURNAMENT)
    jungle("tournament", tmp_path / "players.toml", "--out", tmp_path / "out")
    matches = json.loads((tmp_path / "out" / "summary.json").read_text())["matches"]
    assert [match["players"] for match in matches] == [["greedy", "R"], ["R", "biggest-first"]]


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
        ('rules = "gamerz"\nflip = true\n' + TOURNAMENT, "'gamerz'"),
        ('game = "chess"\n' + TOURNAMENT, "unknown game 'chess'; expected one of: jungle, flip"),
    ],
)
def test_bad_tournament_files_get_one_clear_line(jungle: Jungle, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    finished = jungle("tournament", file)
    assert finished.code == 1
    assert finished.err.count("\n") == 1
    assert message in finished.err
