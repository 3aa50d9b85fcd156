"""What moves on the board, as a function of time: glides, jumps, and what flares up where a piece lands."""

from dataclasses import dataclass
from enum import Enum

from jungle.desktop.contests import Deed, Ground

STEP_SECONDS = 0.24
JUMP_SECONDS = 0.62
REVEAL_SECONDS = 0.4
BACK_SECONDS = 0.18


class Flare(Enum):
    """What is seen where a move ended."""

    CAPTURE = "capture"
    SPLASH = "splash"
    TRAP = "trap"
    DEN = "den"


FLARE_SECONDS = {Flare.CAPTURE: 0.5, Flare.SPLASH: 0.7, Flare.TRAP: 0.6, Flare.DEN: 1.6}


@dataclass(slots=True)
class Effect:
    """A flare on a square, and how old it is."""

    flare: Flare
    square: int
    age: float = 0.0

    @property
    def progress(self) -> float:
        return min(self.age / FLARE_SECONDS[self.flare], 1.0)


@dataclass(slots=True)
class Motion:
    """A deed under way; backwards when it is taken back."""

    deed: Deed
    seconds: float
    backwards: bool = False
    dragged: bool = False
    """Did a hand carry the piece? Then it is where it belongs already."""
    age: float = 0.0

    @property
    def progress(self) -> float:
        """From 0 to 1, slow at both ends."""
        t = 1.0 if self.seconds <= 0 else min(self.age / self.seconds, 1.0)
        return t * t * (3 - 2 * t)

    @property
    def is_over(self) -> bool:
        return self.age >= self.seconds


def motion_of(deed: Deed, *, speed: float, backwards: bool = False, dragged: bool = False) -> Motion:
    """The motion for a deed; at speed 0 it is over at once."""
    if deed.is_reveal:
        seconds = REVEAL_SECONDS
    elif dragged:
        seconds = 0.0
    elif backwards:
        seconds = BACK_SECONDS
    else:
        seconds = JUMP_SECONDS if deed.is_jump else STEP_SECONDS
    return Motion(deed, seconds / speed if speed else 0.0, backwards, dragged)


def flares_of(deed: Deed) -> list[Flare]:
    """What is seen when the piece arrives, the most important last."""
    flares = []
    if deed.ground is Ground.WATER:
        flares.append(Flare.SPLASH)
    if deed.ground is Ground.TRAP:
        flares.append(Flare.TRAP)
    if deed.captured:
        flares.append(Flare.CAPTURE)
    if deed.ground is Ground.DEN:
        flares.append(Flare.DEN)
    return flares
