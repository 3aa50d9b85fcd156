"""The rules of the face-down game, as a value."""

from dataclasses import dataclass
from types import MappingProxyType

from jungle.geometry import Grid
from jungle.pieces import Side
from jungle.rules import BaseRules, EqualRanks

GRID = Grid(4, 4)
"""The 4×4 board."""
QUIET_LIMIT = 40
"""The default number of plies without a flip or capture that draw: the "largest loop number"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipRules(BaseRules):
    """A rule set for the 4×4 board: here the dog ranks above the wolf, and equals vanish together.

    >>> from jungle.pieces import Animal
    >>> FLIP.takes(Animal.DOG, Animal.WOLF), FLIP.takes(Animal.ELEPHANT, Animal.RAT)
    (True, False)
    """

    name: str = "flip"
    ranks: tuple[int, ...] = (1, 2, 4, 3, 5, 6, 7, 8)
    equal_ranks: EqualRanks = EqualRanks.BOTH_VANISH
    quiet_limit: int | None = QUIET_LIMIT
    first: Side = Side.RED
    first_may_be_chosen: bool = False
    first_flip_decides: bool = False
    """Whether the first flip decides the colours: the player who makes it plays the colour turned up."""


FLIP = FlipRules()
FlipRules.named = MappingProxyType({FLIP.name: FLIP})
