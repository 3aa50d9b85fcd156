"""Slow work in Python, off the event loop: one thread, so that moves share the interpreter with one other at most."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from jungle.server.errors import BusyError

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 200
COMPILING, WRITING_RECORD, LOOKING_UP = 25, 4, 1
"""What new rules, the record of a game, and a position take, in milliseconds; it counts against an address."""


class Background:
    """Does one thing after another. Raises BusyError if too much waits already."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "background")
        self._waiting = 0

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._waiting >= MOST_WAITING:
            raise BusyError("too many people ask for something slow at once", retry_after=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))
        finally:
            self._waiting -= 1
