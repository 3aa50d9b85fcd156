"""Positions of the face-down game: parsing, and what is refused."""

import pytest

from jungle import (
    Animal,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidMoveError,
    InvalidPositionError,
    InvalidSquareError,
    Piece,
    Side,
)
from jungle.flip import GRID, FlipMove, FlipPosition

START = "????/????/????/???? r 0 RCDWPTLErcdwptle"


@pytest.mark.parametrize(
    "text",
    [
        START,
        "????/????/????/???? ? 0 RCDWPTLErcdwptle",
        "?T2/1e?1/4/r2? b 17 Cwl",
        "R3/4/4/3r r 39 -",
        "4/4/4/4 b 0 -",
        "RCDW/PTLE/rcdw/ptle b 3 -",
    ],
)
def test_fen_round_trips(text: str) -> None:
    position = FlipPosition.from_fen(text)
    assert position.fen() == text
    assert eval(repr(position)) == position


def test_hidden_pieces_can_be_given_in_any_order_or_omitted() -> None:
    assert FlipPosition.from_fen("????/????/????/???? r 0 elEtLpTwPdWcDrCR").fen() == START
    assert FlipPosition.from_fen("R3/4/4/3r r 39") == FlipPosition.from_fen("R3/4/4/3r r 39 -")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 'board side quiet hidden', got ''"),
        ("????/????/????/???? r", "expected 'board side quiet hidden'"),
        (START + " 1", "expected 'board side quiet hidden'"),
        ("????/????/???? r 0 RCDWPTLErcdw", "expected 4 ranks separated by '/', got 3"),
        ("???/????/????/???? r 0 RCDWPTLErcdwptl", "rank 4 has 3 squares, not 4: '???'"),
        ("????/????/????/????? r 0 RCDWPTLErcdwptle", "rank 1 has 5 squares, not 4"),
        ("5/4/4/4 r 0 -", "rank 4 of the board: expected one of RCDWPTLE in either case, got '5'"),
        ("x3/4/4/4 r 0 -", "rank 4 of the board: expected one of RCDWPTLE in either case, got 'x'"),
        ("R3/4/4/3R r 0 -", "Blue has two rats"),
        ("w3/4/4/3w r 0 -", "Red has two wolves"),
        ("R3/4/4/3? r 0 R", "the Blue rat is both on the board and hidden"),
        ("?3/4/4/3? r 0 RR", "the Blue rat is hidden twice"),
        ("?3/4/4/3? r 0 RX", "hidden pieces: expected one of RCDWPTLE in either case, got 'X'"),
        ("?3/4/4/3? r 0 R", "2 pieces lie face down, but 1 are hidden"),
        ("?3/4/4/3? r 0 -", "2 pieces lie face down, but 0 are hidden"),
        ("?3/4/4/4 r 0 Rr", "1 pieces lie face down, but 2 are hidden"),
        ("R3/4/4/3r x 0 -", "expected b, r or ? for the side to move, got 'x'"),
        ("R3/4/4/3r ? 0 -", "the side to move is open, but not everything lies face down"),
        ("R3/4/4/3r b -1 -", "expected a number for the quiet plies, got '-1'"),
        ("R3/4/4/3r b ² -", "expected a number for the quiet plies"),
    ],
)
def test_errors_quote_impossible_positions(text: str, message: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        FlipPosition.from_fen(text)
    assert message in str(caught.value)


def test_the_board_is_drawn() -> None:
    assert str(FlipPosition.from_fen("?T2/1e?1/4/r2? b 17 Cwl")) == (
        "4  ? T . .\n3  . e ? .\n2  . . . .\n1  r . . ?\n\n   a b c d"
    )


@pytest.mark.parametrize(
    "text", ["", "b", "b5", "e1", "b2b", "b2c5", "b2=", "b2=x", "b2=Tb3", "b2 b3", "b2b2", "flip b2=T", "b2 flip"]
)
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected a move like b2, b2=T, b2b3 or"):
        FlipPosition.initial().parse_move(text)


def test_moves_are_read_in_either_case_but_pieces_are_not() -> None:
    position = FlipPosition.from_fen("?3/1T2/4/3r b 0 t")
    assert position.parse_move(" A4 ") == FlipMove.flip(12)
    assert position.parse_move("flip  A4") == FlipMove.flip(12)
    assert position.parse_move("MOVE tiger Right") == FlipMove(9, 10, Animal.TIGER)
    assert position.parse_move("A4=t") == FlipMove.flip(12, Piece(Side.RED, Animal.TIGER))
    assert position.parse_move("B3C3") == FlipMove(9, 10, Animal.TIGER)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b3", IllegalMoveReason.ABSENT),
        ("c3", IllegalMoveReason.ABSENT),
        ("a4=T", IllegalMoveReason.MISNAMED),
        ("c3c4", IllegalMoveReason.ABSENT),
        ("d1d2", IllegalMoveReason.ABSENT),
        ("a4b4", IllegalMoveReason.FACE_DOWN),
        ("b3d3", IllegalMoveReason.TOO_FAR),
    ],
)
def test_illegal_moves_name_the_reason(text: str, reason: IllegalMoveReason) -> None:
    position = FlipPosition.from_fen("?3/1T2/4/3r b 0 t")
    with pytest.raises(IllegalMoveError) as caught:
        position.play(text)
    assert caught.value.reason is reason


def test_a_decided_game_has_no_moves() -> None:
    position = FlipPosition.from_fen("4/1T2/4/4 b 0 -")
    assert position.is_decided()
    assert position.legal_moves() == []
    for text in ("b3", "b3b2"):
        with pytest.raises(IllegalMoveError) as caught:
            position.parse_move(text)
        assert caught.value.reason is IllegalMoveReason.OVER


def test_a_flip_must_name_the_revealed_piece() -> None:
    position = FlipPosition.initial()
    with pytest.raises(InvalidMoveError, match="expected what b2 turns up, like b2=T"):
        position.play("b2")
    assert position.play("b2=T") == position.play("b2", revealed=Piece.from_letter("T"))
    assert position.play("b2=T") == position.play(FlipMove.flip(5), Piece.from_letter("T"))
    with pytest.raises(InvalidMoveError, match="b2=T does not turn up the Red tiger"):
        position.play("b2=T", revealed=Piece.from_letter("t"))
    with pytest.raises(InvalidMoveError, match="b3c3 does not turn up"):
        FlipPosition.from_fen("?3/1T2/4/3r b 0 t").play("b3c3", revealed=Piece.from_letter("t"))


def test_a_move_made_for_another_position_is_refused() -> None:
    position = FlipPosition.from_fen("4/1Tp1/4/3r b 0 -")
    assert position.is_legal(FlipMove(9, 10, Animal.TIGER, Animal.LEOPARD))
    for move in (FlipMove(9, 10, Animal.TIGER), FlipMove(9, 10, Animal.LION, Animal.LEOPARD), FlipMove.flip(9)):
        assert not position.is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(FlipMove(9, 10, Animal.TIGER))
    assert caught.value.reason is IllegalMoveReason.MISNAMED


def test_positions_are_values() -> None:
    assert len({FlipPosition.initial(), FlipPosition.from_fen(START)}) == 1


@pytest.mark.parametrize("square", range(16))
def test_square_names_are_read_back_in_either_case(square: int) -> None:
    assert GRID.parse_square(GRID.square_name(square)) == GRID.parse_square(GRID.square_name(square).upper()) == square


@pytest.mark.parametrize("text", ["", "a", "e1", "a5", "a0", "a11", "²1"])
def test_invalid_squares_are_refused(text: str) -> None:
    with pytest.raises(InvalidSquareError, match="expected a square from a1 to d4"):
        GRID.parse_square(text)


def test_positions_are_made_of_pieces() -> None:
    tiger, rat = Piece.from_letter("T"), Piece.from_letter("r")
    position = FlipPosition.of({"a1": tiger, "d4": None}, Side.BLUE, hidden=[rat], quiet=3)
    assert position == FlipPosition.from_fen("3?/4/4/T3 b 3 r")
    assert FlipPosition.of(position.faces(), position.side, hidden=position.hidden, quiet=3) == position


@pytest.mark.parametrize(
    ("pieces", "hidden", "message"),
    [
        ({"a1": None}, [], "1 pieces lie face down, but 0 are hidden"),
        ({"a1": "T"}, [], "expected a Piece or None on 'a1', got 'T'"),
        ([], [], "expected pieces by their squares"),
        ({"a1": Piece.from_letter("T"), "a2": Piece.from_letter("T")}, [], "two tigers"),
    ],
)
def test_impossible_pieces_are_named(pieces: dict[str, Piece | None], hidden: list[Piece], message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        FlipPosition.of(pieces, Side.BLUE, hidden=hidden)
