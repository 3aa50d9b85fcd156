"""Flip games: chance, history, endings and invariants."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import (
    GameError,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesError,
    Outcome,
    Piece,
    Reason,
    Side,
)
from jungle.flip import FlipGame, FlipMove, FlipPosition
from tests.random_games import random_flip_game

ALL = "RCDWPTLErcdwptle"


GAMES = st.builds(random_flip_game, st.integers(0, 9999), st.integers(0, 150), first_flip_decides=st.booleans())


def check_sixteen_pieces_are_accounted_for(game: FlipGame) -> None:
    captured = 0
    for position, move in zip(game.positions[1:], game.moves, strict=True):
        if move.captured is not None:
            captured += 2 if move.trade else 1
        face_up = [piece for side in Side for piece in position.pieces(side).values()]
        assert len(face_up) == len(set(face_up))
        assert not position.hidden & set(face_up)
        assert len(position.face_down()) == len(position.hidden)
        assert len(face_up) + len(position.hidden) + captured == 16


def check_text_round_trips(game: FlipGame) -> None:
    for position in game.positions:
        assert FlipPosition.from_fen(position.fen(), rules=position.rules) == position
        for move in position.legal_moves():
            assert position.parse_move(str(move)) == move
            assert position.parse_move(position.words(move)) == move
            assert position.is_legal(move)


def check_undo_restores_and_redo_brings_back(game: FlipGame) -> None:
    final, outcome = game.position, game.outcome()
    for position, move in zip(reversed(game.positions[:-1]), reversed(game.moves), strict=True):
        assert game.undo() == move
        assert game.position == position
        assert game.outcome() is None
    with pytest.raises(GameError):
        game.undo()
    while game.undone:
        game.redo()
    assert (game.position, game.outcome()) == (final, outcome)


def check_replay_from_events_equals(game: FlipGame) -> None:
    told = FlipGame.from_moves(map(str, game.moves), position=game.start)
    assert told.positions == game.positions
    assert told.moves == game.moves
    assert told.outcome() == game.outcome()
    dealt = FlipGame.from_moves((move.uci() for move in game.moves), position=game.start, deal=game.deal)
    assert dealt.positions == game.positions


def check_a_finished_game_has_no_moves_and_a_running_one_has(game: FlipGame) -> None:
    assert (game.outcome() is None) is bool(game.legal_moves())
    if game.outcome():
        with pytest.raises(IllegalMoveError):
            game.play("a1a2")
        with pytest.raises(GameError, match="the game is already over"):
            game.resign()


def check_with_colours_exchanged_the_same_moves_lead_to_the_exchanged_end(game: FlipGame) -> None:
    def exchanged(text: str) -> str:
        board, side, quiet, hidden = text.split()
        return " ".join([board.swapcase(), {"b": "r", "r": "b", "?": "?"}[side], quiet, hidden.swapcase()])

    def exchanged_move(text: str) -> str:
        return text[:3] + text[3:].swapcase() if "=" in text else text

    twin = FlipGame.from_moves(
        [exchanged_move(str(move)) for move in game.moves], position=FlipPosition.from_fen(exchanged(game.start.fen()))
    )
    for position, other in zip(game.positions, twin.positions, strict=True):
        assert {move.uci() for move in position.legal_moves()} == {move.uci() for move in other.legal_moves()}
    outcome, other_outcome = game.outcome(), twin.outcome()
    if outcome is None:
        assert other_outcome is None
    else:
        winner = outcome.winner.opponent if outcome.winner is not None else None
        assert other_outcome == Outcome(winner, outcome.reason)


CHECKS = [check for name, check in list(globals().items()) if name.startswith("check_")]


@settings(max_examples=60)
@given(GAMES)
def test_invariants_hold_in_every_game(game: FlipGame) -> None:
    for check in CHECKS:
        check(game)


def test_every_game_ends() -> None:
    reasons = {random_flip_game(seed, 5000).outcome() for seed in range(60)}
    assert None not in reasons
    assert {outcome.reason for outcome in reasons if outcome} >= {Reason.CAPTURE, Reason.REPETITION}


def test_play_looks_up_the_deal_and_returns_the_revealed_piece() -> None:
    game = FlipGame(seed=3)
    event = game.play("b2")
    assert event == FlipMove.flip(5, Piece.from_letter("R"))
    assert str(event) == "b2=R"
    assert game.moves == (event,)


def test_a_flip_that_names_another_piece_than_the_deal_is_refused() -> None:
    game = FlipGame(seed=3)
    with pytest.raises(IllegalMoveError, match="b2=T: the Blue tiger is not there") as caught:
        game.play("b2=T")
    assert caught.value.reason is IllegalMoveReason.MISNAMED
    assert len(game) == 0
    game.play("b2=R")


def test_without_a_deal_flips_must_name_the_revealed_piece() -> None:
    game = FlipGame.from_moves(["b2=T"])
    assert game.deal is None
    with pytest.raises(InvalidMoveError, match="the deal is unknown: expected what c3 turns up, like c3=T"):
        game.play("c3")
    with pytest.raises(IllegalMoveError, match="the Blue tiger is not hidden"):
        game.play("c3=T")
    game.play("c3=t")


def test_a_seed_also_works_for_a_replay() -> None:
    game = FlipGame.from_moves(["b2", "c3"], seed=3)
    assert [str(move) for move in game.moves] == ["b2=R", "c3=e"]


def test_a_deal_can_be_given() -> None:
    position = FlipPosition.from_fen("?T2/4/4/e2? b 0 Rw")
    deal = {12: Piece.from_letter("w"), 3: Piece.from_letter("R")}
    game = FlipGame(position=position, deal=deal)
    assert str(game.play("a4")) == "a4=w"


@pytest.mark.parametrize(
    "deal",
    [{}, {12: "w"}, {12: "w", 3: "w"}, {12: "w", 3: "C"}, {12: "w", 4: "R"}, {12: "w", 3: "R", 5: "C"}],
)
def test_a_deal_that_does_not_fit_is_refused(deal: dict[int, str]) -> None:
    position = FlipPosition.from_fen("?T2/4/4/e2? b 0 Rw")
    with pytest.raises(InvalidPositionError, match="deal"):
        FlipGame(position=position, deal={square: Piece.from_letter(letter) for square, letter in deal.items()})


def test_a_position_is_dealt_by_the_seed() -> None:
    position = FlipPosition.from_fen("?T2/4/4/e2? b 0 Rw")
    deals = [FlipGame(seed=seed, position=position).deal for seed in range(20)]
    assert None not in deals
    assert len({tuple(deal.items()) for deal in deals if deal is not None}) == 2


@pytest.mark.parametrize("limit", [0, -1, 1_000_000_000])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    with pytest.raises(InvalidRulesError, match="expected 1 to 999999999 plies, or None"):
        FlipGame(quiet_limit=limit)


def test_endings_can_be_declared() -> None:
    blue, red = Side.BLUE, Side.RED
    assert FlipGame().resign() == Outcome(blue, Reason.RESIGNATION)
    assert FlipGame().resign(blue) == Outcome(red, Reason.RESIGNATION)
    assert FlipGame().time_out() == Outcome(blue, Reason.TIMEOUT)
    assert FlipGame().agree_draw() == Outcome(None, Reason.AGREEMENT)
    assert FlipGame().adjudicate(red) == Outcome(red, Reason.ADJUDICATION)
    game = FlipGame()
    game.resign()
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError):
        game.play("a1")
    with pytest.raises(GameError, match="no move to redo"):
        game.redo()
    assert game.undo() is None
    assert game.outcome() is None


@pytest.mark.parametrize(
    "declare",
    [FlipGame.resign, FlipGame.time_out, lambda game: game.resign(Side.RED), lambda game: game.adjudicate(Side.RED)],
)
def test_no_side_can_win_before_the_colours_are_decided(declare: Callable[[FlipGame], Outcome]) -> None:
    game = FlipGame(first_flip_decides=True)
    with pytest.raises(GameError, match="has not decided the colours"):
        declare(game)
    assert game.outcome() is None
    assert game.agree_draw().winner is None


def test_a_new_move_discards_undone_moves_but_the_same_move_keeps_them() -> None:
    game = FlipGame.from_moves(["a1", "a2", "a3"], seed=1)
    for _ in range(3):
        game.undo()
    game.play("a1")
    assert [str(move)[:2] for move in game.undone] == ["a2", "a3"]
    game.play("d4")
    assert game.undone == ()


def test_a_copy_is_independent() -> None:
    game = FlipGame.from_moves(["a1", "a2"], seed=1)
    twin = copy(game)
    twin.play("a3")
    twin.resign()
    assert (len(game), len(twin), game.outcome()) == (2, 3, None)
    assert twin.deal == game.deal


def test_the_deal_cannot_be_changed_and_is_not_in_the_repr() -> None:
    game = FlipGame(seed=1)
    with pytest.raises(TypeError):
        game.deal[0] = Piece.from_letter("R")  # type: ignore[index]
    assert repr(game) == f"FlipGame.from_moves([], 'flip', fen='????/????/????/???? r 0 {ALL}')"


@pytest.mark.parametrize("game", [FlipGame(seed=4), FlipGame.from_moves(["b2=T"])], ids=["dealt", "told"])
def test_a_game_can_be_copied_deeply_and_pickled(game: FlipGame) -> None:
    for twin in (deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (twin.position, twin.moves, twin.deal) == (game.position, game.moves, game.deal)
        twin.play("a1=R" if game.deal is None else "a1")
        assert len(game) == len(twin) - 1
