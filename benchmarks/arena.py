"""The arena: what a move costs beside the players' thinking, and what a second job brings."""

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks import benchmark
from jungle.arena.journal import Journal
from jungle.arena.plan import Plan
from jungle.arena.pool import LocalPool, check_players
from jungle.arena.runner import carry_out

GAMES = 400
ROUNDS = 3


@benchmark
def overhead() -> Mapping[str, float]:
    """Everything that a move of random against random takes, journal and pipes included: the least of some runs."""
    best = min(_run(jobs=1)[1] for _ in range(ROUNDS))
    return {"arena_overhead_us_per_move": best * 1e6}


@benchmark
def jobs() -> Mapping[str, float]:
    """Games a second with two jobs over one: the best of each, for the machine may have other things to do."""
    one, two = (max(_run(jobs=jobs)[0] for _ in range(ROUNDS)) for jobs in (1, 2))
    return {"arena_games_per_s": one, "arena_jobs_ratio": two / one}


def _run(*, jobs: int) -> tuple[float, float]:
    """Games a second, and seconds a move of one job."""
    plan = Plan(command="benchmark", players=("random", "random"), games=GAMES)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder), plan.identity()) as journal:
        pool = LocalPool(jobs)
        try:
            # Processes start before the clock does.
            for future in [pool.executor.submit(_warm, plan) for _ in range(jobs)]:
                future.result()
            started = time.perf_counter()
            carry_out(plan, journal, pool, lambda: False)
            seconds = time.perf_counter() - started
        finally:
            pool.close()
        plies = sum(result.plies for result in journal.results.values())
    return GAMES / seconds, seconds / plies


def _warm(plan: Plan) -> None:
    check_players(list(plan.players), plan.conditions.to_json())
    time.sleep(0.1)  # so that every thread of the pool takes one
