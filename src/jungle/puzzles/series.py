"""Puzzles one after another, each a little harder: a sprint against the clock, or a streak until the first mistake."""

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from random import Random

from jungle.games import DEFAULT_GAME
from jungle.puzzles.progress import PuzzleProgress
from jungle.puzzles.puzzle import Puzzle, all_puzzles

SPRINT_SECONDS = 180
START = 250
"""The rating of the first puzzle."""
RISE = 25
"""How much harder each puzzle is than the one before."""
NEAR = 12
"""Each puzzle is drawn from this many of about that rating."""


class Mode(Enum):
    """How a series ends."""

    SPRINT = "sprint"
    """After three minutes."""
    STREAK = "streak"
    """With the first mistake."""


class Series:
    """A series of puzzles being solved: `puzzle` is the one to solve now, None if it is over.

    >>> series = Series(Mode.STREAK, now=0, seed=1)
    >>> series.answered(is_solved=True, now=1).score, series.answered(is_solved=False, now=2).puzzle
    (1, None)
    """

    def __init__(self, mode: Mode, *, now: float, seed: int | None = None, kind: str = DEFAULT_GAME) -> None:
        self.mode = mode
        self.score = 0
        """The puzzles solved on the first try."""
        self._until = now + SPRINT_SECONDS
        self._puzzles = _rising(Random(seed), kind)
        self.puzzle: Puzzle | None = next(self._puzzles, None)

    def seconds_left(self, now: float) -> float | None:
        """The time left of a sprint; None without a clock."""
        return max(self._until - now, 0.0) if self.mode is Mode.SPRINT else None

    def answered(self, *, is_solved: bool, now: float) -> "Series":
        """Count an answer and go to the next puzzle. An answer after the end of a sprint no longer counts."""
        is_late = self.seconds_left(now) == 0
        if self.puzzle is None or is_late:
            self.puzzle = None
            return self
        self.score += is_solved
        ends = self.mode is Mode.STREAK and not is_solved
        self.puzzle = None if ends else next(self._puzzles, None)
        return self

    def recorded(self, progress: PuzzleProgress) -> PuzzleProgress:
        """The progress with this score, if it is a personal best."""
        if self.mode is Mode.SPRINT:
            return replace(progress, best_sprint=max(progress.best_sprint, self.score))
        return replace(progress, best_run=max(progress.best_run, self.score))


def _rising(draw: Random, kind: str) -> Iterator[Puzzle]:
    left = [puzzle for puzzle in all_puzzles() if puzzle.kind == kind]
    rating = START
    while left:
        left.sort(key=lambda puzzle: abs(puzzle.rating - rating))
        yield left.pop(int(draw.random() * min(NEAR, len(left))))
        rating += RISE
