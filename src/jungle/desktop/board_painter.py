"""Draws the board of a game in progress: the ground once per size, and everything that changes above it."""

import math

import pygame

from jungle.desktop.animation import Effect, Flare, Motion
from jungle.desktop.board import Board
from jungle.desktop.canvas import Canvas, rasterise
from jungle.desktop.scenery import FLARE_FRAMES, flare, waves
from jungle.geometry import Terrain
from jungle.pieces import Piece
from jungle.svg.diagram import GREEN, GREEN_EDGE, PALE_GREEN, PIECE, arrow_shape, last_move_shape, mark_shape
from jungle.svg.ground import ground_drawing
from jungle.svg.layout import SQUARE
from jungle.svg.shapes import circle, document, group, rect, soft_shadow

JUMP_HEIGHT = 1.0
"""How high a jump goes, in squares."""
LIFT = 1.16
"""How much larger a piece is drawn while it is dragged."""

Place = tuple[float, float]

# Shapes over a square, which is 100 units wide.
_SELECTED = mark_shape("#ffe066", opacity=0.75, edge=5)
_HINTED = mark_shape(GREEN, opacity=0.25, edge=5)
_FREE = circle(50, 50, 15.5, fill="#1b3414", opacity=0.35) + circle(
    50, 50, 12.5, fill="#fff6c8", stroke="#7a6a2a", stroke_width=2
)
_PREY = circle(50, 50, 45.5, fill="none", stroke="#5a1010", stroke_width=8.5, opacity=0.55) + circle(
    50, 50, 45.5, fill="none", stroke="#ff5a45", stroke_width=5.5, stroke_dasharray="20 8.5"
)


class BoardPainter:
    """The board of a game in progress, in a rectangle of the window."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.tide: int | None = None
        """The frame of the river's waves; None while the water is still."""

    def fit(self, area: pygame.Rect) -> None:
        """Fill an area as far as the board's proportions allow, centred."""
        width, height = self.board.layout.width, self.board.layout.height
        scale = min(area.width / width, area.height / height)
        self.rect = pygame.Rect(0, 0, max(int(width * scale), 1), max(int(height * scale), 1))
        self.rect.center = area.center

    @property
    def scale(self) -> float:
        """Pixels per unit of the layout."""
        return self.rect.width / self.board.layout.width

    @property
    def side(self) -> float:
        """The width of a square."""
        return SQUARE * self.scale

    def _pixel(self, place: Place) -> Place:
        return self.rect.left + place[0] * self.scale, self.rect.top + place[1] * self.scale

    def centre(self, square: int) -> Place:
        return self._pixel(self.board.layout.centre(square))

    def cell(self, square: int) -> pygame.Rect:
        x, y = self._pixel(self.board.layout.corner(square))
        return pygame.Rect(round(x), round(y), round(self.side), round(self.side))

    def square_under(self, place: tuple[int, int]) -> int | None:
        grid, frame = self.board.game.grid, self.board.layout.frame * self.scale
        column = math.floor((place[0] - self.rect.left - frame) / self.side)
        row = math.floor((place[1] - self.rect.top - frame) / self.side)
        on_board = 0 <= column < grid.files and 0 <= row < grid.ranks
        return self.board.layout.square_at(column, row) if on_board else None

    def draw_ground(self, canvas: Canvas, *, coordinates: bool) -> None:
        """The board itself, with its shadow and the names of files and ranks."""
        drop = max(3, round(self.side * 0.08))
        around = self.rect.inflate(drop * 4, drop * 4)
        canvas.shape(around, soft_shadow(drop * 2, drop * 3, *self.rect.size, 26 * self.scale, drop))
        drawing = ground_drawing(self.board.layout, canvas.theme)
        canvas.surface.blit(rasterise(drawing, *self.rect.size), self.rect)
        if coordinates:
            part = min(max(self.board.layout.frame * self.scale * 0.58, 9) / canvas.unit, 1.3)
            for name, x, y in self.board.layout.coordinates():
                canvas.text(name, self._pixel((x, y)), part, colour=canvas.theme.frame_ink, anchor="center")

    @property
    def still_key(self) -> object:
        """Everything that `draw_still` depends on: the picture changes only when this does."""
        board, selection, motion = self.board, self.board.hand.selection, self.board.animation.motion
        return (
            board.ply,
            board.viewing,
            board.turned,
            motion and (motion.move, motion.backwards),
            selection and (selection.square, selection.held),
            board.hand.cursor if board.hand.cursor_shown else None,
            board.hint,
            board.way,
            tuple(sorted(self._shaken())),
        )

    def draw_still(self, canvas: Canvas) -> None:
        """Marks, and the pieces that do not move."""
        self._draw_marks(canvas)
        self._draw_pieces(canvas)
        board = self.board
        if selection := board.hand.selection:
            faces = board.faces()
            for square in selection.targets - {selection.square}:
                self._stamp(canvas, square, _PREY if square in faces else _FREE)
        if board.hint and not board.animation.motion and not board.hint.is_flip():
            arrows = [arrow_shape(board.layout, *step, PALE_GREEN, GREEN_EDGE, opacity=0.5) for step in board.way]
            arrows.append(arrow_shape(board.layout, board.hint.origin, board.hint.target))
            canvas.shape(self.rect, group(f"scale({self.scale:.4f})", "".join(arrows)))

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """Draw what moves, and return the areas it covers."""
        waters = self._draw_waters(canvas)
        places = [self._draw_shaken(canvas, square, t) for square, t in self._shaken().items()]
        places += [self._draw_effect(canvas, effect) for effect in self.board.animation.effects]
        if motion := self.board.animation.motion:
            return [*waters, *places, *self._draw_motion(canvas, motion)]
        return [*waters, *places, *self._draw_hand(canvas)]

    def _draw_waters(self, canvas: Canvas) -> list[pygame.Rect]:
        """Waves on the water squares on which nothing stands and nothing is marked."""
        if self.tide is None:
            return []
        board, selection = self.board, self.board.hand.selection
        covered = set(board.faces())
        motion = board.animation.motion
        for move in (board.last_move, board.hint, None if motion is None else motion.move):
            if move is not None:
                covered |= {move.origin, move.target}
        covered |= {square for step in board.way for square in step}
        if selection is not None:
            covered |= selection.targets
        if board.hand.cursor_shown:
            covered.add(board.hand.cursor)
        n = round(self.side)
        picture = rasterise(waves(n, self.tide), n, n)
        free = [square for square in self._water() if square not in covered]
        return [canvas.surface.blit(picture, self.cell(square)) for square in free]

    def _water(self) -> list[int]:
        grid = self.board.game.grid
        return [square for square in range(grid.squares) if grid.terrain(square) is Terrain.WATER]

    def _shaken(self) -> dict[int, float]:
        """Pieces that have just stepped into a trap, with the progress of their shaking."""
        animation = self.board.animation
        if animation.motion:
            return {}
        return {effect.square: effect.progress for effect in animation.effects if effect.flare is Flare.TRAP}

    def _draw_shaken(self, canvas: Canvas, square: int, t: float) -> pygame.Rect:
        x, y = self.centre(square)
        if piece := self.board.faces().get(square):
            x += math.sin(t * 26) * (1 - t) * self.side * 0.06
            self._piece(canvas, piece, (x, y), self.side * PIECE)
        return self._around((x, y), 1.2)

    def _around(self, centre: Place, squares: float) -> pygame.Rect:
        """A rectangle as wide as this many squares, centred on a point."""
        n = math.ceil(self.side * squares)
        place = pygame.Rect(0, 0, n, n)
        place.center = (round(centre[0]), round(centre[1]))
        return place

    def _stamp(self, canvas: Canvas, square: int, shape: str) -> None:
        """A shape over a square."""
        n = round(self.side)
        canvas.surface.blit(rasterise(document(SQUARE, SQUARE, shape), n, n), self.cell(square))

    def _draw_marks(self, canvas: Canvas) -> None:
        board, motion = self.board, self.board.animation.motion
        if (last := board.last_move) and not (motion and motion.backwards):
            mover = board.game.faces(board.ply - 1).get(last.origin)
            for square in {last.origin, last.target}:
                self._stamp(canvas, square, last_move_shape(last, mover))
        if board.hand.selection:
            self._stamp(canvas, board.hand.selection.square, _SELECTED)
        if board.hint and board.hint.is_flip() and not motion:
            self._stamp(canvas, board.hint.origin, _HINTED)
        if board.hand.cursor_shown and board.viewing is None:
            width = SQUARE / self.side  # a pixel
            rings = (("#fff", 5 * width), (canvas.theme.focus, 3 * width))
            shapes = [rect(4, 4, 92, 92, 12, fill="none", stroke=ink, stroke_width=w) for ink, w in rings]
            self._stamp(canvas, board.hand.cursor, "".join(shapes))

    def _draw_pieces(self, canvas: Canvas) -> None:
        board, motion = self.board, self.board.animation.motion
        absent = {motion.move.origin, motion.move.target} if motion else set(self._shaken())
        held = board.hand.selection.square if board.hand.selection and board.hand.selection.held else None
        for square, piece in board.faces().items():
            if square not in absent:
                self._piece(canvas, piece, self.centre(square), self.side * PIECE, alpha=90 if square == held else 255)

    def _piece(
        self, canvas: Canvas, piece: Piece | None, centre: Place, size: float, *, alpha: int = 255, wide: float = 1.0
    ) -> None:
        rank = None if piece is None else self.board.game.rules.rank(piece.animal)
        canvas.piece(piece, centre, size, rank=rank, alpha=alpha, wide=wide)

    def _draw_motion(self, canvas: Canvas, motion: Motion) -> list[pygame.Rect]:
        t = 1 - motion.progress if motion.backwards else motion.progress
        if motion.move.is_flip():
            return [self._draw_reveal(canvas, motion, t)]
        if motion.carried:
            t = 1.0
        size = self.side * PIECE
        (x0, y0), (x1, y1) = self.centre(motion.move.origin), self.centre(motion.move.target)
        if motion.captured:
            gone = max((t - 0.35) / 0.65, 0.0)
            self._piece(canvas, motion.captured, (x1, y1), size * (1 - 0.35 * gone), alpha=round(255 * (1 - gone)))
        x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        high = math.sin(math.pi * t) * (JUMP_HEIGHT if motion.move.is_jump() else 0.06)
        self._shadow(canvas, (x, y + size * 0.06), size * (0.96 - 0.2 * min(high, 1)), round(110 - 60 * min(high, 1)))
        above = (x, y - high * self.side * 0.8)
        trail = self._draw_trail(canvas, (x0, y0), (x1, y1), t) if motion.move.is_jump() else []
        self._piece(canvas, motion.piece, above, size * (1 + high * 0.34))
        return [*trail, *(self._around(place, 1.5) for place in ((x, y), above, (x1, y1)))]

    def _draw_trail(self, canvas: Canvas, start: Place, end: Place, t: float) -> list[pygame.Rect]:
        """Dots along the arc of a leap, fading behind the piece."""
        n = max(round(self.side * 0.12), 2)
        places = []
        for i in range(1, 9):
            back = t - i * 0.07
            if back <= 0.02:
                break
            x, y = (a + (b - a) * back for a, b in zip(start, end, strict=True))
            y -= math.sin(math.pi * back) * JUMP_HEIGHT * self.side * 0.8
            dot = document(n, n, circle(n / 2, n / 2, n / 2, fill="#fff6c8", opacity=round(0.7 - i * 0.075, 2)))
            places.append(canvas.stamp(rasterise(dot, n, n), (x, y)))
        return places

    def _draw_reveal(self, canvas: Canvas, motion: Motion, t: float) -> pygame.Rect:
        x, y = self.centre(motion.move.target)
        lift = math.sin(math.pi * t)
        wide = max(abs(math.cos(math.pi * t)), 0.04)
        size = self.side * PIECE * (1 + 0.14 * lift)
        self._shadow(canvas, (x, y + size * 0.08), size * 0.9, 90)
        self._piece(canvas, motion.piece if t > 0.5 else None, (x, y - lift * self.side * 0.1), size, wide=wide)
        return self._around((x, y), 1.5)

    def _shadow(self, canvas: Canvas, centre: Place, size: float, alpha: int) -> None:
        n = max(round(size), 2)
        opacity = round(alpha / 255 / 4, 3)
        steps = "".join(circle(n / 2, n / 2, n / 2 * k, fill="#000", opacity=opacity) for k in (1, 0.92, 0.84, 0.76))
        canvas.stamp(rasterise(document(n, n, steps), n, n), centre)

    def _draw_hand(self, canvas: Canvas) -> list[pygame.Rect]:
        """The piece that the pointer carries."""
        selection, place = self.board.hand.selection, self.board.hand.place
        if not selection or not selection.held or place is None:
            return []
        if self.square_under(place) == selection.square and selection.targets == {selection.square}:
            return []
        size = self.side * PIECE * LIFT
        x, y = place
        self._shadow(canvas, (x, y + size * 0.1), size * 0.95, 90)
        self._piece(canvas, self.board.faces().get(selection.square), (x, y - size * 0.06), size)
        return [self._around(place, 1.6)]

    def _draw_effect(self, canvas: Canvas, effect: Effect) -> pygame.Rect:
        n = round(self.side * (3.4 if effect.flare is Flare.DEN else 1.7))
        picture = flare(effect.flare, n, round(effect.progress * FLARE_FRAMES))
        return canvas.stamp(rasterise(picture, n, n), self.centre(effect.square))
