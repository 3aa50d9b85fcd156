"""What can go wrong in the arena, by name."""

from jungle.errors import JungleError


class ArenaError(JungleError):
    """A run that cannot begin or continue: a folder of another run, an unreadable file, a cluster that is gone."""


class InvalidSettingError(ArenaError, ValueError):
    """A setting of a run that makes no sense."""
