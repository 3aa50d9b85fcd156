"""Random games keep every invariant, under every rule set and under house rules."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import RULES, STANDARD, EqualRanks, Game, IllegalMoveError, Position, Rules, Side
from jungle.geometry import BOARD
from tests import plain_rules
from tests.random_rules import house_rules

VANISHING = replace(STANDARD, name="vanishing", equal_ranks=EqualRanks.BOTH_VANISH)
any_rules = st.sampled_from([*RULES.values(), VANISHING]) | house_rules()


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = any_rules, most: int = 120) -> Game:
    """A game of random moves, some of it far from the start."""
    game = Game(draw(rules))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        moves = game.legal_moves()
        if not moves:
            break
        # Captures thin out the board, so that games reach their end within a test.
        captures = [move for move in moves if move.captured]
        game.play(random.choice(captures if captures and random.random() < 0.5 else moves))
    return game


def check_positions_read_back(game: Game) -> None:
    for position in game.positions:
        assert Position.from_fen(position.fen(), rules=position.rules) == position


def check_undo_restores_every_position_and_redo_returns(game: Game) -> None:
    positions, repetitions, outcome = game.positions, game.repetitions(), game.outcome()
    while len(game):
        game.undo()
        assert game.position == positions[len(game)]
    assert game.repetitions() == 1
    for _ in positions[1:]:
        game.redo()
    assert (game.positions, game.repetitions(), game.outcome()) == (positions, repetitions, outcome)


def check_the_same_moves_give_the_same_game(game: Game) -> None:
    twin = Game.from_moves([move.uci() for move in game.moves], game.rules)
    assert twin == game
    assert twin.positions == game.positions


def check_a_finished_game_has_no_moves_and_an_open_one_has(game: Game) -> None:
    assert (game.outcome() is None) is bool(game.legal_moves())


def check_mirrored_positions_have_mirrored_moves(game: Game) -> None:
    position = game.position
    mirrored = {(BOARD.mirror_square(m.origin), BOARD.mirror_square(m.target)) for m in position.legal_moves()}
    assert {(m.origin, m.target) for m in position.mirrored().legal_moves()} == mirrored


def check_swapped_positions_have_swapped_moves(game: Game) -> None:
    position = game.position
    swapped = {(BOARD.rotate_square(m.origin), BOARD.rotate_square(m.target)) for m in position.legal_moves()}
    assert {(m.origin, m.target) for m in position.swapped().legal_moves()} == swapped


def check_every_legal_move_reads_back_in_every_notation(game: Game) -> None:
    position = game.position
    for move in position.legal_moves():
        assert position.parse_move(move.uci()) == move
        assert position.parse_move(move.notation()) == move
        assert position.parse_move(position.words(move)) == move


def check_pieces_only_ever_vanish(game: Game) -> None:
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        lost = sum(map(bool, before.board)) - sum(map(bool, after.board))
        assert lost == (0 if move.captured is None else 2 if move.trade else 1)
        assert after.quiet == (before.quiet + 1 if move.captured is None else 0)
        for side in Side:
            standing = {s for s, code in enumerate(after.board) if code and (code > 8) is (side is Side.RED)}
            assert set(after.squares(side)) == standing


def check_the_key_is_that_of_the_position_read_anew(game: Game) -> None:
    position = game.position
    assert position.key == Position.from_fen(position.fen(), rules=position.rules).key


CHECKS = [check for name, check in list(globals().items()) if name.startswith("check_")]


@given(games())
def test_invariants_hold_in_every_game(game: Game) -> None:
    """One game serves all checks, because playing it takes longer than most of them."""
    for check in CHECKS:
        check(game)


@settings(max_examples=10)
@given(games())
def test_only_listed_moves_are_legal(game: Game) -> None:
    position = game.position
    listed = {(move.origin, move.target) for move in position.legal_moves()}
    for origin in range(63):
        # Every move from an empty square is refused for the same reason.
        for target in range(63) if position.board[origin] else (0,):
            if (origin, target) not in listed:
                with pytest.raises(IllegalMoveError):
                    position.find_move(origin, target)


@settings(max_examples=60)
@given(games(rules=st.sampled_from(list(RULES.values()))))
def test_the_independent_rules_agree(game: Game) -> None:
    for position in game.positions:
        board, side = plain_rules.read(position.fen())
        plain = {origin + target for origin, target in plain_rules.moves(position.rules.name, board, side)}
        assert {BOARD.square_name(m.origin) + BOARD.square_name(m.target) for m in position.legal_moves()} == plain
