"""Real processes: game servers, PostgreSQL, Redis."""

import asyncio
import atexit
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg

from jungle.server.storage.database import sqlite_engine
from jungle.server.storage.migrate import upgrade
from tests.server.harness.forking import ForkedProcess
from tests.server.harness.waiting import PATIENCE, wait_until

METRICS_TOKEN = "figures-for-all"
STARTED: "list[Server]" = []
"""The servers that must stop with the test that is running, even if it fails."""


@cache
def new_database() -> Path:
    """An empty, migrated database: copying it is faster than migrating a new one for every server."""
    path = Path(tempfile.mkdtemp(prefix="jungle-template-")) / "server.sqlite"
    atexit.register(shutil.rmtree, path.parent)
    engine = sqlite_engine(path)
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()
    return path


class Server:
    """A `jungle serve` process."""

    def __init__(self, data: Path, *options: str, port: int = 0, **environment: str) -> None:
        self.data = data
        self._written = ""
        if not data.exists() and "--database" not in options:
            data.mkdir(parents=True)
            shutil.copy(new_database(), data / "server.sqlite")
        arguments = ["serve", "--port", str(port), "--data", str(data), *options]
        # Cheap password hashes: otherwise these tests would spend most of their time hashing.
        values = {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_PASSWORD_MEMORY": "64"} | environment
        # A file, because a server that fills a pipe with log lines would block.
        descriptor, self._errors = tempfile.mkstemp(prefix="jungle-errors-")
        os.close(descriptor)
        program = self.program()
        self.process: ForkedProcess | subprocess.Popen[str]
        # A new interpreter reads its own environment variables.
        if program is None and not any(name.startswith("PYTHON") for name in environment):
            self.process = ForkedProcess(arguments, os.environ | values, self._errors)
        else:
            command = [*(program or [sys.executable, "-m", "jungle"]), *arguments]
            with Path(self._errors).open("ab") as errors:
                self.process = subprocess.Popen(
                    command, env=os.environ | values, stdout=subprocess.PIPE, stderr=errors, text=True
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "running at" not in line:
            raise RuntimeError(f"no server: {line}{self.stop()[1]}")
        self.url = line.split()[-1]
        self.port = urlsplit(self.url).port or 0
        STARTED.append(self)

    def program(self) -> list[str] | None:
        """What runs `jungle`; None for this one, forked from a process that has imported it."""
        return None

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Stop the process, and return its exit code and standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            raise
        errors = Path(self._errors)
        if errors.exists():
            self._written = errors.read_text(encoding="utf-8", errors="replace")
            errors.unlink()
        assert self.process.returncode is not None
        return self.process.returncode, self._written


@contextmanager
def served(data: Path, *options: str, port: int = 0, **environment: str) -> Iterator[Server]:
    server = Server(data, *options, port=port, **environment)
    STARTED.remove(server)
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """Start a private PostgreSQL. Yields its URL."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    # Not in pytest's folder, which PostgreSQL's user cannot read.
    with tempfile.TemporaryDirectory(prefix="jungle-postgres-", ignore_cleanup_errors=True) as data:
        port, as_user = free_port(), []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
            shutil.chown(data, "postgres", "postgres")
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        initdb = [*as_user, str(programs / "initdb"), "-D", data, "-U", "jungle", "-A", "trust", "--no-sync"]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/")
        options = ["-k", "", "-h", "127.0.0.1", "-p", str(port), "-c", "max_connections=200", "-c", "fsync=off"]
        process = subprocess.Popen(
            [*as_user, str(programs / "postgres"), "-D", data, *options], stderr=subprocess.DEVNULL, cwd="/"
        )
        ready = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
        try:
            wait_until(lambda: subprocess.run(ready, capture_output=True, check=False).returncode == 0, "PostgreSQL")
            yield f"postgresql://jungle@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def another_database(url: str) -> str:
    """Create an empty database next to another one. Returns its URL."""
    name = f"test_{secrets.token_hex(6)}"

    async def create() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{url.rpartition('/')[0]}/{name}"


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Start a private Redis. Yields its URL."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def is_there() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(is_there, "Redis")
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def memory_of(server: Server) -> int:
    """A server's memory in megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(re.findall(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)[0]) // 1024
