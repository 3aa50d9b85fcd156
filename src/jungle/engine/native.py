"""The C++ core behind the interface of `jungle.engine.searcher`."""

from typing import Any

from jungle.native import core
from jungle.position import Position
from jungle.rules import Rules
from jungle.tablebase import Tablebase
from jungle.tables import table

__all__ = ["endgame_tables", "evaluate", "make_searcher", "table"]

make_searcher = core.Searcher


def endgame_tables(tables: Tablebase, rules: Rules) -> Any:
    """The tables for some rules, if there are any."""
    return tables.core_tables(rules)


def evaluate(position: Position, evaluation: int = 2) -> int:
    """What the position is worth to the side to move without a search, in centi-cats."""
    return core.evaluate(table(position.rules), position.board, position.side, evaluation)
