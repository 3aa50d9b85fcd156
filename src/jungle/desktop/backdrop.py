"""The background: an evening sky, with leaves hanging in from the edges."""

import math
from random import Random

from jungle.svg.shapes import document, downward, group, line, path, rect
from jungle.svg.themes import Theme

FAR_LEAVES = 12


def backdrop(theme: Theme, width: int, height: int) -> str:
    """The drawing for a window of that size."""
    top, bottom = theme.sky
    defs = downward("sky", height, (0, top), (1, bottom))
    size = min(max(min(width, height) * 0.34, 110), max(width, height) * 0.3)
    far, middle, near = theme.leaves
    parts = [rect(0, 0, width, height, fill="url(#sky)")]
    random = Random(7)
    # Distant leaves along the edges, then larger ones in the corners.
    for i in range(FAR_LEAVES):
        x, turn = (width, -90) if i % 2 else (0, 90)
        y = height * (i + random.random() * 0.6) / FAR_LEAVES
        parts.append(_frond(x, y, size * random.uniform(0.55, 0.8), turn + random.randint(-30, 30), far, top))
    corners = [(0, 0, 135), (width, 0, 225), (0, height, 45), (width, height, -45)]
    for x, y, turn in corners:
        for spread, colour, part in (
            (-38, middle, 1.0),
            (36, middle, 0.95),
            (0, near, 0.9),
            (-66, near, 0.66),
            (64, near, 0.66),
        ):
            draw = _frond if spread in (-38, 36) else _blade
            parts.append(draw(x, y, size * part, turn + spread, colour, bottom))
    return document(width, height, "".join(parts), defs)


def _frond(x: float, y: float, size: float, turn: float, colour: str, vein: str) -> str:
    """A palm leaf: narrow leaflets on both sides of a bent stem."""
    parts = []
    for i in range(1, 13):
        t = i / 13
        stem_x, stem_y = math.sin(t * 1.2) * size * 0.14, -t * size
        long = size * 0.42 * math.sin(math.pi * min(t * 0.92 + 0.12, 1)) + size * 0.05
        for side in (-1, 1):
            tip_x, tip_y = stem_x + side * long * 0.86, stem_y - long * 0.42
            mid_x, mid_y = stem_x + side * long * 0.5, stem_y - long * 0.06
            parts.append(
                f"M{stem_x:.1f} {stem_y:.1f}Q{mid_x:.1f} {mid_y:.1f} {tip_x:.1f} {tip_y:.1f}"
                f"Q{mid_x - side * long * 0.14:.1f} {mid_y - long * 0.3:.1f} {stem_x:.1f} {stem_y - size * 0.03:.1f}Z"
            )
    stem = f"M0 0Q{size * 0.06:.1f} {-size * 0.5:.1f} {math.sin(1.2) * size * 0.13:.1f} {-size * 0.93:.1f}"
    place = f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})"
    return group(place, path("".join(parts), fill=colour), line(stem, vein, size * 0.012, opacity=0.5))


def _blade(x: float, y: float, size: float, turn: float, colour: str, vein: str) -> str:
    """A broad leaf with veins."""
    wide = size * 0.24
    outline = (
        f"M0 0C{wide:.1f} {-size * 0.2:.1f} {wide * 1.25:.1f} {-size * 0.68:.1f} 0 {-size:.1f}"
        f"C{-wide * 1.25:.1f} {-size * 0.68:.1f} {-wide:.1f} {-size * 0.2:.1f} 0 0Z"
    )
    veins = f"M0 0V{-size * 0.94:.1f}"
    for t in (0.2, 0.34, 0.48, 0.62):
        reach = wide * 0.84 * math.sin(math.pi * (t + 0.1))
        for side in (-1, 1):
            bend = f"{side * wide * 0.5:.1f} {-size * (t + 0.06):.1f}"
            veins += f"M0 {-size * t:.1f}Q{bend} {side * reach:.1f} {-size * (t + 0.15):.1f}"
    return group(
        f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})",
        path(outline, fill=colour, stroke=vein, stroke_width=size * 0.01),
        line(veins, vein, size * 0.011, opacity=0.45),
    )
