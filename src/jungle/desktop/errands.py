"""Work that goes on beside the drawing, and can be called off at any time."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds to wait at the end for errands that were called off."""
MODESTY = 5
"""How much less urgent than the drawing an errand is, in steps of `nice`."""
STOP_AGAIN = 0.01
"""Seconds after which an errand that goes on is told again."""


class Errand(Generic[T]):
    """A piece of work in a thread of its own.

    >>> errand = Errand(lambda: 6 * 7)
    >>> errand.wait()
    >>> errand.result
    42
    """

    def __init__(self, work: Callable[[], T], stop: Callable[[], None] = lambda: None) -> None:
        self._work = work
        self._stop = stop
        self._thread = threading.Thread(target=self._run, name="jungle-errand", daemon=True)
        self.result: T | None = None
        self.error: Exception | None = None
        self._thread.start()

    def _run(self) -> None:
        _step_back()
        try:
            self.result = self._work()
        except Exception as error:
            self.error = error

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Ask the work to end."""
        self._stop()

    def wait(self, seconds: float = PATIENCE) -> None:
        self._thread.join(seconds)


def _step_back() -> None:
    """Let the drawing go first where both want a core: on Linux a thread has a priority, and passes it on."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + MODESTY)


class Errands:
    """The errands of a table: running ones, and those called off that have not yet ended.

    A search that is told to stop before it has begun may not hear it, so those are told again each frame.
    """

    def __init__(self) -> None:
        self._dropped: list[Errand[Any]] = []

    def drop(self, errand: Errand[Any] | None) -> None:
        """Call an errand off; whatever it still finds is nobody's."""
        if errand is not None and not errand.is_done:
            errand.stop()
            self._dropped.append(errand)

    def sweep(self) -> None:
        """Tell those called off again, and forget those that ended."""
        self._dropped = [errand for errand in self._dropped if not errand.is_done]
        for errand in self._dropped:
            errand.stop()

    @property
    def are_pending(self) -> bool:
        return bool(self._dropped)

    def close(self) -> None:
        """Wait for all that were called off, telling them again and again."""
        patience = time.monotonic() + PATIENCE
        while self._dropped and time.monotonic() < patience:
            self.sweep()
            for errand in self._dropped:
                errand.wait(STOP_AGAIN)
