"""The summary of the games between two players, as figures and as text."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from jungle.arena.games import ArenaEnding, Ending, GameResult, MoveStats, is_failure
from jungle.arena.scores import Interval, PairCounts
from jungle.arena.sprt import Sprt
from jungle.language.plurals import counted
from jungle.outcome import Reason
from jungle.pieces import Side

FAILURES_SHOWN = 5

ENDINGS: dict[Ending, str] = {
    Reason.DEN: "den entered",
    Reason.CAPTURE: "last piece captured",
    Reason.NO_MOVES: "no moves left",
    Reason.REPETITION: "repetition",
    Reason.QUIET: "too long without a capture",
    Reason.ADJUDICATION: "adjudication",
    Reason.TIMEOUT: "out of time",
    ArenaEnding.ILLEGAL: "illegal move",
    ArenaEnding.CRASH: "crash",
    ArenaEnding.PLIES: "stopped after too many plies",
}
"""Endings in words."""
SEATS = ("first", "second")
PAIR_POINTS = ("0", "½", "1", "1½", "2")


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
        if result.is_inconclusive():
            self.inconclusive += 1
        elif result.winner is None:
            self.draws += 1
        elif result.winner == result.seat(player):
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
    """The first player's games as Blue and as Red, if the colours were decided."""
    by_seat: tuple[Standing, Standing] = field(default_factory=lambda: (Standing(), Standing()))
    """The first player's games in which it moved first, and second."""
    endings: Counter[tuple[Ending, int | None]] = field(default_factory=Counter)
    """The number of games by ending and winner: 0 for the first player, 1 for the second, None for neither."""
    lengths: list[int] = field(default_factory=list)
    efforts: tuple[MoveStats, MoveStats] = field(default_factory=lambda: (MoveStats(), MoveStats()))
    failures: list[GameResult] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The first player's share of the points, unpaired games included."""
        return self.standing.points / self.standing.games

    def interval(self) -> Interval | None:
        """The score's 95 % interval, from the complete pairs."""
        return self.pairs.interval() if self.pairs.total else None

    def to_json(self) -> dict[str, object]:
        """The summary as plain values; null for unknown and infinite ones."""
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
            "by_seat": {name: asdict(standing) for name, standing in zip(SEATS, self.by_seat, strict=True)},
            "endings": [
                {"ending": ending.value, "winner": None if winner is None else self.names[winner], "games": count}
                for ending in ENDINGS
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
        if set(result.job.players) != {first, second}:
            continue
        seat, side = result.seat(first), result.side(first)
        summary.standing.add(result, first)
        summary.by_seat[seat].add(result, first)
        if side is not None:
            summary.by_side[side].add(result, first)
        summary.endings[result.ending, result.winner_of(first, second)] += 1
        summary.lengths.append(result.plies)
        summary.efforts[0].add(result.efforts[seat])
        summary.efforts[1].add(result.efforts[1 - seat])
        halves[result.job.pair].append(result.points(first))
        if is_failure(result.ending):
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


def columns(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows as lines with aligned columns: the first `left` to the left, the others to the right.

    >>> columns([("", "wins"), ("Blue", "7")])
    ['      wins', 'Blue     7']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def match_text(summary: Summary, sprt: Sprt | None = None) -> str:
    """The whole result, from the first player's point of view."""
    if not summary.standing.games:
        return "no game was finished"
    first, second = summary.names
    blocks = [
        [f"{first}  against  {second}: {counted(summary.standing.games, 'game')}"],
        columns(
            [
                ("", "games", "wins", "draws", "losses", "inconclusive", "score"),
                _standing_row(first, summary.standing),
                *(_standing_row(f"  as {side}", summary.by_side[side]) for side in Side),
                *_seat_rows(summary),
            ]
        ),
        _strength_lines(summary, sprt),
        sprt.explained(summary.pairs, summary.names) if sprt else [],
        columns(
            [
                ("ending", first, second, "nobody"),
                *(
                    (ENDINGS[ending], *(str(summary.endings[ending, winner] or "·") for winner in (0, 1, None)))
                    for ending in ENDINGS
                    if any(summary.endings[ending, winner] for winner in (0, 1, None))
                ),
            ]
        ),
        _effort_lines(summary),
        _failure_lines(summary),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _seat_rows(summary: Summary) -> list[tuple[str, ...]]:
    """The results by who moves first, unless the colours already show that."""
    by_side = tuple(summary.by_side.values())
    if summary.by_seat in (by_side, by_side[::-1]):
        return []
    return [_standing_row(f"  moving {name}", seat) for name, seat in zip(SEATS, summary.by_seat, strict=True)]


def _standing_row(name: str, standing: Standing) -> tuple[str, ...]:
    score = f"{standing.points / standing.games:.1%}" if standing.games else "–"
    numbers = (standing.games, standing.wins, standing.draws, standing.losses, standing.inconclusive)
    return (name, *map(str, numbers), score)


def _strength_lines(summary: Summary, sprt: Sprt | None) -> list[str]:
    pairs, interval = summary.pairs, summary.interval()
    if interval is None:
        return []
    rows = [
        ("score", f"{interval.estimate:.1%}", f"95 % interval {interval.low:.1%} to {interval.high:.1%}"),
        ("Elo difference", signed(pairs.elo().estimate), f"95 % interval {_span(pairs.elo())}"),
    ]
    if sprt is not None and (normalised := pairs.normalised_elo()):
        rows.append(("normalised Elo", signed(normalised.estimate), f"95 % interval {_span(normalised)}"))
    rows.append(("likelihood", f"{pairs.superiority():.1%}", f"that {summary.names[0]} is the stronger player"))
    points = ", ".join(f"{points} ({count}×)" for points, count in zip(PAIR_POINTS, pairs.counts, strict=True))
    rows.append(("pairs of games", str(pairs.total), f"points from a pair: {points}"))
    width, value = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    return [f"{name:<{width}}  {number:>{value}}  {rest}" for name, number, rest in rows]


def _effort_lines(summary: Summary) -> list[str]:
    figures = length_figures(summary.lengths)
    assert figures is not None
    lines = columns(
        [
            ("", "time per move", "slowest", "nodes per move"),
            *(_effort_row(name, effort) for name, effort in zip(summary.names, summary.efforts, strict=True)),
        ]
    )
    length = (
        f"length: {figures['mean']:.1f} plies on average, median {figures['median']:g}, "
        f"from {figures['shortest']} to {figures['longest']}"
    )
    return [length, "", *lines]


def _effort_row(name: str, effort: MoveStats) -> tuple[str, ...]:
    nodes = effort.nodes_per_move()
    return (
        name,
        duration(effort.seconds_per_move()),
        duration(effort.slowest),
        "–" if nodes is None else f"{nodes:,.0f}",
    )


def _failure_lines(summary: Summary) -> list[str]:
    lines = []
    for result in summary.failures[:FAILURES_SHOWN]:
        name = summary.names[result.winner == result.seat(summary.first)]
        lines.append(f"game {result.job.name}: {name} lost by {result.ending.value}: {result.detail}")
    if len(summary.failures) > FAILURES_SHOWN:
        more = counted(len(summary.failures) - FAILURES_SHOWN, "more game")
        lines.append(f"and {more} in which a player failed")
    return lines


def signed(value: float) -> str:
    """A number with its sign, including infinite ones."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{value:+.1f}".replace("-", "−")


def duration(seconds: float | None) -> str:
    """A time in the unit that suits it.

    >>> duration(0.0000213), duration(0.25), duration(75)
    ('21 µs', '250 ms', '1:15 min')
    """
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02} h"


def _span(interval: Interval) -> str:
    return f"{signed(interval.low)} to {signed(interval.high)}"
