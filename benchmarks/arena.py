"""The arena: the overhead per move, and the gain from a second job."""

import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path

from benchmarks import benchmark
from jungle.arena.journal import RunJournal
from jungle.arena.plan import Plan
from jungle.arena.run import play
from jungle.arena.workers import LocalPool

GAMES = 400
ROUNDS = 3


@benchmark
def overhead() -> Mapping[str, float]:
    """The time per move of random against random, including journal and pipes: the best of several runs."""
    best = min(_run(jobs=1)[1] for _ in range(ROUNDS))
    return {"arena_overhead_us_per_move": best * 1e6}


@benchmark
def jobs() -> Mapping[str, float]:
    """Games per second with two jobs relative to one: the best of each, since the machine may be busy."""
    one, two = (max(_run(jobs=jobs)[0] for _ in range(ROUNDS)) for jobs in (1, 2))
    return {"arena_games_per_s": one, "arena_jobs_ratio": two / one}


def _run(*, jobs: int) -> tuple[float, float]:
    """Games per second, and seconds per move of one job."""
    plan = Plan(command="benchmark", players=("random", "random"), games=GAMES)
    pool = LocalPool(jobs)
    with tempfile.TemporaryDirectory() as folder, RunJournal(Path(folder), plan.identity()) as journal, closing(pool):
        # Workers start before the clock: each is kept busy until all are running.
        wait([pool.submit(time.sleep, 0.5) for _ in range(jobs)])
        started = time.perf_counter()
        for results in play(plan, pool):
            journal.add_results(results)
        seconds = time.perf_counter() - started
        plies = sum(result.plies for result in journal.results.values())
    return GAMES / seconds, seconds / plies
