"""Where the animals stood, and where they were captured."""

from abc import ABC, abstractmethod
from typing import Any

from jungle.arena.charts import Terrain
from jungle.flip import GRID, FlipGame
from jungle.game import Game
from jungle.geometry import DENS, FILES, RANKS, SQUARES, TRAPS, is_water, rotate_square
from jungle.pieces import EMPTY, PIECES, Animal, Piece, Side


class Heat(ABC):
    """Counts for each animal and square, over all games added."""

    caption: str
    """How to read the boards."""
    terrain: Terrain

    def __init__(self) -> None:
        squares = self.terrain.files * self.terrain.ranks
        self.stood = {animal: [0] * squares for animal in Animal}
        """Plies on each square, the start included."""
        self.captured = {animal: [0] * squares for animal in Animal}
        self._since: dict[Piece, tuple[int, int]] = {}
        """Where each piece of the present game stands, and since which ply."""

    @abstractmethod
    def add(self, game: Any) -> None:
        """Take a game in."""

    @abstractmethod
    def _seen(self, side: Side, square: int) -> int:
        """Where a square counts for a side's piece."""

    def _comes(self, piece: Piece, square: int, ply: int) -> None:
        self._since[piece] = square, ply

    def _leaves(self, piece: Piece, ply: int) -> None:
        square, arrived = self._since.pop(piece)
        self.stood[piece.animal][self._seen(piece.side, square)] += ply - arrived

    def _moves(self, side: Side, move: Any, ply: int) -> None:
        """A piece steps, and captures or vanishes as the move says."""
        mover = Piece(side, move.animal)
        self._leaves(mover, ply)
        if move.captured is not None:
            prey = Piece(side.opponent, move.captured)
            self._leaves(prey, ply)
            self.captured[prey.animal][self._seen(prey.side, move.target)] += 1
        if move.is_trade:
            self.captured[mover.animal][self._seen(side, move.target)] += 1
        else:
            self._comes(mover, move.target, ply)

    def _ends(self, ply: int) -> None:
        for piece in list(self._since):
            self._leaves(piece, ply)

    def rows(self) -> list[tuple[Animal, list[int], list[int]]]:
        """The animals from the elephant down: where it stood, where it was captured."""
        return [(animal, self.stood[animal], self.captured[animal]) for animal in reversed(Animal)]


def _terrain(square: int) -> str:
    if square in DENS:
        return "den"
    if is_water(square):
        return "water"
    return "trap" if (TRAPS[0] | TRAPS[1]) >> square & 1 else "land"


class JungleHeat(Heat):
    """The 7×9 game, on the board as an animal's owner sees it.

    >>> heat = JungleHeat()
    >>> heat.add(Game.from_moves(["a3a4", "g7g6"]))
    >>> heat.stood[Animal.ELEPHANT][14], heat.stood[Animal.ELEPHANT][21]
    (3, 3)
    """

    caption = "Each board is seen by the animal's owner: the own den is below. The stronger the colour, the more often."
    terrain = Terrain(FILES, RANKS, [_terrain(square) for square in range(SQUARES)])

    def add(self, game: Game) -> None:
        for square, code in enumerate(game.start.board):
            if code != EMPTY:
                self._comes(PIECES[code], square, 0)
        side = game.start.side
        for ply, move in enumerate(game.moves, 1):
            self._moves(side, move, ply)
            side = side.opponent
        self._ends(len(game) + 1)

    def _seen(self, side: Side, square: int) -> int:
        return square if side is Side.BLUE else rotate_square(square)


class FlipHeat(Heat):
    """The face-down game: where animals stood once they were turned up."""

    caption = "From the moment an animal is turned up. The stronger the colour, the more often."
    terrain = Terrain(GRID.files, GRID.ranks, ["land"] * GRID.squares)

    def add(self, game: FlipGame) -> None:
        for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), 1):
            if move.is_flip:
                assert move.revealed is not None
                self._comes(move.revealed, move.origin, ply)
            else:
                assert position.side is not None
                self._moves(position.side, move, ply)
        self._ends(len(game) + 1)

    def _seen(self, side: Side, square: int) -> int:
        return square
