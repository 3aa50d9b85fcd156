"""What a match says about two players: the score, the Elo difference and their uncertainty.

Two games from one opening with colours swapped are one observation, since they share the opening's advantage for a
colour. A pair ends in one of five ways for the first player: 0, ½, 1, 1½ or 2 points. All figures here are
computed from these five counts.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Self

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair, as a share of its two points."""
CONFIDENCE = 0.95
NORMALISED_ELO = 800 / math.log(10)
"""Normalised Elo for one standard deviation of a game's result; for small differences between players who never
draw it is the Elo difference itself."""


NORMAL_FROM = 400
"""With more degrees of freedom, the difference from the normal distribution is too small to show."""


def elo_of_score(score: float) -> float:
    """The Elo difference that leads to an expected score; infinite for 0 and 1.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval."""

    low: float
    estimate: float
    high: float

    def as_elo(self) -> "Interval":
        return Interval(*map(elo_of_score, (self.low, self.estimate, self.high)))


def mean_interval(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Interval:
    """The mean of values within bounds, and its 95 % interval by Student's t.

    Values that are all equal have no variance to go by; see `PairCounts.interval`.

    >>> mean_interval([0.0, 1.0, 1.0, 1.0]).estimate
    0.75
    """
    count, mean, beyond = len(values), math.fsum(values) / len(values), (1 - CONFIDENCE) / 2
    if max(values) == min(values):
        unseen = 1 - beyond ** (1 / count)
        return Interval(mean - (mean - low) * unseen, mean, mean + (high - mean) * unseen)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    reach = student_quantile(1 - beyond, count - 1) * math.sqrt(variance / count)
    return Interval(max(mean - reach, low), mean, min(mean + reach, high))


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs ended with 0, ½, 1, 1½ and 2 points for the first player.

    >>> pairs = PairCounts((2, 10, 40, 30, 18))
    >>> pairs.total, pairs.mean(), round(pairs.interval().low, 4), round(pairs.interval().high, 4)
    (100, 0.63, 0.5819, 0.6781)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Count pairs by the points, 0 to 2 by halves, that the first player got."""
        counts = [0] * len(PAIR_SCORES)
        for value in points:
            counts[round(2 * value)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def with_pair(self, points: float) -> Self:
        """The counts with one more pair."""
        counts = list(self.counts)
        counts[round(2 * points)] += 1
        return type(self)((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def total(self) -> int:
        return sum(self.counts)

    def moment(self, power: int, around: float = 0.0) -> float:
        """The mean of (score - around)^power over the pairs."""
        terms = (count * (score - around) ** power for count, score in zip(self.counts, PAIR_SCORES, strict=True))
        return math.fsum(terms) / self.total

    def mean(self) -> float:
        """The first player's score, from 0 to 1."""
        return self.moment(1)

    def variance(self) -> float:
        """The unbiased variance of a pair's score; 0 for a single pair."""
        if self.total < 2:
            return 0.0
        return self.moment(2, self.mean()) * self.total / (self.total - 1)

    def standard_error(self) -> float:
        """The standard error of the score."""
        return math.sqrt(self.variance() / self.total)

    def interval(self) -> Interval:
        """The score and its 95 % interval, by Student's t over the pairs.

        Pairs that all ended alike have no variance to go by. Then the interval is as wide as unseen endings would
        allow: a kind of pair that comes with a chance of p stays away n times with a chance of (1 - p)^n.
        """
        mean, beyond = self.mean(), (1 - CONFIDENCE) / 2
        if self.variance() == 0:
            unseen = 1 - beyond ** (1 / self.total)
            return Interval(mean * (1 - unseen), mean, mean + (1 - mean) * unseen)
        reach = student_quantile(1 - beyond, self.total - 1) * self.standard_error()
        return Interval(max(mean - reach, 0.0), mean, min(mean + reach, 1.0))

    def elo(self) -> Interval:
        """The Elo difference with its 95 % interval; infinite if the score is 0 or 1."""
        return self.interval().as_elo()

    def superiority(self) -> float:
        """The likelihood that the first player is the stronger one."""
        mean = self.mean()
        if self.variance() == 0:  # n equal pairs: as with a coin of unknown bias
            return 0.5 if mean == 0.5 else 0.5 + math.copysign(0.5 - 0.5 ** (self.total + 1), mean - 0.5)
        return student_cdf((mean - 0.5) / self.standard_error(), self.total - 1)

    def normalised_elo(self) -> Interval | None:
        """The lead in standard deviations of a single game's result, as Elo, with its 95 % interval.

        Draws narrow the deviation, so that this, unlike Elo, tells how many games it takes to see the difference.
        None if the pairs all ended alike.
        """
        mean, spread = self.mean(), self.moment(2, self.mean())
        if spread == 0:
            return None
        deviation = math.sqrt(spread)
        lead = (mean - 0.5) / deviation
        skew = self.moment(3, mean) / deviation**3
        kurtosis = self.moment(4, mean) / deviation**4
        # By the delta method: the lead varies with the mean and with the deviation it is measured in.
        error = math.sqrt(max(1 - lead * skew + lead**2 * (kurtosis - 1) / 4, 0.0) / self.total)
        # A pair's score is the mean of two games, so its deviation is a game's divided by √2.
        scale = NORMALISED_ELO / math.sqrt(2)
        reach = student_quantile(1 - (1 - CONFIDENCE) / 2, max(self.total - 1, 1)) * error
        return Interval(scale * (lead - reach), scale * lead, scale * (lead + reach))


def student_cdf(t: float, freedom: int) -> float:
    """The chance that a value of Student's t distribution is below t, exact for whole degrees of freedom.

    >>> round(student_cdf(2.776, 4), 4)
    0.975
    """
    assert freedom >= 1
    if freedom >= NORMAL_FROM:
        return NormalDist().cdf(t)
    # The finite series for P(|T| < t) in the angle whose tangent is t/√freedom: one for odd, one for even freedom.
    angle = math.atan(t / math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    if freedom % 2:
        term, total = math.cos(angle), 0.0
        for power in range(1, freedom - 1, 2):
            total += term
            term *= square * (power + 1) / (power + 2)
        inside = 2 / math.pi * (angle + sine * total)
    else:
        term, total = 1.0, 0.0
        for power in range(0, freedom - 1, 2):
            total += term
            term *= square * (power + 1) / (power + 2)
        inside = sine * total
    return 0.5 + inside / 2


@cache
def student_quantile(probability: float, freedom: int) -> float:
    """The value below which a Student's t value falls with that probability (from 0.5 up).

    >>> round(student_quantile(0.975, 4), 3), round(student_quantile(0.975, 10_000), 2)
    (2.776, 1.96)
    """
    assert 0.5 <= probability < 1
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < probability:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < probability else (low, middle)
    return high
