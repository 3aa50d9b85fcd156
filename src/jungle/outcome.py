"""How a game ended: who won, and why."""

from dataclasses import dataclass
from enum import Enum

from jungle.pieces import Side


class Reason(Enum):
    """How a game ended."""

    DEN = "den"
    CAPTURE = "capture"
    """The last piece of a side was captured (of both at once: a draw)."""
    NO_MOVES = "no moves"
    REPETITION = "repetition"
    QUIET = "quiet"
    """Too long without a capture."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIMEOUT = "timeout"
    ADJUDICATION = "adjudication"
    """Declared by somebody else than the players."""

    __repr__ = Enum.__str__


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, if anybody, and why.

    >>> Outcome(Side.BLUE, Reason.DEN).result()
    '1-0'
    """

    winner: Side | None
    reason: Reason

    def result(self) -> str:
        """As in game records: 1-0 Blue won, 0-1 Red won, 1/2-1/2 a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]
