"""The 4×4 board of the flip game, its order of animals, and its text.

A square is an integer, ``rank * 4 + file``, with a1 = 0 and d4 = 15. A board is `bytes` of one code a square:
those of `jungle.pieces`, and FACE_DOWN.
"""

from jungle.errors import InvalidPositionError, InvalidSquareError
from jungle.pieces import CODES, EMPTY, PIECES, Animal, Piece

FILES = RANKS = 4
SQUARES = FILES * RANKS
FILE_NAMES = "abcd"
RANK_NAMES = "1234"

FACE_DOWN = CODES
FACE_DOWN_SIGN = "?"

ORDER = (
    Animal.RAT,
    Animal.CAT,
    Animal.WOLF,
    Animal.DOG,
    Animal.LEOPARD,
    Animal.TIGER,
    Animal.LION,
    Animal.ELEPHANT,
)
"""From the lowest to the highest: here the dog stands above the wolf."""

RANK = {animal: rank for rank, animal in enumerate(ORDER, start=1)}


def takes(hunter: Animal, prey: Animal) -> bool:
    """May the hunter go onto the prey? Of equals both vanish.

    >>> takes(Animal.DOG, Animal.WOLF), takes(Animal.RAT, Animal.ELEPHANT), takes(Animal.ELEPHANT, Animal.RAT)
    (True, True, False)
    """
    if {hunter, prey} == {Animal.RAT, Animal.ELEPHANT}:
        return hunter is Animal.RAT
    return RANK[hunter] >= RANK[prey]


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(5)
    'b2'
    """
    return FILE_NAMES[square % FILES] + RANK_NAMES[square // FILES]


def parse_square(text: str) -> int:
    """The square of that name, in either case. Raises InvalidSquareError.

    >>> parse_square("b2")
    5
    """
    if len(text) == 2:
        file, rank = FILE_NAMES.find(text[0].lower()), RANK_NAMES.find(text[1])
        if file >= 0 and rank >= 0:
            return rank * FILES + file
    raise InvalidSquareError(f"expected a square from a1 to d4, got {text!r}")


def distance(one: int, other: int) -> int:
    """The steps between two squares on an empty board."""
    return abs(one % FILES - other % FILES) + abs(one // FILES - other // FILES)


NEIGHBOURS = tuple(
    tuple(other for other in range(SQUARES) if distance(square, other) == 1) for square in range(SQUARES)
)
"""The squares one step away from each."""


def board_text(board: bytes) -> str:
    """The board from rank 4 down to rank 1, digits for runs of empty squares."""
    ranks = []
    for rank in reversed(range(RANKS)):
        text, empty = "", 0
        for code in board[rank * FILES : (rank + 1) * FILES]:
            if code == EMPTY:
                empty += 1
                continue
            text += str(empty) if empty else ""
            text += FACE_DOWN_SIGN if code == FACE_DOWN else PIECES[code].letter
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def parse_board(text: str) -> bytes:
    """The board of a text like ``?T2/????/4/r???``; no piece twice. Raises InvalidPositionError."""
    rows = text.split("/")
    if len(rows) != RANKS:
        raise InvalidPositionError(f"expected {RANKS} ranks separated by '/', got {len(rows)} in {text!r}")
    board = bytearray()
    for rank, row in zip(reversed(RANK_NAMES), rows, strict=True):
        codes: list[int] = []
        for sign in row:
            if sign in RANK_NAMES:
                codes += [EMPTY] * int(sign)
            elif sign == FACE_DOWN_SIGN:
                codes.append(FACE_DOWN)
            else:
                try:
                    codes.append(Piece.from_letter(sign).code)
                except InvalidPositionError as error:
                    raise InvalidPositionError(f"rank {rank} of the board: {error}, in {text!r}") from None
        if len(codes) != FILES:
            raise InvalidPositionError(f"rank {rank} has {len(codes)} squares, not {FILES}: {row!r} in {text!r}")
        board[:0] = codes
    for code, piece in PIECES.items():
        if board.count(code) > 1:
            raise InvalidPositionError(f"{piece.side} has two {_plural(piece)} in {text!r}")
    return bytes(board)


def _plural(piece: Piece) -> str:
    return "wolves" if piece.animal is Animal.WOLF else f"{piece.animal}s"
