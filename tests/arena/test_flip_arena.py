"""The face-down game in the arena: fair shuffles, hidden deals, and the same tables and files."""

import csv
import json
from pathlib import Path

import pytest

from jungle.arena.boards import Board
from jungle.arena.games import Opening
from jungle.arena.heat import FlipHeat
from jungle.arena.openings import Openings
from jungle.cli import main
from jungle.flip import FlipGame
from jungle.pieces import Animal
from jungle.record import load

FLIP = Board("standard", flip=True)


@pytest.mark.parametrize("players", [("biggest-first", "rat-first"), ("greedy", "random")])
def test_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str], players: tuple[str, str]) -> None:
    assert main(["stats", *players, "--flip", "--games", "10", "--jobs", "2", "--out", str(tmp_path)]) == 0
    assert "10 games" in capsys.readouterr().out
    games = [record.game for record in load(tmp_path / "games.flip")]
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert [" ".join(map(str, game.moves)) for game in games] == [row["moves"] for row in rows]
    # The two games of a pair have one shuffle, every pair another.
    deals = [str(game.deal) for game in games]
    assert deals[0::2] == deals[1::2]
    assert len(set(deals)) == 5
    assert json.loads((tmp_path / "summary.json").read_text())["games"] == 10
    assert (tmp_path / "report.html").read_text().count("<svg") == 20


def test_the_deal_is_not_shown_to_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "python:arena.guests:Peeks", "random", "--flip", "--games", "4"]) == 0
    assert "crash" not in capsys.readouterr().out


def test_what_is_shown_goes_along() -> None:
    game = FLIP.new_game(Opening(shuffle="7"))
    shown = FLIP.shown(game)
    assert shown.deal is None
    for text in ("a1", "b2", "c3"):
        shown.play(game.play(text))
    assert shown.position == game.position


def test_random_openings() -> None:
    openings = Openings.parse("random:3", FLIP, seed=1)
    opening = openings.opening(0)
    assert len(opening.moves) == 3
    assert FLIP.new_game(opening).moves == FLIP.new_game(opening).moves


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "easy", "random"], "'easy' does not play the face-down game"),
        (["stats", "random", "random", "--rules", "gamerz"], "--rules"),
        (["stats", "random", "random", "--openings", "book.txt"], "face-down"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--flip"]) == 1
    assert message in capsys.readouterr().err


def test_heat_counts_from_the_flip_on() -> None:
    heat = FlipHeat()
    heat.add(FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]))
    # Red's tiger was up on b2 for two plies, Blue's on b3 for one; then both vanished on b3.
    assert heat.stood[Animal.TIGER][5] == 2
    assert heat.stood[Animal.TIGER][9] == 1
    assert heat.captured[Animal.TIGER][9] == 2
    assert sum(map(sum, heat.stood.values())) == 3
