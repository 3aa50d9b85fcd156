"""What a drawing asks of a game or a position, until both games have one surface."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from jungle.flip import GRID as FLIP_GRID
from jungle.flip import FlipGame, FlipPosition
from jungle.game import Game
from jungle.geometry import DENS, FILES, RANKS, TRAPS, is_water, parse_square, square_name
from jungle.pieces import PIECES, Animal, Piece, Side
from jungle.position import Position

Board = Game | Position | FlipGame | FlipPosition


class Terrain(Enum):
    LAND = "land"
    WATER = "water"
    TRAP = "trap"
    DEN = "den"


class Grid(Protocol):
    """A board without its pieces."""

    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    def terrain(self, square: int) -> Any: ...
    def owner(self, square: int) -> Side | None: ...
    def square_name(self, square: int) -> str: ...
    def parse_square(self, text: str) -> int: ...


@dataclass(frozen=True)
class JungleGrid:
    files: int = FILES
    ranks: int = RANKS

    def terrain(self, square: int) -> Terrain:
        if square in DENS:
            return Terrain.DEN
        if (TRAPS[0] | TRAPS[1]) >> square & 1:
            return Terrain.TRAP
        return Terrain.WATER if is_water(square) else Terrain.LAND

    def owner(self, square: int) -> Side | None:
        return next((side for side in Side if square == DENS[side] or TRAPS[side] >> square & 1), None)

    def square_name(self, square: int) -> str:
        return square_name(square)

    def parse_square(self, text: str) -> int:
        return parse_square(text)


@dataclass(frozen=True)
class FlipGrid:
    files: int = FLIP_GRID.files
    ranks: int = FLIP_GRID.ranks

    def terrain(self, square: int) -> Terrain:
        return Terrain.LAND

    def owner(self, square: int) -> Side | None:
        return None

    def square_name(self, square: int) -> str:
        return FLIP_GRID.square_name(square)

    def parse_square(self, text: str) -> int:
        return FLIP_GRID.parse_square(text)


def grid_of(board: Board) -> Grid:
    return JungleGrid() if isinstance(board, Game | Position) else FlipGrid()


def faces_of(board: Board) -> dict[int, Piece | None]:
    position = board.position if isinstance(board, Game | FlipGame) else board
    if isinstance(position, Position):
        return {square: PIECES[code] for square, code in enumerate(position.board) if code}
    faces: dict[int, Piece | None] = dict.fromkeys(position.face_down())
    return faces | {square: piece for side in Side for square, piece in position.pieces(side).items()}


def rank_in(board: Board, animal: Animal) -> int:
    return board.rules.rank(animal)


def ends_of(move: Any) -> tuple[int, int]:
    return (move.square, move.square) if hasattr(move, "square") else (move.origin, move.target)


def fen_of(board: Board) -> str:
    return (board.position if isinstance(board, Game | FlipGame) else board).fen()
