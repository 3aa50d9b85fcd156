"""Runs a plan: passes its games to workers in batches and writes the results to the journal."""

import tempfile
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Self, TypeVar

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameJob, GameResult
from jungle.arena.journal import RunJournal, UnwritableError, state_folder
from jungle.arena.plan import Plan
from jungle.arena.playing import Batch, check_players, play_batch
from jungle.arena.scores import PairCounts
from jungle.arena.sprt import Decision, Sprt
from jungle.arena.summary import Standing
from jungle.arena.workers import Pool
from jungle.errors import JungleError

BATCH_SECONDS = 1.0
"""The target duration of a batch: long compared with the overhead of sending it, but short to wait for."""
BATCH_LIMIT = 500
STEP_SECONDS = 0.25
"""How often to check for events while games are played."""
TRIES = 3
"""How often to retry a batch that keeps getting lost."""

ValueT = TypeVar("ValueT")


def play(plan: Plan, pool: Pool, played: Collection[tuple[int, int, int]] = ()) -> Iterator[list[GameResult]]:
    """Start every player once, then play the games of a plan whose keys are not among those played.

    Yields results as they come, and an empty list every now and then; callers that have enough just stop iterating.
    Leaves the pool open. Raises ArenaError if a player does not start, or if games get lost again and again.
    """
    checked = pool.submit(check_players, Batch(plan.descriptions, plan.conditions))
    while not wait([checked], timeout=STEP_SECONDS).done:
        yield []
    _result(checked, "the players could not be checked")
    waiting = (job for job in plan.jobs() if job.key not in played)
    left = plan.total - sum(map(plan.is_wanted, played))
    under_way: dict[Future[list[GameResult]], tuple[tuple[GameJob, ...], int]] = {}
    size = BatchSize(pool.least_seconds)

    def hand_out(jobs: tuple[GameJob, ...], tries: int) -> None:
        try:
            future = pool.submit(play_batch, Batch(plan.descriptions, plan.conditions, jobs))
        except RuntimeError as error:
            raise ArenaError(f"all workers have stopped: {error}") from None
        under_way[future] = jobs, tries

    while True:
        # One batch waits for each that is played, so that no worker has to wait.
        width = pool.width()
        while len(under_way) < 2 * width and (jobs := tuple(islice(waiting, size.games(left, width)))):
            left -= len(jobs)
            hand_out(jobs, 1)
        if not under_way:
            return
        done, _ = wait(under_way, timeout=STEP_SECONDS, return_when=FIRST_COMPLETED)
        if not done:
            yield []
        for future in done:
            jobs, tries = under_way.pop(future)
            try:
                results = _result(future, f"games were lost {tries} times")
            except LostError:  # A worker or a connection is gone: the games are played again.
                if tries >= TRIES:
                    raise
                hand_out(jobs, tries + 1)
                continue
            size.learn(results)
            yield results


class LostError(ArenaError):
    """A request to a worker was never answered."""


def _result(future: "Future[ValueT]", what: str) -> ValueT:
    """What a worker returned or raised. Raises LostError, with this text, if the worker or connection was lost."""
    try:
        return future.result()
    except JungleError:
        raise
    except Exception as error:
        raise LostError(f"{what}: {' '.join(str(error).split()) or type(error).__name__}") from None


class BatchSize:
    """How many games make a batch: one at first, then as many as should fill the time, judging by those played.

    >>> size = BatchSize(0.5)
    >>> size.games(left=1000, width=2)
    1
    """

    def __init__(self, least_seconds: float) -> None:
        self._least_seconds = least_seconds
        self._seconds = 0.0
        self._played = 0

    def games(self, left: int, width: int) -> int:
        """The next batch, by games left and workers: smaller towards the end, so that all workers finish together."""
        if not self._played:
            return 1
        mean = max(self._seconds / self._played, 1e-6)
        least, most = round(self._least_seconds / mean), round(BATCH_SECONDS / mean)
        # Be careful while only a few games have been timed.
        return max(1, min(max(least, left // (3 * width)), most, BATCH_LIMIT, 4 * self._played))

    def learn(self, results: list[GameResult]) -> None:
        """Record how long games took; every game has a small overhead."""
        self._seconds += sum(sum(effort.seconds for effort in r.efforts) + 3e-5 * r.plies for r in results)
        self._played += len(results)


class RunningScore:
    """The first player's result so far, in a few words."""

    def __init__(self, name: str = "") -> None:
        """In a tournament, the player's name is shown."""
        self._standing = Standing()
        self._name = name and f"{name}: "

    def add(self, results: Iterable[GameResult]) -> None:
        for result in results:
            if 0 in result.job.players:
                self._standing.add(result, 0)

    def status(self) -> str:
        standing = self._standing
        if not standing.games:
            return ""
        drawn = standing.draws + standing.inconclusive
        score = f"score {standing.points / standing.games:.1%}"
        return f"{self._name}{standing.wins} won, {drawn} drawn, {standing.losses} lost, {score}"

    def is_decided(self) -> bool:
        """Whether the run can end before all games are played."""
        return False

    def counted(self, results: list[GameResult]) -> list[GameResult]:
        """The games that count."""
        return results


class RunningTest(RunningScore):
    """A sequential test over the pairs in the order of the plan, whatever order they end in.

    Short games end first, so a test that took pairs as they come would see too many of them. It also makes the
    verdict independent of how many games are played at once. Pairs after the one that decided are left out.
    """

    def __init__(self, sprt: Sprt) -> None:
        super().__init__()
        self._sprt = sprt
        self._halves: dict[int, list[float]] = {}
        """Points of pairs that wait for their second game, or for an earlier pair."""
        self._pairs = PairCounts()
        self._ratio = 0.0
        self.verdict = Decision.UNDECIDED

    def add(self, results: Iterable[GameResult]) -> None:
        for result in results:
            self._halves.setdefault(result.job.pair, []).append(result.points(0))
        while self.verdict is Decision.UNDECIDED and len(self._halves.get(self._pairs.total, ())) == 2:
            self._pairs = self._pairs.with_pair(sum(self._halves.pop(self._pairs.total)))
            self._ratio = self._sprt.ratio(self._pairs)
            self.verdict = self._sprt.verdict_at(self._ratio)

    def is_decided(self) -> bool:
        return self.verdict is not Decision.UNDECIDED

    def status(self) -> str:
        mean = f", score {self._pairs.mean():.1%}" if self._pairs.total else ""
        return f"test {self._sprt.tendency(self._ratio)}{mean}"

    def counted(self, results: list[GameResult]) -> list[GameResult]:
        """The games that the verdict is based on; all games without a verdict."""
        if self.verdict is Decision.UNDECIDED:
            return results
        return [result for result in results if result.job.pair < self._pairs.total]


class Run:
    """A plan and its journal. A context manager.

    A run that finished and was given no folder leaves nothing behind; one that an error or an interrupt ended keeps
    its games for the next time.
    """

    def __init__(self, plan: Plan, *, folder: Path | None = None, restart: bool = False) -> None:
        """Raises ArenaError if the folder belongs to another run."""
        self.plan = plan
        self.interrupted = False
        """Set by a caller that stops before the end, so that the games are kept for the next time."""
        self.unwritable: UnwritableError | None = None
        """Why the run cannot be resumed, if it cannot."""
        self._folder = folder
        try:
            self._journal = RunJournal(folder or state_folder(plan.digest()), plan.identity(), restart=restart)
        except UnwritableError as error:
            if folder is not None:
                raise
            self.unwritable = error
            self._journal = RunJournal(Path(tempfile.mkdtemp(prefix="jungle-")), plan.identity())

    def results(self) -> list[GameResult]:
        """The games played so far, in the order of the plan."""
        return self.plan.in_order(self._journal.results.values())

    def play(self, score: RunningScore, open_pool: Callable[[], Pool]) -> Generator[int, None, None]:
        """Play until all games are played or the test is decided; yields how many have been played, every now and then.

        Callers that have enough stop iterating. The pool is opened only if there is anything left to play.
        """
        journal = self._journal
        score.add(journal.results.values())
        if len(self.results()) >= self.plan.total or score.is_decided():
            return
        with closing(open_pool()) as pool:
            for results in play(self.plan, pool, journal.results.keys()):
                journal.add_results(results)
                score.add(results)
                yield len(journal.results)
                if score.is_decided():
                    return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        is_finished = kind is None and not self.interrupted
        if self._folder is None and (is_finished or not self._journal.results or self.unwritable):
            self._journal.remove()
        else:
            self._journal.close()
