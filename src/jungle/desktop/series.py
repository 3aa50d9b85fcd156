"""A series of games between two computer players, played by the arena in the background."""

import os
from collections import Counter
from dataclasses import dataclass

from jungle.arena.games import Conditions, GameResult
from jungle.arena.plan import Plan
from jungle.arena.run import play
from jungle.arena.scores import PairCounts
from jungle.arena.workers import LocalPool
from jungle.engine import EVALUATIONS, Handle
from jungle.players import InvalidPlayerError, PlayerSpec

EVALUATION_MODES = {name: f"engine:depth=4,hash=8,eval={name}" for name in EVALUATIONS}
"""Players that search alike and judge positions differently, by what they judge by."""
PLAYERS = ("random", "greedy", "easy", "medium", "hard", "impossible")
GAMES = (10, 50, 100, 500)
BINS = 12
PATIENCE = 2.0
"""Seconds to wait for a run that was stopped."""


def players_for(kind: str) -> tuple[str, ...]:
    """Those of PLAYERS and of the evaluation modes that know a game."""
    return tuple(name for name in (*PLAYERS, *EVALUATION_MODES.values()) if _knows(name, kind))


def _knows(name: str, kind: str) -> bool:
    try:
        PlayerSpec.parse(name).check_game(kind)
    except InvalidPlayerError:
        return False
    return True


class Series:
    """A number of games, with colours swapped in each pair. `results` grows while they are played.

    Raises a JungleError for unknown players or rules.
    """

    def __init__(
        self, first: str, second: str, games: int, *, rules: str | None = None, game: str = "jungle", seed: int = 1
    ) -> None:
        conditions = Conditions.of(game=game, rules=rules)
        self.plan = Plan(
            command="desktop",
            players=(first, second),
            games=games,
            seed=seed,
            openings=conditions.default_openings(),
            conditions=conditions,
        )
        self.results: list[GameResult] = []
        self._pool = LocalPool(max((os.cpu_count() or 2) - 1, 1))
        self._run = Handle(self._play)
        self._run.on_stop(self._pool.close)
        self._run.start()

    @property
    def total(self) -> int:
        return self.plan.total

    @property
    def is_running(self) -> bool:
        return not self._run.done

    @property
    def failure(self) -> str | None:
        """What went wrong, or None."""
        return self._run.failure()

    def stop(self) -> None:
        """End at once, and keep the games played so far."""
        self._run.stop()
        self._run.wait(PATIENCE)

    def _play(self, run: Handle[None]) -> None:
        try:
            for results in play(self.plan, self._pool):
                if run.stopped:
                    break
                self.results += results
        finally:
            self._pool.close()


@dataclass(frozen=True, slots=True)
class Picture:
    """What the plots show, from the first player's point of view."""

    wins: tuple[int, int]
    """As Blue and as Red."""
    losses: tuple[int, int]
    draws: tuple[int, int]
    scores: tuple[float, ...]
    """The score after each game."""
    bounds: tuple[float, float] | None
    """The confidence interval of the score; None before there are two pairs."""
    lengths: tuple[int, ...]
    """The number of games in each bin of lengths."""
    longest: int
    endings: tuple[tuple[str, int], ...]
    """How games ended, the most common first."""

    @property
    def games(self) -> int:
        return sum(self.wins) + sum(self.losses) + sum(self.draws)


def picture(results: list[GameResult]) -> Picture:
    """The figures for the plots.

    >>> picture([]).games
    0
    """
    wins, losses, draws = [0, 0], [0, 0], [0, 0]
    scores: list[float] = []
    points, pairs = 0.0, PairCounts()
    halves: dict[int, float] = {}
    for number, result in enumerate(sorted(results, key=lambda result: result.job.key), start=1):
        gained = result.points(0)
        points += gained
        scores.append(points / number)
        side = result.side(0)
        seat = result.seat(0) if side is None else int(side)
        if gained == 0.5:
            draws[seat] += 1
        elif gained:
            wins[seat] += 1
        else:
            losses[seat] += 1
        pair = result.job.pair
        if pair in halves:
            pairs = pairs.with_pair(halves.pop(pair) + gained)
        else:
            halves[pair] = gained
    longest = max((result.plies for result in results), default=0)
    lengths = [0] * BINS
    for result in results:
        lengths[min(result.plies * BINS // max(longest, 1), BINS - 1)] += 1
    interval = pairs.interval() if pairs.total >= 2 else None
    endings = Counter(result.ending.value for result in results)
    return Picture(
        (wins[0], wins[1]),
        (losses[0], losses[1]),
        (draws[0], draws[1]),
        tuple(scores),
        (interval.low, interval.high) if interval else None,
        tuple(lengths),
        longest,
        tuple(endings.most_common()),
    )
