"""Drawings of how a game went: Blue's chances after each move, as an SVG image or as a line of text."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from jungle.engine.review import MoveReview, Verdict
from jungle.errors import JungleError
from jungle.whole_files import why, write_whole

WIDTH, HEIGHT = 800, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 40, 40
BARS = "▁▂▃▄▅▆▇█"
MARKS = {Verdict.INACCURACY: "#e0a400", Verdict.MISTAKE: "#e06c00", Verdict.BLUNDER: "#c4161c"}
"""The colours of what is marked."""


def sparkline(reviews: Sequence[MoveReview]) -> str:
    """Blue's chances after each move, a bar for each ply.

    >>> sparkline([])
    ''
    """
    last = len(BARS) - 1
    return "".join(BARS[round(review.blue_win_probability() * last)] for review in reviews)


def svg(reviews: Sequence[MoveReview], title: str) -> str:
    """The same as an image, with inaccuracies, mistakes and blunders marked."""
    chances = [0.5, *(review.blue_win_probability() for review in reviews)]
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(ply: int, chance: float) -> str:
        return f"{LEFT + across * ply / max(len(reviews), 1):.1f},{TOP + down * (1 - chance):.1f}"

    line = " ".join(place(ply, chance) for ply, chance in enumerate(chances))
    floor = f"{place(len(reviews), 0)} {place(0, 0)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        '<g font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" fill="#222222">{escape(title)}</text>',
        f'<rect x="{LEFT}" y="{TOP}" width="{across}" height="{down}" fill="#f6dcdc"/>',
        f'<polygon points="{line} {floor}" fill="#cfe0f5"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = TOP + down * (1 - percent / 100)
        dashes = "" if percent == 50 else ' stroke-dasharray="3 4"'
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#888888" stroke-width="0.7"{dashes}/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#555555">{percent} %</text>')
    for ply in _ticks(len(reviews)):
        x = LEFT + across * ply / max(len(reviews), 1)
        number = reviews[ply - 1].position.number if ply else 0
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#555555">{number}</text>'
        )
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f4e9c" stroke-width="2" stroke-linejoin="round"/>')
    for ply, review in enumerate(reviews, 1):
        if colour := MARKS.get(review.verdict):
            cx, cy = place(ply, chances[ply]).split(",")
            words = f"{review.position.number}. {review.position.notation(review.move)}: {review.verdict.value}"
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="4" fill="{colour}"><title>{escape(words)}</title></circle>')
    parts += _legend()
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _ticks(plies: int) -> range:
    """The plies whose move number is written below, about ten of them."""
    step = next((step for step in (2, 4, 10, 20, 40, 100, 200, 400) if plies / step <= 12), 1000)
    return range(0, plies + 1, step)


def _legend() -> list[str]:
    parts, x = [f'<text x="{LEFT}" y="{HEIGHT - 6}" fill="#555555">Blue’s chances by move number</text>'], 430
    for verdict, colour in MARKS.items():
        parts.append(f'<circle cx="{x}" cy="{HEIGHT - 10}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 8}" y="{HEIGHT - 6}" fill="#555555">{verdict.value}</text>')
        x += 110
    return parts


def save_svg(path: Path, image: str) -> None:
    """Write an image, whole or not at all. Raises JungleError where that fails."""
    try:
        write_whole(path, image)
    except OSError as error:
        raise JungleError(f"cannot write {path}: {why(error)}") from error
