"""The two things a turn of the flip game can be."""

from dataclasses import dataclass
from typing import Self

from jungle.flip.rules import GRID
from jungle.geometry import SquareLike
from jungle.moves import BoardMove
from jungle.pieces import Piece


@dataclass(frozen=True, slots=True)
class FlipMove(BoardMove):
    """A step of an own piece, or the turning up of a piece: as a choice without, in a history with what came up.

    >>> str(FlipMove.flip("b2")), str(FlipMove.flip("b2", Piece.from_letter("T"))), str(FlipMove(5, 9))
    ('b2', 'b2=T', 'b2b3')
    """

    grid = GRID

    @classmethod
    def flip(cls, square: SquareLike, revealed: Piece | None = None) -> Self:
        """The turning up of the piece on a square."""
        origin = GRID.as_square(square)
        return cls(origin, origin, revealed=revealed)
