"""Rate limits."""

import pytest

from jungle.server.errors import LimitedError
from jungle.server.identity.limits import Bucket, Limits, Rate


def test_limits_refill_with_time() -> None:
    bucket = Bucket(Rate(2, 1), 0.0)
    assert [bucket.take(0.0), bucket.take(0.0)] == [0, 0]
    assert bucket.take(0.0) == 1
    assert bucket.take(1.0) == 0
    moment = 0.0
    limits = Limits(1.0, now=lambda: moment)
    for _ in range(8):
        limits.take_here("chat", "somebody")
    with pytest.raises(LimitedError, match="try again"):
        limits.take_here("chat", "somebody")
    limits.take_here("chat", "somebody else")
