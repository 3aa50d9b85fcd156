import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from jungle import GAMES
from tests.dask_cluster import Cluster
from tests.needs import advice
from tests.third_game import TinyGame

# Shells make background jobs ignore interrupts; these tests, and processes that they start, must not inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time and no deadline: machines are shared and noisy.
settings.register_profile("jungle", deadline=None, derandomize=True)
settings.load_profile("jungle")
settings.register_profile("random", deadline=None, print_blob=True)  # `make fuzz`


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`--numprocesses=auto`: one more than there are cores, because tests of servers and browsers often wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """End the summary with the tests that needed a retry, and with what this machine lacks."""
    yield
    retried = sorted({report.nodeid for report in terminalreporter.getreports("rerun")})
    if retried:
        terminalreporter.section("needed a second try")
        for name in retried:
            terminalreporter.write_line(name)
    skipped = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    lines = advice(skipped)
    if lines:
        terminalreporter.section("not everything was tested")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> type[TinyGame]:
    """The game of `tests/third_game`, registered for the duration of a test."""
    monkeypatch.setitem(GAMES, TinyGame.kind, TinyGame)
    return TinyGame


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with Cluster(tmp_path) as cluster:
        yield cluster
