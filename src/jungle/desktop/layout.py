"""Rectangles inside rectangles."""

import pygame


def column(area: pygame.Rect, count: int, height: int, gap: int, *, top: int | None = None) -> list[pygame.Rect]:
    """Rows of equal height, vertically centred in an area or starting at `top`."""
    total = count * height + (count - 1) * gap
    y = area.centery - total // 2 if top is None else top
    return [pygame.Rect(area.left, y + i * (height + gap), area.width, height) for i in range(count)]


def row(area: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """An area divided into equal columns."""
    edges = [area.left + (area.width + gap) * i // count for i in range(count + 1)]
    return [pygame.Rect(edges[i], area.top, edges[i + 1] - gap - edges[i], area.height) for i in range(count)]


def centred(area: pygame.Rect, width: float, height: float) -> pygame.Rect:
    rect = pygame.Rect(0, 0, int(min(width, area.width)), int(min(height, area.height)))
    rect.center = area.center
    return rect


def centred_top(area: pygame.Rect, width: float, height: float) -> pygame.Rect:
    """A rectangle in the middle of an area's upper edge."""
    rect = pygame.Rect(0, area.top, int(min(width, area.width)), int(min(height, area.height)))
    rect.centerx = area.centerx
    return rect
