"""The arena: matches and tournaments between computer players, with statistically sound results."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jungle.arena.match import MatchResult, play_match

__all__ = ["MatchResult", "play_match"]


if not TYPE_CHECKING:

    def __getattr__(name):
        # Loaded on demand: the workers, which run a module of this package, do not need it.
        if name in __all__:
            from jungle.arena import match

            return getattr(match, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
