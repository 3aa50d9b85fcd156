"""Scenery: leaves around the window, waves on the river, flares where a piece lands, and the celebration of a win."""

import math
from functools import lru_cache
from random import Random

import pygame

from jungle.desktop.animation import Flare
from jungle.desktop.canvas import Canvas, rasterise
from jungle.pieces import Piece
from jungle.svg.shapes import Style, circle, document, downward, group, line, path, points, rect
from jungle.svg.themes import Theme

FAR_LEAVES = 12
WAVE_FRAMES = 24
"""Frames of one period of the waves."""
WAVES_PER_SECOND = 10
WAVE_LINES = ((0.24, 0.0, 1), (0.52, 0.37, -1), (0.8, 0.71, 1))
"""The waves of a square: how far down they are, where they begin, and which way they run."""
FLARE_FRAMES = 24
"""Frames of a flare: few enough to cache them all."""
CELEBRATION_SECONDS = 7.0
LEAVES = 70
TURNS = 12
"""Frames of a leaf that turns."""
LEAF_COLOURS = ("#7fd35a", "#ffd34d", "#ff8a4d", "#5ab0ff", "#f26d9c")
_LEAF = "M50 6C78 26 82 66 50 94C18 66 22 26 50 6Z"
_VEIN = "M50 18V84"
HOPPERS = 6
"""The most animals that hop."""


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
        for spread, part in ((-38, 1.0), (36, 0.95)):
            parts.append(_frond(x, y, size * part, turn + spread, middle, bottom))
        for spread, part in ((0, 0.9), (-66, 0.66), (64, 0.66)):
            parts.append(_blade(x, y, size * part, turn + spread, near, bottom))
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


def wave_frame(seconds: float) -> int:
    """The frame of the waves to show at a moment."""
    return int(seconds * WAVES_PER_SECOND) % WAVE_FRAMES


@lru_cache(maxsize=2 * WAVE_FRAMES)
def waves(size: int, frame: int) -> str:
    """The waves over a square. They fit together at the edges, so that a river is one surface."""
    t, shapes = frame / WAVE_FRAMES, []
    for down, phase, way in WAVE_LINES:
        points: list[str] = []
        for step in range(17):
            x = step / 16
            y = down + 0.03 * math.sin(math.tau * (x + phase + way * t)) + 0.02 * math.sin(math.tau * (t + phase))
            points.append(f"{'L' if points else 'M'}{x * size:.1f} {y * size:.1f}")
        light = 0.5 + 0.5 * math.sin(math.tau * (t + phase))
        shapes.append(line("".join(points), "#ffffff", max(size * 0.022, 1), opacity=round(0.08 + 0.2 * light, 3)))
    return document(size, size, "".join(shapes))


@lru_cache(maxsize=128)
def flare(kind: Flare, size: int, frame: int) -> str:
    """That frame of a flare."""
    t = frame / FLARE_FRAMES
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


class Celebration:
    """What is drawn above the result for some seconds. Nothing about it is decided by chance."""

    def __init__(self, animals: list[Piece]) -> None:
        self.animals = animals[:HOPPERS]
        self.age = 0.0
        random = Random(8)
        self._leaves = [
            (random.random(), random.uniform(0, 2.6), random.uniform(0.16, 0.3), random.uniform(0, math.tau), i)
            for i in range(LEAVES)
        ]
        """Each leaf's place across, when it starts, how fast it falls, and its swing."""

    def is_over(self) -> bool:
        return self.age >= CELEBRATION_SECONDS

    def update(self, seconds: float) -> None:
        self.age += seconds

    def draw(self, canvas: Canvas, card: pygame.Rect) -> list[pygame.Rect]:
        """Draw it, and return the areas it covers."""
        return [*self._draw_animals(canvas, card), *self._draw_leaves(canvas)]

    def _draw_animals(self, canvas: Canvas, card: pygame.Rect) -> list[pygame.Rect]:
        size = min(card.width / 8.5, canvas.size(3.4))
        places = []
        for i, piece in enumerate(self.animals):
            left = i % 2 == 0
            x = card.centerx + (-1 if left else 1) * (card.width * 0.2 + size * 0.55 + (i // 2) * size * 1.02)
            hop = abs(math.sin(self.age * 4.2 - i * 0.7)) * max(1 - self.age / CELEBRATION_SECONDS, 0)
            y = card.top - size * 0.4 - hop * size * 0.9
            canvas.piece(piece, (x, y), size)
            place = pygame.Rect(0, 0, round(size) + 4, round(size) + 4)
            place.center = round(x), round(y)
            places.append(place)
        return places

    def _draw_leaves(self, canvas: Canvas) -> list[pygame.Rect]:
        width, height = canvas.surface.get_size()
        size = max(canvas.size(1.3), 8)
        places = []
        for across, begins, speed, swing, number in self._leaves:
            fallen = (self.age - begins) * speed
            if not 0 < fallen < 1.1:
                continue
            x = across * width + math.sin(self.age * 2 + swing) * size * 1.4
            turn = int((self.age * (0.5 + speed) + swing) * TURNS) % TURNS
            picture = rasterise(_leaf(LEAF_COLOURS[number % len(LEAF_COLOURS)], turn), size, size)
            places.append(canvas.stamp(picture, (x, fallen * height * 1.02 - size)))
        return places


def _leaf(colour: str, turn: int) -> str:
    shape = path(_LEAF, fill=colour) + path(_VEIN, fill="none", stroke="#ffffff", stroke_width=5, opacity=0.5)
    return document(100, 100, group(f"rotate({turn * 360 // TURNS} 50 50)", shape))
