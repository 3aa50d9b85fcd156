"""Passwords: argon2id, in a few threads and never on the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import argon2

from jungle.server.errors import BusyError, UnprocessableError

T = TypeVar("T")

MEMORY = 19456
"""Kilobytes for one hash: the minimum that OWASP recommends, since a server must survive a rush of logins."""
THREADS = 2
MOST_WAITING = 100
SHORTEST, LONGEST = 6, 200


class Passwords:
    """Hashes passwords and checks them, as many at a time as there are threads."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._hasher = argon2.PasswordHasher(time_cost=2, memory_cost=memory, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "password")
        self._waiting = 0
        self._decoy = self._hasher.hash("nobody has this password")

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    async def hash(self, password: str) -> str:
        """Raises UnprocessableError for a password that is too short or too long."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise UnprocessableError(f"expected a password of {SHORTEST} to {LONGEST} characters", "password")
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Is this the password? If there is none, the check takes as long, so that timing reveals nothing."""
        password = password[:LONGEST]
        matched = await self._in_thread(lambda: self._verify(hashed or self._decoy, password))
        return matched and hashed is not None

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.Argon2Error:
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise BusyError("too many people are signing in at once", retry_after=2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
