"""A player's progress with the puzzles, shared by all front ends: rating, streak and solved puzzles."""

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Self

from jungle.games import DEFAULT_GAME
from jungle.puzzles.puzzle import Puzzle, next_puzzle
from jungle.storage import quarantine, write_atomically

NAME = "puzzles.json"
FIRST_RATING = 400
STEP = 32
"""The most that one puzzle changes the rating."""
EARLY_STEP = 96
EARLY = 10
"""The first puzzles change it more: a good player should not have to solve fifty easy ones."""


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A player's progress. A puzzle counts once: later attempts change only `solved`."""

    rating: int = FIRST_RATING
    streak: int = 0
    """Puzzles solved in a row."""
    best_streak: int = 0
    solved: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    """Puzzles not solved at the first attempt."""
    daily_streak: int = 0
    """Days in a row on which the daily puzzle was solved."""
    last_daily: str = ""
    """The last such day, as 2026-11-16."""
    best_sprint: int = 0
    """The most puzzles solved in three minutes."""
    best_run: int = 0
    """The most puzzles solved in a streak that ends with the first mistake."""

    def after(self, puzzle: Puzzle, is_solved: bool, *, day: date | None = None) -> Self:
        """The progress after an attempt; `day` is set for a daily puzzle. The very first attempt is not rated.

        >>> from jungle.puzzles import puzzles
        >>> first = PuzzleProgress().after(puzzles()[0], True)
        >>> first.streak, first.rating, first.after(puzzles()[1], True).rating > FIRST_RATING
        (1, 400, True)
        """
        progress = self if day is None or not is_solved else self._on(day)
        if puzzle.id in self.solved or (puzzle.id in self.failed and not is_solved):
            return progress
        if puzzle.id in self.failed:
            return replace(progress, solved=self.solved | {puzzle.id}, failed=self.failed - {puzzle.id})
        # Nobody is judged by the first puzzle they ever see.
        is_first = not self.solved and not self.failed
        expected = is_solved if is_first else 1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400))
        step = EARLY_STEP if len(self.solved) + len(self.failed) < EARLY else STEP
        rating = self.rating + round(step * (is_solved - expected))
        streak = self.streak + 1 if is_solved else 0
        return replace(
            progress,
            rating=rating,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            solved=self.solved | {puzzle.id} if is_solved else self.solved,
            failed=self.failed if is_solved else self.failed | {puzzle.id},
        )

    def next(
        self, theme: str | None = None, *, kind: str = DEFAULT_GAME, skipped: Collection[str] = ()
    ) -> Puzzle | None:
        """The puzzle of a game to solve next, near the rating: a new one, or else one that was not solved.

        Puzzles that were skipped come back when there are no others.
        """
        for seen in (self.solved | self.failed | set(skipped), self.solved | set(skipped), self.solved):
            if (puzzle := next_puzzle(self.rating, seen, theme, kind)) is not None:
                return puzzle
        return None

    def _on(self, day: date) -> Self:
        if self.last_daily == day.isoformat():
            return self
        follows = self.last_daily == (day - timedelta(days=1)).isoformat()
        return replace(self, daily_streak=self.daily_streak + 1 if follows else 1, last_daily=day.isoformat())


def load_progress(folder: Path) -> PuzzleProgress:
    """Load the progress from a folder, or start afresh. A broken file is moved out of the way."""
    path = folder / NAME
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _checked(data)
    except OSError:
        return PuzzleProgress()
    except (ValueError, TypeError, KeyError):
        with suppress(OSError):
            quarantine(path)
        return PuzzleProgress()


def save_progress(folder: Path, progress: PuzzleProgress) -> None:
    """Save the progress. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {key: sorted(value) if isinstance(value, frozenset) else value for key, value in asdict(progress).items()}
    write_atomically(folder / NAME, json.dumps(data) + "\n")


def _checked(data: Any) -> PuzzleProgress:
    fresh = asdict(PuzzleProgress())
    values: dict[str, Any] = {}
    for key, default in fresh.items():
        value = data[key]
        if isinstance(default, frozenset):
            if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                raise ValueError(f"{key}: expected ids, got {value!r}")
            value = frozenset(value)
        elif type(value) is not type(default):
            raise ValueError(f"{key}: expected a {type(default).__name__}, got {value!r}")
        values[key] = value
    return PuzzleProgress(**values)
