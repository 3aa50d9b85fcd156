"""Waiting for a condition instead of sleeping."""

import time
from typing import Any

PATIENCE = 60.0
"""How many seconds to wait for something that must happen, generous enough for a busy machine."""


def wait_until(condition: Any, what: str = "it") -> Any:
    """Wait for something to be true, and return it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} did not happen")
