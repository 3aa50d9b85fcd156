"""The board as a drawing: frame, land, rivers, traps and dens, in the colours of a theme.

A square is 100 units wide. Squares are given by column and row as they are seen, from the top left.
"""

from random import Random

from jungle.desktop.raster import sheet
from jungle.desktop.themes import Theme
from jungle.desktop.vector import circle, downward, group, line, path, rect
from jungle.geometry import DENS, FILES, RANKS, TRAPS, WATER, file_of, rank_of, squares_in

SQUARE = 100


def frame_width(files: int) -> int:
    """The width of the frame: on a board of few squares it is drawn large, and so is narrower beside them."""
    return 42 if files > 4 else 26


SIDE_COLOURS = ("#2f6fc4", "#c63a30")
"""Blue's and Red's, for dens and traps."""


def board_size(files: int, ranks: int) -> tuple[int, int]:
    """The drawing's width and height with the frame, in units."""
    frame = 2 * frame_width(files)
    return files * SQUARE + frame, ranks * SQUARE + frame


def jungle_board(theme: Theme, *, turned: bool) -> str:
    """The 7×9 board, from Blue's side or, turned, from Red's."""

    def place(square: int) -> tuple[int, int]:
        column, row = file_of(square), RANKS - 1 - rank_of(square)
        return (FILES - 1 - column, RANKS - 1 - row) if turned else (column, row)

    water = {place(square) for square in squares_in(WATER)}
    special = {place(square) for traps in TRAPS for square in squares_in(traps)} | {place(den) for den in DENS}
    parts = [_ground(theme, FILES, RANKS)]
    parts += [_growth(theme, x, y) for x in range(FILES) for y in range(RANKS) if (x, y) not in water | special]
    # Each river is one sheet of water, wherever the squares of it lie.
    parts += [_river(theme, river) for river in _rivers(water)]
    for side, traps in enumerate(TRAPS):
        parts += [_trap(theme, *place(square), SIDE_COLOURS[side]) for square in squares_in(traps)]
    for side, den in enumerate(DENS):
        parts.append(_den(theme, *place(den), SIDE_COLOURS[side]))
    return _document(theme, FILES, RANKS, parts)


def plain_board(theme: Theme, files: int, ranks: int) -> str:
    """A board of nothing but land, for the face-down game."""
    parts = [_ground(theme, files, ranks)]
    parts += [_growth(theme, x, y) for x in range(files) for y in range(ranks)]
    return _document(theme, files, ranks, parts)


def _document(theme: Theme, files: int, ranks: int, parts: list[str]) -> str:
    width, height = board_size(files, ranks)
    frame_wide = frame_width(files)
    light, middle, dark = theme.frame
    defs = downward("frame", height, (0, light), (0.5, middle), (1, dark))
    defs += downward("water", height, *zip((0.25, 0.5, 0.8), theme.water, strict=True))
    inner = frame_wide - 8
    frame = (
        rect(1, 1, width - 2, height - 2, 26, fill="url(#frame)", stroke=dark, stroke_width=2),
        rect(7, 7, width - 14, height - 14, 20, fill="none", stroke=light, stroke_width=2.5, opacity=0.7),
        rect(inner, inner, width - 2 * inner, height - 2 * inner, 9, fill=dark),
    )
    inside = group(f"translate({frame_wide} {frame_wide})", *parts)
    return sheet(width, height, "".join(frame) + inside, defs)


def _ground(theme: Theme, files: int, ranks: int) -> str:
    width, height = files * SQUARE, ranks * SQUARE
    parts = [rect(0, 0, width, height, fill=theme.land[0])]
    for x in range(files):
        for y in range(ranks):
            if (x + y) % 2:
                parts.append(rect(x * SQUARE, y * SQUARE, SQUARE, SQUARE, fill=theme.land[1]))
    lines = "".join(f"M{x * SQUARE} 0V{height}" for x in range(1, files))
    lines += "".join(f"M0 {y * SQUARE}H{width}" for y in range(1, ranks))
    return "".join(parts) + line(lines, theme.land_line, 2.2)


def _growth(theme: Theme, column: int, row: int) -> str:
    """A few blades of grass and a flower, the same for a square each time."""
    random = Random(column * 31 + row * 17)
    blade, flower = theme.growth
    parts = []
    for _ in range(2):
        x = column * SQUARE + random.randint(16, 84)
        y = row * SQUARE + random.randint(24, 88)
        blades = f"M{x - 6} {y}q2 -8 -2 -13M{x} {y}q0 -10 1 -17M{x + 6} {y}q-2 -8 3 -12"
        parts.append(line(blades, blade, 2.6, stroke_linecap="round"))
    if random.random() < 0.4:
        x = column * SQUARE + random.randint(14, 86)
        y = row * SQUARE + random.randint(14, 86)
        parts.append(circle(x, y, 3.4, fill=flower, opacity=0.85))
    return "".join(parts)


def _rivers(water: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The water in pieces that hang together."""
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


def _river(theme: Theme, river: set[tuple[int, int]]) -> str:
    left, right = min(x for x, _ in river), max(x for x, _ in river) + 1
    top, bottom = min(y for _, y in river), max(y for _, y in river) + 1
    x, y = left * SQUARE, top * SQUARE
    width, height = (right - left) * SQUARE, (bottom - top) * SQUARE
    parts = [
        rect(x + 2, y + 2, width - 4, height - 4, 24, fill=theme.shore),
        rect(x + 9, y + 9, width - 18, height - 18, 19, fill="url(#water)"),
    ]
    random = Random(left)
    for column, row in sorted(river):
        for step in range(3):
            at = column * SQUARE + 20 + random.randint(0, 26)
            down = row * SQUARE + 24 + step * 27 + random.randint(-4, 4)
            wave = f"M{at} {down}q8 -7 16 0t16 0"
            parts.append(line(wave, theme.wave, 3, stroke_linecap="round", opacity=0.5 + 0.2 * (step % 2)))
    for column in range(left + 1, right):
        parts.append(_ford(theme, f"M{column * SQUARE} {y + 14}V{y + height - 14}"))
    for row in range(top + 1, bottom):
        parts.append(_ford(theme, f"M{x + 14} {row * SQUARE}H{x + width - 14}"))
    return "".join(parts)


def _ford(theme: Theme, d: str) -> str:
    return line(d, theme.wave, 2, opacity=0.28)


def _trap(theme: Theme, column: int, row: int, colour: str) -> str:
    """A pit behind a ring of stakes, with its owner's colour around it."""
    pit, stake = theme.trap
    x, y = column * SQUARE + 50, row * SQUARE + 50
    tip = path("M0 -39L6.5 -20L0 -15L-6.5 -20Z", fill=pit, stroke=stake, stroke_width=2.2, stroke_linejoin="round")
    return "".join(
        [
            rect(x - 45, y - 45, 90, 90, 14, fill=colour, opacity=0.3),
            rect(x - 45, y - 45, 90, 90, 14, fill="none", stroke=colour, stroke_width=3.4),
            circle(x, y, 25, fill=stake),
            circle(x, y + 3, 20, fill="#000", opacity=0.35),
            *(group(f"translate({x} {y}) rotate({turn})", tip) for turn in range(0, 360, 45)),
        ]
    )


def _den(theme: Theme, column: int, row: int, colour: str) -> str:
    """A cave between stones, with a banner of its owner's colour."""
    hollow, stone = theme.den
    cracks = "M50 22V41M27 40L37 52M73 40L63 52M17 64H29M83 64H71"
    return group(
        f"translate({column * SQUARE} {row * SQUARE})",
        rect(4, 4, 92, 92, 14, fill=colour),
        rect(9, 9, 82, 82, 10, fill="none", stroke="#fff", stroke_width=2.4, opacity=0.6),
        path("M15 86C13 44 29 22 50 22C71 22 87 44 85 86Z", fill=stone, stroke=hollow, stroke_width=3),
        path("M29 86C28 58 37 42 50 42C63 42 72 58 71 86Z", fill=hollow),
        line(cracks, hollow, 2.6, opacity=0.7),
        *(circle(x, 62, 2.8, fill="#ffd860") for x in (44, 56)),
    )
