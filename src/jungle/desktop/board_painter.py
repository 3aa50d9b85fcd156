"""Draws a table's board: the ground once for each size, and above it whatever changes."""

import math

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.flare_art import PICTURES, flare
from jungle.desktop.inputs import Pointer, Touch
from jungle.desktop.motion import Effect, Flare
from jungle.desktop.raster import rasterise
from jungle.desktop.table import Table
from jungle.pieces import Piece
from jungle.svg.diagram import PIECE, arrow_shape
from jungle.svg.grids import FlipGrid, JungleGrid
from jungle.svg.ground import ground_drawing
from jungle.svg.layout import SQUARE, BoardLayout
from jungle.svg.shapes import Style, circle, document, group, rect, soft_shadow
from jungle.svg.themes import SIDE_COLOURS

JUMP_HEIGHT = 0.9
"""How high a jump goes, in squares."""
LIFT = 1.16
"""How much bigger a piece looks in the hand."""
TARGET = "#fff6c8"


class BoardPainter:
    """The board of a table in a rectangle of the window."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.pointer: tuple[int, int] | None = None
        """Where a piece in the hand is."""

    @property
    def layout(self) -> BoardLayout:
        grid = JungleGrid() if self.table.contest.files == JungleGrid().files else FlipGrid()
        return BoardLayout(grid, self.table.turned)

    def fit(self, area: pygame.Rect) -> None:
        """Take as much of an area as the board's shape allows, in its middle."""
        width, height = self.layout.width, self.layout.height
        scale = min(area.width / width, area.height / height)
        self.rect = pygame.Rect(0, 0, max(int(width * scale), 1), max(int(height * scale), 1))
        self.rect.center = area.center

    @property
    def scale(self) -> float:
        return self.rect.width / self.layout.width

    @property
    def side(self) -> float:
        """The width of a square."""
        return SQUARE * self.scale

    @property
    def frame(self) -> float:
        """The width of the board's frame."""
        return self.layout.frame * self.scale

    def centre(self, square: int) -> tuple[float, float]:
        column, row = self.table.cell_of(square)
        offset = self.frame
        return (
            self.rect.left + offset + (column + 0.5) * self.side,
            self.rect.top + offset + (row + 0.5) * self.side,
        )

    def square_under(self, place: tuple[int, int]) -> int | None:
        offset = self.frame
        column = math.floor((place[0] - self.rect.left - offset) / self.side)
        row = math.floor((place[1] - self.rect.top - offset) / self.side)
        if 0 <= column < self.table.contest.files and 0 <= row < self.table.contest.ranks:
            return self.table.square_at(column, row)
        return None

    def touch(self, pointer: Pointer) -> None:
        """Hand a pointer to the table, as the square under it."""
        square = self.square_under(pointer.place)
        self.pointer = pointer.place
        match pointer.touch:
            case Touch.DOWN if square is not None:
                self.table.press(square)
            case Touch.UP:
                self.table.release(square)
                self.pointer = None

    def cell(self, square: int) -> pygame.Rect:
        x, y = self.centre(square)
        half = self.side / 2
        return pygame.Rect(round(x - half), round(y - half), round(self.side), round(self.side))

    def draw_ground(self, canvas: Canvas, *, coordinates: bool) -> None:
        """The board itself, with its shadow and the names of files and ranks."""
        drop = max(3, round(self.side * 0.08))
        around = self.rect.inflate(drop * 4, drop * 4)
        canvas.shape(around, soft_shadow(drop * 2, drop * 3, *self.rect.size, 26 * self.scale, drop))
        drawing = ground_drawing(self.layout, canvas.theme)
        canvas.surface.blit(rasterise(drawing, *self.rect.size), self.rect)
        if coordinates:
            self._coordinates(canvas)

    def _coordinates(self, canvas: Canvas) -> None:
        contest, margin = self.table.contest, self.frame * 0.44
        part = min(max(self.frame * 0.58, 9) / canvas.unit, 1.3)
        for column in range(contest.files):
            square = self.table.square_at(column, contest.ranks - 1)
            name, x = contest.square_name(square)[0], self.centre(square)[0]
            for y in (self.rect.top + margin, self.rect.bottom - margin):
                canvas.text(name, (x, y), part, colour=canvas.theme.frame_ink, anchor="center")
        for row in range(contest.ranks):
            square = self.table.square_at(0, row)
            name, y = contest.square_name(square)[1], self.centre(square)[1]
            for x in (self.rect.left + margin, self.rect.right - margin):
                canvas.text(name, (x, y), part, colour=canvas.theme.frame_ink, anchor="center")

    def draw_play(self, canvas: Canvas) -> None:
        """Marks, pieces, and whatever moves."""
        self.draw_still(canvas)
        self.draw_moving(canvas)

    @property
    def still_key(self) -> object:
        """What `draw_still` shows; where it is the same, so is the picture."""
        table, grip, motion = self.table, self.table.grip, self.table.motion
        return (
            table.ply,
            table.viewing,
            tuple(table.cell_of(0)),
            motion and (motion.deed, motion.backwards),
            grip and (grip.square, grip.held),
            table.cursor if table.cursor_shown else None,
            table.suggestion and table.suggestion.option,
            tuple(sorted(self._shaken())),
        )

    def draw_still(self, canvas: Canvas) -> None:
        """Marks and the pieces at rest."""
        self._draw_marks(canvas)
        self._draw_pieces(canvas)
        self._draw_targets(canvas)
        self._draw_suggestion(canvas)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """What is under way; the places that it covers are returned."""
        places = [self._draw_shaken(canvas, square, t) for square, t in self._shaken().items()]
        places += [self._draw_effect(canvas, effect) for effect in self.table.effects]
        return [*places, *self._draw_motion(canvas), *self._draw_hand(canvas)]

    def _shaken(self) -> dict[int, float]:
        """Pieces that have just stepped into a trap, and for how long."""
        if self.table.motion:
            return {}
        return {effect.square: effect.progress for effect in self.table.effects if effect.flare is Flare.TRAP}

    def _draw_shaken(self, canvas: Canvas, square: int, t: float) -> pygame.Rect:
        x, y = self.centre(square)
        if piece := self.table.faces().get(square):
            x += math.sin(t * 26) * (1 - t) * self.side * 0.06
            self._piece(canvas, piece, (x, y), self.side * PIECE)
        return self._around((x, y), 1.2)

    def _around(self, centre: tuple[float, float], squares: float) -> pygame.Rect:
        """A place of so many squares around a point."""
        n = math.ceil(self.side * squares)
        place = pygame.Rect(0, 0, n, n)
        place.center = (round(centre[0]), round(centre[1]))
        return place

    def _stamp(self, canvas: Canvas, square: int, shape: str) -> None:
        """Shapes over a square."""
        n = round(self.side)
        canvas.surface.blit(rasterise(document(n, n, shape), n, n), self.cell(square))

    def _mark(self, canvas: Canvas, square: int, colour: str, *, opacity: float, edge: float = 0) -> None:
        n, inset = round(self.side), max(1.5, self.side * 0.035)
        style: dict[str, Style] = {"fill": colour, "fill_opacity": opacity}
        if edge:
            style |= {"stroke": colour, "stroke_width": n * edge}
        self._stamp(canvas, square, rect(inset, inset, n - 2 * inset, n - 2 * inset, n * 0.12, **style))

    def _draw_marks(self, canvas: Canvas) -> None:
        table = self.table
        if (last := table.last) and not (table.motion and table.motion.backwards):
            colour = SIDE_COLOURS[last.piece.side] if not last.is_reveal else "#e8c34a"
            for square in {last.origin, last.target}:
                self._mark(canvas, square, colour, opacity=0.34)
        if table.grip:
            self._mark(canvas, table.grip.square, "#ffe066", opacity=0.75, edge=0.05)
        if table.cursor_shown and table.viewing is None:
            n = round(self.side)
            rings = (("#fff", 5), (canvas.theme.focus, 3))
            shapes = [rect(3, 3, n - 6, n - 6, n * 0.12, fill="none", stroke=ink, stroke_width=w) for ink, w in rings]
            self._stamp(canvas, table.cursor, "".join(shapes))

    def _draw_pieces(self, canvas: Canvas) -> None:
        table, motion = self.table, self.table.motion
        hidden = {motion.deed.origin, motion.deed.target} if motion else set(self._shaken())
        held = table.grip.square if table.grip and table.grip.held else None
        for square, piece in table.faces().items():
            if square not in hidden:
                alpha = 90 if square == held else 255
                self._piece(canvas, piece, self.centre(square), self.side * PIECE, alpha=alpha)

    def _piece(
        self,
        canvas: Canvas,
        piece: Piece | None,
        centre: tuple[float, float],
        size: float,
        *,
        alpha: int = 255,
        wide: float = 1.0,
    ) -> None:
        rank = None if piece is None else self.table.contest.rank(piece.animal)
        canvas.piece(piece, centre, size, rank=rank, alpha=alpha, wide=wide)

    def _draw_targets(self, canvas: Canvas) -> None:
        table = self.table
        if not table.grip:
            return
        faces, n = table.faces(), round(self.side)
        middle = n / 2, n / 2
        prey = circle(*middle, n * 0.455, fill="none", stroke="#5a1010", stroke_width=n * 0.085, opacity=0.55) + circle(
            *middle,
            n * 0.455,
            fill="none",
            stroke="#ff5a45",
            stroke_width=n * 0.055,
            stroke_dasharray=f"{n * 0.2:.1f} {n * 0.085:.1f}",
        )
        free = circle(*middle, n * 0.155, fill="#1b3414", opacity=0.35) + circle(
            *middle, n * 0.125, fill=TARGET, stroke="#7a6a2a", stroke_width=n * 0.02
        )
        for square in table.grip.targets - {table.grip.square}:
            self._stamp(canvas, square, prey if square in faces else free)

    def _draw_motion(self, canvas: Canvas) -> list[pygame.Rect]:
        motion = self.table.motion
        if motion is None:
            return []
        deed, t = motion.deed, motion.progress
        size = self.side * PIECE
        if deed.is_reveal:
            self._draw_reveal(canvas, 1 - t if motion.backwards else t)
            return [self._around(self.centre(deed.target), 1.5)]
        if motion.backwards:
            t = 1 - t
        (x0, y0), (x1, y1) = self.centre(deed.origin), self.centre(deed.target)
        if motion.dragged:
            t = 1.0
        if deed.captured:
            gone = max((t - 0.35) / 0.65, 0.0)
            self._piece(canvas, deed.captured, (x1, y1), size * (1 - 0.35 * gone), alpha=round(255 * (1 - gone)))
        x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        high = math.sin(math.pi * t) * (JUMP_HEIGHT if deed.is_jump else 0.06)
        grown = size * (1 + high * 0.32)
        self._shadow(canvas, (x, y + size * 0.06), size * (0.96 - 0.2 * min(high, 1)), round(110 - 60 * min(high, 1)))
        above = (x, y - high * self.side * 0.55)
        self._piece(canvas, deed.piece, above, grown)
        return [self._around(place, 1.5) for place in ((x, y), above, (x1, y1))]

    def _draw_reveal(self, canvas: Canvas, t: float) -> None:
        motion = self.table.motion
        assert motion is not None
        x, y = self.centre(motion.deed.target)
        face = motion.deed.piece if t > 0.5 else None
        lift = math.sin(math.pi * t)
        wide = max(abs(math.cos(math.pi * t)), 0.04)
        size = self.side * PIECE * (1 + 0.14 * lift)
        self._shadow(canvas, (x, y + size * 0.08), size * 0.9, 90)
        self._piece(canvas, face, (x, y - lift * self.side * 0.1), size, wide=wide)

    def _shadow(self, canvas: Canvas, centre: tuple[float, float], size: float, alpha: int) -> None:
        n = max(round(size), 2)
        opacity = round(alpha / 255 / 4, 3)
        steps = "".join(circle(n / 2, n / 2, n / 2 * k, fill="#000", opacity=opacity) for k in (1, 0.92, 0.84, 0.76))
        image = rasterise(document(n, n, steps), n, n)
        canvas.surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _draw_hand(self, canvas: Canvas) -> list[pygame.Rect]:
        """The piece that the pointer carries."""
        grip = self.table.grip
        if not grip or not grip.held or self.pointer is None or self.table.motion:
            return []
        if self.square_under(self.pointer) == grip.square and grip.targets == {grip.square}:
            return []
        size = self.side * PIECE * LIFT
        x, y = self.pointer
        self._shadow(canvas, (x, y + size * 0.1), size * 0.95, 90)
        self._piece(canvas, self.table.faces().get(grip.square), (x, y - size * 0.06), size)
        return [self._around(self.pointer, 1.6)]

    def _draw_suggestion(self, canvas: Canvas) -> None:
        """An arrow from where to where."""
        suggestion = self.table.suggestion
        if suggestion is None or self.table.motion:
            return
        origin, target = suggestion.option.origin, suggestion.option.target
        if origin == target:
            self._mark(canvas, origin, "#35c46a", opacity=0.25, edge=0.05)
            return
        arrow = arrow_shape(self.layout, origin, target)
        canvas.shape(self.rect, group(f"scale({self.scale:.4f})", arrow))

    def _draw_effect(self, canvas: Canvas, effect: Effect) -> pygame.Rect:
        n = round(self.side * (3.4 if effect.flare is Flare.DEN else 1.7))
        image = rasterise(flare(effect.flare, n, round(effect.progress * PICTURES)), n, n)
        x, y = self.centre(effect.square)
        return canvas.surface.blit(image, image.get_rect(center=(round(x), round(y))))
