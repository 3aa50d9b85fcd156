"""Leaf counts: the tables of the rule book, and positions counted by a second, plain implementation."""

import json
from pathlib import Path

import pytest

import plain_rules
from jungle import Position, perft

START = {
    "standard": [24, 576, 12240, 260099, 5111620, 100453636],
    "gamerz": [24, 576, 12240, 260099, 5111620, 100453636],
    "leiden": [24, 576, 12240, 260100, 5111725, 100459989],
}
POSITIONS = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("rules", START)
@pytest.mark.parametrize("depth", range(1, 5))
def test_from_the_start(rules, depth):
    assert perft(Position.initial(rules=rules), depth) == START[rules][depth - 1]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", START)
@pytest.mark.parametrize("depth", [5, 6])
def test_from_the_start_deeper(rules, depth):
    assert perft(Position.initial(rules=rules), depth) == START[rules][depth - 1]


@pytest.mark.parametrize("rules", START)
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["about"])
def test_positions(case, rules):
    position = Position.from_fen(case["fen"], rules=rules)
    counts = case["leaves"][rules]
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("rules", START)
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["about"])
def test_the_plain_rules_count_the_same(case, rules):
    board, side = plain_rules.read(case["fen"])
    assert [plain_rules.perft(rules, board, side, depth) for depth in (1, 2, 3)] == case["leaves"][rules][:3]


def test_the_positions_tell_the_rule_sets_apart():
    apart = {(a, b) for case in POSITIONS for a in START for b in START if case["leaves"][a] != case["leaves"][b]}
    assert apart == {(a, b) for a in START for b in START if a != b}


@pytest.mark.parametrize(("depth", "threads"), [(-1, 1), (1, 0), (201, 1), (10**30, 1), (1, 257)])
def test_senseless_arguments_are_refused(depth, threads):
    with pytest.raises(ValueError, match="expected a depth from 0"):
        perft(Position.initial(), depth, threads=threads)


def test_depth_zero_is_the_position_itself():
    assert perft(Position.initial(), 0) == 1
