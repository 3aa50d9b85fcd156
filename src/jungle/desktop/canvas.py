"""The surface that views draw on: text, panels and pictures, cached."""

import io
import json
import math
import re
from functools import lru_cache
from importlib.resources import files

import pygame

from jungle.assets import drawing, piece_drawing
from jungle.desktop.fonts import font_for, needs_cjk
from jungle.language import Language
from jungle.pieces import Piece, Side
from jungle.svg import shapes as vector
from jungle.svg.shapes import document
from jungle.svg.themes import Theme

ELLIPSIS = "…"
HEADING = 1.3
"""Bold text of at least this size is set in the font of headings."""
TEXT_CACHE_SIZE = 800
SMALLEST_TEXT = 9
_FORMAT = pygame.Surface((1, 1), pygame.SRCALPHA, 32)
"""The pixel format that blits fastest onto a window."""


@lru_cache(maxsize=600)
def rasterise(svg: str, width: int, height: int) -> pygame.Surface:
    """The drawing in that size; nothing if there is no room for it."""
    if width < 1 or height < 1:
        return pygame.Surface((1, 1), pygame.SRCALPHA, 32)
    size = width, height
    return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert(_FORMAT)


class Canvas:
    """A surface with a theme, a scale and a language's font.

    `unit` is the size of ordinary text; whatever is laid out follows it, and it follows the window.
    """

    def __init__(self, surface: pygame.Surface, theme: Theme, *, piece_set: str, language: Language) -> None:
        self.surface = surface
        self.theme = theme
        self.piece_set = piece_set
        self._cjk = needs_cjk(language.name)
        self._spaces = language.spaces
        self.unit = unit_for(surface.get_size())
        self._render = lru_cache(maxsize=TEXT_CACHE_SIZE)(self._draw_text)

    def size(self, part: float) -> int:
        """A length in pixels, from the size of ordinary text."""
        return max(1, round(self.unit * part))

    def picture(self, name: str, rect: pygame.Rect) -> None:
        self.surface.blit(rasterise(drawing(name), rect.width, rect.height), rect)

    def stamp(self, image: pygame.Surface, centre: tuple[float, float]) -> pygame.Rect:
        """A picture centred on a point."""
        return self.surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))

    def piece(
        self,
        piece: Piece | None,
        centre: tuple[float, float],
        size: float,
        *,
        rank: int | None = None,
        alpha: int = 255,
        wide: float = 1.0,
    ) -> None:
        """A piece centred on a point; None is a face-down piece.

        `rank` is its number if it may not be the usual one; `wide` below 1 turns it about its vertical axis.
        """
        whole = max(round(size), 1)
        image = rasterise(piece_drawing(self.piece_set, piece, rank), whole, whole)
        if wide < 1:
            image = pygame.transform.smoothscale(image, (max(round(whole * wide), 1), whole))
        if alpha < 255:
            image = image.copy()
            image.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        self.stamp(image, centre)

    def emblem(self, side: Side | None, centre: tuple[float, float], size: float) -> None:
        """The emblem of a side, or a neutral one for None."""
        name = "nobody" if side is None else str(side).lower()
        self.stamp(rasterise(drawing(f"{name}.svg"), round(size), round(size)), centre)

    def icon(self, name: str, centre: tuple[float, float], size: float, colour: str) -> None:
        self.stamp(rasterise(icon(name, colour), round(size), round(size)), centre)

    def shape(self, rect: pygame.Rect, inside: str, *, keep: bool = True) -> None:
        """Shapes in pixels, relative to the rectangle's top left corner; `keep` caches them."""
        make = rasterise if keep else rasterise.__wrapped__
        self.surface.blit(make(document(rect.width, rect.height, inside), rect.width, rect.height), rect)

    def panel(self, rect: pygame.Rect, *, edge: str | None = None, radius: float | None = None) -> None:
        """A card with a soft shadow."""
        edge = edge or self.theme.panel_edge
        radius = self.unit * 0.7 if radius is None else radius
        drop = max(2, self.size(0.28))
        around = rect.inflate(drop * 4, drop * 4)
        line = max(1.5, self.unit * 0.09)
        drawing = _panel_drawing(rect.size, drop, line, radius, self.theme.panel, edge)
        self.surface.blit(rasterise(drawing, *around.size), around)

    def block(
        self,
        rect: pygame.Rect,
        fill: str,
        *,
        edge: str | None = None,
        radius: float = 0,
        opacity: float = 1.0,
        line: float = 1.5,
    ) -> None:
        """A plain rectangle with round corners."""
        inset = line / 2 if edge else 0
        style: dict[str, vector.Style] = {"fill": fill, "fill_opacity": opacity}
        if edge:
            style |= {"stroke": edge, "stroke_width": line}
        self.shape(rect, vector.rect(inset, inset, rect.width - 2 * inset, rect.height - 2 * inset, radius, **style))

    def measure(self, text: str, part: float = 1.0, *, bold: bool = False) -> tuple[int, int]:
        return self._font(text, self.size(part), bold).size(text)

    def line_height(self, part: float = 1.0) -> int:
        return round(self.size(part) * 1.36)

    def text(
        self,
        text: str,
        place: tuple[float, float],
        part: float = 1.0,
        *,
        colour: str | None = None,
        bold: bool = False,
        anchor: str = "midleft",
        width: float | None = None,
    ) -> pygame.Rect:
        """A line of text anchored at a point, shrunk and if necessary truncated to fit a width."""
        colour = colour or self.theme.ink
        size = self.size(part)
        if width is not None:
            size, text = self._fitted(text, size, bold, width)
        image = self._render(text, size, colour, bold)
        rect = image.get_rect(**{anchor: (round(place[0]), round(place[1]))})
        self.surface.blit(image, rect)
        return rect

    def _fitted(self, text: str, size: int, bold: bool, width: float) -> tuple[int, str]:
        least = max(SMALLEST_TEXT, round(size * 0.72))
        while size > least and self._font(text, size, bold).size(text)[0] > width:
            size -= 1
        if self._font(text, size, bold).size(text)[0] <= width:
            return size, text
        while text and self._font(text, size, bold).size(text + ELLIPSIS)[0] > width:
            text = text[:-1]
        return size, text.rstrip() + ELLIPSIS

    def _font(self, text: str, size: int, bold: bool) -> pygame.Font:
        """The font of the language, or another for letters that it lacks."""
        heading = bold and size >= self.unit * HEADING
        return font_for(text, size, bold=bold, heading=heading, cjk=self._cjk)

    def _draw_text(self, text: str, size: int, colour: str, bold: bool) -> pygame.Surface:
        return self._font(text, size, bold).render(text, True, colour)

    def wrap(self, text: str, part: float, width: float, *, bold: bool = False) -> list[str]:
        """Break a text into lines that fit a width; a language without spaces may be broken anywhere."""
        measure = self._font(text, self.size(part), bold).size
        lines = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _words(paragraph, self._spaces):
                if line and measure((line + word).rstrip())[0] > width:
                    lines.append(line.rstrip())
                    line = word.lstrip()
                else:
                    line += word
                # Break words that are too long, such as paths.
                while len(line) > 1 and measure(line.rstrip())[0] > width:
                    ends = range(len(line) - 1, 0, -1)
                    fits = next(end for end in ends if end == 1 or measure(line[:end])[0] <= width)
                    lines.append(line[:fits])
                    line = line[fits:]
            lines.append(line.rstrip())
        return lines

    def paragraph(
        self,
        text: str,
        rect: pygame.Rect,
        part: float = 1.0,
        *,
        colour: str | None = None,
        centred: bool = False,
        bold: bool = False,
    ) -> int:
        """Lines of text from the top of a rectangle, shrunk to fit. Returns the height used."""
        while True:
            lines = self.wrap(text, part, rect.width, bold=bold)
            step = self.line_height(part)
            if step * len(lines) <= rect.height or self.size(part) <= SMALLEST_TEXT + 1:
                break
            part *= 0.94
        y = rect.top + step / 2
        for line in lines:
            place, anchor = ((rect.centerx, y), "center") if centred else ((rect.left, y), "midleft")
            self.text(line, place, part, colour=colour, anchor=anchor, bold=bold)
            y += step
        return step * len(lines)


@lru_cache(maxsize=256)
def _panel_drawing(size: tuple[int, int], drop: int, line: float, radius: float, fill: str, edge: str) -> str:
    """A card with its shadow, kept: the text of a drawing costs as much as showing it."""
    left, (w, h) = drop * 2, size
    shadow = vector.soft_shadow(left, left + drop, w, h, radius, drop)
    place = left + line / 2, left + line / 2, w - line, h - line
    face = vector.rect(*place, radius, fill=fill, stroke=edge, stroke_width=line)
    return document(w + drop * 4, h + drop * 4, shadow + face)


def unit_for(size: tuple[int, int]) -> float:
    """The size of ordinary text in a window of that size."""
    scale = min(size[0] / 480, size[1] / 640)
    return 14.0 * math.pow(max(scale, 0.8), 0.82)


_STOPS = "\uff0c\u3002\uff1b\uff1a\uff01\uff1f\u3001\uff09\u201d"
"""They never begin a line."""
_UNSPACED_WORDS = re.compile(rf"[^!-~{_STOPS}][!-~]*[{_STOPS}]?|[!-~]+[{_STOPS}]?|[{_STOPS}]")


def _words(text: str, spaces: bool) -> list[str]:
    """The parts of a text between which a line may be broken."""
    return [f"{word} " for word in text.split(" ")] if spaces else _UNSPACED_WORDS.findall(text)


_ICONS: dict[str, str] = json.loads(files(__package__).joinpath("icons.json").read_text(encoding="utf-8"))
"""Icons for buttons, as lines on a field of 24×24."""


def icon(name: str, colour: str) -> str:
    """An icon in one colour."""
    shape = vector.line(_ICONS[name], colour, 2, stroke_linecap="round", stroke_linejoin="round")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shape}</svg>'
