"""The static evaluations of the native core."""

import random
from dataclasses import replace

import pytest

from jungle import RULES, Game, Position, Rules
from jungle.engine import Score
from jungle.native import core
from jungle.native_rules import table
from jungle.rules import STANDARD
from tests.needs import needs_core

pytestmark = needs_core

MATERIAL, POSITION, FULL = range(3)
UPSIDE_DOWN = replace(STANDARD, name="upside_down", ranks=(8, 7, 6, 5, 4, 3, 2, 1), rat_takes_elephant=False)


def evaluate(position: Position, evaluation: int) -> int:
    return core.evaluate(table(position.rules), position.board, position.side, evaluation)


def positions(rules: Rules, count: int) -> list[Position]:
    dice = random.Random(9)
    found: list[Position] = []
    while len(found) < count:
        game = Game(rules=rules)
        while (moves := game.legal_moves()) and len(game) < 120:
            game.play(dice.choice(moves))
            if dice.random() < 0.1:
                found.append(game.position)
    return found[:count]


@pytest.mark.parametrize("rules", [*RULES.values(), UPSIDE_DOWN], ids=lambda rules: rules.name)
def test_mirrored_and_swapped_positions_are_worth_the_same(rules: Rules) -> None:
    for position in positions(rules, 60):
        for evaluation in (MATERIAL, POSITION, FULL):
            views = (position, position.mirrored(), position.swapped())
            assert len({evaluate(view, evaluation) for view in views}) == 1, position.fen()


def test_the_start_is_even() -> None:
    assert evaluate(Position.initial(), MATERIAL) == evaluate(Position.initial(), POSITION) == 0


def test_an_extra_piece_is_better() -> None:
    even = Position.initial()
    for animal in "rcdwptle":
        ahead = Position.from_fen(even.fen().replace(animal, "1", 1).replace("11", "2"))
        for evaluation in (MATERIAL, POSITION, FULL):
            assert evaluate(ahead, evaluation) > evaluate(even, evaluation), (animal, evaluation)


def test_a_cat_is_worth_a_hundred() -> None:
    assert evaluate(Position.from_fen("7/7/7/7/7/7/7/1C5/r6 b"), MATERIAL) - evaluate(
        Position.from_fen("7/7/7/7/7/7/7/7/r6 b"), MATERIAL
    ) == pytest.approx(100)


def test_unusual_rules_are_evaluated_without_the_network() -> None:
    """If the elephant is the weakest, what the network learned is wrong."""
    position = Position.initial(rules=UPSIDE_DOWN)
    assert evaluate(position, FULL) == evaluate(position, POSITION)


def test_another_network_can_be_loaded() -> None:
    features, units, outputs, *_ = core.network_shape()
    zero = bytes(2 * (features * units + units + outputs * 2 * units) + 4 * outputs)
    start = Position.initial()
    assert core.evaluate(core.with_network(table(STANDARD), zero), start.board, start.side, FULL) == 0
    with pytest.raises(ValueError, match="weights"):
        core.with_network(table(STANDARD), zero[1:])


def test_a_lead_is_worth_less_with_fewer_pieces() -> None:
    assert Score(300, pieces=4).win_probability() < Score(300, pieces=16).win_probability()
