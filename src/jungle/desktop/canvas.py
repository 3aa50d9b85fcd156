"""The surface that views draw on: text, panels and pictures, cached."""

import io
import math
from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache

import pygame

from jungle.assets import drawing, piece_drawing
from jungle.desktop.fonts import font_for
from jungle.pieces import Piece, Side
from jungle.svg import shapes as vector
from jungle.svg.shapes import document
from jungle.svg.themes import Theme

ELLIPSIS = "…"
HEADING = 1.3
"""Bold text of at least this size is set in the font of headings."""
TEXTS_KEPT = 800
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

    def __init__(self, surface: pygame.Surface, theme: Theme, *, piece_set: str, chinese: bool) -> None:
        self.surface = surface
        self.theme = theme
        self.piece_set = piece_set
        self.chinese = chinese
        self.unit = unit_for(surface.get_size())
        self._texts: OrderedDict[tuple[str, int, str, bool], pygame.Surface] = OrderedDict()

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

    def shape(self, rect: pygame.Rect, inside: str, defs: str = "", *, keep: bool = True) -> None:
        """Shapes in pixels, relative to the rectangle's top left corner; `keep` caches them."""
        make = rasterise if keep else rasterise.__wrapped__
        self.surface.blit(make(document(rect.width, rect.height, inside, defs), rect.width, rect.height), rect)

    def panel(
        self,
        rect: pygame.Rect,
        *,
        fill: str | None = None,
        edge: str | None = None,
        radius: float | None = None,
        opacity: float = 1.0,
    ) -> None:
        """A card with a soft shadow."""
        fill, edge = fill or self.theme.panel, edge or self.theme.panel_edge
        radius = self.unit * 0.7 if radius is None else radius
        drop = max(2, self.size(0.28))
        around = rect.inflate(drop * 4, drop * 4)
        line = max(1.5, self.unit * 0.09)
        drawing = _panel_drawing(rect.size, drop, line, radius, fill, edge, opacity)
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
        return font_for(text, size, bold=bold, heading=heading, chinese=self.chinese)

    def _render(self, text: str, size: int, colour: str, bold: bool) -> pygame.Surface:
        key = text, size, colour, bold
        if key in self._texts:
            self._texts.move_to_end(key)
            return self._texts[key]
        image = self._font(text, size, bold).render(text, True, colour)
        self._texts[key] = image
        if len(self._texts) > TEXTS_KEPT:
            self._texts.popitem(last=False)
        return image

    def wrap(self, text: str, part: float, width: float, *, bold: bool = False) -> list[str]:
        """Break a text into lines that fit a width; Chinese may be broken anywhere."""
        measure = self._font(text, self.size(part), bold).size
        lines = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _words(paragraph, self.chinese):
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
def _panel_drawing(
    size: tuple[int, int], drop: int, line: float, radius: float, fill: str, edge: str, opacity: float
) -> str:
    """A card with its shadow, kept: the text of a drawing costs as much as showing it."""
    left, (w, h) = drop * 2, size
    shadow = vector.soft_shadow(left, left + drop, w, h, radius, drop)
    place = left + line / 2, left + line / 2, w - line, h - line
    face = vector.rect(*place, radius, fill=fill, fill_opacity=opacity, stroke=edge, stroke_width=line)
    return document(w + drop * 4, h + drop * 4, shadow + face)


def unit_for(size: tuple[int, int]) -> float:
    """The size of ordinary text in a window of that size."""
    scale = min(size[0] / 480, size[1] / 640)
    return 14.0 * math.pow(max(scale, 0.8), 0.82)


def _words(text: str, chinese: bool) -> Iterator[str]:
    if chinese:
        word = ""
        for character in text:
            if character.isascii() and not character.isspace():
                word += character
                continue
            # A stop or comma never begins a line.
            if character in "\uff0c\u3002\uff1b\uff1a\uff01\uff1f\u3001\uff09\u201d":
                yield word + character
                word = ""
                continue
            if word:
                yield word
            word = character
        yield word
        return
    for word in text.split(" "):
        yield word + " "


_ICONS = {
    "undo": "M9 5L4 10L9 15M4.5 10H14A5 5 0 0 1 14 20H10",
    "redo": "M15 5L20 10L15 15M19.5 10H10A5 5 0 0 0 10 20H14",
    "hint": "M9 18H15M10 21H14M12 3A6 6 0 0 1 15.5 13.8L15 16H9L8.5 13.8A6 6 0 0 1 12 3Z",
    "flip": "M7 4V19M7 4L4 7.5M7 4L10 7.5M17 20V5M17 20L14 16.5M17 20L20 16.5",
    "sound": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15 9.5Q17.5 12 15 14.5M17.5 7Q22 12 17.5 17",
    "mute": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15.5 9.5L20.5 14.5M20.5 9.5L15.5 14.5",
    "menu": "M4 7H20M4 12H20M4 17H20",
    "home": "M4 11.5L12 4.5L20 11.5M6.5 10V19.5H17.5V10M10.2 19V14H13.8V19",
    "save": "M12 4V14M8 10.5L12 14.5L16 10.5M4.5 16.5V19.5H19.5V16.5",
    "load": "M12 15V4.5M8 8.5L12 4.5L16 8.5M4.5 16.5V19.5H19.5V16.5",
    "back": "M14.5 5L7.5 12L14.5 19",
    "next": "M9.5 5L16.5 12L9.5 19",
    "first": "M17 5L10 12L17 19M7 5V19",
    "last": "M7 5L14 12L7 19M17 5V19",
    "play": "M8 5L19 12L8 19Z",
    "pause": "M8.5 5V19M15.5 5V19",
    "stop": "M6.5 6.5H17.5V17.5H6.5Z",
    "config": "M5 7H12M17 7H19M5 12H7M12 12H19M5 17H13M18 17H19M14.5 4.8V9.2M9.5 9.8V14.2M15.5 14.8V19.2",
    "quit": "M10 4.5H5.5V19.5H10M10.5 12H20M16 8L20 12L16 16",
    "people": (
        "M8.5 11.5A3.2 3.2 0 1 0 8.4 11.5ZM15.8 11A2.7 2.7 0 1 0 15.7 11Z"
        "M3 19Q3.5 14 8.5 14Q13.5 14 14 19M15.5 13.5Q20.5 13.4 21 18.4"
    ),
    "robot": "M6 9H18V18.5H6ZM12 9V5.5M10.5 4.5H13.5M9.4 13H9.6M14.4 13H14.6M10 16H14M3.5 12V15.5M20.5 12V15.5",
    "robots": (
        "M3 10H10.5V16.5H3ZM13.5 10H21V16.5H13.5ZM6.75 10V7M17.25 10V7M5.4 13H5.5M8 13H8.1M15.9 13H16M18.5 13H18.6"
    ),
    "cards": "M5 6.5H13V17.5H5ZM15.5 7L19.5 8L17 18.5L15.5 18",
    "book": "M12 6.5Q8 4 4 5.5V18Q8 16.8 12 19Q16 16.8 20 18V5.5Q16 4 12 6.5V19",
    "chart": "M4 4.5V19.5H20M7.5 16L11 11L14.5 13.5L19 7",
    "star": "M12 4L14.4 9.4L20 10L15.8 13.8L17 19.5L12 16.5L7 19.5L8.2 13.8L4 10L9.6 9.4Z",
    "flag": "M6 20.5V4.5Q10 2.5 13 4.8T19 4.5V13Q16 15 13 13T6 13.5",
    "reset": "M18.5 8.5A7.5 7.5 0 1 0 19.5 12.5M19 4.5V9H14.5",
    "bar": "M9.5 4H14.5V20H9.5ZM9.5 13H14.5",
    "look": "M2.5 12Q12 2.5 21.5 12Q12 21.5 2.5 12ZM12 9.2A2.8 2.8 0 1 0 12.1 9.2Z",
    "delete": "M5 7H19M9.5 7V4.5H14.5V7M7 7L8 19.5H16L17 7M10.5 10.5V16M13.5 10.5V16",
    "puzzle": "M5 9H9.2A2.6 2.6 0 1 1 13.8 9H18.5V13A2.6 2.6 0 1 0 18.5 17.6V20.5H5Z",
    "faces": "M8 11A3.4 3.4 0 1 0 7.9 11ZM8 20.5A3.4 3.4 0 1 0 7.9 20.5ZM14.5 7.5H20M14.5 17H20",
    "up": "M12 19V5.5M6 11L12 5L18 11",
    "down": "M12 5V18.5M6 13L12 19L18 13",
    "check": "M5 12.5L10 17.5L19.5 6.5",
    "cross": "M6 6L18 18M18 6L6 18",
}
"""Icons for buttons, as lines on a field of 24×24."""


def icon(name: str, colour: str) -> str:
    """An icon in one colour."""
    shape = vector.line(_ICONS[name], colour, 2, stroke_linecap="round", stroke_linejoin="round")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shape}</svg>'
