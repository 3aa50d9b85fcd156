"""The shipped puzzles, and which one comes next.

`puzzles.jsonl` has one JSON object per line, ordered by id, which is effectively random: the browser app reads
the same file and computes the same daily puzzle.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Self

from jungle.errors import JungleError
from jungle.game import Game
from jungle.moves import Move

GOALS = ("win", "save")
THEMES = (
    "den_race",
    "trap_fight",
    "rat_and_elephant",
    "jump",
    "jump_fork",
    "river_block",
    "zugzwang",
    "capture",
    "quiet_move",
    "defence",
)
"""The themes of puzzles; their texts have the keys `theme.…`."""
FIRST_DAY = date(1970, 1, 1)


class UnknownPuzzleError(JungleError, LookupError):
    """There is no puzzle with that id."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and the only move that wins or saves it.

    `moves` are the solution: the solver's moves and the best replies in turn, as far as the solver has no choice.
    """

    id: str
    fen: str
    moves: tuple[str, ...]
    goal: str
    """win or save."""
    plies: int
    """Plies to the win, or within which every other move loses."""
    rating: int
    themes: tuple[str, ...]
    source: str
    """Its origin: the generator's seed, the number of the game and the ply; or, if it was composed, the
    theme, the seed and the number of the try."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """From a line of the file."""
        return cls(**{**data, "moves": tuple(data["moves"].split()), "themes": tuple(data["themes"])})

    def to_data(self) -> dict[str, Any]:
        """As a line of the file."""
        return asdict(self) | {"moves": " ".join(self.moves)}

    def game(self) -> Game:
        """A game that starts from the puzzle's position."""
        return Game(fen=self.fen)

    @property
    def answer(self) -> Move:
        """The move to find."""
        return self.game().position.parse_move(self.moves[0])


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, in the order of the file."""
    text = resources.files("jungle.puzzles").joinpath("puzzles.jsonl").read_text("utf-8")
    return tuple(Puzzle.from_data(json.loads(line)) for line in text.splitlines())


def find_puzzle(name: str) -> Puzzle:
    """The puzzle with an id. Raises UnknownPuzzleError."""
    found = next((puzzle for puzzle in puzzles() if puzzle.id == name), None)
    if found is None:
        raise UnknownPuzzleError(f"there is no puzzle {name!r}")
    return found


def daily(day: date) -> Puzzle:
    """The puzzle of a day: by the days since 1 January 1970, modulo the number of puzzles.

    >>> daily(date(1970, 1, 2)) == puzzles()[1]
    True
    """
    return puzzles()[(day - FIRST_DAY).days % len(puzzles())]


def next_puzzle(rating: int, solved: Collection[str] = (), theme: str | None = None) -> Puzzle | None:
    """The unsolved puzzle with the nearest rating, the first in the file among equals; None if all are solved."""
    left = (puzzle for puzzle in puzzles() if puzzle.id not in solved and (theme is None or theme in puzzle.themes))
    return min(left, key=lambda puzzle: abs(puzzle.rating - rating), default=None)
