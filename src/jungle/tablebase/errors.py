"""Errors of endgame tables."""

from jungle.errors import JungleError


class TablebaseError(JungleError):
    """Tables that cannot be built, read or probed."""


class InvalidMaterialError(TablebaseError, ValueError):
    """Pieces, or a number of pieces, that no table can have."""
