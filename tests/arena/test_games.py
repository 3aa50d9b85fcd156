"""Other games than the 7×9 one: the same commands, figures and files, without a line of their own."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.record import load
from tests.arena.conftest import Finished

Jungle = Callable[..., Finished]


def rows_of(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "games.csv").read_text().splitlines()))


def test_the_face_down_game(jungle: Jungle, tmp_path: Path) -> None:
    command = ("stats", "biggest-first", "rat-first", "--game", "flip", "--games", 10, "--jobs", 2, "--out", tmp_path)
    assert "10 games" in jungle(*command).out
    games, rows = [record.game for record in load(tmp_path / "games.jgn")], rows_of(tmp_path)
    assert [" ".join(map(str, game.moves)) for game in games] == [row["moves"] for row in rows]
    # The two games of a pair have one deal, every pair another.
    deals = [row["shuffle"] for row in rows]
    assert deals[0::2] == deals[1::2]
    assert len(set(deals)) == 5
    assert json.loads((tmp_path / "summary.json").read_text())["games"] == 10
    assert (tmp_path / "report.html").read_text().count("<svg") == 20


def test_players_do_not_see_the_deal(jungle: Jungle) -> None:
    output = jungle(
        "stats", "python:tests.arena.guests:Peeks", "greedy", "--flip", "--rules", "flip:quiet_limit=20"
    ).out
    assert "10 games" in output
    assert "crash" not in output


def test_a_third_game(jungle: Jungle, third_game: type[BoardGame], tmp_path: Path) -> None:
    command = ("stats", "greedy", "python:tests.arena.guests:First", "--game", third_game.kind, "--games", 4)
    finished = jungle(*command, "--out", tmp_path)
    assert finished.code == 0, finished.err
    assert "crash" not in finished.out
    assert [row["moves"] for row in rows_of(tmp_path)] == [
        " ".join(map(str, record.game.moves)) for record in load(tmp_path / "games.jgn")
    ]
    assert f"{third_game.kind} by " in (tmp_path / "report.html").read_text()
