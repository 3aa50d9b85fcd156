"""Puzzles: positions in which exactly one move wins, or exactly one saves the game.

Both games have a first course of small positions; the others are from our own games.

>>> puzzle = puzzles()[0]
>>> puzzle.answer in puzzle.game().legal_moves()
True
"""

from jungle.puzzles.attempt import Answer, Attempt
from jungle.puzzles.progress import PuzzleProgress, load_progress, save_progress
from jungle.puzzles.puzzle import (
    GOALS,
    THEMES,
    Puzzle,
    UnknownPuzzleError,
    all_puzzles,
    course,
    daily,
    find_puzzle,
    next_puzzle,
    puzzles,
    themes_of,
)
from jungle.puzzles.series import Mode, Series

__all__ = [
    "GOALS",
    "THEMES",
    "Answer",
    "Attempt",
    "Mode",
    "Puzzle",
    "PuzzleProgress",
    "Series",
    "UnknownPuzzleError",
    "all_puzzles",
    "course",
    "daily",
    "find_puzzle",
    "load_progress",
    "next_puzzle",
    "puzzles",
    "save_progress",
    "themes_of",
]
