"""A small SVG vocabulary: closed curves through points, brush strokes, and the resulting tags."""

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]

INK = "#2b2320"


def number(value: float) -> str:
    """A coordinate, rounded to a tenth of a unit."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def mirrored(points: Iterable[Point]) -> list[Point]:
    """The points on the other side of the vertical line in the middle."""
    return [(100 - x, y) for x, y in points]


def symmetric(right: Sequence[Point]) -> list[Point]:
    """A closed outline from its right half, which runs from the top middle to the bottom middle."""
    inner = [point for point in reversed(right) if point[0] != 50]
    return [*right, *mirrored(inner)]


def curve(points: Sequence[Point], *, closed: bool = True, tension: float = 1.0) -> str:
    """A smooth curve through the points: a Catmull-Rom spline as cubic segments."""
    count = len(points)
    parts = [f"M{pair(points[0])}"]
    for i in range(count if closed else count - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        a = (p1[0] + (p2[0] - p0[0]) / 6 * tension, p1[1] + (p2[1] - p0[1]) / 6 * tension)
        b = (p2[0] - (p3[0] - p1[0]) / 6 * tension, p2[1] - (p3[1] - p1[1]) / 6 * tension)
        parts.append(f"C{pair(a)} {pair(b)} {pair(p2)}")
    return "".join(parts) + ("Z" if closed else "")


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(pair, points)) + "Z"


def path(d: str, fill: str = "none", *, stroke: str | None = None, width: float = 0, opacity: float = 1) -> str:
    attributes = f'd="{d}" fill="{fill}"'
    if stroke:
        attributes += (
            f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
        )
    if opacity != 1:
        attributes += f' opacity="{opacity:g}"'
    return f"<path {attributes}/>"


def line(points: Sequence[Point], stroke: str, width: float, *, opacity: float = 1, smooth: bool = True) -> str:
    d = curve(points, closed=False) if smooth else "M" + "L".join(map(pair, points))
    return path(d, stroke=stroke, width=width, opacity=opacity)


def circle(x: float, y: float, r: float, fill: str, *, stroke: str | None = None, width: float = 0) -> str:
    return ellipse(x, y, r, r, fill, stroke=stroke, width=width)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, *, stroke: str | None = None, width: float = 0, turn: float = 0
) -> str:
    attributes = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" fill="{fill}"'
    if stroke:
        attributes += f' stroke="{stroke}" stroke-width="{number(width)}"'
    if turn:
        attributes += f' transform="rotate({number(turn)} {number(x)} {number(y)})"'
    return f"<ellipse {attributes}/>"


def both(*shapes: str) -> str:
    """Shapes drawn on the right, and their mirror images on the left."""
    inside = "".join(shapes)
    return f'{inside}<g transform="matrix(-1 0 0 1 100 0)">{inside}</g>'


def radial(name: str, x: float, y: float, r: float, *stops: str) -> str:
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{number(x)}" cy="{number(y)}" '
        f'r="{number(r)}">{_stops(stops)}</radialGradient>'
    )


def downward(name: str, top: float, bottom: float, *stops: str) -> str:
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="0" y1="{number(top)}" x2="0" '
        f'y2="{number(bottom)}">{_stops(stops)}</linearGradient>'
    )


def _stops(colours: Sequence[str]) -> str:
    last = len(colours) - 1
    return "".join(f'<stop offset="{i / last:.3g}" stop-color="{colour}"/>' for i, colour in enumerate(colours))


def regular(x: float, y: float, r: float, corners: int, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon."""
    step = 2 * math.pi / corners
    return [(x + r * math.sin(turn + i * step), y - r * math.cos(turn + i * step)) for i in range(corners)]


def brush(points: Sequence[Point], widths: Sequence[float]) -> str:
    """A brush stroke: the outline of a smooth line of varying width."""
    dense, thick = _dense(points, widths)
    left, right = [], []
    for i, (x, y) in enumerate(dense):
        (x0, y0), (x1, y1) = dense[max(i - 1, 0)], dense[min(i + 1, len(dense) - 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1
        nx, ny = -(y1 - y0) / length, (x1 - x0) / length
        half = thick[i] / 2
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    return polygon([*left, *reversed(right)])


def _dense(points: Sequence[Point], widths: Sequence[float]) -> tuple[list[Point], list[float]]:
    dense: list[Point] = []
    thick: list[float] = []
    last = len(points) - 1
    for i in range(last):
        p0, p1, p2, p3 = (points[min(max(i + k, 0), last)] for k in (-1, 0, 1, 2))
        steps = max(3, int(math.dist(p1, p2) / 4))
        for step in range(steps):
            t = step / steps
            dense.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
            thick.append(widths[i] + (widths[i + 1] - widths[i]) * t)
    return [*dense, points[-1]], [*thick, widths[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def document(name: str, defs: Iterable[str], shapes: Iterable[str], *, box: str = "0 0 100 100") -> str:
    definitions = "".join(defs)
    head = f"<defs>{definitions}</defs>" if definitions else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><title>{name}</title>{head}{"".join(shapes)}</svg>\n'
    )


def circle_path(x: float, y: float, r: float) -> str:
    k = r * 0.5523
    points = [
        (x, y - r),
        (x + k, y - r),
        (x + r, y - k),
        (x + r, y),
        (x + r, y + k),
        (x + k, y + r),
        (x, y + r),
        (x - k, y + r),
        (x - r, y + k),
        (x - r, y),
        (x - r, y - k),
        (x - k, y - r),
        (x, y - r),
    ]
    first, *rest = (f"{a:.1f} {b:.1f}" for a, b in points)
    return f"M{first}" + "".join("C" + " ".join(rest[i : i + 3]) for i in range(0, 12, 3)) + "Z"
