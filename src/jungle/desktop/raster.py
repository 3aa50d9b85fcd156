"""Rasterised drawings, one for each size, cached."""

import io
from functools import lru_cache

import pygame

_FORMAT = pygame.Surface((1, 1), pygame.SRCALPHA, 32)
"""The pixel format that blits fastest onto a window."""


@lru_cache(maxsize=600)
def rasterise(svg: str, width: int, height: int) -> pygame.Surface:
    """The drawing in that size; nothing where there is no room for it."""
    if width < 1 or height < 1:
        return pygame.Surface((1, 1), pygame.SRCALPHA, 32)
    size = width, height
    return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert(_FORMAT)
