"""The eight heads of the painted set, seen from the front, on a field of 100×100 with its middle at 50,48."""

from collections.abc import Callable

from artwork.faces import OUTLINE, Drawing, dots, eyes, filled, mouth, nose, whiskers
from artwork.shapes import (
    INK,
    Point,
    both,
    circle,
    circle_path,
    curve,
    downward,
    ellipse,
    line,
    path,
    polygon,
    radial,
    regular,
    symmetric,
)


def elephant(key: str) -> Drawing:
    skin, ear, inner = f"{key}-skin", f"{key}-ear", f"{key}-inner"
    defs = [
        radial(skin, 50, 30, 58, "#bccbd8", "#8a9fb3", "#62788f"),
        radial(ear, 76, 34, 40, "#a3b6c7", "#6b8299"),
        radial(inner, 78, 40, 24, "#f0c3bd", "#c48f92"),
    ]
    flap = [(62, 26), (74, 17), (86, 22), (91, 37), (88, 53), (79, 64), (69, 62), (63, 52)]
    lining = [(69, 31), (77, 25), (84, 31), (85, 43), (80, 55), (73, 56), (69, 46)]
    head: list[Point] = [(50, 15), (61, 18), (68, 28), (69, 42), (64, 54), (59, 62), (54, 66), (50, 67)]
    trunk: list[Point] = [
        (42, 50),
        (58, 50),
        (58.5, 62),
        (57, 72),
        (58, 78),
        (62, 79),
        (65, 75.5),
        (69, 77),
        (69, 82),
        (64, 87),
        (56, 87.5),
        (49, 83),
        (45.5, 74),
        (43, 62),
    ]
    shapes = [
        both(path(curve(flap), f"url(#{ear})", stroke=INK, width=OUTLINE), path(curve(lining), f"url(#{inner})")),
        filled(head, f"url(#{skin})"),
        both(
            path(
                curve([(60, 58), (67, 63), (72, 73), (70, 76), (64, 73), (58.5, 67)]), "#fffaf0", stroke=INK, width=1.5
            )
        ),
        path(curve(trunk), f"url(#{skin})", stroke=INK, width=OUTLINE),
        path(curve([(43.2, 50), (50, 45), (56.8, 50), (56, 55), (44, 55)]), "#8fa4b7"),
        *(
            line([(45.5 + i * 0.9, y), (51 + i, y + 1.6), (56.5 + i * 0.5, y)], "#4b6076", 1.3)
            for i, y in enumerate((60, 66.5, 73))
        ),
        dots(61.5, 41, 3.9),
        both(line([(56, 33), (61, 31), (66, 33.5)], "#4b6076", 1.7)),
        path(curve(symmetric([(50, 18), (57, 20), (60, 26), (54, 28), (50, 27)])), "#dbe5ec", opacity=0.55),
    ]
    return Drawing(defs, shapes)


def lion(key: str) -> Drawing:
    mane, tuft, face = f"{key}-mane", f"{key}-tuft", f"{key}-face"
    defs = [
        radial(mane, 50, 46, 42, "#b5652a", "#8f4318", "#5e260c"),
        radial(tuft, 50, 46, 32, "#d88a35", "#b5652a"),
        radial(face, 50, 36, 36, "#ffdf96", "#f5bd58", "#dd9637"),
    ]
    outer = regular(50, 47, 41.5, 14, 0.224)
    shapes = [
        path(
            "".join(circle_path(x, y, 9.4) for x, y in regular(50, 47, 30.8, 14)),
            f"url(#{mane})",
            stroke=INK,
            width=OUTLINE,
        ),
        circle(50, 47, 31, f"url(#{mane})"),
        *(
            line(
                [((x - 50) * 0.68 + 50, (y - 47) * 0.68 + 47), ((x - 50) * 0.88 + 50, (y - 47) * 0.88 + 47)],
                "#6e2f10",
                1.5,
            )
            for x, y in outer
        ),
        path(
            curve(
                [
                    point
                    for pair in zip(regular(50, 47, 30, 12), regular(50, 47, 25, 12, 0.262), strict=True)
                    for point in pair
                ],
                tension=0.7,
            ),
            f"url(#{tuft})",
        ),
        both(circle(68, 26, 7.2, f"url(#{face})", stroke=INK, width=OUTLINE), circle(68, 26.4, 3.9, "#a85b2b")),
        filled([(50, 22), (61, 23.5), (69, 31), (71, 43), (68, 55), (61, 65), (50, 70)], f"url(#{face})"),
        path(curve(symmetric([(50, 23), (54, 25), (53.5, 38), (56, 50), (50, 52)])), "#ffe9b8", opacity=0.7),
        both(ellipse(56.6, 58, 8.2, 6.7, "#fff3d8")),
        ellipse(50, 66, 5.4, 4.6, "#fff3d8"),
        mouth(59.5, 8.6, 5),
        nose(48.6, 7.2, 7.4, "#7a3421"),
        eyes(61.2, 40.5, 4, "#f7c83d"),
        both(line([(55, 34.5), (61, 32), (66.5, 35)], "#8f4318", 2.1)),
        both(*(circle(x, y, 0.8, "#a85b2b") for x, y in ((57, 57), (60, 59.5), (60.6, 56)))),
    ]
    return Drawing(defs, shapes)


def tiger(key: str) -> Drawing:
    fur = f"{key}-fur"
    defs = [radial(fur, 50, 30, 56, "#ffb14d", "#f58a22", "#cf5f0c")]
    black = "#2a1b14"
    stripes: list[list[Point]] = [
        [(50, 17.5), (53.2, 18), (51.4, 33), (50, 34)],
        [(58, 18.4), (62, 20), (56, 32), (54.8, 31)],
        [(80.5, 38), (81.5, 43), (69, 44), (69, 42.3)],
        [(81.5, 49), (81, 54), (70, 51.2), (70.3, 49.6)],
        [(79, 60), (76, 64.5), (67.6, 57.6), (68.6, 56.2)],
        [(71, 69), (67, 71.6), (63.6, 64.4), (65.2, 63.6)],
    ]
    shapes = [
        both(
            circle(73, 24, 10.6, f"url(#{fur})", stroke=INK, width=OUTLINE),
            circle(73, 24.6, 6.4, "#fff4e0"),
            path(curve([(66, 17), (72, 13.2), (79, 16.4), (76, 18.6), (70, 19)]), black),
        ),
        filled([(50, 16.6), (64, 18.6), (76, 29), (82, 45), (80, 60), (70, 71.5), (58, 77), (50, 78)], f"url(#{fur})"),
        both(path(curve([(81.2, 53), (79, 62), (70, 71), (60, 76), (56, 72), (62, 62), (70, 57)]), "#fff4e0")),
        both(path(curve([(54, 37), (59, 32.6), (66, 33.4), (70, 38), (64, 37.4), (58, 39)]), "#fff4e0")),
        both(ellipse(57.6, 62.5, 9.6, 8, "#fff8ea")),
        path(curve(symmetric([(50, 68), (56, 69.5), (55, 75.4), (50, 76.8)])), "#fff8ea"),
        both(*(path(polygon(stripe), black) for stripe in stripes)),
        mouth(64.5, 9.6, 5.5),
        nose(51.8, 7.8, 8, "#ef8f92"),
        eyes(63.5, 43.6, 4.9, "#d9e65a"),
        both(*(circle(x, y, 0.9, black) for x, y in ((58.5, 62), (62, 64.6), (62.6, 60.4)))),
    ]
    return Drawing(defs, shapes)


def leopard(key: str) -> Drawing:
    fur = f"{key}-fur"
    defs = [radial(fur, 50, 30, 54, "#ffe58f", "#f3c24a", "#cf9423")]
    spots = (
        (50, 24, 3, 2.2),
        (60, 24.5, 3.2, 2.3),
        (68, 30.5, 3, 2.3),
        (55, 31.5, 2.5, 1.9),
        (74, 40, 2.4, 3),
        (76, 50, 2.3, 2.9),
        (72.4, 59, 2.5, 2.3),
        (64.6, 32.8, 1.8, 1.5),
        (69.5, 52.6, 1.8, 1.7),
        (65.5, 66, 2.3, 1.9),
    )
    spotted = [ellipse(x, y, rx, ry, "#a86d1a", stroke="#3a2413", width=1.7) for x, y, rx, ry in spots]
    shapes = [
        both(
            circle(70.5, 21.5, 8.8, f"url(#{fur})", stroke=INK, width=OUTLINE),
            circle(70.2, 22.4, 5, "#3a2413"),
            circle(69.6, 23.6, 3, "#e9a9a0"),
        ),
        filled(
            [(50, 15.6), (62, 17.2), (73, 26.6), (78, 42), (76, 56), (68, 68), (59, 75.6), (50, 78)], f"url(#{fur})"
        ),
        both(*spotted[1:]),
        spotted[0],
        both(path(curve([(55, 44), (61, 38.5), (68, 41), (64, 47), (57, 50)]), "#fff6da")),
        path(curve(symmetric([(50, 55), (60, 55.6), (65, 62.5), (60, 71.6), (50, 75.4)])), "#fffbee"),
        both(line([(57.6, 48), (57.4, 54), (60, 60)], "#3a2413", 2)),
        mouth(64.5, 8.6, 5),
        nose(53.4, 7, 7, "#5a2d22"),
        eyes(62.4, 43.6, 4.4, "#8fcf6a"),
        both(*(circle(x, y, 0.85, "#3a2413") for x, y in ((57.4, 62), (60.8, 64.4)))),
    ]
    return Drawing(defs, shapes)


def wolf(key: str) -> Drawing:
    fur, dark = f"{key}-fur", f"{key}-dark"
    defs = [
        downward(fur, 14, 80, "#8d9aa8", "#6d7b8a", "#c9d1d8"),
        downward(dark, 8, 50, "#4a5663", "#6d7b8a"),
    ]
    ear: list[Point] = [(55, 27), (64, 17), (74, 5.5), (78.5, 22), (78, 38)]
    ruff: list[Point] = [
        (50, 22),
        (60, 24),
        (72, 31),
        (77, 40),
        (85.5, 49),
        (79, 50.5),
        (85, 60),
        (76.5, 60.2),
        (78, 68.5),
        (69, 66.4),
        (62, 74),
        (57, 80.5),
        (50, 83.5),
    ]
    shapes = [
        both(
            path(curve(ear, tension=0.5), f"url(#{dark})", stroke=INK, width=OUTLINE),
            path(polygon([(63, 25), (72.4, 13), (74.6, 29)]), "#d9a9a2"),
        ),
        path(polygon(symmetric(ruff)), f"url(#{fur})", stroke=INK, width=OUTLINE),
        path(
            polygon(
                symmetric(
                    [
                        (50, 47),
                        (61, 49.6),
                        (70, 47.5),
                        (77, 52),
                        (72.5, 54),
                        (75.5, 59.4),
                        (69, 59.6),
                        (70.5, 64.4),
                        (63, 64),
                        (58, 73.5),
                        (50, 79),
                    ]
                )
            ),
            "#f4f6f8",
        ),
        path(
            curve(symmetric([(50, 23), (57, 26), (59, 36), (56.4, 50), (55, 58), (50, 60)]), tension=0.8),
            f"url(#{dark})",
        ),
        filled([(50, 54), (55.6, 56), (58.4, 64), (56.6, 72), (50, 76)], "#e6ebef", width=1.2),
        path(curve(symmetric([(50, 46), (53.5, 50), (55, 60), (50, 62.6)])), "#54616e"),
        nose(59.4, 6.8, 7, "#1d1a1c"),
        mouth(70, 6, 3.2),
        both(
            path(
                curve([(56.6, 46.4), (61.4, 40.6), (68.6, 40), (66, 45.2), (61, 47.6)], tension=0.8),
                "#ffd23f",
                stroke=INK,
                width=1.5,
            ),
            circle(62.8, 43.6, 2, INK),
        ),
        both(line([(55.4, 42), (61, 36.8), (69.6, 35.6)], "#353f4a", 2.4)),
        both(line([(57, 60), (56, 71)], "#aab4bd", 0.8)),
    ]
    return Drawing(defs, shapes)


def dog(key: str) -> Drawing:
    coat, flap = f"{key}-coat", f"{key}-flap"
    defs = [
        radial(coat, 50, 30, 52, "#dfa56a", "#c07e41", "#94562a"),
        downward(flap, 20, 66, "#6e3a1c", "#8a4c25", "#542a13"),
    ]
    ear: list[Point] = [
        (62, 20),
        (72, 17.6),
        (82, 24),
        (88, 40),
        (86.5, 56),
        (79, 65),
        (72.6, 60),
        (70.6, 46),
        (66, 34),
    ]
    shapes = [
        filled([(50, 17), (62, 18.6), (71, 27), (74, 42), (72, 57), (66, 69), (58, 76), (50, 78)], f"url(#{coat})"),
        path(
            curve(
                symmetric(
                    [(50, 17.6), (54.6, 19), (55, 30), (57.6, 42), (64, 50), (67.4, 59), (64, 70), (57, 75.4), (50, 77)]
                )
            ),
            "#fff6e8",
        ),
        both(path(curve(ear), f"url(#{flap})", stroke=INK, width=OUTLINE)),
        path(
            curve([(44.6, 68), (55.4, 68), (56.4, 77), (54, 84.5), (50, 86.4), (46, 84.5), (43.6, 77)]),
            "#f2798a",
            stroke=INK,
            width=1.6,
        ),
        line([(50, 70), (50, 80)], "#c94f63", 1.4),
        both(
            path(
                curve([(50, 55), (58, 56), (64.4, 61.6), (62.6, 69), (56, 71), (50, 67.6)]),
                "#fffaf1",
                stroke=INK,
                width=1.5,
            )
        ),
        path(curve(symmetric([(50, 56), (56, 57), (55, 64), (50, 66)])), "#fffaf1"),
        line([(50, 59), (50, 67.4)], INK, 1.5),
        nose(49.4, 8.4, 9.6, "#231a18"),
        ellipse(47.6, 52, 2.2, 1.2, "#8d8583"),
        dots(62, 42.6, 4.6),
        both(line([(57.4, 34), (62, 32), (66.4, 34.4)], "#6e3a1c", 2)),
        both(*(circle(x, y, 0.8, "#94562a") for x, y in ((57, 63), (59.8, 65), (60.4, 61.8)))),
    ]
    return Drawing(defs, shapes)


def cat(key: str) -> Drawing:
    fur = f"{key}-fur"
    defs = [radial(fur, 50, 32, 50, "#6a6879", "#474553", "#2c2a35")]
    ear: list[Point] = [(56, 27), (66, 16), (79.5, 8.6), (82, 26), (79, 44)]
    shapes = [
        both(
            path(curve(ear, tension=0.5), f"url(#{fur})", stroke="#17151c", width=OUTLINE),
            path(curve([(66, 25), (77, 14.6), (77.6, 33)], tension=0.4), "#f0a5ad"),
        ),
        filled(
            [(50, 24), (62, 24), (74, 31), (81.4, 45), (79, 59), (68, 70.6), (57, 74.6), (50, 75)],
            f"url(#{fur})",
            stroke="#17151c",
        ),
        path(curve(symmetric([(50, 44), (52.6, 49), (58, 54), (66, 59.6), (64, 68), (57, 73), (50, 74)])), "#fbf7f2"),
        eyes(64, 46.4, 6.4, "#b6e05a", slit=True),
        mouth(61.6, 7.4, 4.6),
        nose(54, 4.8, 4.8, "#f08f9c"),
        whiskers(68, 57, 23, "#17151c"),
        whiskers(67.6, 56.8, 14, "#f3eef0"),
        both(line([(56, 27.4), (55.4, 33)], "#2c2a35", 2)),
        line([(50, 26.5), (50, 34)], "#2c2a35", 2),
    ]
    return Drawing(defs, shapes)


def rat(key: str) -> Drawing:
    fur, lining = f"{key}-fur", f"{key}-lining"
    defs = [radial(fur, 50, 36, 46, "#c9b29d", "#a58a74", "#7c6350"), radial(lining, 75, 31, 15, "#ffc9c4", "#e58f90")]
    shapes = [
        both(
            circle(73.6, 29.6, 16, f"url(#{fur})", stroke=INK, width=OUTLINE), circle(74, 30.4, 10.8, f"url(#{lining})")
        ),
        filled(
            [(50, 25.6), (60, 27), (68, 36), (69.6, 48), (64.6, 59), (57.4, 69), (54, 75), (50, 77)], f"url(#{fur})"
        ),
        path(curve(symmetric([(50, 56), (57, 57), (60, 61), (55.6, 69.6), (53, 74), (50, 75.6)])), "#eadccb"),
        path(polygon([(46.6, 75), (53.4, 75), (53, 83.6), (47, 83.6)]), "#fffdf5", stroke=INK, width=1.3),
        line([(50, 76), (50, 83)], INK, 1.1),
        whiskers(57, 64, 26, "#4b3a30"),
        path(
            curve(symmetric([(50, 65.4), (55.4, 66.6), (56, 70.6), (53, 75), (50, 76)])),
            "#ef8390",
            stroke=INK,
            width=1.5,
        ),
        ellipse(48, 68.6, 1.7, 1, "#ffd2d6"),
        dots(60, 47.6, 5.2),
        both(line([(55.6, 39), (60, 36.6), (64.6, 38.4)], "#6b5443", 1.5)),
    ]
    return Drawing(defs, shapes)


HEADS: dict[str, Callable[[str], Drawing]] = {
    "rat": rat,
    "cat": cat,
    "dog": dog,
    "wolf": wolf,
    "leopard": leopard,
    "tiger": tiger,
    "lion": lion,
    "elephant": elephant,
}
