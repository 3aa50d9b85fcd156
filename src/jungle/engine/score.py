"""Scores: how good a position is for the side to move."""

import math
from dataclasses import dataclass, field
from enum import Enum
from functools import total_ordering
from typing import NamedTuple, Self

from jungle.engine.errors import EngineError
from jungle.pieces import Side, as_side

ALL_PIECES = 16


class Curve(NamedTuple):
    """How the chances of a win grow with a lead, and how that changes as pieces leave the board.

    `likely_win` is the lead, in centi-cats, that wins half of all games while all pieces are on the board;
    `spread` is how many centi-cats change the odds of a win from 1 : 1 to e : 1. Each piece that has left the board
    adds `likely_win_by_loss` to the first and `spread_by_loss` to the second.
    """

    likely_win: float
    spread: float
    likely_win_by_loss: float = 0.0
    spread_by_loss: float = 0.0

    def chances(self, centi_cats: int, pieces: int) -> "Chances":
        """The chances with a lead, and with this many pieces of both sides on the board."""
        gone = ALL_PIECES - pieces
        likely_win = max(self.likely_win + gone * self.likely_win_by_loss, 0.0)
        spread = max(self.spread + gone * self.spread_by_loss, 1.0)
        win, loss = (
            1.0 / (1.0 + math.exp(min((likely_win - lead) / spread, 500.0))) for lead in (centi_cats, -centi_cats)
        )
        return Chances(win, 1.0 - win - loss, loss)


CURVE = Curve(272.9, 89.2, 15.3, 20.9)
"""Fitted by `python -m tools.calibrate`, see docs/measurements/engine.md."""
EVEN = 0.03
"""How far the chance of winning may differ from a half in a game called even."""
DRAWN = 0.45
"""The part of even positions of the face-down game that end in a draw; fitted, see docs/engine/flip.md."""
LEAD = Curve(762.0, 440.0)
"""Leads of the face-down game in centi-cats: an agreed scale, on which the levels' errors are set."""


class Judgement(Enum):
    """A score in a word, for the side to move."""

    WINS = "wins"
    BETTER = "better"
    EVEN = "even"
    WORSE = "worse"
    LOSES = "loses"


class Chances(NamedTuple):
    """The chances of each ending, from 0 to 1, together 1."""

    win: float
    draw: float
    loss: float


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """A score for the side to move: centi-cats (a cat is worth 100), or a win or loss in a number of plies.

    Scores compare by how good they are: a quick win beats a slow one, a slow loss beats a quick one. `-score` is
    the same for the other side. A proven win or loss has no centi-cats; `value` makes a number of either.

    >>> Score.win(7) > Score(250) > Score(-30) > Score.loss(12)
    True
    >>> str(Score.win(7)), str(Score(-30)), round(Score(0).win_probability(), 2)
    ('win in 7', '-0.30', 0.5)
    """

    centi_cats: int | None = 0
    """The lead; None for a proven win or loss."""
    win_in: int | None = None
    """Plies until the win if positive, until the loss if negative; None if nothing is proved."""
    pieces: int = field(default=ALL_PIECES, kw_only=True, compare=False, repr=False)
    """The number of pieces on the board: the fewer, the less a lead is worth."""
    side: Side | None = field(default=None, kw_only=True, compare=False, repr=False)
    """The side whose score it is; None before the first flip decides the colours, and for scores without a search."""

    @classmethod
    def win(cls, plies: int) -> Self:
        return cls(None, plies)

    @classmethod
    def loss(cls, plies: int) -> Self:
        return cls(None, -plies)

    def value(self, win: int) -> int:
        """The score as one number: its centi-cats, or `win` less the plies to a proven win.

        >>> Score(-30).value(win=10_000), Score.win(7).value(win=10_000), Score.loss(7).value(win=10_000)
        (-30, 9993, -9993)
        """
        if self.win_in is None:
            return self.centi_cats or 0
        return win - self.win_in if self.win_in > 0 else -win - self.win_in

    @property
    def in_chances(self) -> bool:
        """Whether it is best shown as a chance, because luck is involved."""
        return False

    def is_decided(self) -> bool:
        """Whether it is a proven win or loss."""
        return self.win_in is not None

    def __neg__(self) -> "Score":
        win_in = None if self.win_in is None else -self.win_in
        centi_cats = None if self.centi_cats is None else -self.centi_cats
        return Score(centi_cats, win_in, pieces=self.pieces, side=self._other_side())

    def _other_side(self) -> Side | None:
        return None if self.side is None else self.side.opponent

    def for_side(self, side: Side) -> "Score":
        """The score from one side's point of view. Raises EngineError if the score does not know whose it is.

        >>> Score(30, side=Side.RED).for_side(Side.BLUE).centi_cats
        -30
        """
        if self.side is None:
            raise EngineError(f"expected a score of Blue's or Red's, got {self}, which belongs to neither")
        return self if as_side(side) is self.side else -self

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._order() < other._order()

    def _order(self) -> tuple[int, float]:
        if self.win_in is None:
            return 0, self.value(0)
        return (1, -self.win_in) if self.win_in > 0 else (-1, -self.win_in)

    def chances(self) -> Chances:
        """The chances of each result from here when both sides play strongly."""
        if self.win_in is not None:
            return Chances(1.0, 0.0, 0.0) if self.win_in > 0 else Chances(0.0, 0.0, 1.0)
        return CURVE.chances(self.value(0), self.pieces)

    def win_probability(self) -> float:
        """The chance of winning, from 0 to 1, counting a draw as half."""
        win, draw, _ = self.chances()
        return win + draw / 2

    def judgement(self) -> Judgement:
        """Which side stands better."""
        if self.win_in is not None:
            return Judgement.WINS if self.win_in > 0 else Judgement.LOSES
        lead = self.win_probability() - 0.5
        if abs(lead) < EVEN:
            return Judgement.EVEN
        return Judgement.BETTER if lead > 0 else Judgement.WORSE

    def moves(self) -> int | None:
        """The number of moves until the win or loss, half the plies; None if nothing is proved."""
        return None if self.win_in is None else (abs(self.win_in) + 1) // 2

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.value(0) / 100:+.2f}"
        return f"win in {self.win_in}" if self.win_in > 0 else f"loss in {-self.win_in}"


@dataclass(frozen=True, slots=True)
class FlipScore(Score):
    """A score for the side to move: the expected result, 1 for a certain win, 0 for a draw, -1 for a certain loss.

    Luck decides more than a lead, so a score is shown as a chance; `centi_cats` is that chance on the scale of `LEAD`.

    >>> score = FlipScore.of(0.3)
    >>> str(score), -score < score, round(score.win_probability(), 2)
    ('65 %', True, 0.65)
    """

    expected: float = 0.0

    @classmethod
    def of(cls, expected: float) -> Self:
        return cls(_centi_cats((1 + expected) / 2), None, expected)

    @classmethod
    def of_lead(cls, centi_cats: int) -> Self:
        win, _, loss = LEAD.chances(centi_cats, ALL_PIECES)
        return cls(centi_cats, None, win - loss)

    @classmethod
    def win(cls, plies: int) -> Self:
        return cls(None, plies, 1.0)

    @classmethod
    def loss(cls, plies: int) -> Self:
        return cls(None, -plies, -1.0)

    @property
    def in_chances(self) -> bool:
        return self.win_in is None

    def __neg__(self) -> "FlipScore":
        win_in = None if self.win_in is None else -self.win_in
        centi_cats = None if self.centi_cats is None else -self.centi_cats
        return FlipScore(centi_cats, win_in, -self.expected, side=self._other_side())

    def chances(self) -> Chances:
        """The chances of each result between equal players from here."""
        draw = DRAWN * (1 - abs(self.expected))
        return Chances((1 - draw + self.expected) / 2, draw, (1 - draw - self.expected) / 2)

    def win_probability(self) -> float:
        """The chance of winning, from 0 to 1, counting a draw as half."""
        return (1 + self.expected) / 2

    def __str__(self) -> str:
        return f"{100 * self.win_probability():.0f} %" if self.win_in is None else Score.__str__(self)


def _centi_cats(probability: float) -> int:
    """The lead on the scale `LEAD` with this chance of winning, counting a draw as half."""
    low, high = -10_000, 10_000
    while low < high:
        middle = (low + high) // 2
        win, draw, _ = LEAD.chances(middle, ALL_PIECES)
        if win + draw / 2 < min(probability, 1 - 1e-9):
            low = middle + 1
        else:
            high = middle
    return int(math.copysign(abs(low), probability - 0.5))
