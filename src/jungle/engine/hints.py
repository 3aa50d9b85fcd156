"""Hints and reasons: the best move, what it is about, and why a move is good or bad. Front ends put them into words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, Self, TypeGuard

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.engine import line_numbers
from jungle.engine.limits import Limit
from jungle.engine.registry import engine_for, features_of
from jungle.engine.score import Score
from jungle.engine.search import BaseEngine, Line
from jungle.geometry import Terrain
from jungle.moves import BoardMove
from jungle.native import core, native_available
from jungle.native_rules import table
from jungle.pieces import Animal
from jungle.position import Position

NOWHERE = 63
HINT_TIME = 0.5
"""The time limit of a hint, in seconds."""
COMPARED = 4
"""The number of lines used to find a reason."""


class Why(Enum):
    """What a move is about. The order is that of the core's codes, which begin at 1."""

    ENTERS_DEN = "enters_den"
    OPENS_DEN = "opens_den"
    WINS = "wins"
    HOLDS_OUT = "holds_out"
    STOPS_DEN = "stops_den"
    ONLY_MOVE = "only_move"
    TAKES_TRAPPED = "takes_trapped"
    TAKES = "takes"
    TRADES = "trades"
    SAVES = "saves"
    BLOCKS_JUMP = "blocks_jump"
    KEEPS_BLOCK = "keeps_block"
    FORKS = "forks"
    ATTACKS = "attacks"
    NEARER = "nearer"
    HANGS = "hangs"
    ALLOWS_DEN = "allows_den"
    MISSES_WIN = "misses_win"
    MISSES_PREY = "misses_prey"
    LOSES = "loses"
    LOSES_PIECE = "loses_piece"
    MISSES_PIECE = "misses_piece"
    LETS_CLOSER = "lets_closer"
    WORSE = "worse"
    WINS_PIECE = "wins_piece"
    LINES_UP_JUMP = "lines_up_jump"
    GUARDS = "guards"
    IMPROVES = "improves"


_CODES = (None, *Why)


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a move is good or bad: the kind of reason, the pieces involved, and their squares before the move."""

    why: Why
    own: int | None = None
    """The square of a piece of the side that moves."""
    enemy: int | None = None
    """The square of a piece of the other side."""
    plies: int = 0
    """Plies to the win or loss, if any."""
    animal: Animal | None = None
    """The animal on `own`."""
    other: Animal | None = None
    """The animal on `enemy`."""

    @classmethod
    def of(cls, position: Position, found: tuple[int, int, int, int]) -> Self | None:
        why = _CODES[found[0]]
        if why is None:
            return None
        own, enemy = (None if square == NOWHERE else square for square in found[1:3])
        animal, other = (
            None if square is None or (piece := position.piece_at(square)) is None else piece.animal
            for square in (own, enemy)
        )
        return cls(why, own, enemy, found[3], animal, other)


def explain(position: BoardPosition, lines: Sequence[Line]) -> MoveReason | None:
    """Why the first of these lines is the best; None in other games, or without the core.

    >>> from jungle.engine import Engine, Limit
    >>> position = Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b")
    >>> with Engine(hash_mb=1) as engine:
    ...     reason = explain(position, engine.search(position, Limit(depth=6), multipv=3).lines)
    >>> reason is None or reason.why is Why.OPENS_DEN
    True
    """
    if not lines or not _has_reasons(position):
        return None
    found = core.explain(table(position.rules), position.board, position.side, line_numbers(lines))
    return MoveReason.of(position, found)


def find_fault(position: BoardPosition, played: Line, better: Line) -> MoveReason | None:
    """What is wrong with a line that was played although there was a better one; None as for `explain`."""
    if not _has_reasons(position):
        return None
    found = core.find_fault(table(position.rules), position.board, position.side, line_numbers((played, better)))
    return MoveReason.of(position, found)


def _has_reasons(position: BoardPosition) -> TypeGuard[Position]:
    return native_available() and features_of(position).explains


class Answer(Protocol):
    """A move with what is known about it: a search result, or a player's choice."""

    @property
    def move(self) -> BoardMove: ...
    @property
    def score(self) -> Score | None: ...
    @property
    def solved(self) -> bool: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...


class HintKind(Enum):
    """What the proposed move does."""

    DEN = "den"
    FLIP = "flip"
    CAPTURE = "capture"
    JUMP = "jump"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposed move and, if it is known, the score for the player who makes it."""

    move: BoardMove
    score: Score | None
    kind: HintKind
    square: str
    """The name of the square that the move goes to."""
    solved: bool = False
    """Whether the score comes from endgame tables."""
    other: Line | None = None
    """In the face-down game, the best alternative: a move if this is a flip, or the reverse."""
    reason: MoveReason | None = None
    """Why it is the best move, if known."""

    @classmethod
    def of(cls, game: BoardGame, found: Answer) -> Self:
        """The hint for a search result."""
        move = found.move
        kind = HintKind.JUMP if move.is_jump() else HintKind.STEP
        if move.is_flip():
            kind = HintKind.FLIP
        elif game.grid.terrain(move.target) is Terrain.DEN:
            kind = HintKind.DEN
        elif move.captured is not None:
            kind = HintKind.CAPTURE
        square, reason = game.grid.square_name(move.target), explain(game.position, found.lines)
        return cls(move, found.score, kind, square, found.solved, _other(found), reason)


def lines_to_compare(game: BoardGame) -> int:
    """How many lines a search for a hint should find: one per move if anything lies face down."""
    # Flips and moves are compared by chances, which needs exact scores for both.
    return max(len(game.legal_moves()), 1) if game.hidden_pieces() else COMPARED


def _other(found: Answer) -> Line | None:
    """The best line that starts with a flip if the first does not, or the reverse."""
    return next((line for line in found.lines if line.move.is_flip() is not found.move.is_flip()), None)


def hint(game: BoardGame, *, engine: BaseEngine | None = None, limit: Limit | None = None) -> Hint:
    """The best move for the side to move. Raises GameError if the game is over.

    >>> from jungle import Game
    >>> found = hint(Game(fen="7/3E3/7/7/7/7/7/r6/7 b"))
    >>> found.move.uci(), found.kind, str(found.score)
    ('d8d9', <HintKind.DEN: 'den'>, 'win in 1')
    """
    if engine is None:
        with engine_for(game.kind, hash_mb=16) as own:
            return hint(game, engine=own, limit=limit)
    return Hint.of(game, engine.search(game, limit or Limit(movetime=HINT_TIME), multipv=lines_to_compare(game)))
