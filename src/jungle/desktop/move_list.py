"""The list of moves: click one to see the board after it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from jungle.board_game import BoardGame
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Control
from jungle.language import Translator
from jungle.pieces import Piece


@dataclass(frozen=True, slots=True)
class Faces:
    """A ply as a picture: who moves, where to, and what is captured."""

    mover: Piece | None
    square: str
    """Where it goes or, after an equals sign, where it is turned up."""
    captured: Piece | None


def faces_of(game: BoardGame, ply: int) -> Faces:
    """The picture of a game's ply, counted from 0."""
    move, faces = game.moves[ply], game.faces(ply)
    captured = faces[move.target] if move.captured is not None else None
    square = game.grid.square_name(move.target)
    return Faces(move.revealed or faces[move.origin], f"={square}" if move.is_flip() else square, captured)


def ply_words(say: Translator, game: BoardGame, ply: int) -> str:
    """A game's ply with the animal's name, such as `象 a4`; captures have a cross, flips an equals sign."""
    shown = faces_of(game, ply)
    animal = "" if shown.mover is None else say(f"animal.{shown.mover.animal}")
    between = "×" if shown.captured else "" if shown.square.startswith("=") else " "
    return f"{animal}{between}{shown.square}"


@dataclass(slots=True, kw_only=True)
class MoveList(Control):
    """Plies in rows of two or, in a strip, side by side; `ply` is the one on the board."""

    plies: Sequence[str] = field(default_factory=list)
    faces: Sequence[Faces] = ()
    """The plies as pictures, where they are wanted."""
    lead: int = 0
    """1 where the first ply is the second half of its move, so that a cell before it stays empty."""
    number: int = 1
    """The number of the first move."""
    ply: int = 0
    strip: bool = False
    row_height: int = 20
    offset: int = 0
    """The first visible row or, in a strip, ply."""

    @property
    def rows(self) -> int:
        return (len(self.plies) + self.lead + 1) // 2

    @property
    def visible(self) -> int:
        return max(self.rect.height // max(self.row_height, 1), 1)

    def reveal(self) -> None:
        """Scroll to the ply on the board."""
        if self.strip:
            self.offset = max(self.ply - self.strip_columns, 0)
            return
        row = max(self.ply - 1 + self.lead, 0) // 2
        self.offset = min(max(self.offset, row - self.visible + 1), row)
        self.offset = max(min(self.offset, self.rows - self.visible), 0)

    @property
    def strip_columns(self) -> int:
        return max(self.rect.width // max(round(self.row_height * 2.9), 1), 1)

    def scroll(self, steps: int) -> None:
        if not self.strip:
            self.offset = max(min(self.offset - steps, self.rows - self.visible), 0)

    def cells(self) -> list[tuple[int, pygame.Rect]]:
        """The visible plies, counted from 1, and their rectangles."""
        if self.strip:
            wide = self.rect.width // self.strip_columns
            seen = range(self.offset + 1, min(self.offset + self.strip_columns, len(self.plies)) + 1)
            left, top, _, height = self.rect
            return [(ply, pygame.Rect(left + (ply - self.offset - 1) * wide, top, wide, height)) for ply in seen]
        cells = []
        label = round(self.rect.width * 0.2)
        wide = (self.rect.width - label) // 2
        for ply in range(1, len(self.plies) + 1):
            row, column = divmod(ply - 1 + self.lead, 2)
            if self.offset <= row < self.offset + self.visible:
                top = self.rect.top + (row - self.offset) * self.row_height
                cells.append((ply, pygame.Rect(self.rect.left + label + column * wide, top, wide, self.row_height)))
        return cells

    def click(self, place: tuple[int, int]) -> Action | None:
        return next((Action(self.key, ply) for ply, cell in self.cells() if cell.collidepoint(place)), None)

    def adjust(self, step: int) -> Action | None:
        return Action(self.key, min(max(self.ply + step, 0), len(self.plies)))


def _draw_faces(canvas: Canvas, ply: Faces, cell: pygame.Rect, ink: str) -> None:
    """The mover, the square, and what was captured there."""
    size = min(cell.height * 0.94, cell.width * 0.4)
    x = cell.left + size * 0.55
    canvas.piece(ply.mover, (x, cell.centery), size)
    x += size * 0.6
    part = min(cell.height * 0.56 / canvas.unit, 0.95)
    text = f"×{ply.square}" if ply.captured else ply.square
    shown = canvas.text(text, (x, cell.centery), part, colour=ink, width=cell.right - x)
    if ply.captured and shown.right + size * 0.8 <= cell.right:
        canvas.piece(ply.captured, (shown.right + size * 0.46, cell.centery), size * 0.8)


def draw_moves(canvas: Canvas, moves: MoveList, empty: str) -> None:
    """The list on its panel."""
    theme = canvas.theme
    if not moves.plies:
        canvas.text(empty, moves.rect.center, 0.9, colour=theme.faint, anchor="center", width=moves.rect.width)
        return
    part = min(moves.row_height * 0.62 / canvas.unit, 1.0)
    for ply, cell in moves.cells():
        seen = ply == moves.ply
        if seen:
            radius = canvas.unit * 0.35
            canvas.block(cell.inflate(-3, -3), theme.accent[0], radius=radius, edge=theme.accent_edge, line=1)
        ink = theme.accent_ink if seen else theme.ink
        text, row = moves.plies[ply - 1], (ply - 1 + moves.lead) // 2
        if moves.faces:
            _draw_faces(canvas, moves.faces[ply - 1], cell, ink)
        elif moves.strip:
            text = f"{moves.number + row}. {text}" if (ply - 1 + moves.lead) % 2 == 0 else text
            canvas.text(text, cell.center, part, colour=ink, anchor="center", width=cell.width - 6)
        else:
            place = (cell.left + canvas.size(0.4), cell.centery)
            canvas.text(text, place, part, colour=ink, width=cell.width - canvas.size(0.6))
        if moves.strip:
            continue
        if (ply - 1 + moves.lead) % 2 == 0 or ply == 1:
            place = (moves.rect.left + canvas.size(0.3), cell.centery)
            canvas.text(f"{moves.number + row}.", place, part * 0.92, colour=theme.faint, width=moves.rect.width * 0.19)
    if not moves.strip and moves.rows > moves.visible:
        high = max(round(moves.rect.height * moves.visible / moves.rows), 10)
        top = moves.rect.top + round((moves.rect.height - high) * moves.offset / max(moves.rows - moves.visible, 1))
        canvas.block(pygame.Rect(moves.rect.right - 4, top, 4, high), theme.button_edge, radius=2)
