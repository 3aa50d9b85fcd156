"""Input events as values: pointer, wheel and keys, in pixels of the drawn surface."""

from dataclasses import dataclass
from enum import Enum
from string import ascii_lowercase

import pygame


class Touch(Enum):
    DOWN = "down"
    MOVE = "move"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Pointer:
    """The left button was pressed or released, or the pointer moved."""

    touch: Touch
    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned, up when positive."""

    place: tuple[int, int]
    steps: float


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed: `left`, `return`, `tab`, `escape`, or its letter."""

    name: str
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """Text was typed, or composed in an input method."""

    text: str


Input = Pointer | Wheel | Key | Typed

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""Columns to the right and rows down for each arrow key."""

_NAMES = frozenset((*ARROWS, *ascii_lowercase)) | frozenset(
    ("return", "space", "escape", "tab", "home", "end", "pageup", "pagedown", "backspace", "delete")
)


def read_event(event: pygame.event.Event, scale: float = 1.0) -> Input | None:
    """The input of a window event, or None; `scale` is the number of pixels per point."""
    match event.type:
        case pygame.MOUSEBUTTONDOWN if event.button == 1:
            return Pointer(Touch.DOWN, _place(event.pos, scale))
        case pygame.MOUSEBUTTONUP if event.button == 1:
            return Pointer(Touch.UP, _place(event.pos, scale))
        case pygame.MOUSEMOTION:
            return Pointer(Touch.MOVE, _place(event.pos, scale))
        case pygame.MOUSEWHEEL:
            return Wheel(_place(pygame.mouse.get_pos(), scale), getattr(event, "precise_y", event.y))
        case pygame.KEYDOWN if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            key = pygame.K_RETURN if event.key == pygame.K_KP_ENTER else event.key
            name = pygame.key.name(key).replace(" ", "")
            return Key(name, bool(event.mod & pygame.KMOD_SHIFT)) if name in _NAMES else None
        case pygame.TEXTINPUT:
            return Typed(event.text)
    return None


def _place(place: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(place[0] * scale), round(place[1] * scale)
