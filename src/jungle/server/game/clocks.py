"""Time controls: pure functions of milliseconds. Only the server's clock is trusted.

Each side's first move costs no time but must be made soon, or the game is aborted. After that thinking costs time;
network lag is compensated within limits.
"""

from dataclasses import dataclass
from typing import Self

from jungle.errors import JungleError
from jungle.server.times import DAY, HOUR, SECOND

FIRST_MOVE = 30 * SECOND
"""For the first move of a live game."""
LONG_FIRST_MOVE = 300 * SECOND
"""The same in a class, where everybody looks at the projector first, and against somebody who plays many at once."""
FREE_PLIES = 2
LAG_LIMIT = 200
"""Maximum lag compensation for one move, in milliseconds."""
LAG_REFILL = 100
"""How much the lag allowance grows with each move, so that constant high lag is not compensated in full."""
ALLOWANCE_LIMIT = 2 * SECOND
GONE = {"bullet": 10 * SECOND, "blitz": 30 * SECOND, "rapid": 60 * SECOND, "unlimited": 120 * SECOND}
"""How long an opponent must be away before the game may be claimed."""

GIFT = 15 * SECOND
"""What a player can give the opponent at a time."""

MAIN_TIME_LIMIT = 3 * HOUR
INCREMENT_LIMIT = 180 * SECOND
DAYS_LIMIT = 14
REMINDER_LIMIT = DAY
"""A reminder is sent this long before a correspondence deadline, or at half time if that is later."""


class InvalidClockError(JungleError, ValueError):
    """An unusable time control."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A clock with an increment, days per move, or neither.

    >>> TimeControl.live(180, 2).speed, TimeControl(days=3).speed, TimeControl().speed
    ('blitz', 'correspondence', 'unlimited')
    """

    limit: int | None = None
    increment: int = 0
    days: int | None = None

    @classmethod
    def live(cls, limit: float, increment: float = 0) -> Self:
        """A clock in seconds. Raises InvalidClockError."""
        control = cls(round(limit * SECOND), round(increment * SECOND))
        control.check()
        return control

    def check(self) -> None:
        """Raise InvalidClockError if a value is out of bounds."""
        if self.days is not None and not 1 <= self.days <= DAYS_LIMIT:
            raise InvalidClockError(f"expected 1 to {DAYS_LIMIT} days per move, got {self.days}")
        if self.limit is not None:
            if not 0 <= self.limit <= MAIN_TIME_LIMIT or not 0 <= self.increment <= INCREMENT_LIMIT:
                most = f"{MAIN_TIME_LIMIT // SECOND} s with at most {INCREMENT_LIMIT // SECOND} s per move"
                given = f"{self.limit / SECOND:g} s and {self.increment / SECOND:g} s"
                raise InvalidClockError(f"expected a clock of at most {most}, got {given}")
            if self.limit + self.increment < SECOND:
                raise InvalidClockError("expected a clock of at least one second")

    @property
    def speed(self) -> str:
        """bullet, blitz or rapid, by the duration of a 40-move game; or correspondence, or unlimited."""
        if self.days is not None:
            return "correspondence"
        if self.limit is None:
            return "unlimited"
        whole = self.duration
        return "bullet" if whole < 180 * SECOND else "blitz" if whole < 480 * SECOND else "rapid"

    @property
    def duration(self) -> int:
        """One side's time for 40 moves; 0 without a clock."""
        return 0 if self.limit is None else self.limit + 40 * self.increment

    def view(self) -> dict[str, float] | None:
        """A clock in seconds, as clients see it."""
        return None if self.limit is None else {"limit": self.limit / SECOND, "increment": self.increment / SECOND}

    def start(self) -> int | None:
        """The initial time on each clock. It is never zero, even if only an increment is set."""
        return None if self.limit is None else max(self.limit, self.increment, SECOND)


def time_spent(ply: int, since: int, now: int, lag: int) -> int:
    """The time a move costs: nothing for each side's first, otherwise the time since the turn began minus the lag."""
    return 0 if ply < FREE_PLIES else max(0, now - since - lag)


def compensation(lag: int, allowance: int) -> tuple[int, int]:
    """How much of the measured lag is compensated, and the allowance left for later moves.

    >>> compensation(80, 300), compensation(5000, 300), compensation(150, 40)
    ((80, 320), (200, 200), (40, 100))
    """
    given = max(0, min(lag, LAG_LIMIT, allowance))
    return given, min(allowance - given + LAG_REFILL, ALLOWANCE_LIMIT)


def deadline(
    control: TimeControl,
    ply: int,
    left: int | None,
    now: int,
    away_until: int | None = None,
    *,
    first_move: int = FIRST_MOVE,
) -> int | None:
    """When the side to move has lost (or the game is aborted), if it has not moved by then."""
    if control.days is not None:
        return max(now, away_until or 0) + control.days * DAY
    if left is None:
        return None
    return now + (first_move if ply < FREE_PLIES else left + LAG_LIMIT)


def reminder(control: TimeControl, deadline: int | None) -> int | None:
    """When to remind the side to move of a correspondence deadline."""
    if control.days is None or deadline is None:
        return None
    return deadline - min(REMINDER_LIMIT, control.days * DAY // 2)
