"""The sequential test that decides a match: is the lead `elo1` rather than `elo0`, in normalised Elo?

After every pair the log-likelihood ratio of the two hypotheses is compared with two bounds; the test ends when
it leaves them. A hypothesis says how many standard deviations the mean lies above ½ and nothing else, so each is
given the distribution over the five kinds of pair that satisfies it and fits the pairs seen best (the generalised
likelihood ratio). docs/engine/arena.md derives the formulas.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

from jungle.arena.errors import InvalidSettingError
from jungle.arena.scores import NORMALISED_ELO, PAIR_SCORES, PairCounts

UNSEEN = 1e-3
"""The count assumed for a kind of pair that has not occurred yet."""
ITERATIONS = 60
TOLERANCE = 1e-9


class Decision(Enum):
    """The verdict of the test so far."""

    ACCEPTED = "yes"
    """The lead is elo1 rather than elo0."""
    REJECTED = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """Two leads in normalised Elo and the chances of error allowed.

    `alpha` is the chance to accept elo1 when elo0 is true, `beta` the chance to accept elo0 when elo1 is true.
    Raises ArenaError for invalid values.

    >>> test = Sprt.parse("elo0=0,elo1=50")
    >>> [round(bound, 2) for bound in test.bounds()]
    [-2.94, 2.94]
    >>> pairs = PairCounts((2, 10, 40, 30, 18))
    >>> round(test.ratio(pairs), 2), test.verdict(pairs).value
    (7.61, 'yes')
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            got = f"{self.elo0:g} and {self.elo1:g}"
            raise InvalidSettingError(f"sprt: expected elo0 < elo1, both within ±1000, got {got}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InvalidSettingError(f"sprt: expected {name} between 0 and 0.5, got {getattr(self, name):g}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The test of a text like ``elo0=0,elo1=5,alpha=0.05,beta=0.05``; options left out have these values."""
        values: dict[str, float] = {}
        for pair in filter(None, text.split(",")):
            name, _, value = pair.partition("=")
            name = name.strip()
            if name not in ("elo0", "elo1", "alpha", "beta"):
                raise InvalidSettingError(f"sprt: expected elo0=, elo1=, alpha= or beta=, got {pair!r} in {text!r}")
            if name in values:
                raise InvalidSettingError(f"sprt: {name} is given twice in {text!r}")
            try:
                values[name] = float(value)
            except ValueError:
                raise InvalidSettingError(f"sprt: expected a number for {name}, got {value!r} in {text!r}") from None
        return cls(**values)

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"

    def bounds(self) -> tuple[float, float]:
        """The ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: PairCounts) -> float:
        """The log-likelihood ratio of elo1 over elo0."""
        if not pairs.total:
            return 0.0
        counts = [count or UNSEEN for count in pairs.counts]
        total = math.fsum(counts)
        seen = [count / total for count in counts]
        under0, under1 = (best_fit(seen, math.sqrt(2) * elo / NORMALISED_ELO) for elo in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(b / a) for p, a, b in zip(seen, under0, under1, strict=True))

    def verdict(self, pairs: PairCounts) -> Decision:
        """The verdict that the pairs so far support."""
        return self.verdict_at(self.ratio(pairs))

    def verdict_at(self, ratio: float) -> Decision:
        """The verdict that a log-likelihood ratio supports."""
        lower, upper = self.bounds()
        return Decision.ACCEPTED if ratio >= upper else Decision.REJECTED if ratio <= lower else Decision.UNDECIDED

    def question(self, names: tuple[str, str]) -> str:
        """What is tested, in words."""
        return f"does {names[0]} lead {names[1]} by {self.elo1:g} normalised Elo rather than by {self.elo0:g}?"

    def tendency(self, ratio: float) -> str:
        """Which way an undecided test is leaning, in words."""
        lower, upper = self.bounds()
        return f"{ratio / upper:.0%} of the way to yes" if ratio >= 0 else f"{ratio / lower:.0%} of the way to no"

    def explained(self, pairs: PairCounts, names: tuple[str, str]) -> list[str]:
        """Lines of text: what was tested, the finding and its certainty; then the numbers."""
        ratio, (lower, upper) = self.ratio(pairs), self.bounds()
        match self.verdict_at(ratio):
            case Decision.UNDECIDED:
                found = f"nothing yet. {2 * pairs.total} games are {self.tendency(ratio)}."
            case verdict:
                elo, chance = (self.elo0, self.alpha) if verdict is Decision.ACCEPTED else (self.elo1, self.beta)
                found = f"{verdict.value}. If the lead were {elo:g}, at most {chance:.1%} of such matches would say so."
        bounds = f"log-likelihood ratio {ratio:+.2f}, decided from {lower:+.2f} down and from {upper:+.2f} up"
        return [f"tested: {self.question(names)}", f"found: {found}", f"numbers: {bounds}; {self}"]


def best_fit(seen: Sequence[float], lead: float) -> list[float]:
    """The likeliest distribution of pair scores, given those seen, whose mean is `lead` deviations above ½.

    There may be two such tops, one with more of the clear results and one with more of the narrow ones.
    """
    is_low = _surplus(seen, lead) < 0
    fits = [_climb(seen, lead, toward) for toward in ((4, 3) if is_low else (0, 1))]
    return max(fits, key=lambda fit: math.fsum(p * math.log(q) for p, q in zip(seen, fit, strict=True)))


def _climb(seen: Sequence[float], lead: float, toward: int) -> list[float]:
    """A top of the likelihood, from where enough of one kind of pair is mixed in to have the lead.

    Each round takes the deviation as known, which makes the condition linear, and solves that; see
    docs/engine/arena.md.
    """
    fit = _mixed(seen, lead, toward)
    for _ in range(ITERATIONS):
        mean, deviation = _moments(fit)
        pulls = [score - 0.5 - lead * deviation / 2 * (1 + ((score - mean) / deviation) ** 2) for score in PAIR_SCORES]
        # Where the linear condition leads nowhere, go on from a distribution that satisfies the true one.
        last, fit = fit, _tilted(seen, pulls) if min(pulls) < 0 < max(pulls) else _mixed(fit, lead, toward)
        if max(abs(new - old) for new, old in zip(fit, last, strict=True)) < TOLERANCE:
            break
    return fit


def _moments(distribution: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation."""
    mean = math.fsum(p * score for p, score in zip(distribution, PAIR_SCORES, strict=True))
    squares = math.fsum(p * (score - mean) ** 2 for p, score in zip(distribution, PAIR_SCORES, strict=True))
    return mean, math.sqrt(squares)


def _surplus(distribution: Sequence[float], lead: float) -> float:
    """How far the mean lies above where the lead wants it."""
    mean, deviation = _moments(distribution)
    return mean - 0.5 - lead * deviation


def _mixed(distribution: Sequence[float], lead: float, toward: int) -> list[float]:
    """The distribution with enough of one kind of pair mixed in to have that lead."""
    is_low = _surplus(distribution, lead) < 0
    low, high = 0.0, 1.0
    mixed = list(distribution)
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        mixed = [(1 - middle) * p for p in distribution]
        mixed[toward] += middle
        low, high = (middle, high) if (_surplus(mixed, lead) < 0) is is_low else (low, middle)
    return mixed


def _tilted(seen: Sequence[float], pulls: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the pulls have mean 0: seen / (1 + θ·pull) for the θ that does it."""
    lowest, highest = min(pulls), max(pulls)
    # All 1 + θ·pull stay positive between these; the mean falls from +∞ to -∞ in between.
    low, high = -1 / highest, -1 / lowest
    theta = 0.0
    for _ in range(200):
        mean = slope = 0.0
        for p, pull in zip(seen, pulls, strict=True):
            share = pull / (1 + theta * pull)
            mean += p * share
            slope -= p * share * share
        low, high = (theta, high) if mean > 0 else (low, theta)
        step = theta - mean / slope
        step = step if low < step < high else (low + high) / 2
        if abs(step - theta) <= 1e-14 * (1 + abs(theta)):
            break
        theta = step
    return [p / (1 + theta * pull) for p, pull in zip(seen, pulls, strict=True)]
