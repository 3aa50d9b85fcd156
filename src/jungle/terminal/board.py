"""Draws the board of the terminal game in three sizes, and chooses the size that fits the window.

Nothing here knows the rules: a board is rows of cells, and a cell says what to write.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from jungle.board_game import BoardGame
from jungle.geometry import Grid, Terrain
from jungle.language import Translator
from jungle.pieces import Piece, Side
from jungle.terminal.ansi import COLOURLESS, Paint, centred, margins, wrapped
from jungle.terminal.text_renderer import TextRenderer, side_name


class Size(Enum):
    """The size of a board: 12, 28 or 37 lines for nine ranks."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"


COLUMNS = {Size.SMALL: 6, Size.NORMAL: 9, Size.LARGE: 10}
"""The inner width of a cell."""


def board_size(grid: Grid, size: Size) -> tuple[int, int]:
    """The columns and lines that a board needs.

    >>> from jungle.geometry import BOARD
    >>> [board_size(BOARD, size) for size in Size]
    [(54, 12), (71, 28), (78, 37)]
    """
    columns = (COLUMNS[size] + 1) * grid.files + 1
    match size:
        case Size.SMALL:
            return columns + 4, grid.ranks + 3
        case Size.NORMAL:
            return columns, 3 * grid.ranks + 1
        case Size.LARGE:
            return columns, 4 * grid.ranks + 1


SCREEN_CELLS = ((19, 7), (15, 5), (11, 3), (9, 3), (8, 2), (7, 2), (6, 2), (7, 1), (6, 1), (5, 1))
"""Columns and lines of a square on the full screen, the largest first."""
SCREEN_LABELS = 3
"""Columns for the numbers of the ranks there."""
SCREEN_BELOW = 3
"""Lines below the board there: the message, which may take two, and the keys."""


def screen_size(grid: Grid) -> tuple[int, int]:
    """The columns and lines that the smallest board on the full screen needs.

    >>> from jungle.geometry import BOARD
    >>> screen_size(BOARD)
    (38, 14)
    """
    wide, high = SCREEN_CELLS[-1]
    return grid.files * wide + SCREEN_LABELS, grid.ranks * high + 2 + SCREEN_BELOW


ARRIVED = ">"
"""Marks the animal that moved last if there are no colours."""

SIGNS = "^v"
"""Suffixes of Blue's and Red's animals if there are no colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The contents of one square of a board."""

    text: str
    """The animal, or the number of the empty square."""
    name: str
    """The square's name, which the large board also shows."""
    side: Side | None = None
    """The owner of the animal."""
    sign: str = ""
    """The suffix that shows the owner on boards without colours."""
    mark: str = ""
    """Above the text: a trap, a den."""
    fill: str = " "
    water: bool = False
    was_left: bool = False
    """Whether the last move started here."""
    reached: bool = False
    """Whether the last move ended here."""

    @property
    def floor(self) -> str:
        return "+" if self.water else "-"


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a session draws boards: size, colours, and marks if there are no colours."""

    size: Size = Size.NORMAL
    paint: Paint = COLOURLESS
    marks: bool = False
    """Whether a suffix shows the owner of each animal."""

    def draw(self, rows: Sequence[Sequence[Cell]]) -> str:
        """Draw the board, top row first. Lines have no trailing spaces, and the last one has no line feed.

        >>> cell = Cell(text="[00]", name="a1")
        >>> print(BoardStyle().draw([[cell, cell]]))
        +---------+---------+
        |         |         |
        |   [00]  |   [00]  |
        +---------+---------+
        """
        columns = COLUMNS[self.size]
        roof = "+" + "".join("-" * columns + "+" for _ in rows[0])
        if self.size is Size.SMALL:
            return "\n".join(self._labelled(roof, rows))
        lines = [roof]
        for row in rows:
            lines += ["|" + "".join(f"{part}|" for part in parts) for parts in self._layers(row, columns)]
            lines.append(self._floor(row, columns))
        return "\n".join(lines)

    def _labelled(self, roof: str, rows: Sequence[Sequence[Cell]]) -> list[str]:
        """The small board: one line per row, framed by letters and numbers, as there is no room for square names."""
        columns = COLUMNS[Size.SMALL]
        lines = [f"  {roof}"]
        for row in rows:
            number = row[0].name[1:]
            lines.append(f"{number} |{''.join(self._small(cell, columns) + '|' for cell in row)} {number}")
        letters = "   " + "".join(centred(cell.name[0], columns) + " " for cell in rows[0]).rstrip()
        return [*lines, f"  {roof}", letters]

    def _layers(self, row: Sequence[Cell], columns: int) -> list[list[str]]:
        """The lines of a row of cells, each as a list of the parts between the walls."""
        marks = [self._filled(cell, centred(cell.mark, columns, cell.fill)) for cell in row]
        texts = [self._painted(cell, columns) for cell in row]
        if self.size is Size.NORMAL:
            return [marks, texts]
        names = [self._filled(cell, cell.name.rjust(columns - 1, cell.fill) + cell.fill) for cell in row]
        return [marks, texts, names]

    def _filled(self, cell: Cell, text: str) -> str:
        return self.paint.water(text) if cell.water else text

    def _painted(self, cell: Cell, columns: int) -> str:
        before, after = margins(cell.text, columns, cell.fill)
        return self._piece(cell, before, after)

    def _piece(self, cell: Cell, before: str, after: str) -> str:
        """The text of a cell and its margins, in which marks may replace the fill."""
        has_colours = self.paint.colours is not None
        if cell.side is not None:
            sign = cell.sign if self.marks else ""
            if cell.reached and not has_colours:
                before = before[:-1] + ARRIVED
            text, after = self.paint(cell.text + sign, cell.side, is_reversed=cell.reached), after[len(sign) :]
        elif cell.was_left or cell.reached:
            text = self.paint.underlined(cell.text) if has_colours else f"({cell.text[1:-1]})"
        else:
            return self._filled(cell, before + cell.text + after)
        return self._filled(cell, before) + text + self._filled(cell, after)

    def _small(self, cell: Cell, columns: int) -> str:
        """A cell on one line: an animal replaces the mark except for its dashes."""
        if not cell.mark:
            return self._painted(cell, columns)
        if cell.side is None:
            return centred(cell.mark, columns)
        before, after = margins(cell.text, columns)
        return self._piece(cell, before[:-1] + "-", "-" + after[1:])

    def _floor(self, row: Sequence[Cell], columns: int) -> str:
        """The line below a row. Below water it consists of plus signs, so the corners there are walls."""
        line, before = "", "-"
        for cell in row:
            line += ("+" if before == cell.floor == "-" else "|") + self._filled(cell, cell.floor * columns)
            before = cell.floor
        return line + ("+" if before == "-" else "|")


def board_rows(game: BoardGame, say: Translator, size: Size, *, turned: bool = False) -> list[list[Cell]]:
    """The cells of a game's board, without hidden information, from Blue's side or, `turned`, from Red's."""
    grid, faces = game.grid, game.faces()
    ranks, files = range(grid.ranks), range(grid.files)
    return [
        [_cell(game, grid.square(file, rank), faces, say, size) for file in (reversed(files) if turned else files)]
        for rank in (ranks if turned else reversed(ranks))
    ]


def _cell(game: BoardGame, square: int, faces: dict[int, Piece | None], say: Translator, size: Size) -> Cell:
    grid, terrain, piece = game.grid, game.grid.terrain(square), faces.get(square)
    mark = say(f"terminal.{terrain.name.lower()}") if terrain in (Terrain.DEN, Terrain.TRAP) else ""
    name, side, sign = grid.square_name(square), None, ""
    is_water, is_face_down = terrain is Terrain.WATER, square in faces and piece is None
    last = game.moves[-1] if len(game) else None
    if piece is None:
        label = f"{grid.file_of(square)}{grid.rank_of(square)}" if game.uses_directions else name
        name = "" if label == name and size is Size.LARGE else name  # Do not show it twice.
        text = f"[{label}]"
    else:
        text, side = say(f"terminal.chess.{piece.animal}"), piece.side
        sign = SIGNS[side] if game.uses_directions else side.letter
        if not mark and not game.uses_directions and size is not Size.SMALL:  # The small board has no room for it.
            mark = say(f"terminal.mark.{side.name.lower()}")
    return Cell(
        text=text,
        name=name,
        side=side,
        sign=sign,
        mark=mark,
        fill="#" if is_face_down else "/" if is_water else " ",
        water=is_water,
        was_left=last is not None and square == last.origin,
        reached=last is not None and square == last.target,
    )


AROUND = 7
"""Lines needed around a board: last move, heading, captured animals, turn, prompt, and two gaps."""

WIDEST = 80
"""The largest width of a table, in columns."""

Window = Callable[[], os.terminal_size | None]
"""Returns the current size of the window, or None if there is no window."""


def no_window() -> None:
    return None


class BoardView:
    """Shows the boards of a session, in the chosen size or else in the largest that fits the window."""

    def __init__(
        self,
        words: TextRenderer,
        window: Window = no_window,
        *,
        size: Size | None = None,
        marks: bool | None = None,
    ) -> None:
        self.words = words
        self.window = window
        self.chosen = size
        """The chosen size; None to fit the window."""
        self._marks = marks

    @property
    def columns(self) -> int:
        """The width available for a table."""
        window = self.window()
        return WIDEST if window is None else min(window.columns, WIDEST)

    def size(self, grid: Grid) -> Size | None:
        """The size to draw a board in; None if none fits."""
        window = self.window()
        if window is None:
            return self.chosen or Size.NORMAL
        sizes = list(Size)
        fitting = [size for size in sizes if board_size(grid, size)[0] <= window.columns]
        if self.chosen is not None:
            fitting = fitting[: sizes.index(self.chosen) + 1]
        else:
            fitting = [
                size for size in fitting if size is Size.SMALL or board_size(grid, size)[1] + AROUND <= window.lines
            ]
        return fitting[-1] if fitting else None

    def gap(self, grid: Grid) -> str:
        """The blank line above and below a board. The large one has none, to fit a screen of 40 lines."""
        return "" if self.size(grid) is Size.LARGE else "\n"

    def has_marks(self, game: BoardGame) -> bool:
        """Whether a suffix shows the owner of each animal; by default only if nothing else does."""
        if self._marks is not None:
            return self._marks
        return self.words.paint.colours is None if game.uses_directions else self.size(game.grid) is Size.SMALL

    def toggle_marks(self, game: BoardGame) -> None:
        self._marks = not self.has_marks(game)

    def picture(self, game: BoardGame) -> str:
        """The board and the captured animals, or a line saying that the window is too narrow."""
        size = self.size(game.grid)
        if size is None:
            needed = board_size(game.grid, Size.SMALL)[0]
            screen = screen_size(game.grid)[0]
            key = "terminal.narrow" if self.columns < screen else "terminal.narrow.screen"
            board = self.words.say(key, columns=self.columns, needed=needed, screen=screen)
        else:
            style = BoardStyle(size, self.words.paint, self.has_marks(game))
            board = style.draw(board_rows(game, self.words.say, size, turned=self.words.turned))
        return "\n".join(filter(None, [board, self._captured(game), self._hidden(game)]))

    def _captured(self, game: BoardGame) -> str:
        """A line listing the captured animals, or an empty text."""
        return self._listed("terminal.captured", game, game.captured())

    def _hidden(self, game: BoardGame) -> str:
        """A line listing the animals that still lie face down; empty if all or none do."""
        hidden = game.hidden_pieces()
        return (
            ""
            if len(hidden) == len(game.hidden_pieces(0))
            else self._listed("terminal.hidden", game, sorted(hidden, key=lambda piece: piece.animal))
        )

    def _listed(self, key: str, game: BoardGame, pieces: Iterable[Piece]) -> str:
        """The text of a key with these pieces by side, or an empty text if there are none."""
        parts, listed = [], list(pieces)
        for side in reversed(Side):
            names = " ".join(self.words.say(f"terminal.chess.{piece.animal}") for piece in listed if piece.side is side)
            if names:
                parts.append(f"{side_name(self.words.say, game, side)} {self.words.paint(names, side)}")
        text = self.words.say(key, animals=self.words.say("list.comma").join(parts)) if parts else ""
        return wrapped(text, self.columns)
