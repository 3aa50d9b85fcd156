"""Animals, sides and pieces, and the board as a text of letters.

A board is `bytes` of one code a square: 0 for none, 1 to 8 for Blue's rat to elephant, 9 to 16 for Red's.
"""

from enum import IntEnum
from typing import NamedTuple, Self

from jungle.errors import InvalidPositionError
from jungle.geometry import FILES, RANKS, SQUARES, square, square_name


class Side(IntEnum):
    """One of the two players; Blue's den is d1 (downside), Red's d9 (upside)."""

    BLUE = 0
    RED = 1

    @property
    def opponent(self) -> "Side":
        return Side.RED if self is Side.BLUE else Side.BLUE

    @property
    def letter(self) -> str:
        return "br"[self]

    def __str__(self) -> str:
        return self.name.capitalize()


class Animal(IntEnum):
    """One of the eight kinds, numbered as in move notation.

    >>> Animal.LEOPARD.letter, str(Animal.LEOPARD), int(Animal.LEOPARD)
    ('P', 'leopard', 5)
    """

    RAT = 1
    CAT = 2
    DOG = 3
    WOLF = 4
    LEOPARD = 5
    TIGER = 6
    LION = 7
    ELEPHANT = 8

    @property
    def letter(self) -> str:
        return LETTERS[self - 1]

    @property
    def bit(self) -> int:
        """This kind in a mask of kinds."""
        return 1 << self

    def __str__(self) -> str:
        return self.name.lower()


LETTERS = "RCDWPTLE"
EMPTY = 0
CODES = 1 + 2 * len(LETTERS)


class Piece(NamedTuple):
    """An animal of a side.

    >>> Piece.from_letter("e")
    Piece(side=<Side.RED: 1>, animal=<Animal.ELEPHANT: 8>)
    """

    side: Side
    animal: Animal

    @classmethod
    def from_letter(cls, letter: str) -> Self:
        """Upper case for Blue, lower case for Red. Raises InvalidPositionError."""
        index = LETTERS.find(letter.upper()) if len(letter) == 1 and letter.isascii() else -1
        if index < 0:
            raise InvalidPositionError(f"expected one of {LETTERS} in either case, got {letter!r}")
        return cls(Side.BLUE if letter.isupper() else Side.RED, Animal(index + 1))

    @property
    def letter(self) -> str:
        return self.animal.letter if self.side is Side.BLUE else self.animal.letter.lower()

    @property
    def code(self) -> int:
        return self.animal + len(LETTERS) * self.side

    def __str__(self) -> str:
        return f"{self.side} {self.animal}"


PIECES = {piece.code: piece for piece in (Piece(side, animal) for side in Side for animal in Animal)}
"""The piece of each code; none under EMPTY."""


def parse_animal(text: str) -> Animal | None:
    """The animal of that name in any case (`mouse` and `cougar` too), or None."""
    return _NAMES.get(text.lower())


_NAMES = {str(animal): animal for animal in Animal} | {"mouse": Animal.RAT, "cougar": Animal.LEOPARD}


def board_text(board: bytes) -> str:
    """The board from rank 9 down to rank 1, digits for runs of empty squares."""
    ranks = []
    for rank in reversed(range(RANKS)):
        text, empty = "", 0
        for code in board[rank * FILES : (rank + 1) * FILES]:
            if code == EMPTY:
                empty += 1
                continue
            text += (str(empty) if empty else "") + PIECES[code].letter
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def parse_board(text: str) -> bytes:
    """The board of a text like ``l5t/1d3c1/…``; no animal twice on a side. Raises InvalidPositionError."""
    rows = text.split("/")
    if len(rows) != RANKS:
        raise InvalidPositionError(f"expected {RANKS} ranks separated by '/', got {len(rows)} in {text!r}")
    board = bytearray(SQUARES)
    seen: dict[Piece, int] = {}
    for rank, row in zip(reversed(range(RANKS)), rows, strict=True):
        file = 0
        for letter in row:
            if letter in "1234567":
                file += int(letter)
            else:
                try:
                    piece = Piece.from_letter(letter)
                except InvalidPositionError as error:
                    raise InvalidPositionError(f"rank {rank + 1} of the board: {error}, in {text!r}") from None
                if file < FILES:
                    here = square(file, rank)
                    if piece in seen:
                        raise InvalidPositionError(
                            f"{piece.side} has two {piece.animal}s, on {square_name(seen[piece])} and "
                            f"{square_name(here)}, in {text!r}"
                        )
                    seen[piece] = here
                    board[here] = piece.code
                file += 1
        if file != FILES:
            raise InvalidPositionError(f"rank {rank + 1} has {file} squares, not {FILES}: {row!r} in {text!r}")
    return bytes(board)
