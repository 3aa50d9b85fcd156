"""The C++ core behind the interface of `jungle.engine.searcher`."""

from jungle.native import core
from jungle.position import Position
from jungle.tables import table

__all__ = ["evaluate", "make_searcher", "table"]

make_searcher = core.Searcher


def evaluate(position: Position, evaluation: int = 2) -> int:
    """What the position is worth to the side to move without a search, in centi-cats."""
    return core.evaluate(table(position.rules), position.board, position.side, evaluation)
