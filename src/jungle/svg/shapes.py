"""SVG elements as text: shapes with their style as keywords, and numbers no longer than they need to be."""

from html import escape

Style = str | float


def _attributes(**values: Style) -> str:
    return " ".join(f'{name.rstrip("_").replace("_", "-")}="{_text(value)}"' for name, value in values.items())


def _text(value: Style) -> str:
    if isinstance(value, str):
        return escape(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rect(x: float, y: float, width: float, height: float, radius: float = 0, /, **style: Style) -> str:
    """A rectangle with round corners.

    >>> rect(1, 2, 3.5, 4, fill="#fff", stroke_width=1.25)
    '<rect x="1" y="2" width="3.5" height="4" rx="0" fill="#fff" stroke-width="1.25"/>'
    """
    return f"<rect {_attributes(x=x, y=y, width=width, height=height, rx=radius, **style)}/>"


def circle(x: float, y: float, radius: float, /, **style: Style) -> str:
    return f"<circle {_attributes(cx=x, cy=y, r=radius, **style)}/>"


def path(d: str, /, **style: Style) -> str:
    return f"<path {_attributes(d=d, **style)}/>"


def line(d: str, /, stroke: str, width: float, **style: Style) -> str:
    """An unfilled path."""
    return path(d, fill="none", stroke=stroke, stroke_width=width, **style)


def group(transform: str, *inside: str) -> str:
    return f'<g transform="{transform}">{"".join(inside)}</g>'


def points(*places: tuple[float, float]) -> str:
    """Path data for straight lines between points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def downward(name: str, height: float, *stops: tuple[float, str]) -> str:
    """A vertical gradient from 0 to a height; stops are (offset, colour)."""
    inside = "".join(f'<stop offset="{offset:g}" stop-color="{colour}"/>' for offset, colour in stops)
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="{_text(height)}" gradientUnits="userSpaceOnUse">'
        f"{inside}</linearGradient>"
    )


def soft_shadow(x: float, y: float, width: float, height: float, radius: float, spread: int) -> str:
    """The shadow of a rectangle, as layers of growing size."""
    return "".join(
        rect(x - i, y - i, width + 2 * i, height + 2 * i, radius + i, fill="#000", opacity=0.06)
        for i in range(0, spread + 1, max(1, spread // 5))
    )


def document(width: float, height: float, inside: str, defs: str = "") -> str:
    """An SVG document of that size."""
    w, h = _text(width), _text(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        f"<defs>{defs}</defs>{inside}</svg>"
    )
