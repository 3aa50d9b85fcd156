"""Reviews as pictures: the course of a game as a chart, and what notebooks show."""

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from jungle.engine.review import MoveReview, Verdict, accuracy
from jungle.pieces import Side
from jungle.svg import board
from jungle.svg.charts import ChartMark, chance_chart

COLOURS = {Verdict.INACCURACY: "#e0a400", Verdict.MISTAKE: "#e06c00", Verdict.BLUNDER: "#c4161c"}
"""The verdicts that stand out, and their colours."""
BEST = "#2f8f46"
BOARD_WIDTH = 280


def review_chart(reviews: Sequence[MoveReview], title: str) -> str:
    """Blue's chances after each move as an SVG document, with inaccuracies, mistakes and blunders marked."""
    return chance_chart(
        [0.5, *(judged.blue_win_probability() for judged in reviews)],
        title=title,
        across_title="Blue’s chances by move number",
        numbers=[0, *(judged.number for judged in reviews)],
        marks=[
            ChartMark(ply, COLOURS[judged.verdict], f"{_numbered(judged)}: {judged.verdict.value}")
            for ply, judged in enumerate(reviews, 1)
            if judged.verdict in COLOURS
        ],
        legend=[(colour, verdict.value) for verdict, colour in COLOURS.items()],
    )


def review_html(reviews: Sequence[MoveReview]) -> str:
    """A review as HTML: the chart, each side's accuracy, and the moves that lost something."""
    # As an image, the chart keeps its styles to itself.
    chart = b64encode(review_chart(reviews, "").encode()).decode()
    exact = ((side, accuracy(reviews, side)) for side in Side)
    sides = ", ".join(f"{side} {percent:.1f} %" for side, percent in exact if percent is not None)
    slips = "".join(f"<li>{_verdict(judged)}</li>" for judged in reviews if judged.is_slip())
    return (
        f'<div><img alt="Blue’s chances by move number" src="data:image/svg+xml;base64,{chart}"/>'
        f"<p>Accuracy: {sides or 'no moves yet'}</p>"
        f'<ul style="max-height:20em;overflow:auto">{slips}</ul></div>'
    )


def move_html(judged: MoveReview) -> str:
    """One move as HTML: the position before it with the move and, if another was better, that one in green."""
    moves = {judged.move: COLOURS.get(judged.verdict, BEST), judged.best.move: BEST}
    picture = board(
        judged.position,
        size=BOARD_WIDTH,
        arrows=[(move.origin, move.target, colour) for move, colour in moves.items() if not move.is_flip()],
        marks=[(move.origin, colour) for move, colour in moves.items() if move.is_flip()],
    )
    return f"<div>{picture}<p>{_verdict(judged)}</p></div>"


def _numbered(judged: MoveReview) -> str:
    return f"{judged.number}. {judged.position.notation(judged.move)}"


def _verdict(judged: MoveReview) -> str:
    text = (
        f"{escape(_numbered(judged))}: <b>{judged.verdict.value}</b>, {judged.score} ({100 * judged.loss:.0f} % lost)"
    )
    if judged.is_slip():
        text += f"; better {escape(judged.position.notation(judged.best.move))} ({judged.best.score})"
    return text
