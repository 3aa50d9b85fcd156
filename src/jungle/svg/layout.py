"""Where the squares of a board are drawn. A square is 100 units wide, and there is a frame around the board."""

from dataclasses import dataclass

from jungle.geometry import Grid

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
        """The width of the frame: a share of the board's width, with room for the names of ranks."""
        return max(6 * self.grid.files, 26)

    @property
    def width(self) -> int:
        return self.grid.files * SQUARE + 2 * self.frame

    @property
    def height(self) -> int:
        return self.grid.ranks * SQUARE + 2 * self.frame

    def cell(self, square: int) -> tuple[int, int]:
        rank, file = divmod(square, self.grid.files)
        return (self.grid.files - 1 - file, rank) if self.turned else (file, self.grid.ranks - 1 - rank)

    def square_at(self, column: int, row: int) -> int:
        """The square in a cell."""
        files, ranks = self.grid.files, self.grid.ranks
        return row * files + files - 1 - column if self.turned else (ranks - 1 - row) * files + column

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        column, row = self.cell(square)
        return self.frame + column * SQUARE, self.frame + row * SQUARE

    def centre(self, square: int) -> tuple[int, int]:
        x, y = self.corner(square)
        return x + SQUARE // 2, y + SQUARE // 2

    def coordinates(self) -> list[tuple[str, float, float]]:
        """The names of files and ranks, and where to centre them in the frame."""
        near = self.frame * 0.46  # Slightly outside the middle, since the inner edge of the frame is dark.
        top_row = [self.square_at(column, 0) for column in range(self.grid.files)]
        left_column = [self.square_at(0, row) for row in range(self.grid.ranks)]
        name = self.grid.square_name
        return [(name(s)[0], self.centre(s)[0], y) for s in top_row for y in (near, self.height - near)] + [
            (name(s)[1:], x, self.centre(s)[1]) for s in left_column for x in (near, self.width - near)
        ]
