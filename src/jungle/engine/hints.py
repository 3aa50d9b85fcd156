"""A hint for a player: the best move, and what it is about. Front ends put it into words."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, Self

from jungle.boardgame import BoardGame
from jungle.engine.limits import Limit
from jungle.engine.reasons import MoveReason, explain
from jungle.engine.registry import engine_for
from jungle.engine.score import Score
from jungle.engine.search import BaseEngine, Line
from jungle.geometry import Terrain
from jungle.moves import BoardMove

HINT_TIME = 0.5
"""Seconds that a hint may take."""
COMPARED = 4
"""The lines that a reason is found from."""


class HintKind(Enum):
    """What the proposed move does."""

    DEN = "den"
    FLIP = "flip"
    CAPTURE = "capture"
    JUMP = "jump"
    STEP = "step"


class Found(Protocol):
    """A move and its score, as a search or a player found them."""

    @property
    def move(self) -> BoardMove: ...
    @property
    def score(self) -> Score | None: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def is_solved(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposed move and, where it is known, the score for the player who makes it."""

    move: BoardMove
    score: Score | None
    kind: HintKind
    square: str
    """The name of the square that the move goes to."""
    is_solved: bool = False
    """Is the score that of endgame tables?"""
    other: Line | None = None
    """In the face-down game the best of the other sort: a move beside a flip, a flip beside a move."""
    reason: MoveReason | None = None
    """Why it is the best, where that can be said."""

    @classmethod
    def of(cls, game: BoardGame, found: Found) -> Self:
        """The hint to play what was found in a game."""
        move = found.move
        kind = HintKind.JUMP if move.is_jump else HintKind.STEP
        if move.is_flip:
            kind = HintKind.FLIP
        elif game.grid.terrain(move.target) is Terrain.DEN:
            kind = HintKind.DEN
        elif move.captured is not None:
            kind = HintKind.CAPTURE
        square, reason = game.grid.square_name(move.target), explain(game.position, found.lines)
        return cls(move, found.score, kind, square, found.is_solved, _other(found), reason)


def lines_to_compare(game: BoardGame) -> int:
    """How many lines a search for a hint should find: where something lies face down, those of all moves."""
    # Flips and moves are compared in chances, which takes exact scores of both.
    return max(len(game.legal_moves()), 1) if game.hidden() else COMPARED


def _other(found: Found) -> Line | None:
    """The best line that flips where the first does not, or the other way round."""
    return next((line for line in found.lines if line.move.is_flip is not found.move.is_flip), None)


def hint(game: BoardGame, *, engine: BaseEngine | None = None, limit: Limit | None = None) -> Hint:
    """The best move for the side to move. Raises GameError where the game is over.

    >>> from jungle import Game
    >>> found = hint(Game(fen="7/3E3/7/7/7/7/7/r6/7 b"))
    >>> found.move.uci(), found.kind, str(found.score)
    ('d8d9', <HintKind.DEN: 'den'>, 'win in 1')
    """
    if engine is None:
        with engine_for(game.kind, hash_mb=16) as own:
            return hint(game, engine=own, limit=limit)
    return Hint.of(game, engine.search(game, limit or Limit(movetime=HINT_TIME), multipv=lines_to_compare(game)))
