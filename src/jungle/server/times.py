"""Units of time, in milliseconds, and the server's clock."""

import time
from datetime import datetime, timedelta, tzinfo

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR


def opening(now: int, zone: tzinfo, begins: int, ends: int) -> int | None:
    """When daily hours, in minutes after midnight, next begin; None during them.

    >>> from datetime import UTC
    >>> opening(23 * HOUR, UTC, 8 * 60, 22 * 60) == DAY + 8 * HOUR, opening(9 * HOUR, UTC, 8 * 60, 22 * 60)
    (True, None)
    """
    moment = datetime.fromtimestamp(now / SECOND, zone)
    minute = moment.hour * 60 + moment.minute
    is_open = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
    if is_open:
        return None
    start = moment.replace(hour=begins // 60 % 24, minute=begins % 60, second=0, microsecond=0)
    return int((start if start > moment else start + timedelta(days=1)).timestamp() * SECOND)


class Now:
    """The current time, which never goes backwards: the system time at process start plus a monotonic clock.

    Adjusting the system clock during a game must not cost anyone the game.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int((time.monotonic() + self._offset) * SECOND)
