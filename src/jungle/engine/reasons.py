"""Why a move is good or bad, as a code with squares: found by the core, put into words by front ends (`reason.…`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self, TypeGuard

from jungle.boardposition import BoardPosition
from jungle.engine.choosing import line_numbers
from jungle.engine.registry import engine_entry
from jungle.engine.search import Line
from jungle.native import core, native_available
from jungle.pieces import Animal
from jungle.position import Position
from jungle.tables import table

NOWHERE = 63


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
    """Why a move is good or bad: what it is about, who is meant, and where they stand before the move."""

    why: Why
    own: int | None = None
    """The square of a piece of the side that moves."""
    enemy: int | None = None
    """The square of a piece of the other side."""
    plies: int = 0
    """To the win or loss, where it is about one."""
    animal: Animal | None = None
    """Who stands on `own`."""
    other: Animal | None = None
    """Who stands on `enemy`."""

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
    return native_available() and engine_entry(position).has_reasons
