"""Scores of the face-down game: expected results and the chances behind them."""

import math
from dataclasses import dataclass
from typing import Self

from jungle.engine.score import ALL_PIECES, Chances, Curve, Score

DRAWN = 0.45
"""The part of even positions that end in a draw; fitted, see docs/learn/flip.md."""
LEAD = Curve(762.0, 440.0, 0.0, 0.0)
"""How leads are told in centi-cats: an agreed scale, on which the levels' errors are set."""


@dataclass(frozen=True, slots=True)
class FlipScore(Score):
    """A score for the side to move: the expected result, 1 for a certain win, 0 for a draw, -1 for a certain loss.

    Luck decides more than a lead, so a score speaks of chances; `centi_cats` is what `LEAD` makes of them.

    >>> score = FlipScore.of(0.3)
    >>> str(score), -score < score, round(score.win_probability(), 2)
    ('65 %', True, 0.65)
    """

    expected: float = 0.0

    @classmethod
    def of(cls, expected: float) -> Self:
        return cls(_centi_cats((1 + expected) / 2), None, expected)

    @classmethod
    def win(cls, plies: int) -> Self:
        return cls(0, plies, 1.0)

    @classmethod
    def loss(cls, plies: int) -> Self:
        return cls(0, -plies, -1.0)

    @property
    def in_chances(self) -> bool:
        return self.win_in is None

    def __neg__(self) -> "FlipScore":
        win_in = None if self.win_in is None else -self.win_in
        return FlipScore(-self.centi_cats, win_in, -self.expected, side=self._other_side())

    def chances(self) -> Chances:
        """The chances of each result between equal players from here."""
        draw = DRAWN * (1 - abs(self.expected))
        return Chances((1 - draw + self.expected) / 2, draw, (1 - draw - self.expected) / 2)

    def win_probability(self) -> float:
        """The chance to win, from 0 to 1, a draw counted as half."""
        return (1 + self.expected) / 2

    def __str__(self) -> str:
        return f"{100 * self.win_probability():.0f} %" if self.win_in is None else Score.__str__(self)


def _centi_cats(probability: float) -> int:
    """The lead on the scale `LEAD` with this chance to win, a draw counted as half."""
    low, high = -10_000, 10_000
    while low < high:
        middle = (low + high) // 2
        win, draw, _ = LEAD.chances(middle, ALL_PIECES)
        if win + draw / 2 < min(probability, 1 - 1e-9):
            low = middle + 1
        else:
            high = middle
    return int(math.copysign(abs(low), probability - 0.5))
