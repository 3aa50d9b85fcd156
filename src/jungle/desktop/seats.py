"""Small things on the table: who sits where, what is in the hand, what is said and heard."""

from dataclasses import dataclass, replace
from enum import Enum

from jungle.desktop.brains import HUMAN
from jungle.pieces import Side

NOTICE_SECONDS = 4.0
PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.15, "instant": 0.0}
"""The least seconds between two moves of the computer's."""


class Cue(Enum):
    """Something to be heard."""

    PICK = "pick"
    STEP = "step"
    JUMP = "jump"
    SPLASH = "splash"
    CAPTURE = "capture"
    TRAP = "trap"
    REVEAL = "reveal"
    REFUSE = "refuse"
    BACK = "back"
    HINT = "hint"
    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    CLICK = "click"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays: a person (`human`) or a player of the computer's, by name, for Blue and for Red.

    >>> Seating(red="hard").humans
    [Side.BLUE]
    """

    blue: str = HUMAN
    red: str = HUMAN
    pace: str = "normal"

    def __getitem__(self, side: Side) -> str:
        return (self.blue, self.red)[side]

    def is_human(self, side: Side) -> bool:
        return self[side] == HUMAN

    def swapped(self) -> "Seating":
        return replace(self, blue=self.red, red=self.blue)

    @property
    def humans(self) -> list[Side]:
        return [side for side in Side if self.is_human(side)]


@dataclass(slots=True)
class Notice:
    """A line for the player, and how long it stays."""

    text: str
    left: float = NOTICE_SECONDS


@dataclass(slots=True)
class Grip:
    """The piece that is picked up: by a click or, while `held`, by a pointer that is down."""

    square: int
    targets: frozenset[int]
    held: bool = False
    again: bool = False
    """Was it picked up already when the pointer went down on it? Then a click puts it back."""
