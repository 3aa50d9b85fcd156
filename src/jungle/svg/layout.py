"""Where the squares of a board are drawn. A square is 100 units wide; the frame around the board comes on top."""

from dataclasses import dataclass

from jungle.svg.grids import Grid

SQUARE = 100


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A board seen from Blue's side or, turned, from Red's.

    Cells are counted from the top left as they are seen: (column, row).
    """

    grid: Grid
    turned: bool = False

    @property
    def frame(self) -> int:
        """The frame's width: narrower on a small board, whose squares are drawn larger."""
        return 42 if self.grid.files > 4 else 26

    @property
    def width(self) -> int:
        return self.grid.files * SQUARE + 2 * self.frame

    @property
    def height(self) -> int:
        return self.grid.ranks * SQUARE + 2 * self.frame

    def cell(self, square: int) -> tuple[int, int]:
        rank, file = divmod(square, self.grid.files)
        return (self.grid.files - 1 - file, rank) if self.turned else (file, self.grid.ranks - 1 - rank)

    def square_at(self, column: int, row: int) -> int | None:
        """The square in a cell, or None beside the board."""
        files, ranks = self.grid.files, self.grid.ranks
        if not (0 <= column < files and 0 <= row < ranks):
            return None
        return row * files + files - 1 - column if self.turned else (ranks - 1 - row) * files + column

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        column, row = self.cell(square)
        return self.frame + column * SQUARE, self.frame + row * SQUARE

    def centre(self, square: int) -> tuple[int, int]:
        x, y = self.corner(square)
        return x + SQUARE // 2, y + SQUARE // 2
