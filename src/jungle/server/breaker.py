"""A circuit breaker: whatever does not answer is not asked again for a while, so that nobody waits for it twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

log = logging.getLogger("jungle.server")

T = TypeVar("T")


class Breaker:
    """Guards calls of one other program."""

    def __init__(self, name: str, *, patience: float = 2.5, pause: float = 5.0) -> None:
        self.name = name
        self.patience = patience
        self.pause = pause
        self._closed_until = 0.0

    async def call(self, work: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """What `work` returns; `otherwise` if it fails or takes too long, or has done so a moment ago."""
        now = asyncio.get_running_loop().time
        if now() < self._closed_until:
            return otherwise
        try:
            return await asyncio.wait_for(work(), self.patience)
        except Exception as error:
            log.warning("%s is not asked for %g s: %s", self.name, self.pause, repr(error))
            self._closed_until = now() + self.pause
            return otherwise
