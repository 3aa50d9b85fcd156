import pytest

from jungle.cli import main

RAT_ON_THE_SHORE = "r6/7/7/7/7/6R/7/7/7 b"


def test_counts_leaves(capsys: pytest.CaptureFixture[str]) -> None:
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
    assert capsys.readouterr().out.startswith("1 leaves at depth 0 ")


@pytest.mark.parametrize(("rules", "leaves"), [("standard", 3), ("gamerz", 3), ("standard:swimmers=-", 2)])
def test_counts_from_a_position_under_rules(rules: str, leaves: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "1", "--rules", rules, "--fen", RAT_ON_THE_SHORE]) == 0
    assert capsys.readouterr().out.startswith(f"{leaves} leaves at depth 1 ")
