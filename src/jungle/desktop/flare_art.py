"""The flares where a piece lands, frame by frame."""

import math
from functools import lru_cache
from random import Random

from jungle.desktop.animation import Flare
from jungle.svg.shapes import Style, circle, document, group, line, points, rect

PICTURES = 24
"""Frames of a flare: few enough to cache them all."""


@lru_cache(maxsize=128)
def flare(kind: Flare, size: int, picture: int) -> str:
    """Frame number `picture` of PICTURES."""
    t = picture / PICTURES
    return document(size, size, _SHAPES[kind](size, t, 1 - t))


def _capture(n: int, t: float, fade: float) -> str:
    c = n / 2
    rays = []
    for i in range(10):
        angle = i * math.tau / 10
        near, far = c * (0.35 + 0.4 * t), c * (0.42 + 0.55 * t)
        ray = points(*((c + r * math.cos(angle), c + r * math.sin(angle)) for r in (near, far)))
        colour = "#ffd34d" if i % 2 else "#ff6a3d"
        rays.append(line(ray, colour, n * 0.03 * fade + 0.5, stroke_linecap="round", opacity=fade))
    return "".join(rays)


def _ring(n: int, radius: float, colour: str, width: float, fade: float) -> str:
    return circle(n / 2, n / 2, radius, fill="none", stroke=colour, stroke_width=n * width * fade + 0.4, opacity=fade)


def _splash(n: int, t: float, fade: float) -> str:
    """Rings that spread on the water, and drops that fly up and fall back."""
    c, random = n / 2, Random(5)
    parts = [_ring(n, c * min((t - k) * 1.15, 0.95), "#e6f8ff", 0.022, fade) for k in (0.0, 0.2, 0.4) if t > k]
    for _ in range(14):
        angle, speed, size = random.uniform(-2.6, -0.5), random.uniform(0.5, 1.0), random.uniform(0.025, 0.055)
        x = c + math.cos(angle) * c * 0.75 * speed * t
        y = c + math.sin(angle) * c * 1.5 * speed * t + c * 1.5 * t * t
        parts.append(circle(x, y, n * size * (0.4 + 0.6 * fade), fill="#d5f1ff", opacity=0.9 * fade))
    return "".join(parts)


def _trap(n: int, t: float, fade: float) -> str:
    dashes = f"{n * 0.07:.1f} {n * 0.05:.1f}"
    width = n * 0.05 * fade + 0.4
    radius = n / 2 * (0.62 - 0.08 * t)
    style: dict[str, Style] = {"stroke": "#8a1f10", "stroke_width": width, "stroke_dasharray": dashes}
    return circle(n / 2, n / 2, radius, fill="none", opacity=fade, **style)


def _den(n: int, t: float, fade: float) -> str:
    c, random = n / 2, Random(3)
    parts = [_ring(n, c * min((t - k) * 1.3, 0.97), "#ffe27a", 0.02, fade) for k in (0.0, 0.15, 0.3) if t > k]
    for i in range(26):
        angle, far = random.uniform(0, math.tau), random.uniform(0.35, 0.95)
        x = c + math.cos(angle) * c * far * min(t * 1.6, 1)
        y = c + math.sin(angle) * c * far * min(t * 1.6, 1) + c * 0.4 * t * t
        colour = ("#7fd35a", "#ffd34d", "#ff8a4d", "#5ab0ff")[i % 4]
        leaf = rect(x, y, n * 0.033, n * 0.022, fill=colour, opacity=fade)
        parts.append(group(f"rotate({i * 40 + t * 300:.0f} {x:.1f} {y:.1f})", leaf))
    return "".join(parts)


_SHAPES = {Flare.CAPTURE: _capture, Flare.SPLASH: _splash, Flare.TRAP: _trap, Flare.DEN: _den}
