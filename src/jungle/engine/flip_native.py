"""The face-down game in the terms of the C++ core."""

from functools import cache

from jungle.flip import FlipPosition
from jungle.flip.board import takes
from jungle.flip.game import QUIET_LIMIT
from jungle.native import core
from jungle.pieces import Animal, Piece


@cache
def rules_of(quiet_limit: int | None = QUIET_LIMIT) -> "core.FlipRules":
    """Who takes whom, as data."""
    masks = [sum(1 << (prey - 1) for prey in Animal if takes(hunter, prey)) for hunter in Animal]
    return core.FlipRules(masks, [1 << (animal - 1) for animal in Animal], quiet_limit or 0)


def position_of(position: FlipPosition) -> "core.FlipPosition":
    side = 2 if position.side is None else int(position.side)
    return core.FlipPosition(position.board, hidden_mask(position.hidden), side, position.quiet)


def hidden_mask(pieces: frozenset[Piece]) -> int:
    return sum(1 << (piece.code - 1) for piece in pieces)


def solved_tables(rules: "core.FlipRules", pieces: int) -> "core.FlipTables":
    """Tables of all endings with so many pieces, solved now."""
    tables = core.FlipTables(rules, pieces)
    for known in tables.classes:
        tables.solve(known.number)
    return tables
