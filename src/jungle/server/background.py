"""Slow Python work, off the event loop. A single thread, so that at most one job competes with moves for the GIL."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from jungle.server.errors import BusyError

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 200
COMPILING, WRITING_RECORD, LOOKING_UP = 25, 4, 1
"""Estimated milliseconds to compile rules, write a record and read a position; charged to an address."""


class Background:
    """Runs one job after another. Raises BusyError if the queue is full."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "background")
        self._waiting = 0

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._waiting >= MOST_WAITING:
            raise BusyError("the server is busy; try again in a moment", retry_after=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))
        finally:
            self._waiting -= 1
