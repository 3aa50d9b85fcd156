"""Where the animals stood, and where they were captured."""

from jungle.boardgame import BoardGame
from jungle.pieces import Piece, Side


class HeatMap:
    """Counts for each animal and square, over all games added, which are of one kind.

    Where each player has an own edge of the board, squares are counted as an animal's owner sees them.

    >>> from jungle import Animal, Game
    >>> heat = HeatMap(Game())
    >>> heat.add(Game.from_moves(["a3a4", "g7g6"]))
    >>> heat.stood[Animal.ELEPHANT][14], heat.stood[Animal.ELEPHANT][21]
    (3, 3)
    """

    def __init__(self, game: BoardGame) -> None:
        """For games like this one."""
        self.grid = game.grid
        pieces = [*filter(None, game.faces(0).values()), *game.hidden(0)]
        animals = sorted({piece.animal for piece in pieces}, reverse=True)
        self.stood = {animal: [0] * self.grid.squares for animal in animals}
        """Plies on each square, the start included."""
        self.captured = {animal: [0] * self.grid.squares for animal in animals}
        self._is_turned = game.has_direction
        self._has_hidden = bool(game.hidden(0))

    @property
    def caption(self) -> str:
        """How to read the boards."""
        seen = "Each board is seen from the side of the animal's owner. " if self._is_turned else ""
        since = "Animals count from the moment they are turned up. " if self._has_hidden else ""
        return f"{seen}{since}The stronger the colour, the more often."

    def add(self, game: BoardGame) -> None:
        """Take a game in."""
        standing = {square: (piece, 0) for square, piece in game.faces(0).items() if piece is not None}

        def leave(square: int, ply: int) -> Piece:
            piece, since = standing.pop(square)
            self.stood[piece.animal][self._seen(piece, square)] += ply - since
            return piece

        for ply, move in enumerate(game.moves, 1):
            if move.revealed is not None:
                standing[move.target] = move.revealed, ply
                continue
            mover = leave(move.origin, ply)
            gone = [leave(move.target, ply)] if move.captured is not None else []
            if move.is_trade:
                gone.append(mover)
            else:
                standing[move.target] = mover, ply
            for piece in gone:
                self.captured[piece.animal][self._seen(piece, move.target)] += 1
        for square in list(standing):
            leave(square, len(game) + 1)

    def _seen(self, piece: Piece, square: int) -> int:
        return self.grid.rotate_square(square) if self._is_turned and piece.side is Side.RED else square
