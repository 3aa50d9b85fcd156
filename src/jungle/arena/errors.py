"""What can go wrong in the arena, by name."""

from jungle.errors import JungleError
from jungle.players import InvalidPlayerError

__all__ = ["ArenaError", "InvalidPlayerError"]


class ArenaError(JungleError, ValueError):
    """A run that cannot be: settings that make no sense, a folder of another run, a cluster that is gone."""
