"""Processes that are forked from one that has imported the server: its imports take a second of processor time."""

import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from jungle.cli import main

FORKING = get_context("forkserver")
FORKING.set_forkserver_preload([__name__, "jungle.commands.serve", "jungle.server.serve"])


class ForkedProcess:
    """`jungle` in a process of its own, with as much of the interface of `subprocess.Popen` as our tests need."""

    def __init__(self, arguments: list[str], environment: Mapping[str, str], errors: str) -> None:
        reader, writer = FORKING.Pipe(duplex=False)
        self._process = FORKING.Process(target=run, args=(arguments, dict(environment), writer, errors), daemon=True)
        self._process.start()
        writer.close()
        with reader:
            self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("jungle", timeout or 0)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> None:
        """Wait for the end. What was printed and not read yet is lost."""
        self.wait(timeout)
        self.stdout.close()


def run(arguments: list[str], environment: dict[str, str], output: Connection, errors: str) -> None:
    """Be `python -m jungle` with these arguments."""
    os.dup2(output.fileno(), sys.stdout.fileno())
    output.close()
    with Path(errors).open("ab") as stream:
        os.dup2(stream.fileno(), sys.stderr.fileno())
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["jungle", *arguments]
    sys.exit(main(arguments))
