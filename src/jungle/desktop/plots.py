"""Plots: stacked bars, a line, a histogram, a ranking, and the graph of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Control
from jungle.pieces import Side
from jungle.svg.shapes import circle, line, points
from jungle.svg.themes import SIDE_COLOURS

FIRST, SECOND, NEITHER, INCONCLUSIVE = "#3f8f5b", "#b5722c", "#9a9a92", "#5d7f99"
"""The players' colours. Not those of the sides, since players change sides."""
GRID = 4


def draw_frame(canvas: Canvas, rect: pygame.Rect, title: str) -> pygame.Rect:
    """Draw a plot's title and background, and return the room for the plot."""
    theme = canvas.theme
    head = canvas.line_height(0.95)
    canvas.text(title, (rect.left, rect.top + head / 2), 0.95, bold=True, width=rect.width)
    inside = pygame.Rect(rect.left, rect.top + head, rect.width, rect.height - head)
    canvas.block(inside, theme.button[0], radius=canvas.unit * 0.4, edge=theme.panel_edge, line=1.2)
    return inside.inflate(-canvas.size(1), -canvas.size(0.8))


def draw_parts(canvas: Canvas, rect: pygame.Rect, rows: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> None:
    """A stacked bar for each row, labelled with its numbers."""
    if not rows:
        return
    step = rect.height / len(rows)
    label = min(canvas.size(9), rect.width // 2)
    for i, (name, parts) in enumerate(rows):
        middle = rect.top + step * (i + 0.5)
        canvas.text(name, (rect.left, middle), 0.9, width=label - 6)
        bar = pygame.Rect(rect.left + label, round(middle - step * 0.32), rect.width - label, round(step * 0.64))
        total = sum(count for _, count in parts)
        x = float(bar.left)
        for colour, count in parts:
            wide = bar.width * count / total if total else 0
            if wide >= 1:
                piece = pygame.Rect(round(x), bar.top, round(x + wide) - round(x), bar.height)
                canvas.surface.fill(colour, piece)
                if wide > canvas.size(1.4):
                    canvas.text(str(count), piece.center, 0.85, colour="#ffffff", bold=True, anchor="center")
            x += wide


def draw_line_plot(
    canvas: Canvas, rect: pygame.Rect, values: Sequence[float], total: int, bounds: tuple[float, float] | None
) -> None:
    """A line of values from 0 to 1, with a confidence interval."""
    theme = canvas.theme
    label = canvas.measure("100%", 0.72)[0] + 6
    plot = pygame.Rect(rect.left + label, rect.top + 4, rect.width - label, rect.height - 8)
    for i in range(GRID + 1):
        y = plot.bottom - plot.height * i / GRID
        colour = theme.faint if i * 2 == GRID else theme.panel_edge
        canvas.surface.fill(colour, pygame.Rect(plot.left, round(y), plot.width, 1))
        canvas.text(f"{100 * i // GRID}%", (plot.left - 6, y), 0.72, colour=theme.faint, anchor="midright")
    if not values:
        return
    if bounds:
        low, high = (plot.bottom - plot.height * min(max(bound, 0), 1) for bound in bounds)
        band = pygame.Rect(plot.left, round(high), plot.width, max(round(low - high), 1))
        canvas.block(band, FIRST, opacity=0.16)
    step = plot.width / max(total - 1, 1)
    places = [(i * step, plot.height * (1 - value)) for i, value in enumerate(values)]
    shown = [*places[:: max(len(places) // 300, 1)], places[-1]]
    area = plot.inflate(8, 8)
    d = points(*((x + 4, y + 4) for x, y in shown))
    x, y = shown[-1]
    curve = line(d, FIRST, 2.4, stroke_linejoin="round")
    canvas.shape(area, curve + circle(x + 4, y + 4, 4, fill=FIRST, stroke="#fff", stroke_width=1.5), keep=False)


def draw_bars(canvas: Canvas, rect: pygame.Rect, counts: Sequence[int], longest: int) -> None:
    """A histogram from 0 to `longest`."""
    theme = canvas.theme
    foot = canvas.line_height(0.72)
    plot = pygame.Rect(rect.left, rect.top, rect.width, rect.height - foot)
    canvas.surface.fill(theme.faint, pygame.Rect(plot.left, plot.bottom, plot.width, 1))
    if not longest:
        return  # Without games there is no scale.
    highest = max(counts, default=0)
    step = plot.width / max(len(counts), 1)
    for i, count in enumerate(counts):
        high = round(plot.height * 0.94 * count / highest) if highest else 0
        if high:
            bar = pygame.Rect(round(plot.left + i * step + 1), plot.bottom - high, max(round(step) - 2, 1), high)
            canvas.surface.fill(SIDE_COLOURS[0], bar)
    for i, anchor in ((0, "midleft"), (1, "center"), (2, "midright")):
        place = (plot.left + plot.width * i / 2, plot.bottom + foot / 2 + 1)
        canvas.text(str(longest * i // 2), place, 0.72, colour=theme.faint, anchor=anchor)


def draw_ranking(canvas: Canvas, rect: pygame.Rect, rows: Sequence[tuple[str, int]]) -> None:
    """Names with their counts as bars, as many as there is room for."""
    theme = canvas.theme
    step = min(canvas.line_height(0.95) * 1.15, rect.height / max(len(rows), 1))
    step = max(step, canvas.line_height(0.8))
    highest = max((count for _, count in rows), default=1)
    label, number = min(canvas.size(7.4), rect.width * 0.42), canvas.size(2)
    for i, (name, count) in enumerate(rows[: int(rect.height // step)]):
        middle = rect.top + step * (i + 0.5)
        canvas.text(name, (rect.left, middle), 0.86, width=label - 6)
        wide = (rect.width - label - number) * count / highest
        top, height = round(middle - step * 0.28), round(step * 0.56)
        canvas.surface.fill(theme.accent[1], pygame.Rect(round(rect.left + label), top, max(round(wide), 2), height))
        canvas.text(str(count), (rect.left + label + wide + 6, middle), 0.82, colour=theme.faint)


@dataclass(slots=True, kw_only=True)
class Graph(Control):
    """A line from 0 to 1 over the plies of a game; a click or an arrow key chooses a ply."""

    chances: Sequence[float] = ()
    total: int = 1
    marked: Sequence[int] = ()
    """The plies of the turning points."""
    ply: int = 0

    def press(self, place: tuple[int, int]) -> Action | None:
        return self.drag(place)

    def drag(self, place: tuple[int, int]) -> Action | None:
        part = (place[0] - self.rect.left) / max(self.rect.width, 1)
        return Action(self.key, min(max(round(part * self.total), 0), self.total))

    def adjust(self, step: int) -> Action | None:
        return Action(self.key, min(max(self.ply + step, 0), self.total))

    def place(self, ply: int) -> tuple[float, float]:
        """Where a ply lies; plies that have not been judged lie in the middle."""
        chance = self.chances[ply - 1] if 0 < ply <= len(self.chances) else 0.5
        return self.rect.width * ply / max(self.total, 1), self.rect.height * (1 - chance)


def draw_graph(canvas: Canvas, graph: Graph) -> None:
    """Blue's part below the line, Red's above it, the turning points, and the ply on the board."""
    width, height = graph.rect.size
    known = [graph.place(ply) for ply in range(len(graph.chances) + 1)]
    canvas.block(graph.rect, canvas.theme.button[0], radius=canvas.unit * 0.3, edge=canvas.theme.panel_edge)
    shapes = []
    if len(known) > 1:
        below = points(*known, (known[-1][0], height), (0, height)) + "Z"
        above = points(*known, (known[-1][0], 0), (0, 0)) + "Z"
        shapes.append(f'<path d="{below}" fill="{SIDE_COLOURS[Side.BLUE]}" opacity="0.28"/>')
        shapes.append(f'<path d="{above}" fill="{SIDE_COLOURS[Side.RED]}" opacity="0.28"/>')
        shapes.append(line(points(*known), canvas.theme.ink, max(canvas.unit * 0.12, 1.5)))
    shapes.append(line(points((0, height / 2), (width, height / 2)), canvas.theme.faint, 1, opacity=0.6))
    x = width * graph.ply / max(graph.total, 1)
    shapes.append(line(points((x, 0), (x, height)), canvas.theme.accent_edge, max(canvas.unit * 0.16, 2)))
    for ply in graph.marked:
        at = graph.place(ply + 1)
        shapes.append(circle(*at, canvas.unit * 0.36, fill="#d8442f", stroke="#fff", stroke_width=1.5))
    canvas.shape(graph.rect, "".join(shapes), keep=False)
