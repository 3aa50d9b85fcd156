"""A real Dask cluster on loopback: a scheduler with a worker, and a second worker that a test may kill."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
SERVE = """
import asyncio, sys
from distributed import Scheduler, Worker

async def serve(role, address, folder):
    host, port = address.removeprefix("tcp://").split(":")
    if role == "scheduler":
        await Scheduler(host=host, port=int(port), dashboard=False)
    await (await Worker(address, nthreads=1, host=host, local_directory=folder, dashboard=False)).finished()

asyncio.run(serve(*sys.argv[1:]))
"""


class Cluster:
    """A scheduler with a worker, and a second worker, in two processes."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.scheduler, self.worker = (self._start(role, folder / role) for role in ("scheduler", "worker"))

    def _start(self, role: str, folder: Path) -> "subprocess.Popen[bytes]":
        folder.mkdir()
        with (folder / "log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-c", SERVE, role, self.address, str(folder)],
                stdout=log,
                stderr=log,
                env=ENVIRONMENT,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self.worker, self.scheduler):
            process.kill()
            process.wait()
