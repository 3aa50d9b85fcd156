"""The board without its pieces: frame, land, rivers, traps and dens, in the colours of a theme."""

import math
from functools import lru_cache
from random import Random

from jungle.svg.layout import SQUARE, BoardLayout
from jungle.svg.shapes import circle, document, downward, group, line, path, rect
from jungle.svg.themes import SIDE_COLOURS, Theme

Cell = tuple[int, int]


@lru_cache(maxsize=16)
def ground(layout: BoardLayout, theme: Theme) -> tuple[str, str]:
    """The board's gradients and shapes. Gradients are named after all they depend on, so that a page may contain
    several boards."""
    grid = layout.grid
    cells: dict[str, dict[Cell, int]] = {"land": {}, "water": {}, "trap": {}, "den": {}}
    for square in range(grid.files * grid.ranks):
        cells[grid.terrain(square).name.lower()][layout.cell(square)] = square

    def colour(square: int) -> str:
        side = grid.owner(square)
        return theme.land_line if side is None else SIDE_COLOURS[side]

    name = f"{theme.name}-{layout.height}"
    light, middle, dark = theme.frame
    defs = downward(f"frame-{name}", layout.height, (0, light), (0.5, middle), (1, dark))
    defs += downward(f"water-{name}", layout.height, *zip((0.25, 0.5, 0.8), theme.water, strict=True))
    parts = [_squares(layout, theme), _growth(theme, cells["land"])]
    parts += [_river(theme, river, f"url(#water-{name})") for river in _rivers(set(cells["water"]))]
    parts += [_trap(theme, cell, colour(square)) for cell, square in cells["trap"].items()]
    parts += [_den(theme, cell, colour(square)) for cell, square in cells["den"].items()]
    inside = group(f"translate({layout.frame} {layout.frame})", *parts)
    return defs, _frame(layout, theme, f"url(#frame-{name})") + inside


def ground_drawing(layout: BoardLayout, theme: Theme) -> str:
    """The ground as a document."""
    defs, shapes = ground(layout, theme)
    return document(layout.width, layout.height, shapes, defs)


def _frame(layout: BoardLayout, theme: Theme, wood: str) -> str:
    width, height, inner = layout.width, layout.height, layout.frame - 8
    light, _, dark = theme.frame
    return (
        rect(1, 1, width - 2, height - 2, 26, fill=wood, stroke=dark, stroke_width=2)
        + rect(7, 7, width - 14, height - 14, 20, fill="none", stroke=light, stroke_width=2.5, opacity=0.7)
        + rect(inner, inner, width - 2 * inner, height - 2 * inner, 9, fill=dark)
    )


def _squares(layout: BoardLayout, theme: Theme) -> str:
    files, ranks = layout.grid.files, layout.grid.ranks
    width, height = files * SQUARE, ranks * SQUARE
    dark = "".join(
        f"M{x * SQUARE} {y * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for x in range(files)
        for y in range(ranks)
        if (x + y) % 2
    )
    lines = "".join(f"M{x * SQUARE} 0V{height}" for x in range(1, files))
    lines += "".join(f"M0 {y * SQUARE}H{width}" for y in range(1, ranks))
    ground = rect(0, 0, width, height, fill=theme.land[0]) + path(dark, fill=theme.land[1])
    return ground + line(lines, theme.land_line, 2.2)


def _growth(theme: Theme, cells: dict[Cell, int]) -> str:
    """A few blades of grass and some flowers, always the same ones in a cell."""
    blades, flowers = "", []
    for column, row in cells:
        random = Random(column * 31 + row * 17)
        for _ in range(2):
            x = column * SQUARE + random.randint(16, 84)
            y = row * SQUARE + random.randint(24, 88)
            blades += f"M{x - 6} {y}q2-8-2-13M{x} {y}q0-10 1-17M{x + 6} {y}q-2-8 3-12"
        if random.random() < 0.4:
            x = column * SQUARE + random.randint(14, 86)
            y = row * SQUARE + random.randint(14, 86)
            flowers.append(circle(x, y, 3.4, fill=theme.growth[1], opacity=0.85))
    return line(blades, theme.growth[0], 2.6, stroke_linecap="round") + "".join(flowers)


def _rivers(water: set[Cell]) -> list[set[Cell]]:
    """The connected parts of the water."""
    rivers = []
    left = set(water)
    while left:
        river, edge = set(), [min(left)]
        while edge:
            x, y = edge.pop()
            if (x, y) in left:
                left.remove((x, y))
                river.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        rivers.append(river)
    return rivers


def _river(theme: Theme, river: set[Cell], water: str) -> str:
    """One body of water; its cells form a rectangle."""
    left, right = min(x for x, _ in river), max(x for x, _ in river) + 1
    top, bottom = min(y for _, y in river), max(y for _, y in river) + 1
    x, y = left * SQUARE, top * SQUARE
    width, height = (right - left) * SQUARE, (bottom - top) * SQUARE
    random = Random(left)
    waves = {0.5: "", 0.7: ""}
    for column, row in sorted(river):
        for step in range(3):
            at = column * SQUARE + 20 + random.randint(0, 26)
            down = row * SQUARE + 24 + step * 27 + random.randint(-4, 4)
            waves[0.7 if step == 1 else 0.5] += f"M{at} {down}q8-7 16 0t16 0"
    fords = "".join(f"M{column * SQUARE} {y + 14}V{y + height - 14}" for column in range(left + 1, right))
    fords += "".join(f"M{x + 14} {row * SQUARE}H{x + width - 14}" for row in range(top + 1, bottom))
    return "".join(
        [
            rect(x + 2, y + 2, width - 4, height - 4, 24, fill=theme.shore),
            rect(x + 9, y + 9, width - 18, height - 18, 19, fill=water),
            *(line(d, theme.wave, 3, stroke_linecap="round", opacity=opacity) for opacity, d in waves.items()),
            line(fords, theme.wave, 2, opacity=0.28),
        ]
    )


def _turned(turn: float, *places: tuple[float, float]) -> str:
    """A closed outline through some points, turned about the origin."""
    sine, cosine = math.sin(turn), math.cos(turn)
    return "M" + "L".join(f"{x * cosine - y * sine:.1f} {x * sine + y * cosine:.1f}" for x, y in places) + "Z"


_STAKES = "".join(_turned(math.tau * i / 8, (0, -39), (6.5, -20), (0, -15), (-6.5, -20)) for i in range(8))


def _trap(theme: Theme, cell: Cell, colour: str) -> str:
    """A pit behind a ring of stakes, with its owner's colour around it."""
    pit, stake = theme.trap
    return group(
        f"translate({cell[0] * SQUARE + 50} {cell[1] * SQUARE + 50})",
        rect(-45, -45, 90, 90, 14, fill=colour, fill_opacity=0.3, stroke=colour, stroke_width=3.4),
        circle(0, 0, 25, fill=stake),
        circle(0, 3, 20, fill="#000", opacity=0.35),
        path(_STAKES, fill=pit, stroke=stake, stroke_width=2.2, stroke_linejoin="round"),
    )


def _den(theme: Theme, cell: Cell, colour: str) -> str:
    """A cave between stones, with a banner of its owner's colour."""
    hollow, stone = theme.den
    cracks = "M50 22V41M27 40L37 52M73 40L63 52M17 64H29M83 64H71"
    return group(
        f"translate({cell[0] * SQUARE} {cell[1] * SQUARE})",
        rect(4, 4, 92, 92, 14, fill=colour),
        rect(9, 9, 82, 82, 10, fill="none", stroke="#fff", stroke_width=2.4, opacity=0.6),
        path("M15 86C13 44 29 22 50 22C71 22 87 44 85 86Z", fill=stone, stroke=hollow, stroke_width=3),
        path("M29 86C28 58 37 42 50 42C63 42 72 58 71 86Z", fill=hollow),
        line(cracks, hollow, 2.6, opacity=0.7),
        *(circle(x, 62, 2.8, fill="#ffd860") for x in (44, 56)),
    )
