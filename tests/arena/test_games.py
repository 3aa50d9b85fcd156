"""Games other than the 7×9 game: the same commands, figures and files, without special code."""

import csv
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from jungle.board_game import BoardGame
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
    # The two games of a pair share a deal; every pair has a different one.
    deals = [row["shuffle"] for row in rows]
    assert deals[0::2] == deals[1::2]
    assert len(set(deals)) == 5
    assert json.loads((tmp_path / "summary.json").read_text())["games"] == 10
    assert (tmp_path / "report.html").read_text().count("<svg") == 20


OPEN = "flip:first_flip_decides=yes"


def test_the_first_flip_decides_the_colours(jungle: Jungle, tmp_path: Path) -> None:
    command = ("stats", "greedy", "random", "--flip", "--rules", OPEN, "--games", 20, "--jobs", 2, "--out", tmp_path)
    finished = jungle(*command)
    assert finished.code == 0, finished.err
    rows, records = rows_of(tmp_path), list(load(tmp_path / "games.jgn"))
    # The two games of a pair share a deal and swap seats; the first flip decides the colours.
    assert [row["first"] for row in rows] == ["greedy", "random"] * 10
    assert [row["shuffle"] for row in rows[0::2]] == [row["shuffle"] for row in rows[1::2]]
    colours = [str(record.game.first).lower() for record in records]
    assert set(colours) == {"blue", "red"}
    assert [row[colour] for row, colour in zip(rows, colours, strict=True)] == [row["first"] for row in rows]
    assert [record.tags["Blue"] for record in records] == [row["blue"] for row in rows]
    wins = {"1-0": "blue", "0-1": "red"}
    assert all(row["winner"] == (row[wins[row["result"]]] if row["result"] in wins else "") for row in rows)
    # Statistics by seat and by colour count the same games.
    [match] = json.loads((tmp_path / "summary.json").read_text())["matches"]
    for name, column in (("by_seat", "first"), ("by_side", "blue")):
        counted = match[name][column]
        mine = [row for row in rows if row[column] == "greedy"]
        assert sum(counted.values()) == len(mine)
        assert counted["wins"] == sum(row["winner"] == "greedy" for row in mine)
        assert sum(standing["wins"] for standing in match[name].values()) == match["wins"]
    points = [1.0 if row["winner"] == "greedy" else 0.0 if row["winner"] else 0.5 for row in rows]
    pairs = [sum(points[number : number + 2]) for number in range(0, 20, 2)]
    assert list(match["pairs"].values()) == [pairs.count(value) for value in (0, 0.5, 1, 1.5, 2)]
    assert "moving first" in finished.out


def test_every_kind_of_player_can_start_without_a_colour(jungle: Jungle) -> None:
    players = ("1:nodes=50", "engine:depth=1", "python:tests.arena.user_players:First", "rat-first")
    for first, second in pairwise(players):
        command = ("stats", first, second, "--flip", "--rules", OPEN, "--games", 2, "--max-plies", 12)
        finished = jungle(*command, "--adjudicate")
        assert finished.code == 0, finished.err
        assert not re.search("crash|illegal|out of time", finished.out)


def test_a_player_that_fails_before_colours_are_decided_loses(jungle: Jungle, tmp_path: Path) -> None:
    command = ("stats", "python:tests.arena.user_players:Exits", "random", "--flip", "--rules", OPEN, "--games", 2)
    jungle(*command, "--out", tmp_path)
    [row, other], [record, _] = rows_of(tmp_path), list(load(tmp_path / "games.jgn"))
    assert (row["winner"], row["blue"], row["result"], row["plies"]) == ("random", "", "*", "0")
    assert (other["winner"], other["plies"]) == ("random", "1")
    assert (record.tags["First"], record.tags["Ending"], record.result) == (command[1], "crash", "*")
    [match] = json.loads((tmp_path / "summary.json").read_text())["matches"]
    assert (match["losses"], sum(map(sum, (side.values() for side in match["by_side"].values())))) == (2, 1)
    assert match["pairs"]["0"] == 1


def test_players_do_not_see_the_deal(jungle: Jungle) -> None:
    output = jungle(
        "stats", "python:tests.arena.user_players:Peeks", "greedy", "--flip", "--rules", "flip:quiet_limit=20"
    ).out
    assert "10 games" in output
    assert not re.search("crash|illegal", output)


def test_a_third_game(jungle: Jungle, third_game: type[BoardGame], tmp_path: Path) -> None:
    command = ("stats", "greedy", "python:tests.arena.user_players:First", "--game", third_game.kind, "--games", 4)
    finished = jungle(*command, "--out", tmp_path)
    assert finished.code == 0, finished.err
    assert not re.search("crash|illegal", finished.out)
    assert [row["moves"] for row in rows_of(tmp_path)] == [
        " ".join(map(str, record.game.moves)) for record in load(tmp_path / "games.jgn")
    ]
    assert f"{third_game.kind} by " in (tmp_path / "report.html").read_text()
