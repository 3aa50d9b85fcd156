"""The result of a match as text, for the terminal."""

import math
from collections.abc import Sequence

from jungle.arena.games import Effort, Termination
from jungle.arena.scores import Interval
from jungle.arena.sprt import Sprt
from jungle.arena.summary import Standing, Summary, length_figures
from jungle.pieces import Side

FAILURES_SHOWN = 5

ENDINGS = {
    Termination.DEN: "den entered",
    Termination.CAPTURE: "last piece captured",
    Termination.NO_MOVES: "no moves left",
    Termination.REPETITION: "repetition",
    Termination.QUIET: "too long without a capture",
    Termination.ADJUDICATION: "adjudication",
    Termination.TIMEOUT: "out of time",
    Termination.ILLEGAL: "illegal move",
    Termination.CRASH: "crash",
    Termination.PLIES: "stopped after too many plies",
}
"""Endings in words."""
PAIR_POINTS = ("0", "½", "1", "1½", "2")


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
        [f"{first}  against  {second}: {count(summary.standing.games, 'game')}"],
        columns(
            [
                ("", "games", "wins", "draws", "losses", "inconclusive", "score"),
                _standing_row(first, summary.standing),
                *(_standing_row(f"  as {side}", summary.by_side[side]) for side in Side),
            ]
        ),
        _strength_lines(summary, sprt),
        sprt.explained(summary.pairs, summary.names) if sprt else [],
        columns(
            [
                ("ending", first, second, "nobody"),
                *(
                    (ENDINGS[ending], *(str(summary.endings[ending, winner] or "·") for winner in (0, 1, None)))
                    for ending in Termination
                    if any(summary.endings[ending, winner] for winner in (0, 1, None))
                ),
            ]
        ),
        _effort_lines(summary),
        _failure_lines(summary),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


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


def _effort_row(name: str, effort: Effort) -> tuple[str, ...]:
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
        assert result.winner is not None
        name = summary.names[result.side(summary.first) is result.winner]
        lines.append(f"game {result.job.name}: {name} lost by {result.ending.value}: {result.detail}")
    if len(summary.failures) > FAILURES_SHOWN:
        lines.append(f"and {len(summary.failures) - FAILURES_SHOWN} more games in which a player failed")
    return lines


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def signed(value: float) -> str:
    """With its sign; infinite values too."""
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
