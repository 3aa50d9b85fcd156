"""How long a search may take, and how a clock is turned into time for one move."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from jungle.errors import JungleError

MOVES_TO_COME = 35
"""Moves we expect to make if the clock does not say: Jungle games are long."""
INCREMENT_SHARE = 0.8
"""The part of an increment that is spent on the same move."""
PATIENCE = 3.0
"""An unclear move may take this many times the planned time."""
RESERVE = 0.4
"""The largest part of a clock that one move may take."""


SECONDS_LIMIT = 1e7
"""Longer times are considered mistakes: a third of a year."""


class InvalidLimitError(JungleError, ValueError):
    """A limit that makes no sense."""


class Deadline(NamedTuple):
    """Times in milliseconds from the start of a search; 0 for none."""

    soft: int
    """No new depth is begun after this."""
    hard: int
    """The search ends here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When a search ends: at the first of its limits, or, with none, when it is stopped. Times are in seconds.

    `clock` is what the mover has left, `increment` what each move adds, `moves_to_go` the moves until the next
    time control. Raises InvalidLimitError for what is not positive.

    >>> Limit(movetime=0.5).deadline()
    Deadline(soft=0, hard=500)
    >>> Limit(clock=60, increment=1).deadline()
    Deadline(soft=2514, hard=7541)
    """

    movetime: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None
    overhead: float = 0.02
    """Seconds of a clock that are lost between the players and must not be planned for."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "moves_to_go"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise InvalidLimitError(f"{name}: expected a whole number from 1, got {value!r}")
        for name, least in (("movetime", 0.001), ("clock", 0.0), ("increment", 0.0), ("overhead", 0.0)):
            value = getattr(self, name)
            if value is None:
                continue
            # Also refuses what is not a number, which compares false.
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < SECONDS_LIMIT:
                raise InvalidLimitError(f"{name}: expected seconds from {least:g}, got {value!r}")
        if self.clock is None and (self.increment or self.moves_to_go is not None):
            raise InvalidLimitError("increment and moves_to_go need a clock")

    def is_endless(self) -> bool:
        """Whether only `stop` ends the search."""
        return self.movetime is None and self.depth is None and self.nodes is None and self.clock is None

    def shared(self, share: float) -> "Limit":
        """A limit for one of several searches: this part of the time for a move, or of the nodes.

        >>> Limit(nodes=1000, depth=9).shared(0.25)
        Limit(movetime=None, depth=9, nodes=250, clock=None, increment=0.0, moves_to_go=None, overhead=0.02)
        """
        movetime = None if self.movetime is None else max(self.movetime * share, 0.001)
        return replace(self, movetime=movetime, nodes=None if self.nodes is None else max(int(self.nodes * share), 1))

    def deadline(self) -> Deadline:
        """The times that follow from movetime and clock."""
        soft = hard = 0.0
        if self.clock is not None:
            spendable = max(self.clock - self.overhead, 0.001)
            moves = min(self.moves_to_go or MOVES_TO_COME, MOVES_TO_COME)
            plan = spendable / moves + INCREMENT_SHARE * self.increment
            ceiling = spendable if moves == 1 else max(spendable * RESERVE, 0.001)
            soft, hard = min(plan, ceiling), min(plan * PATIENCE, ceiling)
        if self.movetime is not None:
            hard = min(hard, self.movetime) if hard else self.movetime
            soft = min(soft, hard)
        return Deadline(_milliseconds(soft), _milliseconds(hard))


def _milliseconds(seconds: float) -> int:
    return max(round(seconds * 1000), 1) if seconds else 0
