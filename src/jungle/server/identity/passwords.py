"""Passwords: argon2id, in a few threads and never on the event loop."""

import asyncio
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import TypeVar

import argon2

from jungle.server.errors import BusyError, UnprocessableError

T = TypeVar("T")

THREADS = 2
WAITING_LIMIT = 1000
SOURCE: ContextVar[str] = ContextVar("source", default="")
"""The address of the current request."""
IS_KNOWN: ContextVar[bool] = ContextVar("is_known", default=False)
"""True if the current request comes from a device or an address that has signed in to the account before."""
SUSPECT_SECONDS = 600.0
"""How long a network waits behind the others after a wrong password."""
SUSPECTS_LIMIT = 10_000
PATIENT_TURNS = 4
"""While both wait, a suspect gets one turn in this many."""
SHORTEST, LONGEST = 8, 200


Line = tuple[str, bool]
"""The requests of one network that wait, and whether they are those of a suspect."""


class Passwords:
    """Hashes passwords and checks them, as many at a time as there are threads.

    Waiting requests take turns by network, so that many from one network do not delay one from another. Networks that
    sent a wrong password lately are suspects: they come after the others, except for devices known to the account. If
    too many are waiting, one from the network with the most is refused.
    """

    def __init__(self, memory: int) -> None:
        self._hasher = argon2.PasswordHasher(time_cost=2, memory_cost=memory, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "password")
        self._waiting: OrderedDict[Line, deque[asyncio.Future[None]]] = OrderedDict()
        """Requests waiting for a thread; the first line of each kind is next."""
        self._suspects: OrderedDict[str, float] = OrderedDict()
        """When each network last sent a wrong password; the latest last."""
        self._turns = 0
        self._count = 0
        self._free = THREADS
        self._decoy = self._hasher.hash("nobody has this password")

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    async def hash(self, password: str) -> str:
        """Raise UnprocessableError for a password that is too short or too long."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise UnprocessableError(f"expected a password of {SHORTEST} to {LONGEST} characters", "password")
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """True if this is the password. Takes just as long without a hash, so that timing reveals nothing."""
        is_possible = hashed is not None and len(password) <= LONGEST
        matched = await self._in_thread(lambda: self._verify(hashed or self._decoy, password[:LONGEST]))
        if not (matched and is_possible):
            self._suspect(network_of(SOURCE.get()))
        return matched and is_possible

    def _suspect(self, network: str) -> None:
        self._suspects[network] = time.monotonic()
        self._suspects.move_to_end(network)
        if len(self._suspects) > SUSPECTS_LIMIT:
            self._suspects.popitem(last=False)

    def _line(self) -> Line:
        """Where the current request waits."""
        network = network_of(SOURCE.get())
        wrong_at = self._suspects.get(network)
        is_suspect = wrong_at is not None and time.monotonic() - wrong_at < SUSPECT_SECONDS
        return network, is_suspect and not IS_KNOWN.get()

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.Argon2Error:
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        if self._free:
            self._free -= 1
        else:
            await self._turn(self._line(), loop.create_future())
        try:
            return await loop.run_in_executor(self._threads, work)
        finally:
            self._next()

    async def _turn(self, line: Line, turn: asyncio.Future[None]) -> None:
        """Wait until a thread is free."""
        if self._count >= WAITING_LIMIT:
            self._drop_one(line)
        self._waiting.setdefault(line, deque()).append(turn)
        self._count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # We had already been given a thread.
            else:
                self._forget(line, turn)
            raise

    def _drop_one(self, newcomer: Line) -> None:
        """Refuse the newest request of the longest line. Raises BusyError if that is the caller's."""
        busy = BusyError("too many people are logging in at once", retry_after=2)
        largest = max(self._waiting, key=lambda line: len(self._waiting[line]))
        if len(self._waiting[largest]) <= len(self._waiting.get(newcomer, ())) + 1:
            raise busy
        turn = self._waiting[largest][-1]
        self._forget(largest, turn)
        turn.set_exception(busy)

    def _forget(self, line: Line, turn: asyncio.Future[None]) -> None:
        if (waiting := self._waiting.get(line)) is not None and turn in waiting:
            waiting.remove(turn)
            self._count -= 1
            if not waiting:
                del self._waiting[line]

    def _next(self) -> None:
        """Give a free thread to the next line."""
        while self._waiting:
            self._turns += 1
            prefers_suspect = self._turns % PATIENT_TURNS == 0
            line = next((line for line in self._waiting if line[1] is prefers_suspect), next(iter(self._waiting)))
            waiting = self._waiting[line]
            turn = waiting.popleft()
            self._count -= 1
            self._waiting.move_to_end(line)
            if not waiting:
                del self._waiting[line]
            if not turn.done():  # Otherwise the waiting client has disconnected.
                turn.set_result(None)
                return
        self._free += 1


def network_of(address: str) -> str:
    """The network of an address. An attacker with many addresses usually has them in few networks.

    >>> network_of("192.0.2.17"), network_of("2001:db8:1:2::3"), network_of("")
    ('192.0.2.0/24', '2001:db8:1::/48', '')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 24 if parsed.version == 4 else 48), strict=False))
