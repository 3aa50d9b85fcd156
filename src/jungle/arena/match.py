"""Matches from Python: two players, a number of games, and the results as they arrive."""

from collections.abc import Iterator
from contextlib import closing

from jungle.arena.errors import check_range
from jungle.arena.games import GameResult
from jungle.arena.plan import Plan
from jungle.arena.run import play
from jungle.arena.summary import Summary, match_text, summarise
from jungle.arena.workers import LocalPool
from jungle.task import Task


class MatchResult(Task[Summary]):
    """A match that is being played, and its result.

    Iterating yields each game as it ends; `games` are those so far in the order of the plan; `summary()` is their total
    so far; `result()` waits for all of them. `stop` ends the match soon: finished games count.
    Errors, such as a player that cannot be started, are raised by `result()` and at the end of an iteration.
    """

    def __init__(self, plan: Plan, jobs: int = 1) -> None:
        super().__init__(lambda handle: self._play())
        self.plan = plan
        self._jobs = jobs
        self._ended: list[GameResult] = []

    def _play(self) -> Summary:
        with closing(LocalPool(self._jobs)) as pool:
            for results in play(self.plan, pool):
                with self._changed:
                    self._ended += results
                    self._changed.notify_all()
                if self.stopped:
                    break
        return self.summary()

    def __iter__(self) -> Iterator[GameResult]:
        """Yield every game in the order in which they end, waiting for further ones. May be repeated."""
        seen = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._done or len(self._ended) > seen)  # noqa: B023 -- asked at once
                new = self._ended[seen:]
            if not new:
                self.result()
                return
            seen += len(new)
            yield from new

    @property
    def games(self) -> list[GameResult]:
        """The games that have ended, in the order of the plan."""
        return self.plan.in_order(tuple(self._ended))

    def summary(self) -> Summary:
        """The summary of the games so far, from the first player's point of view."""
        return summarise(self.games, 0, 1, (self.plan.name(0), self.plan.name(1)))

    def __str__(self) -> str:
        """The table that `jungle stats` prints, of the games so far."""
        return match_text(self.summary())


def play_match(
    first: str,
    second: str,
    *,
    games: int = 10,
    game: str = "jungle",
    rules: str | None = None,
    seed: int = 1,
    openings: str = "",
    max_plies: int = 400,
    timeout: float = 60.0,
    adjudicate: str = "",
    jobs: int = 1,
) -> MatchResult:
    """Begin a match between two players, each described as on the command line. Raises JungleError.

    The options are those of `jungle stats`, and the same seed gives the same games. The match is played by other
    processes while the program continues; nothing of it is kept on disk.

    >>> with play_match("greedy", "random", games=4) as match:
    ...     points = [result.points(0) for result in match]
    >>> sum(points) == match.result().standing.points
    True
    """
    plan = Plan(
        command="stats",
        players=(first, second),
        games=games,
        game=game,
        rules=rules,
        seed=seed,
        openings=openings,
        max_plies=max_plies,
        timeout=timeout,
        adjudicate=adjudicate,
    )
    return MatchResult(plan, check_range("jobs", jobs, 1)).start()
