"""Runs a plan: passes its games to workers in batches and writes the results to the journal."""

import signal
import sys
import tempfile
import threading
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Self, TypeVar

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameJob, GameResult
from jungle.arena.journal import RunJournal, UnwritableError, state_folder
from jungle.arena.plan import Plan
from jungle.arena.playing import Batch, check_players, play_batch
from jungle.arena.scores import PairCounts
from jungle.arena.sprt import Decision, Sprt
from jungle.arena.summary import Standing
from jungle.arena.workers import ClusterPool, LocalPool, Pool
from jungle.errors import JungleError
from jungle.progress import Progress

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
    checked = pool.submit(check_players, Batch(plan.players, plan.conditions))
    while not wait([checked], timeout=STEP_SECONDS).done:
        yield []
    _result(checked, "the players could not be checked")
    waiting = (job for job in plan.jobs() if job.key not in played)
    left = plan.total - sum(map(plan.is_wanted, played))
    under_way: dict[Future[list[GameResult]], tuple[tuple[GameJob, ...], int]] = {}
    size = BatchSize(pool.least_seconds)

    def hand_out(jobs: tuple[GameJob, ...], tries: int) -> None:
        try:
            future = pool.submit(play_batch, Batch(plan.players, plan.conditions, jobs))
        except RuntimeError as error:
            raise ArenaError(f"nobody plays games any more: {error}") from None
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


@contextmanager
def defer_sigint() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, so that it cannot fall into the middle of anything; a second one raises
    KeyboardInterrupt. Outside the main thread, where no signals arrive, nothing is set."""
    came = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if came.is_set():
            raise KeyboardInterrupt
        came.set()

    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


class Run:
    """A plan and its journal. A context manager.

    A run that finished and was given no folder leaves nothing behind; one that an error or an interrupt ended keeps
    its games for the next time.
    """

    def __init__(self, plan: Plan, *, folder: Path | None = None, restart: bool = False) -> None:
        """Raises ArenaError if the folder belongs to another run."""
        self.plan = plan
        self.was_interrupted = False
        self._folder = folder
        self._can_resume = True
        try:
            self._journal = RunJournal(folder or state_folder(plan.digest()), plan.identity(), restart=restart)
        except UnwritableError as error:
            if folder is not None:
                raise
            print(f"jungle: {error}: this run cannot be resumed", file=sys.stderr)
            self._can_resume = False
            self._journal = RunJournal(Path(tempfile.mkdtemp(prefix="jungle-")), plan.identity())

    def results(self) -> list[GameResult]:
        """The games played so far, in the order of the plan."""
        return self.plan.in_order(self._journal.results.values())

    def play(
        self,
        score: "RunningScore",
        *,
        jobs: int = 1,
        cluster: str | None = None,
        is_open_ended: bool = False,
    ) -> None:
        """Play until all games are played or the test is decided. Ctrl-C ends the run early and is noted."""
        plan, journal, played = self.plan, self._journal, len(self.results())
        if played:
            print(f"{played} of {plan.total} games were played before", file=sys.stderr)
        score.add(journal.results.values())
        if played >= plan.total or score.is_decided():
            return
        progress = Progress("games", None if is_open_ended else plan.total, done=played)
        with defer_sigint() as interrupted, closing(_pool(jobs, cluster)) as pool, progress:
            for results in play(plan, pool, journal.results.keys()):
                journal.add_results(results)
                score.add(results)
                progress.show(len(journal.results), score.status())
                if interrupted.is_set() or score.is_decided():
                    break
        if interrupted.is_set():
            self.was_interrupted = True
            print("interrupted" + ": the same command resumes the run" * self._can_resume, file=sys.stderr)

    def __enter__(self) -> Self:
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")  # A table that cannot be shown in full is better than none.
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        is_finished = kind is None and not self.was_interrupted
        if self._folder is None and (is_finished or not self._journal.results or not self._can_resume):
            self._journal.remove()
        else:
            self._journal.close()


def _pool(jobs: int, cluster: str | None) -> Pool:
    if cluster is None:
        return LocalPool(jobs)
    pool = ClusterPool(cluster)
    if not pool.has_workers():
        print("the scheduler has no workers yet: waiting for them", file=sys.stderr)
    return pool
