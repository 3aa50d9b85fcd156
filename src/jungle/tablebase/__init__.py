"""Endgame tables: every position with few pieces, solved. `docs/engine/tablebases.md` says how, and what came out."""

from jungle.tablebase.classes import TablebaseError
from jungle.tablebase.tablebase import Entry, Tablebase

__all__ = ["Entry", "Tablebase", "TablebaseError"]
