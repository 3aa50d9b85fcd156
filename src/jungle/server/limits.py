"""Rate limits: buckets that fill with time. They are kept in memory, so each process counts for itself."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from jungle.server import metrics
from jungle.server.errors import LimitedError

MOST_BUCKETS = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst, and then a rate per second."""

    burst: float
    per_second: float


RATES = {
    "request": Rate(3000, 1000),  # all that comes from one address
    "login": Rate(40, 2),  # passwords tried from one address
    "account_login": Rate(10, 0.2),  # passwords tried for one name
    "signup": Rate(100, 1),
    "guest": Rate(100, 1),
    "challenge": Rate(60, 1),
    "chat": Rate(8, 0.5),
    "mail": Rate(100, 2),
    "reset": Rate(5, 0.01),
    "export": Rate(5, 0.02),
    "frame": Rate(60, 20),  # of one socket
    "move": Rate(100, 30),  # of one account
}


class Bucket:
    """What may still be done now."""

    __slots__ = ("level", "rate", "time")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.level = rate.burst
        self.time = now

    def take(self, now: float) -> float:
        """Take one, and return 0; or the seconds to wait until there is one."""
        self.level = min(self.rate.burst, self.level + (now - self.time) * self.rate.per_second)
        self.time = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate.per_second


class Limits:
    """Buckets by what is limited and whom."""

    def __init__(self, factor: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self.factor = factor
        self.now = now
        self._buckets: OrderedDict[tuple[str, object], Bucket] = OrderedDict()

    def rate(self, what: str) -> Rate:
        rate = RATES[what]
        return Rate(rate.burst * self.factor, rate.per_second * self.factor)

    def bucket(self, what: str) -> Bucket:
        """A bucket that its owner holds, such as a socket."""
        return Bucket(self.rate(what), self.now())

    def take(self, what: str, whom: object) -> None:
        """Count one. Raises LimitedError when there were too many."""
        if self.factor <= 0:  # Limits are switched off.
            return
        now = self.now()
        key = (what, whom)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate(what), now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        if wait := bucket.take(now):
            metrics.limited.labels(what).inc()
            raise LimitedError(f"too many requests; try again in {wait:.0f} s", retry_after=max(1, round(wait)))
