"""What can go wrong with endgame tables."""

from jungle.errors import JungleError


class TablebaseError(JungleError):
    """Tables that cannot be made, read or asked."""


class InvalidMaterialError(TablebaseError, ValueError):
    """Pieces, or a number of pieces, that no table can have."""
