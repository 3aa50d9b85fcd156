"""How a game ended: who won, and why."""

from dataclasses import dataclass
from enum import Enum
from typing import Self

from jungle.errors import InvalidArgumentError
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
    """Declared by a third party."""

    __repr__ = Enum.__str__

    def is_declared(self) -> bool:
        """Whether the ending is declared, by the players or a third party, rather than shown by the board."""
        return self in (Reason.RESIGNATION, Reason.AGREEMENT, Reason.TIMEOUT, Reason.ADJUDICATION)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, if anyone, and why.

    >>> Outcome(Side.BLUE, Reason.DEN).result()
    '1-0'
    """

    winner: Side | None
    reason: Reason

    @classmethod
    def from_result(cls, result: str, reason: Reason) -> Self:
        """Parse a result as `result` writes it. Raises InvalidArgumentError."""
        if result not in RESULTS:
            raise InvalidArgumentError(f"unknown result {result!r}; expected one of: {', '.join(RESULTS)}")
        return cls(RESULTS[result], reason)

    def result(self) -> str:
        """The result as in game records: 1-0 if Blue won, 0-1 if Red won, 1/2-1/2 for a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


RESULTS = {"1-0": Side.BLUE, "0-1": Side.RED, "1/2-1/2": None}
"""The winner of each result."""
