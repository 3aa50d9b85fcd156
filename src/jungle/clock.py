"""A chess clock for two players at one screen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TENTHS_BELOW = 10.0
"""Below this many seconds, tenths are shown."""
LONGEST = 24 * 3600.0


@dataclass(slots=True)
class Clock:
    """The seconds left for the players in both seats, and the increment per move.

    >>> clock = Clock.of("5+3")
    >>> clock.tick(0, 61.5), clock.text(0), clock.text(1)
    (True, '3:59', '5:00')
    """

    control: str
    """The time control: minutes for the whole game, a plus sign, and seconds for each move."""
    left: list[float]

    @classmethod
    def of(cls, control: str) -> "Clock | None":
        """A new clock, or None if the text is not a time control."""
        if not re.fullmatch(r"[0-9]{1,3}\+[0-9]{1,3}", control):
            return None
        return cls(control, [60.0 * int(control.partition("+")[0])] * 2)

    @property
    def increment(self) -> float:
        return float(self.control.partition("+")[2])

    @classmethod
    def restored(cls, saved: Any) -> "Clock | None":
        """The clock of a saved game; None if it is missing or invalid."""
        if not isinstance(saved, Mapping):
            return None
        clock, left = cls.of(str(saved.get("control"))), saved.get("left")
        if clock is None or not isinstance(left, list) or len(left) != 2:
            return None
        if not all(type(seconds) in (int, float) and 0 <= seconds <= LONGEST for seconds in left):
            return None
        clock.left = [float(seconds) for seconds in left]
        return clock

    def saved(self) -> dict[str, Any]:
        """The clock in the form that `restored` reads."""
        return {"control": self.control, "left": [round(seconds, 1) for seconds in self.left]}

    def tick(self, seat: int, seconds: float) -> bool:
        """Subtract elapsed seconds from one player's time. Returns False if it has run out."""
        self.left[seat] = max(self.left[seat] - seconds, 0.0)
        return self.left[seat] > 0

    def moved(self, seat: int) -> None:
        """Add the increment after a player's move."""
        self.left[seat] += self.increment

    def taken_back(self, seat: int) -> None:
        """Take the increment back after an undone move, but leave at least one second."""
        self.left[seat] = max(self.left[seat] - self.increment, min(self.left[seat], 1.0))

    def text(self, seat: int) -> str:
        """The text on the clock: minutes and seconds, and tenths near the end."""
        left = self.left[seat]
        if left < TENTHS_BELOW:
            return f"0:{int(left * 10) / 10:04.1f}"
        minutes, seconds = divmod(int(left + 0.999), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
