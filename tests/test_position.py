import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from jungle import (
    RULES,
    Animal,
    Game,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidMoveError,
    InvalidPositionError,
    Piece,
    Position,
    Side,
)
from jungle.geometry import BOARD
from tests.drawing import drawn

START = Position.initial()

# Text form


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("7/7/7/7/7/7/7/C6/6c b", "7/7/7/7/7/7/7/C6/6c b 0 1"),
        ("7/7/7/7/7/7/7/C6/6c r 12", "7/7/7/7/7/7/7/C6/6c r 12 1"),
        ("  7/7/7/7/7/7/7/C6/6c   r 12 40 ", "7/7/7/7/7/7/7/C6/6c r 12 40"),
        ("7/7/7/7/7/7/7/C6/115c b", "7/7/7/7/7/7/7/C6/7 b 0 1"),
    ],
)
def test_fen_counters_are_optional(text: str, full: str) -> None:
    if "115c" in text:
        with pytest.raises(InvalidPositionError, match="rank 1 has 8 squares"):
            Position.from_fen(text)
        return
    assert Position.from_fen(text).fen() == full


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 'board side quiet number'"),
        ("7/7/7/7/7/7/7/C6/6c", "expected 'board side quiet number'"),
        ("7/7/7/7/7/7/7/C6/6c b 0 1 extra", "expected 'board side quiet number'"),
        ("7/7/7/7/7/7/7/7/C6/6c b", "expected 9 ranks .* got 10"),
        ("7/7/7/7/7/7/7/C6/6c w", "expected b or r for the side to move, got 'w'"),
        ("7/7/7/7/7/7/7/C6/6c B", "got 'B'"),
        ("7/7/7/7/7/7/7/C6/6c b -1", "quiet plies, got '-1'"),
        ("7/7/7/7/7/7/7/C6/6c b x", "quiet plies, got 'x'"),
        ("7/7/7/7/7/7/7/C6/6c b 0 0", "from 1 for the move number, got '0'"),
        ("7/7/7/7/7/7/7/C6/6c b 0 ٣", "move number"),
        ("7/7/7/7/7/7/7/C6/6c b 99999999999999999999", "quiet plies"),
        ("7/7/7/7/7/7/7/R6/6R b", "Blue has two rats"),
        ("7/7/7/1L5/7/7/7/7/6r b", "Blue lion on b6: the lion cannot swim"),
        ("7/7/7/7/7/7/7/7/3C2c b", "Blue cat on d1: a piece never enters its own den"),
        ("3c3/7/7/7/7/7/7/7/6C b", "Red cat on d9: a piece never enters its own den"),
        ("3C3/7/7/7/7/7/7/7/3c3 b", "both dens are entered"),
        ("7/7/7/7/7/7/7/7/7 b", "there is no piece on the board"),
    ],
)
def test_errors_quote_impossible_positions(text: str, complaint: str) -> None:
    with pytest.raises(InvalidPositionError, match=complaint):
        Position.from_fen(text)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a rule set"):
        Position.initial(rules="chess")


def test_repr_reads_back() -> None:
    position = START.play("a3a4")
    assert eval(repr(position)) == position


def test_positions_are_values() -> None:
    twin = Position.from_fen(START.fen())
    assert twin == START
    assert hash(twin) == hash(START)
    assert Position.initial(rules="leiden") != START
    with pytest.raises(FrozenInstanceError):
        START.quiet = 3  # type: ignore[misc]


def test_pieces_are_found_by_square_and_squares_by_piece() -> None:
    assert START.piece_at(BOARD.parse_square("a3")) == Piece(Side.BLUE, Animal.ELEPHANT)
    assert START.piece_at(BOARD.parse_square("d5")) is None
    assert START.square_of(Piece(Side.RED, Animal.RAT)) == BOARD.parse_square("a7")
    assert Position.from_fen("7/7/7/7/7/7/7/C6/6c b").square_of(Piece(Side.RED, Animal.RAT)) is None


# Playing


def test_play_gives_a_new_position() -> None:
    after = START.play("a3a4")
    assert START.fen() == "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"
    assert after.fen() == "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r 1 1"
    assert after.play("g7g6").fen().endswith(" b 2 2")


def test_a_capture_resets_the_quiet_count() -> None:
    position = Position.from_fen("7/7/7/7/7/7/Er5/7/R5c b 17 30", rules="leiden")
    after = position.play("a3b3")
    assert after.fen() == "7/7/7/7/7/7/1E5/7/R5c r 0 30"


def test_a_move_has_animal_capture_jump_and_direction() -> None:
    position = Position.from_fen("7/7/1d5/7/7/7/1L5/7/6c b")
    jump = position.parse_move("b3b7")
    assert (jump.animal, jump.captured, jump.is_jump(), jump.direction) == (Animal.LION, Animal.DOG, True, "up")
    step = position.parse_move("b3a3")
    assert (step.captured, step.is_jump(), step.direction) == (None, False, "left")
    assert {move.uci() for move in position.legal_moves()} == {"b3b7", "b3b2", "b3a3", "b3c3"}


def test_moves_of_another_position_are_refused() -> None:
    capture = Position.from_fen("7/7/7/7/7/7/Er5/7/R5c b", rules="leiden").parse_move("a3b3")
    with pytest.raises(IllegalMoveError, match="does not belong to the position"):
        START.play(capture)
    assert not START.is_legal(capture)
    assert START.is_legal(START.parse_move("a3b3"))


# Notations


@pytest.mark.parametrize("text", ["a3a4", "A3A4", " a3a4\n", "8-a4", "8-A4", "move elephant up", "MOVE  Elephant UP"])
def test_every_notation_of_one_move(text: str) -> None:
    move = START.parse_move(text)
    assert move.uci() == str(move) == "a3a4"
    assert START.notation(move) == "8-a4"
    assert START.words(move) == "move elephant up"


@pytest.mark.parametrize("text", ["1-g4", "8-B3", "2-b1"])
def test_documented_first_moves_are_legal(text: str) -> None:
    position = Position.initial(rules="gamerz")
    assert position.parse_move(text) in position.legal_moves()


@pytest.mark.parametrize("rules", RULES)
def test_every_legal_move_reads_back_in_every_notation(rules: str) -> None:
    position = drawn(
        """
        9  . . # * # . t
        8  . l . # . c .
        7  r . p . w L e
        6  . ~ ~ T ~ ~ .
        5  . R ~ . ~ ~ .
        4  . ~ ~ . ~ ~ d
        3  E . W . P . .
        2  . C . # D . .
        1  . . # * # . .
        """,
        rules=rules,
    )
    for side in (position, position.swapped()):
        moves = side.legal_moves()
        assert any(move.is_jump() for move in moves)
        assert any(move.captured for move in moves)
        for move in moves:
            assert side.parse_move(move.uci()) == side.parse_move(side.notation(move)) == move
            assert side.parse_move(side.words(move)) == move


def test_captures_are_written_with_x() -> None:
    position = Position.from_fen("7/7/7/7/7/7/Lt5/7/R5c b")
    assert position.notation(position.parse_move("a3b3")) == "7xb3"
    assert position.parse_move("7XB3") == position.parse_move("a3b3")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a3",
        "a3a",
        "a3a4a5",
        "h3h4",
        "a0a1",
        "9-a4",
        "0-a4",
        "8=a4",
        "8-h4",
        "8-a0",
        "8a4",
        "hello",
        "a３a4",
        "move",
    ],
)
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected a move like a3a4") as caught:
        START.parse_move(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("move unicorn up", "expected an animal, got 'unicorn'"),
        ("move lion north", "expected up, down, left, right, got 'north'"),
    ],
)
def test_unknown_words_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InvalidMoveError, match=complaint):
        START.parse_move(text)


MIDDLE = drawn("""
    9  . . # * # . .
    8  . . . # . . .
    7  . . . . . l .
    6  . ~ ~ . ~ ~ .
    5  . ~ ~ . ~ r .
    4  . ~ ~ . ~ ~ .
    3  . . W e . L .
    2  E C . # D . .
    1  . . # * P . T
""")


@pytest.mark.parametrize(
    ("text", "reason", "complaint"),
    [
        ("d5d6", IllegalMoveReason.ABSENT, "there is no piece on d5"),
        ("f7f8", IllegalMoveReason.ABSENT, "Blue is to move and Red's lion is on f7"),
        ("1-a1", IllegalMoveReason.ABSENT, "Blue has no rat to move"),
        ("move rat up", IllegalMoveReason.ABSENT, "Blue has no rat to move"),
        ("move elephant left", IllegalMoveReason.EDGE, "left leaves the board"),
        ("a2a5", IllegalMoveReason.TOO_FAR, "cannot reach that square from a2"),
        ("a2a2", IllegalMoveReason.TOO_FAR, "cannot reach that square"),
        ("a2b3", IllegalMoveReason.TOO_FAR, "cannot reach that square"),
        ("a2b2", IllegalMoveReason.OWN_PIECE, "its own cat stands there"),
        ("c3d3", IllegalMoveReason.STRONGER, "may not capture the elephant"),
        ("c3c4", IllegalMoveReason.RIVER, "the wolf cannot swim"),
        ("f3f4", IllegalMoveReason.RIVER, "the lion cannot swim"),
        ("move lion up", IllegalMoveReason.RIVER, "the lion cannot swim"),
        ("e1d1", IllegalMoveReason.OWN_DEN, "never enters its own den"),
        ("jump wolf up", IllegalMoveReason.NO_JUMPER, "only tiger and lion can jump"),
        ("jump lion left", IllegalMoveReason.NO_RIVER, "no river to jump left over"),
        ("jump lion up", IllegalMoveReason.BLOCKED, "a rat swims in between"),
        ("f3f7", IllegalMoveReason.BLOCKED, "a rat swims in between"),
        ("jump tiger right", IllegalMoveReason.EDGE, "right leaves the board"),
        ("8xa3", IllegalMoveReason.MISNAMED, "captures nothing: write 8-a3"),
    ],
)
def test_illegal_moves_name_the_reason(text: str, reason: IllegalMoveReason, complaint: str) -> None:
    with pytest.raises(IllegalMoveError, match=complaint) as caught:
        MIDDLE.parse_move(text)
    assert caught.value.reason is reason


def test_a_capture_written_as_a_quiet_move_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="captures the tiger: write 7xb3") as caught:
        Position.from_fen("7/7/7/7/7/7/Lt5/7/R5c b").parse_move("7-b3")
    assert caught.value.reason is IllegalMoveReason.MISNAMED


def test_no_move_once_the_den_is_entered() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over") as caught:
        Position.from_fen("3L3/7/7/7/7/7/7/7/6c r").parse_move("g1g2")
    assert caught.value.reason is IllegalMoveReason.OVER


# Symmetry


def test_mirror_and_swap_are_their_own_inverse() -> None:
    assert MIDDLE.mirrored() != MIDDLE
    assert MIDDLE.mirrored().mirrored() == MIDDLE
    assert MIDDLE.swapped().swapped() == MIDDLE
    assert START.swapped().board == START.board


@pytest.mark.parametrize("rules", RULES)
def test_copies_and_pickles_share_the_compiled_rules(rules: str) -> None:
    position = Position.initial(rules=rules).play("a3a4")
    text = pickle.dumps(position)
    assert len(text) < 1000
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(text)):
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin._reach is position._reach
        assert twin.legal_moves() == position.legal_moves()


@pytest.mark.parametrize(
    ("move", "reason", "piece", "square"),
    [
        ("a3a5", IllegalMoveReason.TOO_FAR, "E", "a3"),
        ("5-e4", IllegalMoveReason.RIVER, "P", "e3"),
        ("move lion down", IllegalMoveReason.EDGE, "L", "g1"),
        ("jump cat up", IllegalMoveReason.NO_JUMPER, "C", "b2"),
        ("jump lion left", IllegalMoveReason.NO_RIVER, "L", "g1"),
        ("8xa4", IllegalMoveReason.MISNAMED, "E", "a3"),
        ("a7a6", IllegalMoveReason.ABSENT, None, "a7"),
        ("d5d6", IllegalMoveReason.ABSENT, None, "d5"),
    ],
)
def test_an_illegal_move_says_which_piece_was_to_move_and_from_where(
    move: str, reason: IllegalMoveReason, piece: str | None, square: str
) -> None:
    for start in (Position.initial(), Game()):
        with pytest.raises(IllegalMoveError) as caught:
            start.parse_move(move)
        error = pickle.loads(pickle.dumps(caught.value))
        assert (error.reason, error.square) == (reason, BOARD.parse_square(square))
        assert error.piece == (None if piece is None else Piece.from_letter(piece))


def test_an_animal_that_is_gone_is_still_named() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b").parse_move("5-e4")
    assert (caught.value.piece, caught.value.square) == (Piece.from_letter("P"), None)
