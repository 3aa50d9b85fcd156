"""What a drawing asks of a game or a position."""

from typing import Any

from jungle.boardgame import AnyGame
from jungle.boardposition import BoardPosition
from jungle.flip import GRID
from jungle.geometry import BOARD, Grid, Terrain
from jungle.pieces import Animal, Piece

__all__ = ["Board", "FlipGrid", "Grid", "JungleGrid", "Terrain", "ends_of", "faces_of", "fen_of", "grid_of", "rank_in"]

Board = AnyGame | BoardPosition[Any]


def JungleGrid() -> Grid:  # noqa: N802
    return BOARD


def FlipGrid() -> Grid:  # noqa: N802
    return GRID


def grid_of(board: Board) -> Grid:
    return board.grid


def faces_of(board: Board) -> dict[int, Piece | None]:
    return board.faces()


def rank_in(board: Board, animal: Animal) -> int:
    return int(board.rules.rank(animal))


def ends_of(move: Any) -> tuple[int, int]:
    return move.origin, move.target


def fen_of(board: Board) -> str:
    return board.fen()
