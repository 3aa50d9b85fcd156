"""The core's face-down game against the Python reference."""

import random

import pytest

from jungle import perft
from jungle.flip import FLIP, FlipGame, FlipMove, FlipPosition, FlipRules
from jungle.flip.native import from_native, native_position, native_rules
from jungle.native import core
from jungle.pieces import Side
from tests.needs import needs_core

pytestmark = needs_core


def code(move: FlipMove) -> int:
    return move.origin | move.target << 4


def random_games(count: int, seed: int, rules: FlipRules = FLIP) -> list[FlipGame]:
    rng = random.Random(seed)
    games = []
    for number in range(count):
        game = FlipGame(rules, seed=seed * 1000 + number)
        for _ in range(rng.randrange(4, 90)):
            moves = game.legal_moves()
            if not moves:
                break
            # Captures are rare among random moves, but change the most.
            captures = [move for move in moves if move.captured]
            game.play(rng.choice(captures if captures and rng.random() < 0.5 else moves))
        games.append(game)
    return games


@pytest.mark.parametrize(
    "rules",
    [FLIP, FlipRules(first_flip_decides=True), FlipRules(name="other", ranks=(1, 1, 2, 3, 4, 4, 5, 6))],
    ids=["standard", "first_flip_decides", "other ranks"],
)
def test_random_games_agree_on_moves_positions_and_keys(rules: FlipRules) -> None:
    for game in random_games(60, 3, rules):
        for position, move in zip(game.positions, game.moves, strict=False):
            twin = native_position(position)
            compiled = native_rules(position.rules)
            assert from_native(twin, position.rules) == position
            assert twin.key == position.key
            assert sorted(twin.moves(compiled)) == sorted(map(code, position.legal_moves()))
            revealed = None if move.revealed is None else move.revealed.code - 1
            assert from_native(twin.after(compiled, code(move), revealed), position.rules) == position.after(move)


def test_illegal_moves_are_refused_by_the_core() -> None:
    position = native_position(FlipPosition.from_fen("????/????/?T??/???? b 0 RCDWPLErcdwptle"))
    compiled = native_rules(FLIP)
    for move, revealed in ((5 | 9 << 4, None), (5 | 5 << 4, 0), (0, None), (0, 5), (300, None)):
        with pytest.raises(ValueError, match=r"illegal|hidden piece"):
            position.after(compiled, move, revealed)


@pytest.mark.parametrize(
    ("board", "hidden", "side"),
    [
        (b"\x00" * 15, 0, 0),
        (b"\x12" * 16, 0, 0),
        (b"\x01\x01" + b"\x00" * 14, 0, 0),
        (b"\x11" + b"\x00" * 15, 0, 0),
        (b"\x01\x11" + b"\x00" * 14, 1, 0),
        (b"\x00" * 16, 0, 3),
        (b"\x00" * 16, 1 << 16, 0),
    ],
)
def test_impossible_positions_are_refused_by_the_core(board: bytes, hidden: int, side: int) -> None:
    with pytest.raises(ValueError, match=r"expected|twice"):
        core.FlipPosition(board, hidden, side)


def plain_perft(position: FlipPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_perft(after, depth - 1) for move in position.legal_moves() for after in position.branches(move))


def test_perft_counts_a_branch_for_each_hidden_piece() -> None:
    assert [perft(FlipPosition.initial(), depth) for depth in range(4)] == [1, 256, 57_600, 11_293_056]


def test_perft_agrees_with_python_in_random_positions() -> None:
    for game in random_games(40, 8):
        position = game.position
        depth = 3 if len(position.hidden) < 5 else 2
        assert perft(position, depth) == plain_perft(position, depth), position.fen()


def test_a_decided_game_has_no_children() -> None:
    position = FlipPosition.from_fen("4/1L2/4/4 r 0 -")
    assert perft(position, 0) == 1
    assert perft(position, 1) == 0


def test_sides_are_undecided_before_the_first_flip() -> None:
    position = FlipPosition.initial(rules=FlipRules(first_flip_decides=True))
    after = native_position(position).after(native_rules(position.rules), 0, 12)
    assert Side(after.side) is Side.BLUE
