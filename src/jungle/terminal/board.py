"""The board as the terminal game draws it, in three sizes.

Nothing here knows a rule: a board is rows of cells, and a cell is what to write where.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from jungle.boardgame import AnyGame
from jungle.geometry import Terrain
from jungle.language import Speaker
from jungle.pieces import Piece, Side
from jungle.terminal.paint import COLOURLESS, Paint, centred, margins


class Size(Enum):
    """How much room a board takes: 21, 28 or 37 lines."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"


COLUMNS = {Size.SMALL: 6, Size.NORMAL: 9, Size.LARGE: 10}
"""The inner width of a cell."""


SIGNS = "^v"
"""Behind Blue's and Red's animals, where colours do not tell them apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What is written in one square of a board."""

    text: str
    """The animal, or the number of the empty square."""
    name: str
    """The square's name, which the large board shows too."""
    side: Side | None = None
    """Whose animal it is."""
    sign: str = ""
    """What tells whose animal it is where there are no colours."""
    mark: str = ""
    """Above the text: a trap, a den."""
    fill: str = " "
    floor: str = "-"


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How boards are drawn in one terminal session: the size, the colours, and marks where there are none."""

    size: Size = Size.NORMAL
    paint: Paint = COLOURLESS
    has_marks: bool = False
    """Does a sign behind each animal tell whose it is?"""

    @property
    def gap(self) -> str:
        """The blank line above and below a board, for which the large one leaves no room on a screen of 40 lines."""
        return "" if self.size is Size.LARGE else "\n"

    def draw(self, rows: Sequence[Sequence[Cell]]) -> str:
        """The board, the top row first; lines end without spaces, and the last without a line feed.

        >>> cell = Cell(text="[00]", name="a1")
        >>> print(BoardStyle().draw([[cell, cell]]))
        +---------+---------+
        |         |         |
        |   [00]  |   [00]  |
        +---------+---------+
        """
        columns = COLUMNS[self.size]
        lines = ["+" + "".join("-" * columns + "+" for _ in rows[0])]
        for row in rows:
            lines += ["|" + "".join(f"{part}|" for part in parts) for parts in self._layers(row, columns)]
            lines.append(_floor(row, columns))
        return "\n".join(self._labelled(lines, rows) if self.size is Size.SMALL else lines)

    def _layers(self, row: Iterable[Cell], columns: int) -> list[list[str]]:
        """The lines of a row of cells, each as the parts between the walls."""
        if self.size is Size.SMALL:
            return [[self._small(cell, columns) for cell in row]]
        marks = [centred(cell.mark, columns, cell.fill) for cell in row]
        texts = [self._painted(cell, columns) for cell in row]
        if self.size is Size.NORMAL:
            return [marks, texts]
        names = [cell.name.rjust(columns - 1, cell.fill) + cell.fill for cell in row]
        return [marks, texts, names]

    def _painted(self, cell: Cell, columns: int) -> str:
        before, after = margins(cell.text, columns, cell.fill)
        return before + self._piece(cell, after)

    def _piece(self, cell: Cell, after: str) -> str:
        """The text of a cell and what comes after it, which gives way to a mark."""
        if cell.side is None:
            return cell.text + after
        sign = cell.sign if self.has_marks else ""
        return self.paint(cell.text + sign, cell.side) + after[len(sign) :]

    def _small(self, cell: Cell, columns: int) -> str:
        """On one line a mark gives way to an animal, but for its dashes."""
        if not cell.mark:
            return self._painted(cell, columns)
        if cell.side is None:
            return centred(cell.mark, columns)
        before, after = margins(cell.text, columns)
        return before[:-1] + "-" + self._piece(cell, "-" + after[1:])

    def _labelled(self, lines: list[str], rows: Sequence[Sequence[Cell]]) -> list[str]:
        """The small board has no room for square names, so letters and numbers stand around it."""
        letters = "   " + "".join(centred(cell.name[0], COLUMNS[Size.SMALL]) + " " for cell in rows[0]).rstrip()
        numbers = [row[0].name[1] for row in rows]
        sided = [
            f"{numbers[index // 2]} {line} {numbers[index // 2]}" if index % 2 else f"  {line}"
            for index, line in enumerate(lines)
        ]
        return [letters, *sided, letters]


def _floor(row: Sequence[Cell], columns: int) -> str:
    """The line below a row; below water it is made of plus signs, so the corners there are walls."""
    line, before = "", "-"
    for cell in row:
        line += ("+" if before == cell.floor == "-" else "|") + cell.floor * columns
        before = cell.floor
    return line + ("+" if before == "-" else "|")


def board_rows(game: AnyGame, say: Speaker, size: Size, *, turned: bool = False) -> list[list[Cell]]:
    """The cells of a game's board as Blue sees it, or turned half round: what anybody may see of it."""
    grid, faces = game.grid, game.faces()
    ranks, files = range(grid.ranks), range(grid.files)
    return [
        [_cell(game, grid.square(file, rank), faces, say, size) for file in (reversed(files) if turned else files)]
        for rank in (ranks if turned else reversed(ranks))
    ]


def _cell(game: AnyGame, square: int, faces: dict[int, Piece | None], say: Speaker, size: Size) -> Cell:
    grid, terrain = game.grid, game.grid.terrain(square)
    is_water = terrain is Terrain.WATER
    mark = say(f"terminal.{terrain.name.lower()}") if terrain in (Terrain.DEN, Terrain.TRAP) else ""
    name = grid.square_name(square)
    piece = faces.get(square)
    if piece is None:
        is_face_down = square in faces
        label = f"{grid.file_of(square)}{grid.rank_of(square)}" if game.has_direction else name
        return Cell(
            text=f"[{label}]",
            name="" if label == name and size is Size.LARGE else name,  # Do not show it twice.
            mark=mark,
            fill="#" if is_face_down else "/" if is_water else " ",
            floor="+" if is_water else "-",
        )
    side = piece.side.name.lower()
    if not mark and not game.has_direction and size is not Size.SMALL:  # The small board has no room for it.
        mark = say(f"terminal.mark.{side}")
    return Cell(
        text=say(f"terminal.chess.{piece.animal}"),
        name=name,
        side=piece.side,
        sign=SIGNS[piece.side] if game.has_direction else piece.side.letter,
        mark=mark,
        fill="/" if is_water else " ",
        floor="+" if is_water else "-",
    )
