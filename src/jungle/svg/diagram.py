"""A board as one drawing: ground, marks, pieces and arrows."""

import math
import zlib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any
from xml.etree import ElementTree

from jungle.assets import PIECE_SETS, piece_drawing
from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.errors import InvalidArgumentError, JungleError
from jungle.geometry import SquareLike
from jungle.moves import BoardMove
from jungle.pieces import Piece
from jungle.svg.ground import ground
from jungle.svg.layout import SQUARE, BoardLayout
from jungle.svg.shapes import Style, circle, group, path, points, rect
from jungle.svg.themes import SIDE_COLOURS, THEMES, Theme

PIECE = 0.9
"""A piece's share of its square's width."""
INSET = SQUARE * (1 - PIECE) / 2
GREEN, GREEN_EDGE = "#35c46a", "#0d5a2b"
PALE_GREEN = "#bfe8c9"
FONTS = "Arial, Helvetica, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif"
"""The converter to PNG knows fonts by name only; one of these is on nearly every system."""
GOLD = "#e8c34a"
SHARED = 120
"""Shapes longer than this that occur more than once are written once and referenced."""

Mark = SquareLike | tuple[SquareLike, str]
Arrow = BoardMove | tuple[SquareLike, SquareLike] | tuple[SquareLike, SquareLike, str]


def board(
    game_or_position: BoardGame | BoardPosition,
    *,
    size: int | None = 400,
    turned: bool = False,
    last_move: BoardMove | None = None,
    arrows: Iterable[Arrow] = (),
    marks: Iterable[Mark] = (),
    theme: str = "meadow",
    pieces: str = "painted",
    coordinates: bool = True,
) -> str:
    """Draw a position, or a game's current position, as an SVG document.

    `size` is the drawing's width in pixels; with None it fills its container. The last move of a game is
    marked unless another is given. An arrow is a move or a pair of squares, a mark is a square; both may end with a
    colour: `arrows=[("a3", "a4"), ("g7", "g6", "crimson")], marks=["d8", ("d9", "#f00")]`. Squares are numbers or
    names. Raises JungleError for a theme or a set of pieces that does not exist.

    >>> from jungle.game import Game
    >>> board(Game(), theme="night", pieces="letters")[:47]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox'
    """
    check_size(size)
    if not isinstance(game_or_position, BoardGame | BoardPosition):
        raise InvalidArgumentError(f"expected a game or a position, got {game_or_position!r:.80}")
    colours = one_of("theme", theme, THEMES)
    one_of("set of pieces", pieces, dict.fromkeys(PIECE_SETS))
    layout = BoardLayout(game_or_position.grid, turned)
    faces = game_or_position.faces()
    if last_move is None:
        last_move = next(reversed(getattr(game_or_position, "moves", ())), None)
    ground_defs, ground_shapes = ground(layout, colours)
    parts = [ground_shapes]
    if coordinates:
        parts.append(coordinate_names(layout, colours))
    if last_move is not None:
        shape = last_move_shape(last_move, faces.get(last_move.target))
        parts += [_in_square(layout, square, shape) for square in sorted({last_move.origin, last_move.target})]
    for mark in marks:
        square, colour = mark if isinstance(mark, tuple) else (mark, GREEN)
        parts.append(_in_square(layout, layout.grid.as_square(square), mark_shape(colour, opacity=0.3, edge=5)))
    piece_defs, drawn = piece_shapes(faces.values(), pieces, game_or_position.rules)
    parts += [placed(layout, square, shapes) for square, shapes in zip(faces, drawn, strict=True)]
    parts += [_arrow(layout, arrow) for arrow in arrows]
    return document(layout, size, game_or_position.fen(), ground_defs + piece_defs, parts)


def document(layout: BoardLayout, size: float | None, label: str, definitions: str, parts: Iterable[str]) -> str:
    """A whole drawing of a board."""
    pixels = f' width="{size}" height="{round(size * layout.height / layout.width)}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}"{pixels} '
        f'role="img" aria-label="{escape(label)}"><defs>{definitions}</defs>{"".join(parts)}</svg>\n'
    )


def check_size(size: float | None) -> None:
    """Raise InvalidArgumentError unless it is a width in pixels, or None."""
    if size is not None and (type(size) not in (int, float) or not 0 < size < math.inf):
        raise InvalidArgumentError(f"expected a size in pixels, greater than 0, got {size!r}")


def one_of(what: str, name: str, known: dict[str, Any]) -> Any:
    """The value with this name. Raises JungleError if there is none."""
    if name not in known:
        raise JungleError(f"unknown {what} {name!r}; expected one of: {', '.join(known)}")
    return known[name]


def _in_square(layout: BoardLayout, square: int, *shapes: str) -> str:
    x, y = layout.corner(square)
    return group(f"translate({x} {y})", *shapes)


def mark_shape(colour: str, *, opacity: float, edge: float = 0) -> str:
    """A mark on a square of 100 units."""
    style: dict[str, Style] = {"fill": colour, "fill_opacity": opacity}
    if edge:
        style |= {"stroke": colour, "stroke_width": edge}
    return rect(3.5, 3.5, 93, 93, 12, **style)


def arrow_shape(
    layout: BoardLayout,
    origin: int,
    target: int,
    colour: str = GREEN,
    edge: str = GREEN_EDGE,
    *,
    opacity: float = 0.88,
) -> str:
    """An arrow from square to square; a ring if both are the same."""
    (x0, y0), (x1, y1) = layout.centre(origin), layout.centre(target)
    style: dict[str, Style] = {"fill": colour, "fill_opacity": opacity, "stroke": edge, "stroke_width": 2.5}
    if origin == target:
        return circle(x0, y0, 45, fill="none", stroke=colour, stroke_width=8, stroke_opacity=opacity)
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    end, half, head, wide = length - 12, 7.5, 34, 21
    outline = (
        (20, half),
        (end - head, half),
        (end - head, wide),
        (end, 0),
        (end - head, -wide),
        (end - head, -half),
        (20, -half),
    )
    corners = [(x0 + ux * along - uy * across, y0 + uy * along + ux * across) for along, across in outline]
    return path(points(*corners) + "Z", stroke_linejoin="round", **style)


def _arrow(layout: BoardLayout, arrow: Arrow) -> str:
    if not isinstance(arrow, tuple):
        return arrow_shape(layout, arrow.origin, arrow.target)
    origin, target = (layout.grid.as_square(square) for square in arrow[:2])
    if len(arrow) == 2:
        return arrow_shape(layout, origin, target)
    return arrow_shape(layout, origin, target, arrow[2], "#0008")


def last_move_shape(move: BoardMove, mover: Piece | None) -> str:
    """A mark for the squares of a move, in the mover's colour; gold for a flip."""
    return mark_shape(GOLD if mover is None or move.is_flip() else SIDE_COLOURS[mover.side], opacity=0.38)


def coordinate_names(layout: BoardLayout, theme: Theme) -> str:
    """The names of files and ranks in the frame."""
    size = round(layout.frame * 0.68)
    inside = "".join(f'<text x="{x:g}" y="{y + size * 0.34:.1f}">{name}</text>' for name, x, y in layout.coordinates())
    return (
        f'<g fill="{theme.frame_ink}" font-family="{FONTS}" font-weight="600" font-size="{size}" '
        f'text-anchor="middle">{inside}</g>'
    )


@lru_cache(maxsize=80)
def _parsed(drawing: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """The title of a piece's drawing, its gradients by name, and its shapes."""
    root = ElementTree.fromstring(drawing.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))
    gradients = {element.attrib["id"]: _written(element) for element in root.iterfind("defs/*")}
    shapes = [_written(element) for element in root if element.tag not in ("title", "defs")]
    return root.findtext("title", ""), gradients, tuple(shapes)


def _written(element: ElementTree.Element) -> str:
    return ElementTree.tostring(element, encoding="unicode").replace(" />", "/>")


def piece_shapes(faces: Iterable[Piece | None], piece_set: str, rules: Any) -> tuple[str, list[str]]:
    """Definitions, and one drawing per piece. Parts that several pieces share, such as the stone, are written once."""
    drawings = [
        _parsed(piece_drawing(piece_set, piece, None if piece is None else rules.rank(piece.animal))) for piece in faces
    ]
    counts = Counter(shape for _, _, shapes in drawings for shape in shapes)
    # Names derive from the content: on a page with several boards, the same id means the same shape.
    names = {
        shape: f"{piece_set}-{zlib.crc32(shape.encode()):x}"
        for shape, count in counts.items()
        if count > 1 and len(shape) > SHARED
    }
    gradients: dict[str, str] = {}
    drawn = []
    for title, own, shapes in drawings:
        gradients |= own
        inside = "".join(f'<use href="#{names[shape]}"/>' if shape in names else shape for shape in shapes)
        drawn.append(f"<title>{title}</title>{inside}")
    shared = [f'<g id="{name}">{shape}</g>' for shape, name in names.items()]
    return "".join([*gradients.values(), *shared]), drawn


def placed(layout: BoardLayout, square: int, *shapes: str) -> str:
    """A piece's drawing in its square."""
    x, y = layout.corner(square)
    return group(f"translate({x + INSET:g} {y + INSET:g}) scale({PIECE})", *shapes)
