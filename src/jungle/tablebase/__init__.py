"""Endgame tables: every position with few pieces, solved. For methods and results see `docs/engine/tablebases.md`."""

from jungle.tablebase.errors import TablebaseError
from jungle.tablebase.flip import FlipTablebase
from jungle.tablebase.jungle import JungleTablebase
from jungle.tablebase.tablebase import Entry, Tablebase

__all__ = ["Entry", "FlipTablebase", "JungleTablebase", "Tablebase", "TablebaseError"]
