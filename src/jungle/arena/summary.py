"""What the games between two players add up to."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from jungle.arena.games import Effort, GameResult, Termination
from jungle.arena.scores import Interval, PairCounts
from jungle.pieces import Side


@dataclass(slots=True)
class Standing:
    """Wins, draws, losses and undecided games of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    inconclusive: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses + self.inconclusive

    @property
    def points(self) -> float:
        return self.wins + (self.draws + self.inconclusive) / 2

    def add(self, result: GameResult, player: int) -> None:
        if result.is_inconclusive:
            self.inconclusive += 1
        elif result.winner is None:
            self.draws += 1
        elif result.winner == result.side(player):
            self.wins += 1
        else:
            self.losses += 1


@dataclass(slots=True)
class Summary:
    """The games between two players, seen from the first one."""

    first: int
    second: int
    names: tuple[str, str]
    pairs: PairCounts = field(default_factory=PairCounts)
    standing: Standing = field(default_factory=Standing)
    by_side: dict[Side, Standing] = field(default_factory=lambda: {side: Standing() for side in Side})
    """The first player's games as Blue and as Red."""
    endings: Counter[tuple[Termination, int | None]] = field(default_factory=Counter)
    """How many games ended in a way, for a winner: 0 the first player, 1 the second, None for nobody."""
    lengths: list[int] = field(default_factory=list)
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))
    failures: list[GameResult] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The first player's share of the points, unpaired games included."""
        return self.standing.points / self.standing.games

    def interval(self) -> Interval | None:
        """The score's 95 % interval, from the whole pairs."""
        return self.pairs.interval() if self.pairs.total else None

    def to_json(self) -> dict[str, Any]:
        """In plain values; null for what is unknown or infinite."""
        pairs, known = self.pairs, self.pairs.total > 0
        normalised = pairs.normalised_elo() if known else None
        return {
            "players": list(self.names),
            "games": self.standing.games,
            **asdict(self.standing),
            "pairs": dict(zip(("0", "0.5", "1", "1.5", "2"), pairs.counts, strict=True)),
            "score": self.score if self.standing.games else None,
            "score_interval": _bounds(pairs.interval()) if known else None,
            "elo": _finite(pairs.elo().estimate) if known else None,
            "elo_interval": _bounds(pairs.elo()) if known else None,
            "normalised_elo": _finite(normalised.estimate) if normalised else None,
            "superiority": pairs.superiority() if known else None,
            "by_side": {str(side).lower(): asdict(standing) for side, standing in self.by_side.items()},
            "endings": [
                {"ending": ending.value, "winner": None if winner is None else self.names[winner], "games": count}
                for ending in Termination
                for winner in (0, 1, None)
                if (count := self.endings[ending, winner])
            ],
            "plies": length_figures(self.lengths),
            "efforts": [
                {
                    "player": name,
                    "moves": effort.moves,
                    "seconds_per_move": effort.seconds_per_move(),
                    "slowest_move": effort.slowest,
                    "nodes_per_move": effort.nodes_per_move(),
                }
                for name, effort in zip(self.names, self.efforts, strict=True)
            ],
            "failures": [
                {"game": result.job.name, "ending": result.ending.value, "detail": result.detail}
                for result in self.failures
            ],
        }


def summarise(results: Iterable[GameResult], first: int, second: int, names: tuple[str, str]) -> Summary:
    """Add up the games between two players; other games are skipped."""
    summary = Summary(first, second, names)
    halves: dict[int, list[float]] = defaultdict(list)
    for result in results:
        if {result.job.blue, result.job.red} != {first, second}:
            continue
        side = result.side(first)
        summary.standing.add(result, first)
        summary.by_side[side].add(result, first)
        winner = None if result.winner is None else 0 if result.winner == side else 1
        summary.endings[result.ending, winner] += 1
        summary.lengths.append(result.plies)
        summary.efforts[0].add(result.efforts[side])
        summary.efforts[1].add(result.efforts[side.opponent])
        halves[result.job.pair].append(result.points(first))
        if result.ending.is_failure:
            summary.failures.append(result)
    summary.pairs = PairCounts.of(sum(points) for points in halves.values() if len(points) == 2)
    return summary


def length_figures(lengths: Sequence[int]) -> dict[str, float] | None:
    if not lengths:
        return None
    return {
        "mean": round(statistics.fmean(lengths), 2),
        "median": statistics.median(lengths),
        "shortest": min(lengths),
        "longest": max(lengths),
    }


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _bounds(interval: Interval) -> list[float | None]:
    return [_finite(interval.low), _finite(interval.high)]
