"""How exactly a search keeps its time."""

import statistics
import time

from benchmarks import benchmark
from jungle import Game
from jungle.engine import Engine, Limit

SEARCHES = 21
SECONDS = 0.1


@benchmark
def overrun() -> dict[str, float]:
    """The milliseconds by which a search of a tenth of a second comes late: the median, and the worst."""
    late = []
    with Engine() as engine:
        engine.search(Game(), Limit(depth=1))
        for _ in range(SEARCHES):
            started = time.perf_counter()
            engine.search(Game(), Limit(movetime=SECONDS))
            late.append((time.perf_counter() - started - SECONDS) * 1000)
    return {"overrun_ms": statistics.median(late), "overrun_worst_ms": max(late)}
