"""Rectangles inside rectangles, and the layout of the game screen for tall and wide windows."""

from dataclasses import dataclass, field

import pygame

from jungle.desktop.canvas import Canvas

WIDE = 1.05
"""An area is wide if its width is more than this times its height."""
STEPS = ("first", "previous", "next", "last")
"""The buttons that step through the moves."""


def column(area: pygame.Rect, count: int, height: int, gap: int, *, top: int | None = None) -> list[pygame.Rect]:
    """Rows of equal height, vertically centred in an area or starting at `top`."""
    total = count * height + (count - 1) * gap
    y = area.centery - total // 2 if top is None else top
    return [pygame.Rect(area.left, y + i * (height + gap), area.width, height) for i in range(count)]


def row(area: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """An area divided into equal columns."""
    edges = [area.left + (area.width + gap) * i // count for i in range(count + 1)]
    return [pygame.Rect(edges[i], area.top, edges[i + 1] - gap - edges[i], area.height) for i in range(count)]


def cut_top(area: pygame.Rect, height: int, gap: int = 0) -> pygame.Rect:
    """Cut a strip off the top of an area, and a gap below it. The area shrinks to the rest; so for the other edges."""
    strip = pygame.Rect(area.left, area.top, area.width, height)
    area.update(area.left, strip.bottom + gap, area.width, area.height - height - gap)
    return strip


def cut_bottom(area: pygame.Rect, height: int, gap: int = 0) -> pygame.Rect:
    area.height -= height + gap
    return pygame.Rect(area.left, area.bottom + gap, area.width, height)


def cut_left(area: pygame.Rect, width: int, gap: int = 0) -> pygame.Rect:
    strip = pygame.Rect(area.left, area.top, width, area.height)
    area.update(strip.right + gap, area.top, area.width - width - gap, area.height)
    return strip


def cut_right(area: pygame.Rect, width: int, gap: int = 0) -> pygame.Rect:
    area.width -= width + gap
    return pygame.Rect(area.right + gap, area.top, width, area.height)


def centred(area: pygame.Rect, width: float, height: float) -> pygame.Rect:
    rect = pygame.Rect(0, 0, int(min(width, area.width)), int(min(height, area.height)))
    rect.center = area.center
    return rect


def halves(area: pygame.Rect, gap: int, *, across: float, down: float) -> tuple[pygame.Rect, pygame.Rect]:
    """An area divided in two: side by side if it is wide, one above the other if not; the first gets that share."""
    rest = area.copy()
    if area.width > area.height * WIDE:
        return cut_left(rest, round(area.width * across), gap), rest
    return cut_top(rest, round(area.height * down), gap), rest


def _nowhere() -> pygame.Rect:
    return pygame.Rect(0, 0, 0, 0)


@dataclass(slots=True)
class PlayLayout:
    """The rectangles of the game screen."""

    plates: dict[int, pygame.Rect] = field(default_factory=dict)
    """By seat."""
    board: pygame.Rect = field(default_factory=_nowhere)
    """Room for the board and the evaluation bar."""
    tray: pygame.Rect = field(default_factory=_nowhere)
    """Where what still lies face down is shown; empty where nothing does."""
    moves_panel: pygame.Rect = field(default_factory=_nowhere)
    heading: pygame.Rect = field(default_factory=_nowhere)
    """Above the moves; empty in a tall window."""
    moves: pygame.Rect = field(default_factory=_nowhere)
    row_height: int = 1
    tall: bool = True
    steps: list[pygame.Rect] = field(default_factory=list)
    tools: list[pygame.Rect] = field(default_factory=list)
    toast: pygame.Rect = field(default_factory=_nowhere)
    """Where notices appear: never over the board."""


def lay_out(
    canvas: Canvas, area: pygame.Rect, tools: int, top: int, *, shape: float = 1.0, tray: bool = False
) -> PlayLayout:
    """Lay the screen out for a number of tools, with the plate of the seat `top` at the top and perhaps a tray.

    `shape` is the board's width divided by its height. In a tall window the tools stand below the board or beside it,
    wherever that leaves it more room.
    """
    if area.width > area.height * WIDE:
        return _wide(canvas, area, tools, top, tray)
    below, beside = (_tall(canvas, area, tools, top, tray, beside=side) for side in (False, True))
    return max(below, beside, key=lambda places: min(places.board.width, places.board.height * shape))


def _wide(canvas: Canvas, area: pygame.Rect, tools: int, top: int, tray: bool) -> PlayLayout:
    gap = canvas.size(0.55)
    width = min(max(round(area.width * 0.3), canvas.size(17)), canvas.size(26))
    plate, bar = canvas.size(3.6), canvas.size(2.7)
    places = PlayLayout(tall=False, row_height=canvas.line_height(1.25))
    places.board = area.inflate(-2 * gap, -2 * gap)
    panel = cut_right(places.board, width, gap)
    places.tools = _tools(canvas, cut_bottom(panel, bar, gap), tools)
    places.plates = {top: cut_top(panel, plate, gap), 1 - top: cut_bottom(panel, plate, gap)}
    if tray:
        places.tray = cut_top(panel, width // 4 + canvas.size(2.2), gap)
    places.moves_panel = places.toast = panel
    places.moves = panel.inflate(-canvas.size(1), -canvas.size(0.8))
    places.heading = cut_top(places.moves, canvas.line_height(1.1))
    places.steps = row(cut_bottom(places.moves, canvas.size(2.2), gap // 2), len(STEPS), 4)
    return places


def _tall(canvas: Canvas, area: pygame.Rect, tools: int, top: int, tray: bool, *, beside: bool) -> PlayLayout:
    gap = canvas.size(0.55)
    plate, strip, bar = canvas.size(2.9), canvas.size(2.1), canvas.size(2.9)
    places = PlayLayout(row_height=canvas.line_height(1.0))
    places.board = area.inflate(-2 * gap, -2 * gap)
    if not beside:
        places.tools = _tools(canvas, cut_bottom(places.board, bar, gap), tools)
    panel = places.moves_panel = cut_bottom(places.board, strip, gap)
    places.toast = cut_bottom(places.board, plate, gap)
    places.plates = {top: cut_top(places.board, plate, gap), 1 - top: places.toast}
    if tray:
        places.tray = cut_bottom(places.board, min(panel.width // 8, canvas.size(3)) * 2, gap)
    if beside:
        tower = cut_right(places.board, bar, gap)
        high = min(bar, tower.height // tools - canvas.size(0.3))
        places.tools = column(tower, tools, high, min((tower.height - tools * high) // tools, canvas.size(1)))
    button = strip - 6
    lefts = (panel.left + 3, panel.left + 3 + button, panel.right - 3 - 2 * button, panel.right - 3 - button)
    places.steps = [pygame.Rect(x, panel.top + 3, button, button) for x in lefts]
    places.moves = pygame.Rect(panel.left + 2 * button + 8, panel.top + 3, panel.width - 4 * button - 16, button)
    return places


def _tools(canvas: Canvas, area: pygame.Rect, count: int) -> list[pygame.Rect]:
    gap = canvas.size(0.3)
    across = min(area.width, round((area.height * 1.5 + gap) * count))
    return row(pygame.Rect(area.centerx - across // 2, area.top, across, area.height), count, gap)
