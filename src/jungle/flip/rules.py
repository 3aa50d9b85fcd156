"""The rules of the flip game, as a value."""

from dataclasses import dataclass
from types import MappingProxyType

from jungle.geometry import Grid
from jungle.pieces import Side
from jungle.rules import CaptureOrder, EqualRanks

GRID = Grid(4, 4)
"""The 4×4 board."""
QUIET_LIMIT = 40
"""Plies without a flip or capture that draw, unless said otherwise: the "largest loop number"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipRules(CaptureOrder):
    """A way of playing on the 4×4 board: here the dog stands above the wolf, and equals vanish together.

    >>> from jungle.pieces import Animal
    >>> FLIP.takes(Animal.DOG, Animal.WOLF), FLIP.takes(Animal.ELEPHANT, Animal.RAT)
    (True, False)
    """

    name: str = "flip"
    ranks: tuple[int, ...] = (1, 2, 4, 3, 5, 6, 7, 8)
    equal_ranks: EqualRanks = EqualRanks.BOTH_VANISH
    quiet_limit: int | None = QUIET_LIMIT
    first_flip_decides: bool = False
    """Has nobody a colour until a piece is turned up, so that whoever turns it up plays its colour?"""
    first: Side = Side.RED
    """Who moves first, where the colours are fixed beforehand."""


FLIP = FlipRules()
FlipRules.named = MappingProxyType({FLIP.name: FLIP})
