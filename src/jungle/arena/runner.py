"""Carrying out a plan: games in batches to whoever plays them, results into the journal."""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameJob, GameResult
from jungle.arena.journal import Journal
from jungle.arena.plan import Plan
from jungle.arena.pool import Pool, make_batch, play_batch
from jungle.errors import JungleError

BATCH_SECONDS = 1.0
"""What a batch is meant to take: long beside the milliseconds that handing it over costs, short to wait for."""
BATCH_LIMIT = 500
STEP_SECONDS = 0.25
"""How often there is a look around while games are played."""
TRIES = 3
"""How often a batch is handed out that gets lost on the way."""

Watch = Callable[[], bool]
"""Called after each step; True ends the run."""


def carry_out(plan: Plan, journal: Journal, pool: Pool, watch: Watch) -> None:
    """Play what the journal lacks, until all is played or `watch` has seen enough. Leaves the pool open.

    Raises ArenaError where games get lost again and again.
    """
    waiting = (job for job in plan.jobs() if job.key not in journal.results)
    left = plan.total - sum(map(plan.is_wanted, journal.results))
    under_way: dict[Future[list[dict[str, Any]]], tuple[list[GameJob], int, float]] = {}
    size = BatchSize(pool.least_seconds)

    def hand_out(jobs: list[GameJob], tries: int) -> None:
        try:
            future = pool.executor.submit(play_batch, make_batch(plan.players, plan.conditions, jobs))
        except RuntimeError as error:
            raise ArenaError(f"nobody takes games any more: {error}") from None
        under_way[future] = jobs, tries, time.monotonic()

    while True:
        # One batch waits for each that is played, so that nobody who plays has to wait.
        width = pool.width()
        while len(under_way) < 2 * width and (jobs := list(islice(waiting, size.games(left, width)))):
            left -= len(jobs)
            hand_out(jobs, 1)
        if watch() or not under_way:
            return
        done, _ = wait(under_way, timeout=STEP_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            jobs, tries, _ = under_way.pop(future)
            try:
                results = [GameResult.from_json(data) for data in future.result()]
            except JungleError:
                raise
            except Exception as error:  # a worker or a connection was lost: the games are played again
                if tries >= TRIES:
                    why = " ".join(str(error).split()) or type(error).__name__
                    raise ArenaError(f"games got lost {tries} times on their way: {why}") from None
                hand_out(jobs, tries + 1)
                continue
            size.learn(results)
            journal.add(results)


class BatchSize:
    """How many games make a batch: one at first, then what the games seen let us expect to fill the time.

    >>> size = BatchSize(0.5)
    >>> size.games(left=1000, width=2)
    1
    """

    def __init__(self, least_seconds: float) -> None:
        self._least_seconds = least_seconds
        self._seconds = 0.0
        self._played = 0

    def games(self, left: int, width: int) -> int:
        """For so many games left and so many who play: less towards the end, so that all end at about the same time."""
        if not self._played:
            return 1
        mean = max(self._seconds / self._played, 1e-6)
        least, most = round(self._least_seconds / mean), round(BATCH_SECONDS / mean)
        # Not too bold after a few games.
        return max(1, min(max(least, left // (3 * width)), most, BATCH_LIMIT, 4 * self._played))

    def learn(self, results: list[GameResult]) -> None:
        """Take note of what games took; every game also costs a little beside the thinking."""
        self._seconds += sum(sum(result.seconds) + 3e-5 * result.plies for result in results)
        self._played += len(results)
