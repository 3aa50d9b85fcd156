"""Judging a game that was played: a verdict for each move, and how exactly each side played."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from jungle.boardgame import AnyGame
from jungle.engine.limits import Limit
from jungle.engine.result import Line
from jungle.engine.score import Score
from jungle.engine.search import BaseEngine
from jungle.pieces import Side

HALVING_LOSS = 0.10
"""The loss of win probability that halves the accuracy of a move."""


class Verdict(Enum):
    """What a move was, by the win probability it gave away."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BOUNDS = ((0.05, Verdict.GOOD), (0.10, Verdict.INACCURACY), (0.20, Verdict.MISTAKE))
"""The verdict for losses below each bound; anything above is a blunder."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """A move that was played, what it was worth to its player, and the best there was."""

    position: Any
    """Before the move."""
    move: Any
    score: Score
    """What the move leads to, for its player."""
    best: Line
    loss: float
    """The win probability given away, from 0 to 1."""
    verdict: Verdict
    number: int = 1
    """Of the move in its game."""

    @property
    def side(self) -> Side:
        side: Side = self.position.side
        return side

    @property
    def accuracy(self) -> float:
        """From 100 for a move that loses nothing; half of it for each `HALVING_LOSS`."""
        return float(100.0 * 0.5 ** (self.loss / HALVING_LOSS))

    def blue_win_probability(self) -> float:
        """Blue's chances after the move."""
        chance = self.score.win_probability()
        return chance if self.side is Side.BLUE else 1.0 - chance


def judge(position: Any, move: Any, score: Score, best: Line, number: int = 1) -> MoveReview:
    """The verdict on a move with this score where that line was best.

    >>> from jungle import Position
    >>> start = Position.initial()
    >>> better = Line(Score(0), (start.parse_move("a3a4"),), 9, 9)
    >>> judge(start, start.parse_move("c3c2"), Score.loss(4), better).verdict
    <Verdict.BLUNDER: 'blunder'>
    """
    if move == best.move or score >= best.score:
        return MoveReview(position, move, score, best, 0.0, Verdict.BEST, number)
    loss = max(best.score.win_probability() - score.win_probability(), 0.0)
    verdict = next((verdict for bound, verdict in BOUNDS if loss < bound), Verdict.BLUNDER)
    return MoveReview(position, move, score, best, loss, verdict, number)


def review(game: AnyGame, engine: BaseEngine, limit: Limit) -> Iterator[MoveReview]:
    """Judge every move of a game, one by one, searching within the limit each time.

    A move other than the engine's is searched once more by itself, as deep as the best was, so that the two can
    be compared. A flip is judged as a choice, before anybody knew what it turned up.
    """
    so_far = type(game).from_moves([], position=game.start)
    for move in game.moves:
        choice = replace(move, revealed=None) if move.is_flip else move
        result = engine.search(so_far, limit)
        score = result.score
        if choice != result.move:
            same_depth = replace(limit, depth=max(result.depth, 1))
            score = engine.search(so_far, same_depth, searchmoves=[choice]).score
        yield judge(so_far.position, choice, score, result.lines[0], so_far.number)
        so_far.play(move)


def accuracy(reviews: Iterable[MoveReview], side: Side) -> float | None:
    """The mean accuracy of a side's moves, from 0 to 100; None where it made none."""
    accuracies = [review.accuracy for review in reviews if review.side is side]
    return sum(accuracies) / len(accuracies) if accuracies else None
