"""What the painted heads have in common: eyes, noses, mouths, whiskers."""

from dataclasses import dataclass

from artwork.shapes import INK, Point, both, circle, curve, ellipse, line, path, symmetric

OUTLINE = 1.8


@dataclass(frozen=True, slots=True)
class Drawing:
    """Gradients and the shapes that use them."""

    defs: list[str]
    shapes: list[str]


def filled(right: list[Point], fill: str, *, stroke: str = INK, width: float = OUTLINE) -> str:
    return path(curve(symmetric(right)), fill, stroke=stroke, width=width)


def eyes(x: float, y: float, r: float, iris: str, *, slit: bool = False, tilt: float = 0) -> str:
    pupil = ellipse(x, y, r * 0.34, r * 0.82, INK) if slit else circle(x, y, r * 0.62, INK)
    return both(
        ellipse(x, y, r * 1.12, r, iris, stroke=INK, width=1.3, turn=tilt),
        pupil,
    ) + "".join(circle(at + r * 0.28, y - r * 0.36, r * 0.27, "#fff") for at in (x, 100 - x))


def dots(x: float, y: float, r: float) -> str:
    """Small eyes of one colour with a glint."""
    return both(circle(x, y, r, INK)) + "".join(
        circle(at + r * 0.32, y - r * 0.36, r * 0.36, "#fff") for at in (x, 100 - x)
    )


def nose(y: float, wide: float, high: float, fill: str) -> str:
    return filled(
        [
            (50, y),
            (50 + wide * 0.75, y + high * 0.06),
            (50 + wide, y + high * 0.4),
            (50 + wide * 0.4, y + high * 0.86),
            (50, y + high),
        ],
        fill,
        width=1.3,
    )


def mouth(y: float, wide: float, deep: float) -> str:
    return line([(50, y - deep * 0.9), (50, y)], INK, 1.6) + both(
        line([(50, y), (50 + wide * 0.45, y + deep * 0.85), (50 + wide, y + deep * 0.25)], INK, 1.6)
    )


def whiskers(x: float, y: float, long: float, colour: str) -> str:
    return both(
        line([(x, y), (x + long, y - long * 0.22)], colour, 1.1),
        line([(x, y + 3), (x + long * 1.04, y + 4)], colour, 1.1),
        line([(x, y + 6), (x + long * 0.92, y + 6 + long * 0.26)], colour, 1.1),
    )
