"""The graph of a game: Blue's chances ply by ply, on which a ply can be chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Control
from jungle.pieces import Side
from jungle.svg.shapes import circle, line, points
from jungle.svg.themes import SIDE_COLOURS


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
