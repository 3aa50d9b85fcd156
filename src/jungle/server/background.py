"""Work that nobody waits for: slow Python code in a thread, and tasks that outlive the request that started them."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from jungle.server.errors import BusyError

log = logging.getLogger("jungle.server")

P = ParamSpec("P")
T = TypeVar("T")

WAITING_LIMIT = 200
CANCEL_SECONDS = 0.5
COMPILING, WRITING_RECORD, LOOKING_UP = 25, 4, 1
"""Estimated milliseconds to compile rules, write a record and read a position; charged to an address."""


class Background:
    """Slow Python work, off the event loop.

    A single thread, so that at most one job competes with moves for the GIL. Raises BusyError if the queue is full.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "background")
        self.waiting = 0
        """Jobs that are waiting or running."""

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self.waiting >= WAITING_LIMIT:
            raise BusyError("the server is busy; try again in a moment", retry_after=5)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))
        finally:
            self.waiting -= 1


async def cancel(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended.

    A cancellation that coincides with a timeout may get lost in a library, so they are cancelled until they do.
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=CANCEL_SECONDS)


class Tasks:
    """Tasks that go on after the response is sent, for example so that the response time reveals nothing."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine in the background. If it fails, this is logged."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed: %s", error)

    async def finish(self) -> None:
        """Wait for all tasks."""
        await asyncio.gather(*self._running, return_exceptions=True)
