"""Puzzles: positions in which exactly one move wins, or exactly one saves the game, most of them from our own games.

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
    daily,
    find_puzzle,
    next_puzzle,
    puzzles,
)

__all__ = [
    "GOALS",
    "THEMES",
    "Answer",
    "Attempt",
    "Puzzle",
    "PuzzleProgress",
    "UnknownPuzzleError",
    "daily",
    "find_puzzle",
    "load_progress",
    "next_puzzle",
    "puzzles",
    "save_progress",
]
