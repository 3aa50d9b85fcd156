"""Units of time, in milliseconds, and the server's clock."""

import time

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR


class Now:
    """The current time, which never goes backwards: the system time at process start plus a monotonic clock.

    Adjusting the system clock during a game must not cost anyone the game.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int((time.monotonic() + self._offset) * SECOND)
