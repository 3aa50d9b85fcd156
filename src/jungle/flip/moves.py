"""The two things a turn of the flip game can be."""

from dataclasses import dataclass

from jungle.flip.board import square_name
from jungle.pieces import Animal, Piece


@dataclass(frozen=True, slots=True)
class Flip:
    """Turning a piece up: as a choice without, as part of a game's history with what came up.

    >>> from jungle.pieces import Side
    >>> str(Flip(5)), str(Flip(5, Piece(Side.BLUE, Animal.TIGER)))
    ('b2', 'b2=T')
    """

    square: int
    revealed: Piece | None = None

    def uci(self) -> str:
        """The choice alone: the square."""
        return square_name(self.square)

    def __str__(self) -> str:
        return self.uci() + (f"={self.revealed.letter}" if self.revealed else "")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an own piece, to an empty square or onto what it captures.

    >>> step = Step(5, 9, Animal.TIGER, Animal.TIGER)
    >>> str(step), step.is_trade
    ('b2b3', True)
    """

    origin: int
    target: int
    animal: Animal
    captured: Animal | None = None

    @property
    def is_trade(self) -> bool:
        """Do both vanish?"""
        return self.animal is self.captured

    def uci(self) -> str:
        """The two squares."""
        return square_name(self.origin) + square_name(self.target)

    def __str__(self) -> str:
        return self.uci()


FlipMove = Flip | Step
