"""Elo ratings of many players at once, by maximum likelihood, with one player as the anchor.

The expected score between two players is the logistic function of their difference; a draw counts as half a win.
Error bars come from the pairs themselves (the sandwich estimator), so draws and colours narrow or widen them as
they should.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jungle.arena.errors import ArenaError
from jungle.arena.scores import CONFIDENCE, NORMAL_FROM, PAIR_SCORES, PairCounts, score_of_elo, student_quantile

PER_ELO = math.log(10) / 400
HALF_A_DRAWN_PAIR = 0.5
"""Added to each pairing if no finite ratings exist."""
ITERATIONS = 100

Pairings = Mapping[tuple[int, int], PairCounts]
"""The pairs played between players by their numbers, counted for the first of the two."""


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's Elo, and half the width of its 95 % interval relative to the anchor."""

    elo: float
    error: float


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings by player number; `bounded` if half a drawn pair had to be added to get finite ones."""

    ratings: tuple[EloRating, ...]
    bounded: bool


def rate(players: int, pairings: Pairings, *, anchor: int = 0, anchor_elo: float = 0.0) -> RatingList:
    """The likeliest ratings. Raises ArenaError if some players are not connected to the anchor by games.

    A group that took no point off the others has no finite rating. Then half a drawn pair is added to each pairing
    played, and the differences are to be read as "at least".

    >>> result = rate(2, {(0, 1): PairCounts((0, 0, 10, 0, 10))})
    >>> [round(rating.elo) for rating in result.ratings], result.bounded
    ([0, -191], False)
    """
    played = {pairing: pairs for pairing, pairs in pairings.items() if pairs.total}
    together = _reached(anchor, {a: [b for pair in played for b in pair if a in pair] for a in range(players)})
    if len(together) < players:
        raise ArenaError("no ratings: some players have not met yet, not even through a third")
    bounded = not _all_took_points(players, played)
    extra = HALF_A_DRAWN_PAIR if bounded else 0.0
    weights = {pairing: pairs.total + extra for pairing, pairs in played.items()}
    points = {pairing: pairs.mean() * pairs.total + extra / 2 for pairing, pairs in played.items()}
    elos = [0.0] * players
    free = [player for player in range(players) if player != anchor]
    for _ in range(ITERATIONS):
        steps = _solve(_curvature(free, weights, elos), _slope(free, weights, points, elos))
        largest = max(map(abs, steps), default=0.0)
        for player, step in zip(free, steps, strict=True):
            elos[player] += step * min(1.0, 200 / largest if largest else 1.0)
        if largest < 1e-9:
            break
    errors = _errors(free, played, weights, elos)
    shift = anchor_elo - elos[anchor]
    found = dict(zip(free, errors, strict=True))
    return RatingList(tuple(EloRating(elos[p] + shift, found.get(p, 0.0)) for p in range(players)), bounded)


def rate_against(results: Sequence[tuple[float, float]]) -> EloRating:
    """The rating of a player from points (0, ½ or 1) against opponents of known Elo: (Elo, points) of each game.

    A drawn game against an opponent of the mean Elo is added, so that the rating is finite if all games ended alike.

    >>> rating = rate_against([(0.0, 1.0), (0.0, 1.0), (200.0, 0.5), (400.0, 0.0), (400.0, 0.0)])
    >>> round(rating.elo), rating.error > 100
    (200, True)
    """
    games = [*results, (math.fsum(elo for elo, _ in results) / len(results), 0.5)]
    low, high = -4000.0, 8000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        surplus = math.fsum(points - score_of_elo(middle - elo) for elo, points in games)
        low, high = (middle, high) if surplus > 0 else (low, middle)
    expected = [score_of_elo(low - elo) for elo, _ in games]
    information = math.fsum(score * (1 - score) for score in expected) * PER_ELO**2
    return EloRating(low, student_quantile(1 - (1 - CONFIDENCE) / 2, NORMAL_FROM) / math.sqrt(information))


def _reached(start: int, ways: Mapping[int, Sequence[int]]) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        new = set(ways[waiting.pop()]) - reached
        reached |= new
        waiting += new
    return reached


def _all_took_points(players: int, played: Pairings) -> bool:
    """Whether a chain of points connects every player to every other. Only then are the likeliest ratings finite."""
    took: dict[int, list[int]] = {player: [] for player in range(players)}
    gave: dict[int, list[int]] = {player: [] for player in range(players)}
    for (first, second), pairs in played.items():
        for taker, giver, some in ((first, second, pairs.mean() > 0), (second, first, pairs.mean() < 1)):
            if some:
                took[taker].append(giver)
                gave[giver].append(taker)
    return len(_reached(0, took)) == len(_reached(0, gave)) == players


def _slope(
    free: list[int],
    weights: Mapping[tuple[int, int], float],
    points: Mapping[tuple[int, int], float],
    elos: list[float],
) -> list[float]:
    """The derivative of the log-likelihood by each free rating, up to PER_ELO."""
    slope = dict.fromkeys(free, 0.0)
    for (first, second), weight in weights.items():
        surplus = points[first, second] - weight * score_of_elo(elos[first] - elos[second])
        if first in slope:
            slope[first] += surplus
        if second in slope:
            slope[second] -= surplus
    return list(slope.values())


def _curvature(free: list[int], weights: Mapping[tuple[int, int], float], elos: list[float]) -> list[list[float]]:
    """Minus the second derivatives, up to PER_ELO."""
    expected = {(first, second): score_of_elo(elos[first] - elos[second]) for first, second in weights}
    steepness = {pair: weight * expected[pair] * (1 - expected[pair]) * PER_ELO for pair, weight in weights.items()}
    return _matrix(free, steepness)


def _matrix(free: list[int], values: Mapping[tuple[int, int], float]) -> list[list[float]]:
    """A value of each pairing, added for both its players and taken away between them."""
    place = {player: index for index, player in enumerate(free)}
    matrix = [[0.0] * len(free) for _ in free]
    for (first, second), value in values.items():
        for player, other in ((first, second), (second, first)):
            if player in place:
                matrix[place[player]][place[player]] += value
                if other in place:
                    matrix[place[player]][place[other]] -= value
    return matrix


def _errors(
    free: list[int], played: Pairings, weights: Mapping[tuple[int, int], float], elos: list[float]
) -> list[float]:
    """Half the 95 % interval of each free rating: the spread of the pairs carried through the curvature."""
    squares = {}
    for (first, second), pairs in played.items():
        expected = score_of_elo(elos[first] - elos[second])
        seen = sum(n * (s - expected) ** 2 for n, s in zip(pairs.counts, PAIR_SCORES, strict=True))
        # One pair more, as uncertain as that score can be, keeps pairs that all ended alike from looking certain.
        squares[first, second] = seen + expected * (1 - expected)
    spread = _matrix(free, squares)
    curvature = _curvature(free, weights, elos)
    columns = range(len(free))
    inverse = [_solve(curvature, [float(row == column) for row in columns]) for column in columns]
    quantile = student_quantile(1 - (1 - CONFIDENCE) / 2, NORMAL_FROM)
    errors = []
    for row in inverse:  # symmetric, so that rows serve as columns
        variance = sum(row[i] * spread[i][j] * row[j] for i in columns for j in columns)
        errors.append(quantile * math.sqrt(max(variance, 0.0)))
    return errors


def _solve(matrix: list[list[float]], values: list[float]) -> list[float]:
    """Solve a small, symmetric, positive system by elimination with pivots."""
    size = len(values)
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for index in range(column, size + 1):
                rows[row][index] -= factor * rows[column][index]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution
