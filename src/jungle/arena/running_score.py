"""The score during a run, and the sequential test that may end it."""

from collections.abc import Iterable

from jungle.arena.games import GameResult
from jungle.arena.scores import PairCounts
from jungle.arena.sprt import Decision, Sprt
from jungle.arena.summary import Standing


class RunningScore:
    """The first player's result so far, in a few words."""

    def __init__(self) -> None:
        self._standing = Standing()

    def add(self, results: Iterable[GameResult]) -> None:
        for result in results:
            self._standing.add(result, 0)

    def status(self) -> str:
        standing = self._standing
        if not standing.games:
            return ""
        drawn = standing.draws + standing.inconclusive
        score = f"score {standing.points / standing.games:.1%}"
        return f"{standing.wins} won, {drawn} drawn, {standing.losses} lost, {score}"

    def is_decided(self) -> bool:
        """Can the run end before all games are played?"""
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
        """Points of pairs that wait for their second game, or for a pair before them."""
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
        """The games that the verdict rests on; without a verdict all of them."""
        if self.verdict is Decision.UNDECIDED:
            return results
        return [result for result in results if result.job.pair < self._pairs.total]
