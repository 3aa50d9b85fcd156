"""The four levels in the face-down game.

Luck is large there, so the levels differ less than in the large game: easy overlooks much, medium something.
"""

from jungle.engine.flip_engine import FlipEngine
from jungle.engine.levels import LEVELS, SearchLevel, Strength, check_name

_STRENGTHS = {
    "easy": Strength(nodes=100, nodes_in_python=100, movetime=None, hash_mb=1, lines=24, blur=1200),
    "medium": Strength(nodes=500, nodes_in_python=300, movetime=None, hash_mb=1, lines=12, blur=300),
    "hard": Strength(nodes=30_000, nodes_in_python=2_000, movetime=None, hash_mb=16),
    "impossible": Strength(
        nodes=2_000_000, nodes_in_python=10_000, movetime=1.0, takes_all=True, hash_mb=64, opening_margin=4
    ),
}
assert tuple(_STRENGTHS) == LEVELS


class FlipLevel(SearchLevel):
    """A level that searches the face-down game."""

    def _new_engine(self) -> FlipEngine:
        return FlipEngine(threads=self._threads, hash_mb=self._strength.hash_mb)


def flip_level(
    name: str, *, seed: int | str | None = None, time: float | None = None, threads: int | None = None
) -> FlipLevel:
    """The player of that name, as `level` makes one for the large game. Raises EngineError for another name.

    >>> from jungle.flip import FlipGame
    >>> flip_level("easy", seed=1).choose(FlipGame(seed=1)) == flip_level("easy", seed=1).choose(FlipGame(seed=2))
    True
    """
    check_name(name)
    return FlipLevel(name, _STRENGTHS[name], seed, time=time, threads=threads)
