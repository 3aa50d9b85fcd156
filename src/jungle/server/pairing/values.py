"""Players, boards and results of a tournament with rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIN, DRAW, LOSS = 2, 1, 0
"""Points are counted in halves."""
HALF = 2
"""Half points in a point."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player to be paired. The first in a list is the strongest."""

    id: int
    rating: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing in a round. Without `red` it is a bye."""

    round: int
    number: int
    blue: int
    red: int | None = None
    blue_points: int | None = None
    """In halves; None while the game is not over."""
    red_points: int | None = None
    is_forfeit: bool = False
    """Decided without a game."""

    @property
    def is_bye(self) -> bool:
        return self.red is None

    def is_over(self) -> bool:
        return self.blue_points is not None

    def was_played(self) -> bool:
        """True if it has a result that was reached on the board."""
        return self.is_over() and not self.is_bye and not self.is_forfeit


@dataclass(frozen=True, slots=True)
class Result:
    """A board as one of its players sees it."""

    board: Board
    opponent: int | None
    is_blue: bool
    points: int

    @property
    def was_played(self) -> bool:
        return self.board.was_played()


def results_of(boards: Iterable[Board]) -> dict[int, list[Result]]:
    """The results of each player, by round. Boards that are not over are left out."""
    found: dict[int, list[Result]] = {}
    for board in sorted(boards, key=lambda board: (board.round, board.number)):
        if board.blue_points is None:
            continue
        found.setdefault(board.blue, []).append(Result(board, board.red, True, board.blue_points))
        if board.red is not None:
            found.setdefault(board.red, []).append(Result(board, board.blue, False, board.red_points or 0))
    return found


def score_of(results: Sequence[Result]) -> int:
    """A score in halves."""
    return sum(result.points for result in results)
