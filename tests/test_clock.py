"""Time controls and what a clock shows."""

import pytest

from jungle.clock import Clock


@pytest.mark.parametrize("text", ["", "none", "5", "5+", "+3", "5+x", "-5+3", "5000+0"])
def test_an_invalid_time_control_gives_no_clock(text: str) -> None:
    assert Clock.of(text) is None


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(300, "5:00"), (299.4, "5:00"), (61, "1:01"), (10, "0:10"), (9.94, "0:09.9"), (0, "0:00.0"), (3601, "1:00:01")],
)
def test_what_the_clock_shows(seconds: float, shown: str) -> None:
    assert Clock("5+3", [seconds, 0.0]).text(0) == shown


NONSENSE: list[object] = [
    None,
    5,
    {},
    {"control": "5+3", "left": [1]},
    {"control": "5+3", "left": [1, "x"]},
    {"control": "5+3", "left": [-1, 2]},
    {"control": 7, "left": [1, 2]},
    {"control": "5+3", "left": [1, float("nan")]},
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_an_invalid_saved_clock_is_ignored(nonsense: object) -> None:
    assert Clock.restored(nonsense) is None
