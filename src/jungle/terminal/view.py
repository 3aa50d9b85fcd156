"""The board of a session as its window has room for it, with what stands around it."""

import os
from collections import Counter
from collections.abc import Callable

from jungle.boardgame import BoardGame
from jungle.geometry import Grid
from jungle.language import Speaker
from jungle.pieces import Piece, Side
from jungle.terminal.board import BoardStyle, Size, board_rows, board_size
from jungle.terminal.paint import COLOURLESS, Paint
from jungle.terminal.words import side_name

AROUND = 7
"""Lines around a board: what was played, the heading, the captured animals, whose turn it is, the prompt, two gaps."""

WIDEST = 80
"""Columns that a table takes at most."""

Window = Callable[[], os.terminal_size | None]
"""The size of the window at the moment; None where there is none."""


def no_window() -> None:
    return None


class BoardView:
    """How boards are shown in one session: in the size that was chosen, else in the largest that fits the window."""

    def __init__(
        self,
        say: Speaker,
        window: Window = no_window,
        *,
        size: Size | None = None,
        paint: Paint = COLOURLESS,
        marks: bool | None = None,
    ) -> None:
        self.say = say
        self.window = window
        self.paint = paint
        self.is_turned = False
        self.chosen = size
        """The size to draw in; None is by the window."""
        self._marks = marks

    @property
    def columns(self) -> int:
        """How wide a table may be."""
        window = self.window()
        return WIDEST if window is None else min(window.columns, WIDEST)

    def size(self, grid: Grid) -> Size | None:
        """The size in which a board is drawn now; None where no size fits."""
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
        """The blank line above and below a board, for which the large one leaves no room on a screen of 40 lines."""
        return "" if self.size(grid) is Size.LARGE else "\n"

    def has_marks(self, game: BoardGame) -> bool:
        """Does a sign behind each animal tell whose it is? By default, where nothing else does."""
        if self._marks is not None:
            return self._marks
        return self.paint.colours is None if game.has_direction else self.size(game.grid) is Size.SMALL

    def toggle_marks(self, game: BoardGame) -> None:
        self._marks = not self.has_marks(game)

    def picture(self, game: BoardGame) -> str:
        """The board and the captured animals, or a line that says that the window is too narrow for a board."""
        size = self.size(game.grid)
        if size is None:
            needed = board_size(game.grid, Size.SMALL)[0]
            board = self.say("terminal.narrow", columns=self.columns, needed=needed)
        else:
            style = BoardStyle(size, self.paint, self.has_marks(game))
            board = style.draw(board_rows(game, self.say, size, turned=self.is_turned))
        return "\n".join(filter(None, [board, self._captured(game)]))

    def _captured(self, game: BoardGame) -> str:
        """A line about the animals that were captured, or nothing."""
        lost = captured(game)
        parts = []
        for side in reversed(Side):
            names = " ".join(self.say(f"terminal.chess.{piece.animal}") for piece in lost if piece.side is side)
            if names:
                parts.append(f"{side_name(self.say, game, side)} {self.paint(names, side)}")
        return self.say("terminal.captured", animals=self.say("list.comma").join(parts)) if parts else ""


def captured(game: BoardGame) -> list[Piece]:
    """The pieces that are gone since the start, the strongest first."""
    present = Counter([*game.hidden(), *filter(None, game.faces().values())])
    start = Counter([*game.hidden(0), *filter(None, game.faces(0).values())])
    return sorted((start - present).elements(), key=lambda piece: game.rules.rank(piece.animal), reverse=True)
