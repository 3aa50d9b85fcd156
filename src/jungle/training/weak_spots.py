"""Weak spots: the themes a player solves least often, with an interval, and puzzles to train them."""

import math
from collections import Counter
from dataclasses import dataclass

from jungle.puzzles import THEMES, Puzzle, PuzzleProgress, all_puzzles
from jungle.training.cards import PUZZLE
from jungle.training.deck import Deck

Z = 1.96
"""For an interval that contains the true rate in 19 of 20 cases."""
TRIED_ENOUGH = 3
"""With fewer puzzles a theme says nothing."""
SET_SIZE = 10


@dataclass(frozen=True, slots=True)
class WeakSpot:
    """A theme, and how many of its puzzles were solved on the first try."""

    theme: str
    solved: int
    tried: int

    @property
    def rate(self) -> float:
        return self.solved / self.tried

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson's).

        >>> [round(bound, 2) for bound in WeakSpot("jump", 8, 10).interval()]
        [0.49, 0.94]
        """
        rate, spread = self.rate, Z * Z / self.tried
        middle = (rate + spread / 2) / (1 + spread)
        half = Z * math.sqrt(rate * (1 - rate) / self.tried + spread / (4 * self.tried)) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)


def weak_spots(progress: PuzzleProgress, deck: Deck) -> list[WeakSpot]:
    """The themes with enough puzzles tried, the weakest first: by the best rate that is still credible."""
    failed = progress.failed | {key.removeprefix(PUZZLE) for key in deck.cards if key.startswith(PUZZLE)}
    tried, solved = Counter[str](), Counter[str]()
    for puzzle in all_puzzles():
        if puzzle.id in progress.solved or puzzle.id in failed:
            tried.update(puzzle.themes)
            solved.update(puzzle.themes if puzzle.id not in failed else ())
    spots = [WeakSpot(theme, solved[theme], tried[theme]) for theme in THEMES if tried[theme] >= TRIED_ENOUGH]
    return sorted(spots, key=lambda spot: spot.interval()[1])


def puzzles_on(theme: str, progress: PuzzleProgress, *, count: int = SET_SIZE) -> list[Puzzle]:
    """New puzzles on a theme, those near the rating first."""
    seen = progress.solved | progress.failed
    fresh = [puzzle for puzzle in all_puzzles() if theme in puzzle.themes and puzzle.id not in seen]
    return sorted(fresh, key=lambda puzzle: abs(puzzle.rating - progress.rating))[:count]


def weakest_puzzles(progress: PuzzleProgress, deck: Deck) -> list[Puzzle]:
    """New puzzles on the weakest theme that has any; none before there is a weak spot."""
    sets = (puzzles_on(spot.theme, progress) for spot in weak_spots(progress, deck))
    return next((found for found in sets if found), [])
