"""Games on a Dask cluster: a real scheduler and two workers on loopback, one of which is killed."""

import gc
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.arena.conftest import Finished
from tests.dask_cluster import Cluster

distributed = pytest.importorskip("distributed")

Jungle = Callable[..., Finished]


@contextmanager
def killing(process: "subprocess.Popen[bytes]", journal: Path, *, games: int) -> Iterator[None]:
    """Kill a process once a journal contains this many games."""

    def kill() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (journal.exists() and journal.read_bytes().count(b"\n") > games):
            time.sleep(0.02)
        process.kill()

    thread = threading.Thread(target=kill)
    thread.start()
    yield
    thread.join()


# Slow enough to be running when a process dies.
COMMAND = ("stats", "medium", "greedy", "--max-plies", 40)


def test_a_killed_worker_loses_no_game(cluster: Cluster, jungle: Jungle, tmp_path: Path) -> None:
    out, home = tmp_path / "out", tmp_path / "home"
    with killing(cluster.worker, out / "journal.jsonl", games=6):
        finished = jungle(*COMMAND, "--games", 30, "--cluster", cluster.address, "--out", out)
    assert finished.code == 0, finished.err
    assert re.search(r"medium +30 ", finished.out)
    # The same games as without a cluster.
    assert jungle(*COMMAND, "--games", 30, "--out", home).code == 0
    assert (home / "games.jgn").read_text() == (out / "games.jgn").read_text()


@pytest.mark.slow
def test_a_lost_scheduler_is_reported_and_the_run_can_resume(cluster: Cluster, jungle: Jungle, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with killing(cluster.scheduler, out / "journal.jsonl", games=10):
        finished = jungle(*COMMAND, "--games", 200, "--cluster", cluster.address, "--out", out)
    assert finished.code == 1
    assert finished.err.count("\n") == 1, finished.err
    assert jungle(*COMMAND, "--games", 20, "--out", out).code == 0


def test_a_missing_scheduler_is_reported(jungle: Jungle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.arena.workers.CONNECT_SECONDS", 0.3)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        finished = jungle("stats", "random", "random", "--cluster", address)
    assert finished.code == 1
    assert finished.err.count("\n") == 1
    assert f"cannot reach a Dask scheduler at '{address}'" in finished.err


@pytest.mark.parametrize("address", ["nonsense://x", "nowhere", "tcp://127.0.0.1:x", "tls://127.0.0.1:1"])
def test_an_invalid_address_is_refused(jungle: Jungle, address: str) -> None:
    finished = jungle("stats", "random", "random", "--cluster", address)
    assert finished.code == 1
    assert finished.err.count("\n") == 1
    # A half-initialised client would make another test fail, when it is garbage-collected in the wrong thread.
    clients = [thing for thing in gc.get_objects() if type(thing) is distributed.Client]
    assert all(client.status == "closed" for client in clients)
