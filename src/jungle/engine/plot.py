"""Drawings of how a game went: Blue's chances after each move, as an SVG image or as a line of text."""

from collections.abc import Sequence
from pathlib import Path

from jungle.engine.review import MoveReview, Verdict
from jungle.errors import JungleError
from jungle.svg import charts
from jungle.whole_files import why, write_whole

MARKS = {Verdict.INACCURACY: "#e0a400", Verdict.MISTAKE: "#e06c00", Verdict.BLUNDER: "#c4161c"}
"""The colours of what is marked."""


def sparkline(reviews: Sequence[MoveReview]) -> str:
    """Blue's chances after each move, a bar for each ply.

    >>> sparkline([])
    ''
    """
    return charts.sparkline([review.blue_win_probability() for review in reviews])


def svg(reviews: Sequence[MoveReview], title: str) -> str:
    """The same as an image, with inaccuracies, mistakes and blunders marked."""
    marks = [
        charts.ChartMark(
            ply,
            MARKS[review.verdict],
            f"{review.position.number}. {review.position.notation(review.move)}: {review.verdict.value}",
        )
        for ply, review in enumerate(reviews, 1)
        if review.verdict in MARKS
    ]
    return charts.chance_chart(
        [0.5, *(review.blue_win_probability() for review in reviews)],
        title=title,
        across_title="Blue’s chances by move number",
        numbers=[0, *(review.position.number for review in reviews)],
        marks=marks,
        legend=[(colour, verdict.value) for verdict, colour in MARKS.items()],
    )


def save_svg(path: Path, image: str) -> None:
    """Write an image, whole or not at all. Raises JungleError where that fails."""
    try:
        write_whole(path, image)
    except OSError as error:
        raise JungleError(f"cannot write {path}: {why(error)}") from error
