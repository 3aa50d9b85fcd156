"""A win worth remembering: leaves rain over the window, and the winner's animals hop along the top of the card."""

import math
from random import Random

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.raster import rasterise
from jungle.pieces import Piece
from jungle.svg.shapes import document, group, path

SECONDS = 7.0
LEAVES = 70
TURNS = 12
"""Pictures of a leaf that turns."""
COLOURS = ("#7fd35a", "#ffd34d", "#ff8a4d", "#5ab0ff", "#f26d9c")
_LEAF = "M50 6C78 26 82 66 50 94C18 66 22 26 50 6Z"
_VEIN = "M50 18V84"
HOPPERS = 6
"""At most so many animals hop."""


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

    @property
    def is_over(self) -> bool:
        return self.age >= SECONDS

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
            hop = abs(math.sin(self.age * 4.2 - i * 0.7)) * max(1 - self.age / SECONDS, 0)
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
            picture = rasterise(_leaf(COLOURS[number % len(COLOURS)], turn), size, size)
            places.append(canvas.stamp(picture, (x, fallen * height * 1.02 - size)))
        return places


def _leaf(colour: str, turn: int) -> str:
    shape = path(_LEAF, fill=colour) + path(_VEIN, fill="none", stroke="#ffffff", stroke_width=5, opacity=0.5)
    return document(100, 100, group(f"rotate({turn * 360 // TURNS} 50 50)", shape))
