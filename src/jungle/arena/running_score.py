"""The score while a run goes on, and the sequential test that may end it."""

from jungle.arena.command_line import Run
from jungle.arena.games import GameResult
from jungle.arena.scores import PairCounts
from jungle.arena.sprt import Sprt, Verdict
from jungle.arena.summary import Standing


class RunningScore:
    """The first player's result so far, in few words."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known = 0
        self._standing = Standing()

    def status(self) -> str:
        for result in self._run.new_results(self._known):
            self._known += 1
            self._standing.add(result, 0)
        standing = self._standing
        if not standing.games:
            return ""
        undecided = standing.draws + standing.inconclusive
        return f"+{standing.wins} ={undecided} −{standing.losses}  score {standing.points / standing.games:.1%}"


class RunningTest:
    """A sequential test over the pairs in the order of the plan, whatever order they end in.

    Short games end first, so a test that took pairs as they come would see too many of them. And so the verdict
    does not hang on how many games are played at once. Pairs after the one that decided are left out.
    """

    def __init__(self, run: Run, sprt: Sprt) -> None:
        self._run = run
        self._sprt = sprt
        self._known = 0
        self._halves: dict[int, list[float]] = {}
        """Points of pairs that wait for their second game, or for a pair before them."""
        self._pairs = PairCounts()
        self._ratio = 0.0
        self.verdict = Verdict.UNDECIDED

    def is_decided(self) -> bool:
        for result in self._run.new_results(self._known):
            self._known += 1
            self._halves.setdefault(result.pair, []).append(result.points(0))
        while self.verdict is Verdict.UNDECIDED and len(self._halves.get(self._pairs.total, ())) == 2:
            self._pairs = self._pairs.with_pair(sum(self._halves.pop(self._pairs.total)))
            self._ratio = self._sprt.ratio(self._pairs)
            self.verdict = self._sprt.verdict_at(self._ratio)
        return self.verdict is not Verdict.UNDECIDED

    def status(self) -> str:
        lower, upper = self._sprt.bounds()
        mean = f"  score {self._pairs.mean():.1%}" if self._pairs.total else ""
        return f"LLR {self._ratio:+.2f} ({lower:.2f}, {upper:.2f}){mean}"

    def counted(self, results: list[GameResult]) -> list[GameResult]:
        """The games that the verdict rests on; without a verdict all of them."""
        if self.verdict is Verdict.UNDECIDED:
            return results
        return [result for result in results if result.pair < self._pairs.total]
