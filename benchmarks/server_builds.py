"""This build against an earlier one, in turns, both without the C++ core: what a ply costs, and how long it takes.

A server of each build runs the whole time, and they play alternately, so that a busy machine slows down both. The
earlier build is a commit of this repository; by default the last one before the server was divided into packages.
"""

import asyncio
import io
import os
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median

from benchmarks import benchmark
from benchmarks.server import MANY, Table, cpu_seconds, open_tables, p99_ms, prepared_moves, run, running_server

ROOT = Path(__file__).parents[1]
EARLIER = os.environ.get("JUNGLE_BENCH_EARLIER", "d21dbd7c")
GAMES = int(os.environ.get("JUNGLE_BENCH_BUILDS_GAMES", str(MANY)))
TURNS = int(os.environ.get("JUNGLE_BENCH_BUILDS_TURNS", "6"))
PLIES = 20
"""How many plies each game plays in a turn."""
OFFERED = float(os.environ.get("JUNGLE_BENCH_BUILDS_OFFERED", "1000"))
"""Plies per second in the turns that measure latency."""
USE = (
    "sys.meta_path = [each for each in sys.meta_path if 'editable' not in type(each).__module__]; sys.path[:0] = [{!r}]"
)


@contextmanager
def source_of(commit: str) -> Iterator[Path]:
    """The Python source of a commit."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        yield Path(folder, "src")


class _Build:
    """A server with its open games, and what was measured so far."""

    def __init__(self, url: str, pid: int, tables: list[Table]) -> None:
        self.url = url
        self.pid = pid
        self.tables = tables
        self.costs: list[float] = []
        self.speeds: list[float] = []
        self.p99s: list[float] = []

    async def saturate(self) -> None:
        """One turn at full speed."""
        worked, started = cpu_seconds(self.pid), time.perf_counter()
        latencies = await self._play()
        self.costs.append((cpu_seconds(self.pid) - worked) / len(latencies) * 1e6)
        self.speeds.append(len(latencies) / (time.perf_counter() - started))

    async def offer(self) -> None:
        """One turn with plies at fixed times."""
        self.p99s.append(p99_ms(await self._play(GAMES / OFFERED, 1 / OFFERED)))

    async def _play(self, pause: float = 0.0, apart: float = 0.0) -> list[float]:
        for table in self.tables:
            table.latencies.clear()
        await asyncio.gather(*(table.play(0, pause, n * apart, PLIES) for n, table in enumerate(self.tables)))
        return [latency for table in self.tables for latency in table.latencies]


async def _compare(urls: list[tuple[str, int]]) -> list[_Build]:
    moves = prepared_moves(20, 10 + 2 * TURNS * PLIES)
    builds = [_Build(url, pid, await open_tables((url, url), GAMES, moves)) for url, pid in urls]
    for number in range(TURNS):
        for build in builds if number % 2 else builds[::-1]:
            await build.saturate()
            await build.offer()
    for build in builds:
        for table in build.tables:
            table.close()
    return builds


@benchmark
def server_builds() -> dict[str, float]:
    """Processor time per ply, plies per second and p99 of an earlier build and of this one."""
    with source_of(EARLIER) as source, ExitStack() as running:
        root = Path(__file__).parents[1] / "src"
        urls = [
            running.enter_context(
                running_server(patch=USE.format(str(each)), JUNGLE_NATIVE="0", JUNGLE_PASSWORD_MEMORY="64")
            )
            for each in (source, root)
        ]
        earlier, this = run(_compare(urls))
    figures = {"server_builds_cost_ratio": median(b / a for a, b in zip(earlier.costs, this.costs, strict=True))}
    for name, build in (("earlier", earlier), ("this", this)):
        figures |= {
            f"server_builds_us_per_ply_{name}": mean(build.costs),
            f"server_builds_us_per_ply_best_{name}": min(build.costs),
            f"server_builds_us_per_ply_worst_{name}": max(build.costs),
            f"server_builds_plies_per_s_{name}": mean(build.speeds),
            f"server_builds_p99_ms_{name}": median(build.p99s),
            f"server_builds_p99_ms_best_{name}": min(build.p99s),
        }
    return figures
