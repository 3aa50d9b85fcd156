"""The player's hand over the board: which piece is picked up, where the keyboard cursor stands, what is put where."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jungle.desktop.words import refusal_words
from jungle.errors import IllegalMoveError, Obstacle
from jungle.moves import BoardMove

if TYPE_CHECKING:
    from jungle.desktop.live_game import LiveGame


@dataclass(slots=True)
class Selection:
    """The selected piece; `held` while the pointer is down on it or drags it."""

    square: int
    targets: frozenset[int]
    held: bool = False
    again: bool = False
    """Was it selected already when the pointer was pressed? Then a click deselects it."""


class Hand:
    """Turns presses, releases and keys into moves, which it hands to `play`."""

    def __init__(self, live: "LiveGame", play: Callable[[BoardMove, bool], None]) -> None:
        self._live = live
        self._play = play
        self.selection: Selection | None = None
        grid = live.game.grid
        self.cursor = grid.files * (grid.ranks // 2) + grid.files // 2
        self.cursor_shown = False

    def pickable(self) -> set[int]:
        """The squares from which a person may move now."""
        return {move.origin for move in self._live.legal_moves} if self._live.may_play else set()

    def press(self, square: int) -> None:
        """The pointer is pressed on a square."""
        live = self._live
        self.cursor, self.cursor_shown = square, False
        if not live.may_play or (self.selection and square in self.selection.targets):
            return  # A click on a target plays when the pointer is released.
        if square in self.pickable():
            self._pick(square)
        elif self.selection is None and (piece := live.faces().get(square)) and piece.side is live.turn:
            live.refuse(live.say("refusal.stuck", animal=live.say(f"animal.{piece.animal}")))

    def release(self, square: int | None) -> None:
        """The pointer is released on a square, or outside the board."""
        selection = self.selection
        if not self._live.may_play or selection is None:
            return
        carried = selection.held and square != selection.square
        selection.held = False
        if square is None:
            return
        if square in selection.targets and (carried or square != selection.square or not selection.again):
            self._play(self._live.game.find_move(selection.square, square), carried)
        elif square == selection.square:
            if selection.again:
                self.selection = None
        elif carried or square not in self.pickable():
            self.selection = None
            self._explain(selection.square, square, carried=carried)

    def confirm(self) -> None:
        """Enter on the cursor's square: select, deselect or move."""
        square = self.cursor
        self.press(square)
        self.cursor_shown = True
        self.release(square)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the keyboard cursor, as seen on the screen; it stays on the board."""
        self.cursor_shown = True
        layout, grid = self._live.layout, self._live.game.grid
        column, row = layout.cell(self.cursor)
        column = min(max(column + columns, 0), grid.files - 1)
        row = min(max(row + rows, 0), grid.ranks - 1)
        self.cursor = layout.square_at(column, row)

    def _pick(self, square: int) -> None:
        targets = frozenset(move.target for move in self._live.legal_moves if move.origin == square)
        again = self.selection is not None and self.selection.square == square
        self.selection = Selection(square, targets, held=True, again=again)
        if not again and targets != {square}:
            self._live.animation.sounds.append("pick")

    def _explain(self, origin: int, target: int, *, carried: bool) -> None:
        """Tell why there is no move between two squares."""
        live = self._live
        try:
            live.game.find_move(origin, target)
        except IllegalMoveError as error:
            if error.obstacle is not Obstacle.TOO_FAR or carried:  # A click far away merely deselects.
                live.refuse(refusal_words(live.say, error.obstacle, live.game, live.faces().get(origin)))
