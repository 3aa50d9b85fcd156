"""Endgame tables: how fast they are built and probed."""

import random
import tempfile
import time
from pathlib import Path

from benchmarks import benchmark
from jungle import STANDARD
from jungle.native import core
from jungle.tablebase.builder import Builder
from jungle.tablebase.files import SHIPPED, find_files
from jungle.tablebase.jungle import material_classes

PROBES = 20_000
FILES = 50


def _board(pieces: list[int]) -> bytes:
    """Some pieces on land, at random."""
    board = bytearray(63)
    homes = [square for square in range(63) if square not in (3, 59) and not (4 <= square // 7 + 1 <= 6)]
    for piece, square in zip(pieces, random.sample(homes, len(pieces)), strict=True):
        board[square] = piece + 1
    return bytes(board)


def _tables() -> "core.Tablebase":
    files = find_files([SHIPPED])
    classes = material_classes(STANDARD, 3)
    return core.Tablebase(
        classes, [(of.name, str(files[of.fingerprint])) for of in classes.classes if of.fingerprint in files]
    )


@benchmark
def tablebase_build() -> dict[str, float]:
    """All classes up to three pieces, on two threads; positions per second, including compression."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        built = Builder(STANDARD, Path(folder), pieces=3, jobs=2).run()
        seconds = time.perf_counter() - started
    return {
        "tablebase_build_3_s": round(seconds, 2),
        "tablebase_build_positions_per_s": round(sum(one.positions for one in built) / seconds),
        "tablebase_3_bytes": sum(one.size for one in built),
    }


@benchmark
def tablebase_probe() -> dict[str, float]:
    """The time per probe in microseconds, including the call from Python, for warm and cold blocks."""
    random.seed(1)
    tables = _tables()
    few = [_board([5, 15]) for _ in range(100)]
    for board in few:
        tables.probe(board, 0)
    started = time.perf_counter()
    for number in range(PROBES):
        tables.probe(few[number % len(few)], 0)
    warm = (time.perf_counter() - started) / PROBES
    cold = []
    for _ in range(FILES):
        fresh = _tables()
        fresh.probe(_board([5, 7, 15]), 0)  # opens the file
        board = _board([5, 7, 15])
        began = time.perf_counter()
        fresh.probe(board, 1)
        cold.append(time.perf_counter() - began)
    return {"tablebase_probe_warm_us": warm * 1e6, "tablebase_probe_cold_us": sorted(cold)[FILES // 2] * 1e6}
