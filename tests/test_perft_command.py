import pytest

from jungle.board_game import BoardGame
from jungle.cli import main

RAT_ON_THE_SHORE = "r6/7/7/7/7/6R/7/7/7 b"


def test_the_command_prints_leaves_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("576 leaves at depth 2 in ")
    assert out.endswith("leaves/s)\n")


def test_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "3", "--divide"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    counts = [int(line.split()[1].replace(",", "")) for line in moves]
    assert len(counts) == 24
    assert total.startswith(f"{sum(counts):,} leaves at depth 3 ")


def test_depth_zero_is_the_position_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "0", "--divide"]) == 0
    assert capsys.readouterr().out.startswith("1 leaf at depth 0 ")


@pytest.mark.parametrize(("rules", "leaves"), [("standard", 3), ("gamerz", 3), ("standard:swimmers=-", 2)])
def test_counts_from_a_position_under_rules(rules: str, leaves: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "1", "--rules", rules, "--fen", RAT_ON_THE_SHORE]) == 0
    assert capsys.readouterr().out.startswith(f"{leaves} leaves at depth 1 ")


@pytest.mark.parametrize(("rules", "leaves"), [("flip", "57,600"), ("flip:first_flip_decides=yes", "57,600")])
def test_counts_the_face_down_game(rules: str, leaves: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--flip", "--rules", rules, "--depth", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{leaves} leaves at depth 2 ")
    assert main(["perft", "--flip", "--rules", rules, "--depth", "2", "--divide"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert len(moves) == 16
    assert total.startswith(f"{leaves} leaves at depth 2 ")


def test_counts_any_game(third_game: type[BoardGame], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--game", third_game.kind, "--depth", "1"]) == 0
    moves = len(third_game.new().legal_moves())
    assert capsys.readouterr().out.startswith(f"{moves} leaves at depth 1 ")


def test_the_depth_may_be_given_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2"]) == 0
    assert capsys.readouterr().out.startswith("576 leaves at depth 2 in ")
