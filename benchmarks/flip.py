"""The face-down game: leaves and nodes per second, stops, and the exact tables."""

import statistics
import tempfile
import time
from pathlib import Path

from benchmarks import benchmark
from jungle import perft
from jungle.engine import FlipEngine, Limit
from jungle.flip import FLIP, FlipGame, FlipPosition
from jungle.flip.native import native_position
from jungle.tablebase import FlipTablebase
from jungle.tablebase.builder import Builder

PERFT_DEPTH = 5
NODES = 5_000_000
MIDDLE = "W?E1/?LdP/rlpC/1c1? r 0 Dwe"
STOPS = 21
PROBES = 20_000
TABLE_PIECES = 5


@benchmark
def counting() -> dict[str, float]:
    position = FlipPosition.from_fen(MIDDLE)
    started = time.perf_counter()
    leaves = perft(position, PERFT_DEPTH + 1)
    return {"flip_perft_nps": round(leaves / (time.perf_counter() - started))}


@benchmark
def search() -> dict[str, float]:
    """In the middle of a game, where most searches happen, and at the start."""
    figures: dict[str, float] = {}
    with FlipEngine() as engine:
        for name, position in (("middle", FlipPosition.from_fen(MIDDLE)), ("start", FlipPosition.initial())):
            engine.new_game()
            started = time.perf_counter()
            result = engine.search(position, Limit(nodes=NODES))
            figures[f"flip_search_{name}_nps"] = round(result.nodes / (time.perf_counter() - started))
            figures[f"flip_search_{name}_depth"] = result.depth
    return figures


@benchmark
def stop() -> dict[str, float]:
    """The time between a stop and the result of an endless search, in milliseconds: the median and the worst."""
    late = []
    with FlipEngine() as engine:
        for number in range(STOPS):
            with engine.start(FlipGame(seed=number)) as search:
                next(result for result in search if result.depth >= 2 + number % 3)
                started = time.perf_counter()
                search.stop()
                search.result()
                late.append((time.perf_counter() - started) * 1000)
    return {"flip_stop_ms": statistics.median(late), "flip_stop_worst_ms": max(late)}


@benchmark
def tables() -> dict[str, float]:
    """Solving all endings up to five pieces, opening the tables, and probing them from Python."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        built = Builder(FLIP, Path(folder), pieces=TABLE_PIECES).run()
        solving = time.perf_counter() - started
    started = time.perf_counter()
    opened = FlipTablebase.shipped().core_tables(FLIP)
    opening = time.perf_counter() - started
    assert opened is not None
    position = native_position(FlipPosition.from_fen("1e2/4/C1L1/2R1 b 0 -"))
    started = time.perf_counter()
    for _ in range(PROBES):
        opened.probe(position)
    return {
        "flip_tables_seconds": round(solving, 2),
        "flip_tables_bytes": sum(one.size for one in built),
        "flip_tables_open_ms": round(1000 * opening, 1),
        "flip_probe_us": round(1e6 * (time.perf_counter() - started) / PROBES, 2),
    }
