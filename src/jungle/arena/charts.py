"""Charts as SVG, drawn by hand: no library, no fonts, no scripts. Colours are classes that the page's style sets."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 42


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` on a stretch of the picture.

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
        """Round values along the axis, about so many."""
        rough = (self.high - self.low) / count or 1
        size = 10 ** math.floor(math.log10(rough))
        step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(index * step, 10) for index in range(first, last + 1)]


def svg(body: Sequence[str], *, width: int = WIDTH, height: int = HEIGHT, label: str) -> str:
    inside = "\n".join(body)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">\n{inside}\n</svg>'


def _frame(across: Axis, up: Axis, *, across_title: str, up_format: str, whole: bool = True) -> list[str]:
    """Grid lines and tick labels."""
    parts = []
    for tick in up.ticks():
        y = up.place(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        text = up_format.format(tick)
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{text}</text>')
    for tick in across.ticks(8):
        if whole and tick != int(tick):
            continue
        parts.append(
            f'<text class="tick" x="{across.place(tick)}" y="{HEIGHT - 22}" text-anchor="middle">{tick:g}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="axis" x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">{escape(across_title)}</text>')
    return parts


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
    return svg(
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
    """Stacked bars of how often a value came, one series above the other, in classes series0, series1, …"""
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
                title = escape(f"{span}: {row[index]} {names[number]}")
                parts.append(
                    f'<rect class="series{number}" x="{x + 0.5:.2f}" y="{y}" width="{max(end - x - 1, 0.5):.2f}" '
                    f'height="{foot - y:.2f}"><title>{title}</title></rect>'
                )
                base += row[index]
    return svg(parts, label=label)


def share_bars(rows: Sequence[tuple[str, Sequence[int]]], *, label: str, names: Sequence[str]) -> str:
    """One bar a row, split into series, with the row's share of everything written beside it."""
    total = sum(sum(counts) for _, counts in rows)
    longest = max(sum(counts) for _, counts in rows)
    row_height, start = 30, 190
    across = Axis(0, longest, 0, WIDTH - start - 90)
    parts = []
    for index, (name, counts) in enumerate(rows):
        y = index * row_height + 4
        parts.append(f'<text class="label" x="{start - 10}" y="{y + 16}" text-anchor="end">{escape(name)}</text>')
        x = float(start)
        for number, count in enumerate(counts):
            if count:
                width = across.place(count)
                title = escape(f"{name}: {count} {names[number]}")
                parts.append(
                    f'<rect class="series{number}" x="{x:.2f}" y="{y}" width="{max(width - 0.5, 0.5):.2f}" '
                    f'height="22"><title>{title}</title></rect>'
                )
                x += width
        text = f"{sum(counts)}  ({sum(counts) / total:.0%})"
        parts.append(f'<text class="tick" x="{x + 8:.2f}" y="{y + 16}">{text}</text>')
    return svg(parts, height=len(rows) * row_height + 8, label=label)


@dataclass(frozen=True, slots=True)
class Terrain:
    """A board to paint on: its size, and the class of each square."""

    files: int
    ranks: int
    classes: Sequence[str]
    """One for each square, from the lower left, rank by rank."""


def heat_board(terrain: Terrain, values: Sequence[float], *, title: str, heat: str, unit: str) -> str:
    """A small board on which each square glows by its value; `heat` is the glow's class."""
    head, width = 20, 126
    cell = width / terrain.files
    most, total = max(values) or 1, sum(values) or 1
    parts = [f'<text class="label" x="{width / 2}" y="13" text-anchor="middle">{escape(title)}</text>']
    for square, value in enumerate(values):
        rank, file = divmod(square, terrain.files)
        x, y = file * cell, head + (terrain.ranks - 1 - rank) * cell
        place = f'x="{x}" y="{y}" width="{cell}" height="{cell}"'
        parts.append(f'<rect class="{terrain.classes[square]}" {place}/>')
        if value:
            name = "abcdefg"[file] + str(rank + 1)
            opacity = 0.12 + 0.88 * math.sqrt(value / most)
            tip = escape(f"{name}: {value / total:.1%} of {unit}")
            parts.append(f'<rect class="{heat}" {place} fill-opacity="{opacity:.3f}"><title>{tip}</title></rect>')
    return svg(parts, width=width, height=round(head + terrain.ranks * cell), label=f"{title}: {unit}")


def interval_bars(rows: Sequence[tuple[str, float, float]], *, label: str) -> str:
    """One line a row with a dot at its value and a bar as far as its error reaches."""
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
        parts.append(f'<text class="tick" x="{x}" y="{height - 6}" text-anchor="middle">{tick:g}</text>')
    for index, (name, value, error) in enumerate(rows):
        y = index * row_height + 20
        left, right = across.place(value - error), across.place(value + error)
        parts.append(f'<text class="label" x="{start - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<line class="line" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{across.place(value)}" cy="{y}" r="5"/>')
        parts.append(f'<text class="tick" x="{WIDTH - 95}" y="{y + 4}">{value:.0f} ± {error:.0f}</text>')
    return svg(parts, height=height, label=label)
