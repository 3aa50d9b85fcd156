"""Game review: a verdict for each move, each side's accuracy, and the turning points.

The thresholds of the verdicts are in `verdicts.json`, which the browser app reads too.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module, resources

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.hints import MoveReason, explain, find_fault
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.engine.search import BaseEngine, Line
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.rules_text import rules_text

_DATA = json.loads(resources.files("jungle.engine").joinpath("verdicts.json").read_text("utf-8"))
HALVING_LOSS: float = _DATA["halving_loss"]
"""The loss of win probability that halves the accuracy of a move."""
DECIDED: float = _DATA["decided"]
"""The chance of winning from which a side is as good as winning, if it stays above."""
PRACTICE: dict[str, str] = {why: name for name, faults in _DATA["practice"].items() for why in faults}
"""What to practise after a fault."""
USUAL_PRACTICE = "plan"
PRACTICES = frozenset((*PRACTICE.values(), USUAL_PRACTICE))
TURNING_POINTS = 3
"""The most turning points in a review."""


class Verdict(Enum):
    """The verdict on a move, by the win probability it gave away."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BOUNDS = tuple((bound, Verdict(name)) for name, bound in _DATA["below"].items())
"""The verdict for losses below each bound; anything above is a blunder."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """A move that was played, its score for its player, and the best line."""

    position: BoardPosition
    """Before the move."""
    move: BoardMove
    score: Score
    """The score after the move, for its player."""
    best: Line
    loss: float
    """The win probability given away, from 0 to 1."""
    verdict: Verdict
    number: int = 1
    """The move's number in its game."""
    reason: MoveReason | None = None
    """Why the best move is better, if it is."""
    fault: MoveReason | None = None
    """What is wrong with the move that was played, if anything."""
    drawn: Side = Side.BLUE
    """The side of the player who made the first flip, if it decided the colours."""

    def is_slip(self) -> bool:
        """Whether it was an inaccuracy or worse."""
        return self.verdict not in (Verdict.BEST, Verdict.GOOD)

    @property
    def side(self) -> Side:
        """The side that moved."""
        return self.drawn if self.position.side is None else self.position.side

    @property
    def accuracy(self) -> float:
        """The move's accuracy: 100 if it loses nothing, halved for each `HALVING_LOSS`."""
        return float(100.0 * 0.5 ** (self.loss / HALVING_LOSS))

    def blue_win_probability(self) -> float:
        """Blue's chances after the move."""
        chance = self.score.win_probability()
        return chance if self.side is Side.BLUE else 1.0 - chance

    def _repr_html_(self) -> str:
        return str(import_module("jungle.engine.review_html").move_html(self))


def judge(position: BoardPosition, move: BoardMove, score: Score, best: Line, number: int = 1) -> MoveReview:
    """The verdict on a move with this score, given the best line.

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


def review(game: BoardGame, engine: BaseEngine, limit: Limit) -> Iterator[MoveReview]:
    """Review every move of a game in order, searching each within the limit.

    A move other than the engine's is searched again on its own, to the depth of the best one, so that the two can
    be compared. A flip is judged as a choice, before its result was known.
    """
    so_far = type(game).from_moves([], position=game.start)
    for move in game.moves:
        choice = replace(move, revealed=None) if move.is_flip() else move
        best = played = engine.search(so_far, limit).lines[0]
        if choice != best.move:
            same_depth = replace(limit, depth=max(best.depth, 1))
            played = engine.search(so_far, same_depth, searchmoves=[choice]).lines[0]
        judged = judge(so_far.position, choice, played.score, best, so_far.number)
        if judged.is_slip():
            reason = explain(so_far.position, (best, played))
            judged = replace(judged, reason=reason, fault=find_fault(so_far.position, played, best))
        so_far.push(move)
        yield replace(judged, drawn=so_far.first or Side.BLUE)


def accuracy(reviews: Iterable[MoveReview], side: Side) -> float | None:
    """The mean accuracy of a side's moves, from 0 to 100; None if it has not moved."""
    accuracies = [review.accuracy for review in reviews if review.side is side]
    return sum(accuracies) / len(accuracies) if accuracies else None


def turning_points(reviews: Iterable[MoveReview], most: int = TURNING_POINTS) -> list[MoveReview]:
    """The costliest mistakes, in the order in which they were played; moves below an inaccuracy are left out."""
    slips = [judged for judged in reviews if judged.is_slip()]
    worst = sorted(slips, key=lambda judged: -judged.loss)[:most]
    return [judged for judged in slips if any(judged is one for one in worst)]


def decisive_moment(reviews: Sequence[MoveReview], winner: Side | None) -> MoveReview | None:
    """The loser's mistake after which the winner was ahead for good; None if there was none, or nobody has won."""
    if winner is None:
        return None
    chances = [
        judged.blue_win_probability() if winner is Side.BLUE else 1.0 - judged.blue_win_probability()
        for judged in reviews
    ]
    open_until = max((ply for ply, chance in enumerate(chances) if chance < DECIDED), default=-1)
    slips = [judged for judged in reviews[: open_until + 2] if judged.is_slip() and judged.side is not winner]
    # The last of the mistakes as large as any: the ones before it could still be repaired.
    return max(reversed(slips), key=lambda judged: judged.verdict is Verdict.BLUNDER, default=None)


def practice_for(judged: MoveReview | None) -> str:
    """What to practise after a mistake, as the end of the key of its text, `practice.…`."""
    fault = None if judged is None else judged.fault
    return USUAL_PRACTICE if fault is None else PRACTICE.get(fault.why.value, USUAL_PRACTICE)


def try_again(game: BoardGame, ply: int) -> BoardGame:
    """The game before the move of this ply, counted from 0, to try another move.

    >>> from jungle import Game
    >>> again = try_again(Game.from_moves(["a3a4", "g7g6", "a4a5"]), 1)
    >>> len(again), again.side.name
    (1, 'RED')
    """
    if game.hidden_pieces(ply):
        # The face-down pieces have been seen since, so they are dealt again.
        return type(game).new(rules_text(game.rules), fen=game.positions[ply].fen())
    return type(game).from_moves(game.moves[:ply], position=game.start)
