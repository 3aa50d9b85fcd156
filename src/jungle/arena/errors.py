"""What can go wrong in the arena, by name."""

from jungle.errors import JungleError


class ArenaError(JungleError, ValueError):
    """A run that is impossible: settings that make no sense, a folder of another run, a cluster that is gone."""
