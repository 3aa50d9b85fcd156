"""Where the animals stood, and where they were captured."""

from collections.abc import Sequence

from jungle.arena.charts import Terrain
from jungle.game import Game
from jungle.geometry import DENS, FILES, RANKS, SQUARES, TRAPS, is_water, rotate_square
from jungle.pieces import EMPTY, PIECES, Animal, Piece, Side


class Heat:
    """Counts for each animal, on the board as its owner sees it: the own den is below.

    >>> heat = Heat()
    >>> heat.add(Game.from_moves(["a3a4", "g7g6"]))
    >>> heat.stood[Animal.ELEPHANT][14], heat.stood[Animal.ELEPHANT][21]
    (3, 3)
    """

    def __init__(self) -> None:
        self.stood = {animal: [0] * SQUARES for animal in Animal}
        """Plies on each square, the start included."""
        self.captured = {animal: [0] * SQUARES for animal in Animal}

    def add(self, game: Game) -> None:
        since: dict[Piece, tuple[int, int]] = {}
        for square, code in enumerate(game.start.board):
            if code != EMPTY:
                since[PIECES[code]] = square, 0
        side = game.start.side
        for ply, move in enumerate(game.moves, 1):
            mover = Piece(side, move.animal)
            self._leaves(mover, since, ply)
            if not move.is_trade:
                since[mover] = move.target, ply
            if move.captured is not None:
                prey = Piece(side.opponent, move.captured)
                self.captured[prey.animal][_seen_by(prey.side, move.target)] += 1
                self._leaves(prey, since, ply)
            if move.is_trade:
                self.captured[mover.animal][_seen_by(side, move.target)] += 1
            side = side.opponent
        for piece in list(since):
            self._leaves(piece, since, len(game) + 1)

    def _leaves(self, piece: Piece, since: dict[Piece, tuple[int, int]], ply: int) -> None:
        square, arrived = since.pop(piece)
        self.stood[piece.animal][_seen_by(piece.side, square)] += ply - arrived

    def terrain(self) -> Terrain:
        return Terrain(FILES, RANKS, [_terrain(square) for square in range(SQUARES)])

    def caption(self) -> str:
        return (
            "Each board is seen by the animal's owner: the own den is below. The stronger the colour, the more often."
        )

    def rows(self) -> Sequence[tuple[Animal, list[int], list[int]]]:
        """The animals from the elephant down."""
        return [(animal, self.stood[animal], self.captured[animal]) for animal in reversed(Animal)]


def _seen_by(side: Side, square: int) -> int:
    return square if side is Side.BLUE else rotate_square(square)


def _terrain(square: int) -> str:
    if square in DENS:
        return "den"
    if is_water(square):
        return "water"
    return "trap" if (TRAPS[0] | TRAPS[1]) >> square & 1 else "land"
