"""Charts: no library, no scripts.

Most are parts of a page and take their colours from its style sheet, by class. `chance_chart` and `curve_chart` are
standalone documents.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from jungle.geometry import Grid

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 42


@dataclass(frozen=True, slots=True)
class Axis:
    """Maps values from `low` to `high` onto pixels.

    >>> Axis(0, 10, 100, 200).place(5)
    150.0
    """

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.start + share * (self.end - self.start), 2)

    def ticks(self, count: int = 5) -> list[float]:
        """Round values along the axis, about this many."""
        rough = (self.high - self.low) / count or 1
        size = 10 ** math.floor(math.log10(rough))
        step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(index * step, 10) for index in range(first, last + 1)]


def _chart(body: Sequence[str], *, width: int = WIDTH, height: int = HEIGHT, label: str) -> str:
    inside = "\n".join(body)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">\n{inside}\n</svg>'


def _text(kind: str, x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.6g}" y="{y:.6g}" text-anchor="{anchor}">{escape(text)}</text>'


def _bar(number: int, x: float, y: float, width: float, height: float, title: str) -> str:
    """A bar of series `number`, never too thin to see."""
    return (
        f'<rect class="series{number}" x="{x:.2f}" y="{y:.2f}" width="{max(width, 0.5):.2f}" height="{height:.2f}">'
        f"<title>{escape(title)}</title></rect>"
    )


def _frame(across: Axis, up: Axis, *, across_title: str, up_format: str) -> list[str]:
    """Grid lines and tick labels."""
    parts = []
    for tick in up.ticks():
        y = up.place(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(_text("tick", LEFT - 8, y + 4, up_format.format(tick), "end"))
    parts += [_text("tick", across.place(t), HEIGHT - 22, f"{t:g}") for t in across.ticks(8) if t == int(t)]
    return [*parts, _text("axis", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, across_title)]


def score_chart(points: Sequence[tuple[int, float, float, float]], *, across_title: str, label: str) -> str:
    """A line with the band between its bounds: (place, low, value, high), all from 0 to 1."""
    across = Axis(min(1, points[0][0]), max(points[-1][0], 2), LEFT, WIDTH - RIGHT)
    values = [value for point in points[len(points) // 10 :] for value in point[1:]]
    low, high = min([*values, 0.45]), max([*values, 0.55])
    up = Axis(max(0.0, low - 0.03), min(1.0, high + 0.03), HEIGHT - BOTTOM, TOP)

    def within(value: float) -> float:
        return up.place(min(max(value, up.low), up.high))

    upper = " ".join(f"{across.place(x)},{within(top)}" for x, _, _, top in points)
    lower = " ".join(f"{across.place(x)},{within(bottom)}" for x, bottom, _, _ in reversed(points))
    line = " ".join(f"{across.place(x)},{within(value)}" for x, _, value, _ in points)
    half = up.place(0.5)
    last, _, value, _ = points[-1]
    return _chart(
        [
            *_frame(across, up, across_title=across_title, up_format="{:.0%}"),
            f'<polygon class="band" points="{upper} {lower}"/>',
            f'<line class="half" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{half}" y2="{half}"/>',
            f'<polyline class="line" points="{line}"/>',
            f'<circle class="dot" cx="{across.place(last)}" cy="{within(value)}" r="4"/>',
        ],
        label=label,
    )


def histogram(values: Sequence[Sequence[int]], *, across_title: str, label: str, names: Sequence[str]) -> str:
    """A stacked histogram; the bars of each series have the class series0, series1, …"""
    everything = [value for series in values for value in series]
    low, high = min(everything), max(everything) + 1
    width = max(1, math.ceil((high - low) / 30))
    low -= low % width
    bins = math.ceil((high - low) / width)
    counts = [[0] * bins for _ in values]
    for series, row in zip(values, counts, strict=True):
        for value in series:
            row[(value - low) // width] += 1
    tallest = max(sum(column) for column in zip(*counts, strict=True))
    across = Axis(low, low + bins * width, LEFT, WIDTH - RIGHT)
    up = Axis(0, tallest, HEIGHT - BOTTOM, TOP)
    parts = _frame(across, up, across_title=across_title, up_format="{:g}")
    for index in range(bins):
        base = 0
        x, end = across.place(low + index * width), across.place(low + (index + 1) * width)
        span = f"{low + index * width}" if width == 1 else f"{low + index * width} to {low + (index + 1) * width - 1}"
        for number, row in enumerate(counts):
            if row[index]:
                y, foot = up.place(base + row[index]), up.place(base)
                parts.append(_bar(number, x + 0.5, y, end - x - 1, foot - y, f"{span}: {row[index]} {names[number]}"))
                base += row[index]
    return _chart(parts, label=label)


def share_bars(rows: Sequence[tuple[str, Sequence[int]]], *, label: str, names: Sequence[str]) -> str:
    """A stacked bar per row, labelled with the row's count and share of the total."""
    total = sum(sum(counts) for _, counts in rows)
    longest = max(sum(counts) for _, counts in rows)
    row_height, start = 30, 190
    across = Axis(0, longest, 0, WIDTH - start - 90)
    parts = []
    for index, (name, counts) in enumerate(rows):
        y = index * row_height + 4
        parts.append(_text("label", start - 10, y + 16, name, "end"))
        x = float(start)
        for number, count in enumerate(counts):
            if count:
                width = across.place(count)
                parts.append(_bar(number, x, y, width - 0.5, 22, f"{name}: {count} {names[number]}"))
                x += width
        parts.append(_text("tick", x + 8, y + 16, f"{sum(counts)}  ({sum(counts) / total:.0%})", "start"))
    return _chart(parts, height=len(rows) * row_height + 8, label=label)


def heat_board(grid: Grid, values: Sequence[float], *, title: str, heat: str, unit: str) -> str:
    """A small heat map of a board; `heat` is the class of the glow, squares have their terrain as class."""
    head, width = 20, 126
    cell = width / grid.files
    most, total = max(values) or 1, sum(values) or 1
    parts = [_text("label", width / 2, 13, title)]
    for square, value in enumerate(values):
        rank, file = divmod(square, grid.files)
        x, y = file * cell, head + (grid.ranks - 1 - rank) * cell
        place = f'x="{x}" y="{y}" width="{cell}" height="{cell}"'
        parts.append(f'<rect class="{grid.terrain(square).name.lower()}" {place}/>')
        if value:
            opacity = 0.12 + 0.88 * math.sqrt(value / most)
            tip = escape(f"{grid.square_name(square)}: {value / total:.1%} of {unit}")
            parts.append(f'<rect class="{heat}" {place} fill-opacity="{opacity:.3f}"><title>{tip}</title></rect>')
    return _chart(parts, width=width, height=round(head + grid.ranks * cell), label=f"{title}: {unit}")


def interval_bars(rows: Sequence[tuple[str, float, float]], *, label: str) -> str:
    """A dot per row at its value, with an error bar."""
    row_height, start = 30, 190
    low = min(value - error for _, value, error in rows)
    high = max(value + error for _, value, error in rows)
    margin = (high - low) * 0.04 or 10
    height = len(rows) * row_height + 30
    across = Axis(low - margin, high + margin, start, WIDTH - 110)
    parts = []
    for tick in across.ticks():
        x = across.place(tick)
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="4" y2="{height - 22}"/>')
        parts.append(_text("tick", x, height - 6, f"{tick:g}"))
    for index, (name, value, error) in enumerate(rows):
        y = index * row_height + 20
        left, right = across.place(value - error), across.place(value + error)
        parts.append(_text("label", start - 10, y + 4, name, "end"))
        parts.append(f'<line class="line" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{across.place(value)}" cy="{y}" r="5"/>')
        parts.append(_text("tick", WIDTH - 95, y + 4, f"{value:.0f} ± {error:.0f}", "start"))
    return _chart(parts, height=height, label=label)


DOCUMENT_STYLE = """
text { font: 12px sans-serif; fill: #555 } text.title { font-size: 15px; fill: #222 }
.grid { stroke: #888; stroke-width: .7; stroke-dasharray: 3 4 } .half { stroke: #888; stroke-width: .7 }
.line { fill: none; stroke-width: 2 } .range { stroke-width: 1.2; stroke-opacity: .5 }
.above { fill: #f6dcdc } .below { fill: #cfe0f5 }
"""
DOCUMENT_TOP = 40


def _document(width: int, height: int, title: str, ground: Sequence[str], parts: Sequence[str], right: float) -> str:
    """A standalone drawing: its title, what lies below the grid of percents up to `right`, and what lies above it."""
    up, size = _percents(height), f'width="{width}" height="{height}"'
    grid = []
    for percent in (0, 25, 50, 75, 100):
        y = up.place(percent / 100)
        kind = "half" if percent == 50 else "grid"
        grid.append(f'<line class="{kind}" x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
        grid.append(_text("tick", LEFT - 6, y + 4, f"{percent} %", "end"))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
            f"<title>{escape(title)}</title><style>{DOCUMENT_STYLE}</style>",
            f'<rect {size} fill="#fff"/>',
            _text("title", LEFT, 24, title, "start"),
            *ground,
            *grid,
            *parts,
            "</svg>",
            "",
        ]
    )


def _percents(height: int) -> Axis:
    return Axis(0, 1, height - BOTTOM, DOCUMENT_TOP)


def _dot(x: float, y: float, colour: str, title: str = "", *, radius: float = 4) -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{colour}">{inside}</circle>'


CURVE_COLOURS = ("#1f4e9c", "#c0392b", "#2e8b57", "#b8860b", "#7d3c98", "#117a8b", "#555555", "#d35400")


def curve_chart(
    curves: Sequence[tuple[str, Sequence[tuple[float, float, float, float]]]], *, title: str, across_title: str
) -> str:
    """Several named curves with their intervals, as a standalone document.

    Points are the place and, from 0 to 1, the lower end of the interval, the value and its upper end.
    """
    width, height, right = 800, 400, 680
    across = Axis(0, max(point[0] for _, points in curves for point in points), LEFT, right)
    up = _percents(height)
    parts = [_text("tick", across.place(tick), height - BOTTOM + 18, f"{tick:g}") for tick in across.ticks(8)]
    for number, (name, points) in enumerate(curves):
        colour = CURVE_COLOURS[number % len(CURVE_COLOURS)]
        line = " ".join(f"{across.place(place)},{up.place(value)}" for place, _, value, _ in points)
        parts.append(f'<polyline class="line" stroke="{colour}" points="{line}"/>')
        for place, low, value, high in points:
            x, ends = across.place(place), f'y1="{up.place(low)}" y2="{up.place(high)}"'
            parts.append(f'<line class="range" stroke="{colour}" x1="{x}" x2="{x}" {ends}/>')
            parts.append(_dot(x, up.place(value), colour, f"{name}: {value:.0%} ({low:.0%} to {high:.0%})", radius=3))
        y = DOCUMENT_TOP + 20 * number + 10
        parts += [_dot(right + 16, y - 4, colour), _text("axis", right + 26, y, name, "start")]
    parts.append(_text("axis", (LEFT + right) / 2, height - 6, across_title))
    return _document(width, height, title, [], parts, right)


BARS = "▁▂▃▄▅▆▇█"


def sparkline(chances: Sequence[float]) -> str:
    """Values from 0 to 1 as a line of text.

    >>> sparkline([0, 0.5, 1])
    '▁▅█'
    """
    return "".join(BARS[round(chance * (len(BARS) - 1))] for chance in chances)


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A highlighted point: its index on the line, its colour, and a tooltip."""

    place: int
    colour: str
    text: str


def chance_chart(
    chances: Sequence[float],
    *,
    title: str,
    across_title: str,
    numbers: Sequence[int],
    marks: Sequence[ChartMark],
    legend: Sequence[tuple[str, str]],
) -> str:
    """A side's chances (0 to 1) at the start and after each ply, as a standalone document.

    `numbers` are the move numbers to write below, one for each chance; `legend` explains colours: (colour, text).
    """
    width, height = 800, 320
    across = Axis(0, max(len(chances) - 1, 1), LEFT, width - RIGHT)
    up = _percents(height)
    line = " ".join(f"{across.place(ply)},{up.place(chance)}" for ply, chance in enumerate(chances))
    low, right = up.place(0), across.place(len(chances) - 1)
    field = f'x="{LEFT}" y="{DOCUMENT_TOP}" width="{width - LEFT - RIGHT}" height="{low - DOCUMENT_TOP}"'
    ground = [
        f'<rect class="above" {field}/>',
        f'<polygon class="below" points="{line} {right},{low} {LEFT},{low}"/>',
    ]
    step = next((step for step in (2, 4, 10, 20, 40, 100, 200, 400) if len(numbers) / step <= 12), 1000)
    plies = range(0, len(numbers), step)
    parts = [_text("tick", across.place(ply), height - BOTTOM + 18, str(numbers[ply])) for ply in plies]
    parts.append(f'<polyline class="line" stroke="#1f4e9c" points="{line}"/>')
    for mark in marks:
        parts.append(_dot(across.place(mark.place), up.place(chances[mark.place]), mark.colour, mark.text))
    parts.append(_text("axis", LEFT, height - 6, across_title, "start"))
    for index, (colour, text) in enumerate(legend):
        x = 430 + 110 * index
        parts += [_dot(x, height - 10, colour), _text("axis", x + 8, height - 6, text, "start")]
    return _document(width, height, title, ground, parts, width - RIGHT)
