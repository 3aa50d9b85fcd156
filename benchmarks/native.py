"""The native core: leaves and nodes per second, and the depth reached in one second."""

import time

from benchmarks import benchmark
from jungle import STANDARD, Position, perft
from jungle.engine.bench import bench, bench_engine, speed
from jungle.native import core
from jungle.native_rules import table

PERFT_DEPTH = 7
SIGNATURE_DEPTH = 10
SECOND = 1000
HASH_MB = 64


def _search(threads: int, milliseconds: int) -> "core.Info":
    start = Position.initial()
    searcher = core.Searcher(hash_mb=HASH_MB, threads=threads)
    return searcher.search(table(STANDARD), start.board, start.side, 0, [], soft_ms=milliseconds, hard_ms=milliseconds)[
        0
    ]


@benchmark
def counting() -> dict[str, float]:
    began = time.perf_counter()
    leaves = perft(Position.initial(), PERFT_DEPTH)
    return {"native_perft_nps": round(leaves / (time.perf_counter() - began))}


@benchmark
def search() -> dict[str, float]:
    _search(1, 200)  # The step table and memory pages are created on first use.
    one, two = (_search(threads, 3 * SECOND) for threads in (1, 2))
    speeds = [line.nodes / line.time_ms * 1000 for line in (one, two)]
    return {
        "search_nps": round(speeds[0]),
        "search_nps_2_threads_ratio": round(speeds[1] / speeds[0], 2),
        "depth_in_one_second": _search(1, SECOND).depth,
    }


@benchmark
def signature() -> dict[str, float]:
    with bench_engine() as engine:
        nodes, nps = speed(list(bench(engine, SIGNATURE_DEPTH)))
    return {"bench_nodes": nodes, "bench_nps": nps}
