"""Animals, sides and pieces.

A board has one code per square: 0 for none, 1 to 8 for Blue's rat to elephant, 9 to 16 for Red's, and 17 for a piece
that lies face down.
"""

from enum import Enum, IntEnum
from typing import NamedTuple, Self

from jungle.errors import InvalidArgumentError, InvalidPositionError


class Side(IntEnum):
    """One of the two players; Blue's den is d1 (downside), Red's d9 (upside).

    A side is an index, and always true, so that `if outcome.winner:` tests whether anyone has won.

    >>> bool(Side.BLUE), ["blue", "red"][Side.BLUE]
    (True, 'blue')
    """

    BLUE = 0
    RED = 1

    def __bool__(self) -> bool:
        return True

    @property
    def opponent(self) -> "Side":
        return Side.RED if self is Side.BLUE else Side.BLUE

    @property
    def letter(self) -> str:
        return "br"[self]

    def __str__(self) -> str:
        return self.name.capitalize()

    __repr__ = Enum.__str__


class Animal(IntEnum):
    """One of the eight animals, numbered as in move notation.

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

    __repr__ = Enum.__str__


LETTERS = "RCDWPTLE"
EMPTY = 0
CODES = 1 + 2 * len(LETTERS)
"""The number of codes for face-up pieces, including EMPTY."""
FACE_DOWN = CODES
FACE_DOWN_SIGN = "?"


class Piece(NamedTuple):
    """An animal of a side.

    >>> Piece.from_letter("e")
    Piece(side=Side.RED, animal=Animal.ELEPHANT)
    """

    side: Side
    """Whose piece it is."""
    animal: Animal
    """Which animal it is."""

    @classmethod
    def from_letter(cls, letter: str) -> Self:
        """Upper case for Blue, lower case for Red. Raises InvalidPositionError."""
        try:
            return cls(*_LETTERED[letter])
        except (KeyError, TypeError):
            raise InvalidPositionError(f"expected one of {LETTERS} in either case, got {letter!r}") from None

    @property
    def letter(self) -> str:
        return self.animal.letter if self.side is Side.BLUE else self.animal.letter.lower()

    @property
    def code(self) -> int:
        return self.animal + len(LETTERS) * self.side

    def __str__(self) -> str:
        return f"{self.side} {self.animal}"


PIECES = {piece.code: piece for piece in (Piece(side, animal) for side in Side for animal in Animal)}
"""The piece of each code; None for EMPTY."""
_LETTERED = {piece.letter: piece for piece in PIECES.values()}


def parse_animal(text: str) -> Animal | None:
    """The animal of that name in any case (`mouse` and `cougar` too), or None."""
    return _NAMES.get(text.lower())


_NAMES = {str(animal): animal for animal in Animal} | {"mouse": Animal.RAT, "cougar": Animal.LEOPARD}


def plural(animal: Animal) -> str:
    """The plural of an animal's name."""
    return "wolves" if animal is Animal.WOLF else f"{animal}s"


def as_side(side: Side) -> Side:
    """Return the side. Raises InvalidArgumentError for anything else."""
    if not isinstance(side, Side):
        raise InvalidArgumentError(f"expected Side.BLUE or Side.RED, got {side!r}")
    return side
