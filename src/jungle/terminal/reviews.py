"""A game looked at again: how exactly it was played, where it turned, and what would have been better."""

from typing import TYPE_CHECKING, Any

from jungle.boardgame import BoardGame
from jungle.language import Speaker
from jungle.phrases import reason_words
from jungle.pieces import Side
from jungle.svg.charts import sparkline
from jungle.terminal.words import move_words, side_name

if TYPE_CHECKING:
    from jungle.engine import Handle
    from jungle.engine.review import MoveReview

NODES = 30_000
"""What is spent on each move."""
GRAPH = 60
"""Columns of the graph at most."""


def can_review(game: BoardGame) -> bool:
    """Is there an engine that knows the game?"""
    from jungle.engine import ENGINES

    return game.kind in ENGINES


def start_review(game: BoardGame) -> "Handle[list[MoveReview]]":
    """The review of a game so far, not started yet. Stopped early it judges the moves it has come to."""
    from jungle.engine import Handle, Limit, engine_for
    from jungle.engine.review import review

    played = game.copy()

    def work(handle: "Handle[list[MoveReview]]") -> "list[MoveReview]":
        judged: list[MoveReview] = []
        with engine_for(played.kind, hash_mb=16) as engine:
            handle.on_stop(engine.stop)
            for one in review(played, engine, Limit(nodes=NODES)):
                if handle.stopped:
                    break
                judged.append(one)
        return judged

    return Handle(work)


def review_text(say: Speaker, game: BoardGame, judged: "list[MoveReview]", *, turned: bool, columns: int) -> str:
    """What a review found, in lines."""
    from jungle.engine.review import accuracy, turning_points

    lines = [say("terminal.review")]
    for side in Side:
        if (exactness := accuracy(judged, side)) is not None:
            name = side_name(say, game, side).capitalize()
            lines.append(say("terminal.review.accuracy", side=name, percent=f"{exactness:.0f}"))
    if judged:
        chances = _sampled([0.5, *(one.blue_win_probability() for one in judged)], min(GRAPH, columns - 2))
        lines.append(say("terminal.review.chances", side=side_name(say, game, Side.BLUE), graph=sparkline(chances)))
    points = turning_points(judged)
    lines.append(say("terminal.review.points" if points else "terminal.review.none"))
    for point in points:
        ply = next(ply for ply, one in enumerate(judged) if one is point)
        lines += _point(say, game, point, ply, turned=turned)
    return "".join(f"{line}\n" for line in lines)


def _point(say: Speaker, game: BoardGame, point: Any, ply: int, *, turned: bool) -> list[str]:
    move, best = game.moves[ply], point.best.move
    values = {
        "round": ply + 1,
        "side": side_name(say, game, point.side),
        "words": move_words(say, game, move, turned=turned),
        "verdict": say(f"verdict.{point.verdict.value}"),
    }
    played = say("terminal.review.played", **values)
    if point.fault is not None:
        played = say("terminal.review.why", sentence=played, why=reason_words(say, point.fault))
    words = move_words(say, game, best, turned=turned)
    better = say("terminal.review.better", words=words, notation=game.notation(best, ply))
    if point.reason is not None:
        better = say("terminal.review.why", sentence=better, why=reason_words(say, point.reason))
    return [f"  {played}", f"    {better}"]


def _sampled(values: list[float], most: int) -> list[float]:
    """As many of the values as there is room for, evenly spread."""
    if len(values) <= most:
        return values
    return [values[index * (len(values) - 1) // (most - 1)] for index in range(most)]
