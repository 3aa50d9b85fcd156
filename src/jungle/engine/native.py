"""The engine's door to the native core: its searcher and its evaluation for rules and positions of ours."""

from jungle.native import core
from jungle.position import Position
from jungle.tables import table

__all__ = ["Searcher", "evaluate", "table"]

Searcher = core.Searcher


def evaluate(position: Position, evaluation: int = 2) -> int:
    """What the position is worth to the side to move without a search, in centi-cats."""
    return core.evaluate(table(position.rules), position.board, position.side, evaluation)
