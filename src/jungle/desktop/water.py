"""The river's surface, which is never quite still: waves that run across a square, frame by frame."""

import math
from functools import lru_cache

from jungle.svg.shapes import document, line

FRAMES = 24
"""Frames of a wave that goes round."""
FRAMES_A_SECOND = 10
LINES = ((0.24, 0.0, 1), (0.52, 0.37, -1), (0.8, 0.71, 1))
"""The waves of a square: how far down they are, where they begin, and which way they run."""


def frame_at(seconds: float) -> int:
    """The frame to show at a moment."""
    return int(seconds * FRAMES_A_SECOND) % FRAMES


@lru_cache(maxsize=2 * FRAMES)
def waves(size: int, frame: int) -> str:
    """The waves over a square. They fit together at the edges, so that a river is one surface."""
    t, shapes = frame / FRAMES, []
    for down, phase, way in LINES:
        points: list[str] = []
        for step in range(17):
            x = step / 16
            y = down + 0.03 * math.sin(math.tau * (x + phase + way * t)) + 0.02 * math.sin(math.tau * (t + phase))
            points.append(f"{'L' if points else 'M'}{x * size:.1f} {y * size:.1f}")
        light = 0.5 + 0.5 * math.sin(math.tau * (t + phase))
        shapes.append(line("".join(points), "#ffffff", max(size * 0.022, 1), opacity=round(0.08 + 0.2 * light, 3)))
    return document(size, size, "".join(shapes))
