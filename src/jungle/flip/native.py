"""The face-down game in the terms of the C++ core."""

from typing import TYPE_CHECKING

from jungle.flip.position import FlipPosition
from jungle.flip.rules import FlipRules
from jungle.native import core, native_cache
from jungle.pieces import PIECES, Animal, Piece, Side
from jungle.rules import RULES_CACHE_SIZE

if TYPE_CHECKING:
    from jungle import _native

NOBODY = 2
"""The side to move before a first flip that decides the colours."""


@native_cache(RULES_CACHE_SIZE)
def native_rules(rules: FlipRules) -> "_native.FlipRules":
    """Which animal captures which, as data."""
    takes = [sum(1 << (prey - 1) for prey in Animal if rules.takes(hunter, prey)) for hunter in Animal]
    trades = [sum(1 << (prey - 1) for prey in Animal if rules.trades(hunter, prey)) for hunter in Animal]
    return core.FlipRules(takes, trades, rules.quiet_limit or 0)


def native_position(position: FlipPosition) -> "_native.FlipPosition":
    side = NOBODY if position.side is None else int(position.side)
    return core.FlipPosition(position.board, piece_mask(position.hidden), side, min(position.quiet, 0xFFFF))


def piece_mask(pieces: frozenset[Piece]) -> int:
    """A set of pieces with a bit for each, Blue's first."""
    return sum(1 << (piece.code - 1) for piece in pieces)


def from_native(position: "_native.FlipPosition", rules: FlipRules) -> FlipPosition:
    """The inverse of `native_position`."""
    hidden = frozenset(piece for code, piece in PIECES.items() if position.hidden >> (code - 1) & 1)
    side = None if position.side == NOBODY else Side(position.side)
    return FlipPosition(rules, position.board, side, position.quiet, hidden)
