"""Rate limits: token buckets. Frequent actions are counted in memory, by each process separately. With Redis,
everything else is counted there for all processes together."""

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from jungle.server import metrics
from jungle.server.errors import LimitedError

log = logging.getLogger("jungle.server")

T = TypeVar("T")

BUCKETS_LIMIT = 50_000
SHARED = """
local clock = redis.call('TIME')
local now, each, burst = clock[1] + clock[2] / 1e6, tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + each
if full - now > burst * each then return tostring(full - now - burst * each) end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
return '0'
"""
"""The same bucket in Redis, stored as the time at which it is full again; returns the seconds to wait."""


SHARED_WAIT = """
local clock = redis.call('TIME')
local now, each, burst = clock[1] + clock[2] / 1e6, tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + each
return tostring(math.max(0, full - now - burst * each))
"""
"""The seconds to wait, without counting an action."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst size and a sustained rate per second."""

    burst: float
    per_second: float
    is_shared: bool = True
    """True if it is counted in Redis for all servers together. False for what happens on every move."""


RATES = {
    "request": Rate(3000, 1000),  # everything from one address
    "work": Rate(3000, 300),  # estimated milliseconds of slow work for one address
    "login": Rate(40, 2),  # password attempts from one address
    "account_login": Rate(10, 0.2),  # password attempts for one name from one address
    "account_guess": Rate(50, 0.05),  # password attempts for one name from addresses that never logged in to it
    "signup": Rate(100, 1),
    "child": Rate(30, 0.05),  # accounts for children made by one adult
    "pictures": Rate(20, 1 / 300),  # picture passwords tried for one name from addresses that never got in
    "pin": Rate(5, 1 / 60),  # PINs of kid mode tried for one account
    "guest": Rate(100, 1),
    "class_join": Rate(35, 0.1),  # pupils joining with one code: all of a large class at once
    "class_seat": Rate(3, 1 / 600),  # seats of one class taken from one device
    "class_code": Rate(60, 0.2),  # wrong class codes from one address
    "class": Rate(20, 0.02),  # classes and new codes created by one teacher
    "cards": Rate(10, 1 / 30),  # card requests by one teacher
    "round": Rate(20, 0.2),  # rounds, pauses and tournaments started by one teacher
    "board": Rate(60, 5),  # changes of one teacher's board
    "answer": Rate(20, 1),  # per pupil
    "progress": Rate(60, 1),  # per account
    "assignment": Rate(30, 0.1),
    "challenge": Rate(60, 1),
    "chat": Rate(8, 0.5),
    "give": Rate(20, 0.5),  # time given to opponents by one account
    "plan": Rate(60, 1),  # per account
    "mail": Rate(100, 2),
    "reset": Rate(5, 0.01),  # reset links requested from one address
    "account_reset": Rate(3, 1 / 1200),  # reset links sent to one account
    "link": Rate(3, 1 / 1200),  # confirmation links sent to one address
    "export": Rate(5, 0.02),
    "message": Rate(20, 0.2),
    "follow": Rate(60, 0.2),
    "push": Rate(20, 0.1),  # changed subscriptions of one account
    "report": Rate(10, 0.01),
    "tournament": Rate(5, 0.01),
    "entry": Rate(40, 0.02),  # tournament entries from one address
    "guest_entry": Rate(10, 0.01),
    "frame": Rate(60, 20),  # per socket
    "move": Rate(100, 30, is_shared=False),  # per account
}


def network(address: str) -> str:
    """The part of an address that counts as one source: for IPv6 its /64, which belongs to one household or machine.

    >>> network("2001:db8:1:2:3::4"), network("::ffff:192.0.2.1"), network("192.0.2.1"), network("?")
    ('2001:db8:1:2::', '192.0.2.1', '192.0.2.1', '?')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)


class Bucket:
    """How much is allowed right now."""

    __slots__ = ("level", "rate", "time")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.level = rate.burst
        self.time = now

    def take(self, now: float, cost: float = 1) -> float:
        """Take `cost` and return 0, or return the seconds to wait until that much is available."""
        if wait := self.wait(now, cost):
            return wait
        self.level -= cost
        return 0.0

    def wait(self, now: float, cost: float = 1) -> float:
        """The seconds to wait until `cost` is available."""
        self.level = min(self.rate.burst, self.level + (now - self.time) * self.rate.per_second)
        self.time = now
        return max(0.0, (cost - self.level) / self.rate.per_second)


class Limits:
    """Buckets by kind of limit and by source."""

    def __init__(self, factor: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self.factor = factor
        self.now = now
        self._buckets: OrderedDict[tuple[str, object], Bucket] = OrderedDict()

    def rate(self, what: str) -> Rate:
        rate = RATES[what]
        return Rate(rate.burst * self.factor, rate.per_second * self.factor)

    def bucket(self, what: str) -> Bucket:
        """A bucket held by its owner, such as a socket."""
        return Bucket(self.rate(what), self.now())

    async def take(self, what: str, whom: object) -> None:
        """Count one action. Raises LimitedError above the limit."""
        self.take_here(what, whom)

    def take_here(self, what: str, whom: object, cost: float = 1) -> None:
        """Count one action, or its cost, in this process. Raises LimitedError above the limit."""
        if wait := self.try_here(what, whom, cost):
            raise _limited(what, wait)

    async def check(self, what: str, whom: object) -> None:
        """Raise LimitedError above the limit, without counting an action."""
        self.check_here(what, whom)

    def check_here(self, what: str, whom: object) -> None:
        """The same for the actions counted in this process."""
        bucket = self._buckets.get((what, whom))
        if bucket is not None and self.factor > 0 and (wait := bucket.wait(self.now())):
            raise _limited(what, wait)

    def try_here(self, what: str, whom: object, cost: float = 1) -> float:
        """Like `take_here`, but return the seconds to wait instead of raising; 0 if the action was counted."""
        if self.factor <= 0:  # Limits are turned off.
            return 0.0
        now = self.now()
        key = (what, whom)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate(what), now)
            if len(self._buckets) > BUCKETS_LIMIT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now, cost)


class Breaker:
    """A circuit breaker: a service that does not answer is not called for a while, and then by one caller first."""

    def __init__(self, name: str, *, patience: float = 0.5, pause: float = 5.0) -> None:
        self.name = name
        self.patience = patience
        self.pause = pause
        self._open_until = 0.0

    def reset(self) -> None:
        """Close the breaker: the service responds again."""
        self._open_until = 0.0

    async def call(self, work: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """The result of `work`; `otherwise` if it fails or takes too long, or did so a moment ago."""
        now = asyncio.get_running_loop().time
        if now() < self._open_until:
            return otherwise
        if self._open_until:  # The others wait to see whether this call succeeds.
            self._open_until = now() + self.pause
        try:
            found = await asyncio.wait_for(work(), self.patience)
        except Exception as error:
            log.warning("not calling %s for %g s: %s", self.name, self.pause, repr(error))
            self._open_until = now() + self.pause
            return otherwise
        self.reset()
        return found


class SharedLimits(Limits):
    """Limits shared by several processes, as long as Redis answers."""

    def __init__(self, redis: Any, breaker: Breaker, factor: float = 1.0) -> None:
        super().__init__(factor)
        self._take = redis.register_script(SHARED)
        self._wait = redis.register_script(SHARED_WAIT)
        self._breaker = breaker

    async def take(self, what: str, whom: object) -> None:
        self.take_here(what, whom)
        await self._ask(self._take, what, whom)

    async def check(self, what: str, whom: object) -> None:
        self.check_here(what, whom)
        await self._ask(self._wait, what, whom)

    async def _ask(self, script: Callable[..., Awaitable[Any]], what: str, whom: object) -> None:
        """Raise LimitedError if Redis says so."""
        if self.factor <= 0 or not RATES[what].is_shared:
            return
        rate = self.rate(what)
        keys, values = [f"limit:{what}:{whom}"], [1 / rate.per_second, rate.burst]
        # Without Redis, each process counts on its own, which is better than no limit.
        wait = float(await self._breaker.call(lambda: script(keys, values), 0))
        if wait > 0:
            raise _limited(what, wait)


def _limited(what: str, wait: float) -> LimitedError:
    metrics.limited.labels(what).inc()
    return LimitedError(f"too many requests; try again in {wait:.0f} s", retry_after=max(1, round(wait)))
