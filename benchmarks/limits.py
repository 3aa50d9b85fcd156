"""How precisely a search keeps to its time limit, and how quickly it reacts to a stop."""

import statistics
import time

from benchmarks import benchmark
from jungle import Game
from jungle.engine import Engine, Limit

SEARCHES = 21
SECONDS = 0.1


@benchmark
def overrun() -> dict[str, float]:
    """How late a search of a tenth of a second ends, in milliseconds: the median and the worst."""
    late = []
    with Engine() as engine:
        engine.search(Game(), Limit(depth=1))
        for _ in range(SEARCHES):
            started = time.perf_counter()
            engine.search(Game(), Limit(movetime=SECONDS))
            late.append((time.perf_counter() - started - SECONDS) * 1000)
    return {"overrun_ms": statistics.median(late), "overrun_worst_ms": max(late)}


@benchmark
def stop() -> dict[str, float]:
    """The time between a stop and the result of an endless search, in milliseconds: the median and the worst."""
    late = []
    with Engine() as engine:
        for number in range(SEARCHES):
            with engine.start(Game()) as search:
                next(result for result in search if result.depth >= 3 + number % 8)
                started = time.perf_counter()
                search.stop()
                search.result()
                late.append((time.perf_counter() - started) * 1000)
    return {"stop_ms": statistics.median(late), "stop_worst_ms": max(late)}
