"""The shipped puzzles, and which one comes next.

`course.jsonl` has the first courses of both games, in their order. `puzzles.jsonl` has the others, ordered by id,
which is effectively random. Each has one JSON object per line; the browser app reads the same files and computes the
same daily puzzle.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Self

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.moves import BoardMove
from jungle.rules import STANDARD

GOALS = ("win", "save")
THEMES = (
    "enter_den",
    "safe_capture",
    "jump",
    "rat_and_elephant",
    "trap_fight",
    "escape",
    "guard_den",
    "river_block",
    "den_race",
    "trade",
    "hunt",
    "turn_up",
    "jump_fork",
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
    """A position, and the only move that wins or saves it; in the face-down game, that does so for certain.

    `moves` are the solution: the solver's moves and the best replies in turn, as far as the solver has no choice, and
    no further than to the first flip.
    """

    id: str
    fen: str
    moves: tuple[str, ...]
    goal: str
    """win or save; better for a mistake in one's own game."""
    plies: int
    """Plies to the win, or within which every other move loses; in the face-down game, those of the solution."""
    rating: int
    themes: tuple[str, ...]
    source: str
    """Its origin: the generator's seed, the number of the game and the ply; or, if it was composed, the
    theme, the seed and the number of the try."""
    rules: str = STANDARD.name
    """The name of the rule set."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """From a line of the file."""
        return cls(**{**data, "moves": tuple(data["moves"].split()), "themes": tuple(data["themes"])})

    def to_data(self) -> dict[str, Any]:
        """As a line of the file."""
        data = asdict(self) | {"moves": " ".join(self.moves)}
        if self.rules == STANDARD.name:
            del data["rules"]
        return data

    @property
    def kind(self) -> str:
        """The game it belongs to, by its board."""
        ranks = self.fen.count("/") + 1
        return next(kind for kind, game in GAMES.items() if game.grid.ranks == ranks)

    def game(self) -> BoardGame:
        """A game that starts from the puzzle's position."""
        return GAMES[self.kind](self.rules, fen=self.fen)

    @property
    def answer(self) -> BoardMove:
        """The move to find."""
        return self.game().position.parse_move(self.moves[0])


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the 7×9 game after the first course, in the order of the file."""
    return _read("puzzles.jsonl")


@cache
def course(kind: str = DEFAULT_GAME) -> tuple[Puzzle, ...]:
    """The first course of a game: few pieces, one to three moves, theme by theme. Empty if the game has none.

    >>> len(course()), len(course("flip")), len(course()[0].moves)
    (120, 60, 1)
    """
    return tuple(puzzle for puzzle in _read("course.jsonl") if puzzle.kind == kind)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The courses of all games, then all other puzzles."""
    return *_read("course.jsonl"), *puzzles()


@cache
def themes_of(kind: str = DEFAULT_GAME) -> tuple[str, ...]:
    """The themes that a game has puzzles on.

    >>> len(themes_of()), themes_of("flip")
    (14, ('safe_capture', 'rat_and_elephant', 'escape', 'trade', 'hunt', 'turn_up'))
    """
    found = {theme for puzzle in all_puzzles() if puzzle.kind == kind for theme in puzzle.themes}
    return tuple(theme for theme in THEMES if theme in found)


@cache
def _read(name: str) -> tuple[Puzzle, ...]:
    text = resources.files("jungle.puzzles").joinpath(name).read_text("utf-8")
    return tuple(Puzzle.from_data(json.loads(line)) for line in text.splitlines())


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


def find_puzzle(name: str) -> Puzzle:
    """The puzzle with an id. Raises UnknownPuzzleError."""
    found = _by_id().get(name)
    if found is None:
        raise UnknownPuzzleError(f"there is no puzzle {name!r}")
    return found


def daily(day: date) -> Puzzle:
    """The puzzle of a day: by the days since 1 January 1970, modulo the number of puzzles.

    >>> daily(date(1970, 1, 2)) == puzzles()[1]
    True
    """
    return puzzles()[(day - FIRST_DAY).days % len(puzzles())]


def next_puzzle(
    rating: int, seen: Collection[str] = (), theme: str | None = None, kind: str = DEFAULT_GAME
) -> Puzzle | None:
    """The puzzle of a game with the nearest rating that was not seen, the first in the file among equals.

    The very first is the first of the course, a win in one move. None if all were seen.

    >>> first = next_puzzle(800)
    >>> first == course()[0], next_puzzle(400, {first.id}) in course()
    (True, True)
    """
    if not seen and theme is None and course(kind):
        return course(kind)[0]
    left = (
        puzzle
        for puzzle in all_puzzles()
        if puzzle.id not in seen and puzzle.kind == kind and (theme is None or theme in puzzle.themes)
    )
    return min(left, key=lambda puzzle: abs(puzzle.rating - rating), default=None)
