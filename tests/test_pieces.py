import pytest

from jungle import Animal, InvalidPositionError, Outcome, Piece, Reason, Side
from jungle.geometry import BOARD
from jungle.pieces import PIECES, parse_animal
from jungle.rules import GAMERZ_START, STANDARD_START


def test_eight_animals_numbered_from_the_rat() -> None:
    assert [str(animal) for animal in Animal] == [
        "rat",
        "cat",
        "dog",
        "wolf",
        "leopard",
        "tiger",
        "lion",
        "elephant",
    ]
    assert [int(animal) for animal in Animal] == list(range(1, 9))
    assert "".join(animal.letter for animal in Animal) == "RCDWPTLE"


def test_alternative_animal_names_are_accepted() -> None:
    assert parse_animal("Mouse") is Animal.RAT
    assert parse_animal("COUGAR") is Animal.LEOPARD
    assert parse_animal("unicorn") is None


def test_sides_are_opponents() -> None:
    assert Side.BLUE.opponent is Side.RED
    assert Side.RED.opponent is Side.BLUE


@pytest.mark.parametrize("piece", PIECES.values(), ids=str)
def test_pieces_read_back_from_letters_and_codes(piece: Piece) -> None:
    assert Piece.from_letter(piece.letter) == piece
    assert PIECES[piece.code] == piece
    assert piece.letter.isupper() is (piece.side is Side.BLUE)


@pytest.mark.parametrize("letter", ["", "X", "RR", "1", "ｒ", "ı"])
def test_other_letters_are_refused(letter: str) -> None:
    with pytest.raises(InvalidPositionError, match="RCDWPTLE"):
        Piece.from_letter(letter)


@pytest.mark.parametrize("text", [STANDARD_START, GAMERZ_START, "7/7/7/7/7/7/7/7/7", "3R3/7/7/7/7/7/7/7/6r"])
def test_boards_read_back(text: str) -> None:
    assert BOARD.board_text(BOARD.parse_board(text)) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 9 ranks"),
        ("7/7/7/7/7/7/7/7", "got 8"),
        ("7/7/7/7/7/7/7/7/7/7", "got 10"),
        ("7/7/7/7/7/7/7/7/8", "rank 1 of the board.*'8'"),
        ("7/7/7/7/7/7/7/7/34", None),
        ("7/7/7/7/7/7/7/7/61E", "rank 1 has 8 squares"),
        ("7/7/7/6/7/7/7/7/7", "rank 6 has 6 squares"),
        ("7/7/7/7/7/7/7/7/RRRRRRR", "two rats"),
        ("R6/7/7/7/7/7/7/7/6R", "Blue has two rats, on g1 and a9"),
        ("r6/7/7/7/7/7/7/7/6r", "Red has two rats"),
        ("x6/7/7/7/7/7/7/7/7", "rank 9 of the board.*'x'"),
        ("7/7/7/7/7/7/7/7/0R6", "'0'"),
        ("7/7/7/7/7/7/7/7/７", "rank 1"),
        ("7/7/7//7/7/7/7/7", "rank 6 has 0 squares"),
    ],
)
def test_errors_quote_bad_boards(text: str, complaint: str | None) -> None:
    if complaint is None:  # Adjacent digits need not be merged when reading.
        assert BOARD.board_text(BOARD.parse_board(text)).endswith("/7")
        return
    with pytest.raises(InvalidPositionError, match=complaint):
        BOARD.parse_board(text)


@pytest.mark.parametrize("side", Side)
def test_sides_are_truthy_and_serve_as_indices(side: Side) -> None:
    assert side
    assert ("blue", "red")[side] == side.name.lower()
    outcome = Outcome(side, Reason.DEN)
    assert outcome.winner
