"""Time in the tests of the desktop."""

import time
from collections.abc import Callable

FRAME = 1 / 60


def pass_time(update: Callable[[float], None], until: Callable[[], bool], seconds: float = 30.0) -> None:
    """Let frames go by until something has happened in another thread."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        update(FRAME)
        time.sleep(0.001)
