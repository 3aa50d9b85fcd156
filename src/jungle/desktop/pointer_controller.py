"""The player's hand over the board: the selected piece, the keyboard cursor, and drags and drops."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jungle.desktop.inputs import ARROWS, Key, Pointer, Touch

if TYPE_CHECKING:
    from jungle.desktop.board import Board


@dataclass(slots=True)
class Selection:
    """The selected piece; `held` while the pointer is down on it or drags it."""

    square: int
    targets: frozenset[int]
    held: bool = False
    again: bool = False
    """Whether it was already selected when the pointer was pressed, so that a click deselects it."""


class PointerController:
    """Turns presses, releases and keys into moves on the board."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self.selection: Selection | None = None
        grid = board.game.grid
        self.cursor = grid.files * (grid.ranks // 2) + grid.files // 2
        self.cursor_shown = False
        self.place: tuple[int, int] | None = None
        """Where the pointer is, and with it a dragged piece; None while it is up."""

    def touch(self, pointer: Pointer, square: int | None) -> None:
        """A pointer event over a square, or outside the board."""
        self.place = pointer.place
        match pointer.touch:
            case Touch.DOWN if square is not None:
                self.press(square)
            case Touch.UP:
                self.release(square)
                self.place = None

    def take_key(self, key: Key) -> bool:
        """Arrows move the cursor, Enter picks up and puts down; False for any other key."""
        if key.name in ARROWS:
            self.move_cursor(*ARROWS[key.name])
        elif key.name == "return":
            self.confirm()
        else:
            return False
        return True

    def pickable(self) -> set[int]:
        """The squares from which a person may move now."""
        return {move.origin for move in self._board.live.legal_moves} if self._board.may_play else set()

    def press(self, square: int) -> None:
        """The pointer is pressed on a square."""
        board = self._board
        self.cursor, self.cursor_shown = square, False
        if not board.may_play or (self.selection and square in self.selection.targets):
            return  # A click on a target plays when the pointer is released.
        if square in self.pickable():
            self._pick(square)
        elif self.selection is None and (piece := board.faces().get(square)) and piece.side is board.game.side:
            board.refuse(board.say("refusal.stuck", animal=board.say(f"animal.{piece.animal}")))

    def release(self, square: int | None) -> None:
        """The pointer is released on a square, or outside the board."""
        selection = self.selection
        if not self._board.may_play or selection is None:
            return
        carried = selection.held and square != selection.square
        selection.held = False
        if square is None:
            return
        is_target = square in selection.targets
        if square == selection.square and (selection.again or not is_target):
            if selection.again:
                self.selection = None
        elif is_target or carried or square not in self.pickable():
            self.selection = None
            self._board.play_between(selection.square, square, carried=carried)

    def confirm(self) -> None:
        """Enter on the cursor's square: select, deselect or move."""
        square = self.cursor
        self.press(square)
        self.cursor_shown = True
        self.release(square)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the keyboard cursor, as seen on the screen; it stays on the board."""
        self.cursor_shown = True
        layout, grid = self._board.layout, self._board.game.grid
        column, row = layout.cell(self.cursor)
        column = min(max(column + columns, 0), grid.files - 1)
        row = min(max(row + rows, 0), grid.ranks - 1)
        self.cursor = layout.square_at(column, row)

    def _pick(self, square: int) -> None:
        targets = frozenset(move.target for move in self._board.live.legal_moves if move.origin == square)
        again = self.selection is not None and self.selection.square == square
        self.selection = Selection(square, targets, held=True, again=again)
        if not again and targets != {square}:
            self._board.animation.sounds.append("pick")
