"""Games on a Dask cluster: a real scheduler and two workers on loopback, one of them killed on the way."""

import gc
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle.cli import main

distributed = pytest.importorskip("distributed")

TESTS = Path(__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS)}


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start(
            "scheduler", folder, "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-jupyter"
        )
        self.workers = [self._start_worker(folder, number) for number in range(2)]

    def _start_worker(self, folder: Path, number: int) -> "subprocess.Popen[bytes]":
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        space = ("--local-directory", str(folder / str(number)))
        return self._start("worker", folder, self.address, *options, *space)

    @staticmethod
    def _start(what: str, folder: Path, *arguments: str) -> "subprocess.Popen[bytes]":
        with (folder / f"{what}-{time.monotonic_ns()}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + what, *arguments],
                stdout=log,
                stderr=log,
                env=ENVIRONMENT,
                start_new_session=True,
            )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


def test_a_worker_killed_on_the_way_costs_no_game(cluster: Cluster, tmp_path: Path) -> None:
    # Slow enough to be under way when the worker dies.
    player = "python:arena.guests:Counts,path=/dev/null"
    command = ["stats", player, "greedy", "--games", "40", "--max-plies", "60"]
    process = subprocess.Popen(
        [sys.executable, "-m", "jungle", *command, "--cluster", cluster.address, "--out", str(tmp_path / "out")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
    )
    journal = tmp_path / "out" / "journal.jsonl"
    deadline = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    cluster.workers[0].kill()
    output, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert re.search(r"Counts\S+ +40 ", output)
    assert "Traceback" not in errors
    # The same games as at home.
    assert main([*command, "--out", str(tmp_path / "home")]) == 0
    assert (tmp_path / "home" / "games.jgn").read_text() == (tmp_path / "out" / "games.jgn").read_text()


@pytest.mark.slow
def test_a_scheduler_that_is_gone_is_told_and_the_run_goes_on(cluster: Cluster, tmp_path: Path) -> None:
    command = ["stats", "python:arena.guests:Counts,path=/dev/null", "greedy", "--games", "200", "--max-plies", "60"]
    command += ["--out", str(tmp_path / "out")]
    process = subprocess.Popen(
        [sys.executable, "-m", "jungle", *command, "--cluster", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
    )
    journal = tmp_path / "out" / "journal.jsonl"
    deadline = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    cluster.scheduler.kill()
    _, errors = process.communicate(timeout=100)
    assert process.returncode == 1
    assert errors.count("\n") == 1, errors
    command[command.index("200")] = "20"
    assert main(command) == 0


def test_no_scheduler_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.arena.cluster.CONNECT_SECONDS", 1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        assert main(["stats", "random", "random", "--cluster", address]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert f"cannot reach a Dask scheduler at '{address}'" in captured.err


@pytest.mark.parametrize("address", ["nonsense://x", "nowhere", "tcp://127.0.0.1:x", "tls://127.0.0.1:1"])
def test_an_address_that_is_none(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "random", "random", "--cluster", address]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    # A half-made client would fail another test, when the garbage collector finds it in the wrong thread.
    clients = [thing for thing in gc.get_objects() if type(thing) is distributed.Client]
    assert all(client.status == "closed" for client in clients)
