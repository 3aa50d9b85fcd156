"""Everything that can go wrong, by name."""


class JungleError(Exception):
    """The base of every error this package raises on purpose."""
