"""Servers of an earlier build and of this one, on one PostgreSQL and one Redis: an upgrade during which people play."""

import io
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.processes import Server, another_database
from tests.server.harness.table import Table, check
from tests.server.harness.waiting import wait_until

pytestmark = [needs("postgresql", "redis"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
EARLIER = "d21dbd7c"
"""The oldest build that runs with our dependencies. It has schema 0006: heartbeats, presence per server, classes."""
START = """
import sys
sys.meta_path = [each for each in sys.meta_path if "editable" not in type(each).__module__]
sys.path.insert(0, {source!r})
from jungle.__main__ import main
sys.exit(main())
"""


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the earlier build. It runs without the C++ core."""
    archive = subprocess.run(["git", "archive", EARLIER, "src"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip(f"build {EARLIER} is not in this clone's history")
    folder = tmp_path_factory.mktemp("earlier")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return folder / "src"


class EarlierServer(Server):
    """A server of the earlier build."""

    source: Path

    def program(self) -> list[str]:
        return [sys.executable, "-c", START.format(source=str(self.source))]


@pytest.fixture
def old(earlier: Path, cluster: tuple[str, ...], tmp_path: Path) -> Iterator[tuple[Server, tuple[str, ...]]]:
    EarlierServer.source = earlier
    options = "--database", another_database(cluster[1]), *cluster[2:]
    server = EarlierServer(tmp_path / "old", *options, PYTHONDONTWRITEBYTECODE="1")
    yield server, options
    server.stop()


def test_games_continue_during_a_rolling_upgrade(old: tuple[Server, tuple[str, ...]], tmp_path: Path) -> None:
    before, options = old
    blue, red = sign_up(before, "blue"), sign_up(before, "red")
    slow, timed = blue.challenge(red, days=1), blue.challenge(red, clock={"limit": 600, "increment": 0})
    for game in (slow, timed):
        blue.move(game, "a3a4")
    after = Server(tmp_path / "new", *options)
    try:
        there = Client(after, "blue", blue.token), Client(after, "red", red.token)
        for game in (slow, timed):
            there[1].move(game, "g7g6")
        # Players on different builds.
        started = [blue.challenge(red, days=1), there[0].challenge(there[1], days=1)]
        tables = [Table(blue, there[1], started[0], 1), Table(there[0], red, started[1], 2)]
        for table in tables:
            table.start()
        for table in tables:
            wait_until(lambda table=table: len(table.acknowledged) > 30 or not table.is_alive(), "thirty moves")
            table.stopping.set()
            table.join()
            check(blue, table)
            check(there[0], table)
        # Each build hears what happens on the other.
        live, live_there = blue.live(), there[1].live()
        for each in (live, live_there):
            each.watch(timed)
        blue.move(timed, "a4a5")
        assert live_there.next("move")["ply"] == 2
        there[1].move(timed, "g6g5")
        while live.next("move")["ply"] != 3:
            pass
        begun = blue.challenge(red, clock={"limit": 600, "increment": 0})
        # The earlier build leaves; what it has begun continues.
        code, errors = before.stop(signal.SIGINT)
        assert (code, "Traceback" in errors) == (0, False), errors
        there[0].move(slow, "a4a5")
        there[0].move(timed, "a5a4")
        there[0].move(begun, "a3a4")
        there[1].post(f"/api/board/game/{timed}/resign")
        assert there[0].get(f"/api/game/{timed}")["result"] == "1-0"
    finally:
        code, errors = after.stop()
    assert (code, "Traceback" in errors) == (0, False), errors
