"""The ten opponents, from the chick to the dragon: heads in the style of the painted set, on round grounds."""

from collections.abc import Callable

from artwork.faces import OUTLINE, Drawing, dots, eyes, filled, mouth, nose, whiskers
from artwork.shapes import (
    INK,
    Point,
    both,
    circle,
    curve,
    document,
    ellipse,
    line,
    path,
    polygon,
    radial,
    regular,
    symmetric,
)


def _fur(key: str, *colours: str) -> tuple[list[str], str]:
    """A gradient over a head, and what refers to it."""
    return [radial(key, 50, 34, 52, *colours)], f"url(#{key})"


def _brows(colour: str, *, y: float = 36, slant: float = 2.4) -> str:
    """Eyebrows; a positive slant looks determined, a negative one friendly."""
    return both(line([(56, y + slant), (61, y - 1.2), (66.5, y - slant)], colour, 2.2))


def _bill(y: float, wide: float, high: float, fill: str) -> str:
    """A short bill seen from the front."""
    upper = path(curve(symmetric([(50, y), (50 + wide, y + high * 0.5), (50, y + high)])), fill, stroke=INK, width=1.5)
    return upper + line(
        [(50 - wide * 0.9, y + high * 0.52), (50, y + high * 0.62), (50 + wide * 0.9, y + high * 0.52)], INK, 1.2
    )


def chick(key: str) -> Drawing:
    defs, fur = _fur(key, "#fff3a0", "#ffd94a", "#f0b020")
    tuft: list[list[Point]] = [
        [(50, 22), (47, 12), (43, 9)],
        [(50, 22), (50, 10), (51, 6)],
        [(50, 22), (53.5, 12), (58, 10)],
    ]
    shapes = [
        *(line(hair, "#d99a12", 2.6) for hair in tuft),
        filled([(50, 20), (65, 23), (76, 36), (78, 52), (70, 68), (50, 76)], fur),
        both(ellipse(69, 56, 6.4, 4.6, "#ff9f6b")),
        dots(62.5, 45, 5),
        _bill(50, 9, 12, "#ff9330"),
    ]
    return Drawing(defs, shapes)


def rabbit(key: str) -> Drawing:
    defs, fur = _fur(key, "#ffffff", "#efe6e0", "#cdbdb5")
    ear = [(55, 32), (56, 14), (62, 3), (70, 4), (72, 16), (67, 32)]
    inner = [(60, 28), (60.5, 15), (64, 8), (67.5, 9), (68, 17), (65, 28)]
    shapes = [
        both(path(curve(ear), fur, stroke=INK, width=OUTLINE), path(curve(inner), "#f7b7bb")),
        filled([(50, 27), (63, 29), (74, 41), (76, 55), (68, 69), (50, 76)], fur),
        both(ellipse(70, 59, 5.4, 4, "#f9c4c6")),
        both(ellipse(56, 62, 7.4, 6.2, "#fff")),
        path(polygon([(46.4, 66), (53.6, 66), (53, 73.4), (47, 73.4)]), "#fffdf5", stroke=INK, width=1.3),
        line([(50, 66), (50, 73)], INK, 1.1),
        mouth(64, 7, 4),
        nose(54, 4.8, 5, "#ef8390"),
        dots(62.5, 47, 4.8),
        whiskers(60, 60, 16, "#8b7a72"),
    ]
    return Drawing(defs, shapes)


def hedgehog(key: str) -> Drawing:
    defs, face = _fur(key, "#ffe6c4", "#f3c792", "#d99f62")
    outer, middle = regular(50, 46, 41, 22), regular(50, 46, 31, 22, 0.143)
    spines = [point for pair in zip(outer, middle, strict=True) for point in pair]
    shapes = [
        path(polygon(spines), "#7a5233", stroke=INK, width=OUTLINE),
        path(polygon([(x * 0.82 + 9, y * 0.82 + 8.3) for x, y in spines]), "#a87446"),
        both(circle(73, 42, 6.4, face, stroke=INK, width=OUTLINE)),
        filled([(50, 33), (60, 29), (70, 37), (74, 50), (69, 64), (59, 73), (50, 77)], face),
        both(ellipse(67.5, 60, 5, 3.8, "#f4a58a")),
        dots(61.5, 49, 4.7),
        nose(58, 5.6, 6.6, "#3a2a26"),
        mouth(69, 7, 3.6),
    ]
    return Drawing(defs, shapes)


def squirrel(key: str) -> Drawing:
    defs, fur = _fur(key, "#f2a35c", "#d87a34", "#a8521c")
    ear = [(58, 30), (63, 12), (67, 4), (71, 13), (75, 32)]
    shapes = [
        both(
            path(curve(ear), fur, stroke=INK, width=OUTLINE),
            path(curve([(63, 28), (66.4, 15), (71, 28)]), "#f7d3b0"),
            line([(66, 8), (68, 0.5)], "#a8521c", 2.4),
        ),
        filled([(50, 23), (63, 25), (76, 37), (81, 53), (72, 68), (50, 75)], fur),
        both(path(curve([(52, 55), (62, 53), (76, 56), (73, 66), (62, 72), (51, 73)]), "#fff0da")),
        path(polygon([(46.8, 66), (53.2, 66), (52.8, 72.6), (47.2, 72.6)]), "#fffdf5", stroke=INK, width=1.3),
        line([(50, 66), (50, 72)], INK, 1.1),
        mouth(64.5, 7.4, 4),
        nose(54.5, 5, 5.4, "#7a3421"),
        dots(62.5, 44.6, 5),
        whiskers(62, 60, 18, "#7a4a24"),
    ]
    return Drawing(defs, shapes)


def monkey(key: str) -> Drawing:
    defs, fur = _fur(key, "#a9744a", "#80502c", "#593317")
    shapes = [
        both(circle(82, 46, 11, fur, stroke=INK, width=OUTLINE), circle(82, 46, 6.4, "#f2c79a")),
        filled([(50, 12), (66, 16), (77, 30), (79, 48), (72, 66), (50, 78)], fur),
        path(
            curve(
                [
                    (50, 34),
                    (60, 27),
                    (71, 33),
                    (71, 46),
                    (68, 55),
                    (72, 65),
                    (62, 75),
                    (50, 77),
                    (38, 75),
                    (28, 65),
                    (32, 55),
                    (29, 46),
                    (29, 33),
                    (40, 27),
                ]
            ),
            "#f7d5ab",
            stroke=INK,
            width=1.3,
        ),
        both(circle(53.4, 57, 1.5, INK)),
        line([(39, 65), (50, 70.4), (61, 65)], INK, 2),
        dots(60.4, 44, 4.9),
        _brows("#80502c", y=35, slant=-1),
    ]
    return Drawing(defs, shapes)


def fox(key: str) -> Drawing:
    defs, fur = _fur(key, "#ff9b4e", "#e96a22", "#b8440c")
    ear = [(55, 27), (67, 9), (79, 4), (81, 20), (77, 38)]
    shapes = [
        both(
            path(polygon(ear), fur, stroke=INK, width=OUTLINE),
            path(polygon([(66, 24), (76, 11), (76.5, 27)]), "#4a2a1c"),
        ),
        filled([(50, 24), (64, 26), (78, 36), (87, 52), (73, 60), (62, 72), (54, 80), (50, 81)], fur),
        both(
            path(curve([(51, 62), (58, 54), (72, 52), (86, 52), (74, 60), (62, 72), (51, 79)], tension=0.6), "#fff4e6")
        ),
        nose(70, 5.6, 6.4, "#2b1d18"),
        eyes(62.6, 47, 4.3, "#ffd24a", slit=True, tilt=-12),
        _brows("#8f3a0c", y=38, slant=1.6),
    ]
    return Drawing(defs, shapes)


def crane(key: str) -> Drawing:
    defs, fur = _fur(key, "#ffffff", "#eef2f4", "#c3cfd6")
    shapes = [
        path(
            curve(symmetric([(50, 58), (60, 62), (63, 80), (61, 90), (50, 92)])), "#30353b", stroke=INK, width=OUTLINE
        ),
        filled([(50, 14), (64, 17), (72, 30), (72, 46), (63, 58), (50, 62)], fur),
        path(curve(symmetric([(50, 11), (61, 14), (64, 23), (57, 28), (50, 27)])), "#d8392b", stroke=INK, width=1.5),
        both(path(curve([(66, 40), (73, 38), (71, 50), (62, 58), (60, 50)]), "#30353b")),
        dots(61, 37, 4.4),
        path(polygon([(44.6, 44), (55.4, 44), (52, 70), (50, 78), (48, 70)]), "#e8b23f", stroke=INK, width=1.6),
        line([(50, 48), (50, 74)], "#8c6413", 1.2),
    ]
    return Drawing(defs, shapes)


def bear(key: str) -> Drawing:
    defs, fur = _fur(key, "#9a6a45", "#714627", "#4b2b15")
    shapes = [
        both(circle(74, 22, 11.4, fur, stroke=INK, width=OUTLINE), circle(74, 23, 6, "#d9a877")),
        filled([(50, 14), (67, 17), (80, 32), (82, 50), (73, 69), (50, 78)], fur),
        filled([(50, 48), (61, 50), (67, 60), (61, 71), (50, 75)], "#e6c19a", width=1.4),
        mouth(64.5, 8, 4.2),
        nose(50.5, 8, 7.6, "#2b1d18"),
        dots(63, 41, 4.4),
        _brows("#3a2010", y=33, slant=1.4),
    ]
    return Drawing(defs, shapes)


def eagle(key: str) -> Drawing:
    defs, fur = _fur(key, "#ffffff", "#f3efe6", "#cfc6b4")
    ruff = [
        point for pair in zip(regular(50, 50, 40, 18), regular(50, 50, 33, 18, 0.175), strict=True) for point in pair
    ]
    shapes = [
        path(polygon(ruff), "#5b3a22", stroke=INK, width=OUTLINE),
        filled([(50, 12), (65, 15), (76, 29), (78, 46), (68, 62), (58, 70), (50, 72)], fur),
        both(line([(60, 62), (64, 68), (63, 73)], "#cfc6b4", 2)),
        both(path(curve([(53, 38), (63, 31), (76, 30), (70, 37), (60, 41)]), "#d5cbb6", stroke=INK, width=1.4)),
        eyes(62.5, 42.6, 4.2, "#ffc928"),
        both(line([(54.4, 39.4), (63, 36), (72, 35)], INK, 2.4)),
        path(
            curve(symmetric([(50, 44), (57, 47), (59, 56), (54.4, 63), (52.4, 74), (50, 79)])),
            "#f5b52b",
            stroke=INK,
            width=1.6,
        ),
        both(ellipse(54, 51.4, 1.1, 1.7, "#7a5208")),
        line([(41.4, 57), (50, 61), (58.6, 57)], "#a87410", 1.3),
    ]
    return Drawing(defs, shapes)


def dragon(key: str) -> Drawing:
    defs, fur = _fur(key, "#8fe0a0", "#39a866", "#176b45")
    horn = [(59, 22), (64, 8), (76, 1), (74, 12), (69, 25)]
    frill = [(72, 30), (90, 22), (84, 36), (95, 42), (84, 48), (91, 60), (76, 58)]
    shapes = [
        both(
            path(polygon(frill), "#e2572f", stroke=INK, width=OUTLINE),
            path(curve(horn), "#f6d27a", stroke=INK, width=OUTLINE),
        ),
        filled([(50, 17), (64, 20), (75, 32), (77, 46), (70, 57), (72, 67), (64, 78), (50, 81)], fur),
        *(
            path(polygon([(50 - s, 30 - s), (50, 18 - s * 2), (50 + s, 30 - s)]), "#f6d27a", stroke=INK, width=1.2)
            for s in (3.4,)
        ),
        filled([(50, 55), (62, 57), (68, 66), (62, 75), (50, 78)], "#c9f0c0", width=1.3),
        both(ellipse(56.5, 61.4, 2, 1.4, INK)),
        line([(36, 69), (43, 73), (50, 71), (57, 73), (64, 69)], INK, 1.7),
        both(path(polygon([(58, 71.6), (61, 70.8), (60.4, 76.4)]), "#fff", stroke=INK, width=1)),
        both(line([(68, 63), (81, 66), (88, 76)], "#f6d27a", 2)),
        eyes(62, 43, 5, "#ffd23c", slit=True, tilt=-8),
        _brows("#0e4a30", y=34, slant=2.6),
    ]
    return Drawing(defs, shapes)


OPPONENTS: dict[str, tuple[Callable[[str], Drawing], str, str]] = {
    "chick": (chick, "#dff1ff", "#9cc7ea"),
    "rabbit": (rabbit, "#e6f6d8", "#a7cf83"),
    "hedgehog": (hedgehog, "#fdeccb", "#e0b768"),
    "squirrel": (squirrel, "#e3f3e6", "#8fc09a"),
    "monkey": (monkey, "#fff0c4", "#e6c257"),
    "fox": (fox, "#e2ecf7", "#93b1d2"),
    "crane": (crane, "#ffe1dc", "#e0968c"),
    "bear": (bear, "#e9e4f6", "#aa9cd4"),
    "eagle": (eagle, "#d8eef6", "#6fb3cf"),
    "dragon": (dragon, "#3b2a5c", "#1d1235"),
}
"""Each opponent's head and the colours behind it, the weakest first."""


def opponent(name: str) -> str:
    """A face on its round ground."""
    draw, light, deep = OPPONENTS[name]
    head = draw(f"{name}-fur")
    ground = radial(f"{name}-ground", 50, 40, 54, light, deep)
    back = circle(50, 50, 48.4, f"url(#{name}-ground)", stroke="#ffffff", width=2.4)
    fitted = ['<g transform="matrix(.9 0 0 .9 5 7.600)">', *head.shapes, "</g>"]
    return document(name, [ground, *head.defs], [back, *fitted])


def star() -> str:
    """A star to collect."""
    points = [
        point for pair in zip(regular(50, 52, 45, 5), regular(50, 52, 21, 5, 0.628), strict=True) for point in pair
    ]
    shine = path(polygon([(50, 15), (57, 36), (50, 40), (43, 36)]), "#fff6cf", opacity=0.8)
    return document(
        "star",
        [radial("star-gold", 50, 40, 52, "#ffe680", "#ffc72e", "#e39a08")],
        [path(polygon(points), "url(#star-gold)", stroke="#8a5a06", width=3), shine],
    )
