"""Moves of the face-down game: steps and flips."""

from dataclasses import dataclass
from typing import Self

from jungle.flip.rules import GRID
from jungle.geometry import SquareLike
from jungle.moves import BoardMove
from jungle.pieces import Piece


@dataclass(frozen=True, slots=True, eq=False)
class FlipMove(BoardMove):
    """A step, or a flip: without the revealed piece as a choice, with it in a game's history.

    >>> str(FlipMove.flip("b2")), str(FlipMove.flip("b2", Piece.from_letter("T"))), str(FlipMove(5, 9))
    ('b2', 'b2=T', 'b2b3')
    """

    grid = GRID

    @classmethod
    def flip(cls, square: SquareLike, revealed: Piece | None = None) -> Self:
        """Turn up the piece on a square."""
        origin = GRID.as_square(square)
        return cls(origin, origin, revealed=revealed)
