"""Leaf counts: the tables in the rule book, and positions counted by an independent implementation."""

import json
from pathlib import Path

import pytest

from jungle import Position, perft
from tests import plain_rules

START = {
    "standard": [24, 576, 12240, 260099, 5111620, 100453636],
    "gamerz": [24, 576, 12240, 260099, 5111620, 100453636],
    "leiden": [24, 576, 12240, 260100, 5111725, 100459989],
}
POSITIONS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def test_from_the_start() -> None:
    depths = range(1, 5)
    assert {r: [perft(Position.initial(rules=r), depth) for depth in depths] for r in START} == {
        rules: counts[:4] for rules, counts in START.items()
    }


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", START)
@pytest.mark.parametrize("depth", [5, 6])
def test_from_the_start_deeper(rules: str, depth: int) -> None:
    assert perft(Position.initial(rules=rules), depth) == START[rules][depth - 1]


@pytest.mark.parametrize("rules", START)
def test_leaf_counts_match_the_file(rules: str) -> None:
    found, expected = {}, {case["about"]: case["leaves"][rules] for case in POSITIONS}
    for case in POSITIONS:
        position = Position.from_fen(case["fen"], rules=rules)
        found[case["about"]] = [perft(position, depth + 1) for depth in range(len(expected[case["about"]]))]
    assert found == expected


@pytest.mark.parametrize("rules", START)
def test_the_independent_rules_give_the_same_counts(rules: str) -> None:
    found = {}
    for case in POSITIONS:
        board, side = plain_rules.read(case["fen"])
        found[case["about"]] = [plain_rules.perft(rules, board, side, depth) for depth in (1, 2, 3)]
    assert found == {case["about"]: case["leaves"][rules][:3] for case in POSITIONS}


def test_the_positions_distinguish_the_rule_sets() -> None:
    apart = {(a, b) for case in POSITIONS for a in START for b in START if case["leaves"][a] != case["leaves"][b]}
    assert apart == {(a, b) for a in START for b in START if a != b}


@pytest.mark.parametrize(("depth", "threads"), [(-1, 1), (1, 0), (201, 1), (10**30, 1), (1, 257)])
def test_invalid_arguments_are_refused(depth: int, threads: int) -> None:
    with pytest.raises(ValueError, match="expected a depth from 0"):
        perft(Position.initial(), depth, threads=threads)


def test_depth_zero_is_the_position_itself() -> None:
    assert perft(Position.initial(), 0) == 1
