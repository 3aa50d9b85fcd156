"""The clocks of two players: time used, or time left where there is a limit."""

import re
from dataclasses import dataclass

from jungle.errors import InvalidArgumentError
from jungle.pieces import Side

_TEXT = re.compile(r"(\d{1,3})(?:\+(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the whole game, and seconds added with each move.

    >>> TimeControl.parse("5+3")
    TimeControl(base=300, increment=3)
    """

    base: int
    increment: int = 0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Minutes for the game and, after a plus sign, seconds a move. Raises InvalidArgumentError."""
        match = _TEXT.fullmatch(text)
        if match is None or int(match[1]) == 0:
            raise InvalidArgumentError(f"expected minutes and perhaps seconds a move, like 5 or 5+3, got {text!r}")
        return cls(60 * int(match[1]), int(match[2] or 0))


class Clock:
    """Two clocks, of which at most one runs. Times are given by the caller, so that tests need not wait.

    >>> clock = Clock(TimeControl(60, 2))
    >>> clock.start(Side.BLUE, 100.0); clock.start(Side.RED, 110.0)
    >>> clock.shown(Side.BLUE, 115.0), clock.shown(Side.RED, 115.0), clock.has_run_out(Side.RED, 171.0)
    (52.0, 55.0, True)
    """

    def __init__(self, control: TimeControl | None = None) -> None:
        self.control = control
        self._used = [0.0, 0.0]
        self._running: Side | None = None
        self._since = 0.0

    def start(self, side: Side | None, now: float) -> None:
        """It is this side's turn; where it is nobody's, both stand still."""
        if side is self._running:
            return
        if self._running is not None:
            increment = self.control.increment if self.control else 0
            self._used[self._running] += now - self._since - increment
        self._running, self._since = side, now

    def shown(self, side: Side, now: float) -> float:
        """The seconds that a clock shows: left where there is a limit, else used."""
        used = self._used[side] + (now - self._since if side is self._running else 0.0)
        return used if self.control is None else max(self.control.base - used, 0.0)

    def has_run_out(self, side: Side, now: float) -> bool:
        return self.control is not None and self.shown(side, now) <= 0


def clock_text(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock_text(75.9)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
