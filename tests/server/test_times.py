"""The clock of the server."""

import time

import pytest

from jungle.server.times import Now


def test_a_system_clock_that_jumps_has_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    now = Now()
    before = now()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= now() - before < 60_000
