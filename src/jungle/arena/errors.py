"""What can go wrong in the arena, by name."""

from jungle.errors import JungleError


class ArenaError(JungleError, ValueError):
    """A run that cannot be: settings that make no sense, a folder of another run, a cluster that is gone."""


class InvalidPlayerError(ArenaError):
    """A player's description that could not be understood, or a player that cannot be started."""
