"""The engine's door to the native core: its searcher, its evaluation and its bench for rules and positions of ours."""

from jungle.native import core
from jungle.position import Position
from jungle.rules import STANDARD
from jungle.tables import table

__all__ = ["Searcher", "bench", "evaluate", "table"]

Searcher = core.Searcher


def evaluate(position: Position, evaluation: int = 2) -> int:
    """What the position is worth to the side to move without a search, in centi-cats."""
    return core.evaluate(table(position.rules), position.board, position.side, evaluation)


def bench(depth: int) -> tuple[int, int]:
    """Nodes and milliseconds of the fixed set of positions at a depth; the nodes are the engine's signature."""
    return core.bench(table(STANDARD), depth)
