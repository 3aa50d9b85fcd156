"""Analyses and reviews as plain data, for JSON."""

from collections.abc import Sequence
from typing import Any

from jungle.board_position import BoardPosition
from jungle.engine.forced import ForcedWin
from jungle.engine.review import MoveReview, accuracy
from jungle.engine.score import Score
from jungle.engine.search import Line, SearchResult
from jungle.pieces import Side
from jungle.record import Record
from jungle.rules_text import rules_text

MOVES_SHOWN = 10
"""The moves of a line that are written in notation."""


def line_notation(position: BoardPosition, line: Sequence[Any]) -> str:
    """The first moves of a line, as in a record."""
    texts = []
    for move in line[:MOVES_SHOWN]:
        texts.append(position.notation(move))
        if not move.is_flip():  # The result of a flip is unknown, so a line ends there.
            position = position.after(move)
    return " ".join(texts) + (" …" if len(line) > MOVES_SHOWN else "")


def position_data(
    position: BoardPosition,
    result: SearchResult,
    forced: ForcedWin | None,
    threatened: ForcedWin | None,
) -> dict[str, Any]:
    """A position's analysis, with a proven win or threat if there is one."""
    return {
        "fen": position.fen(),
        "rules": rules_text(position.rules),
        "side": str(position.side).lower(),
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "time": result.time,
        "solved": result.solved,
        "table_hits": result.table_hits,
        "forced": _proof_data(forced),
        "threat": _proof_data(threatened),
        "lines": [_line_data(position, line) for line in result.lines],
    }


def review_data(record: Record, reviews: list[MoveReview], complete: bool) -> dict[str, Any]:
    """A recorded game and the verdict on each of its moves."""
    game = record.game
    return {
        "tags": record.tags,
        "rules": rules_text(game.rules),
        "start": game.start.fen(),
        "result": record.result,
        "complete": complete,
        "accuracy": {str(side).lower(): accuracy(reviews, side) for side in Side},
        "moves": [
            {
                "number": judged.number,
                "side": str(judged.side).lower(),
                "move": judged.move.uci(),
                "notation": judged.position.notation(judged.move),
                "nags": sorted(node.nags),
                "verdict": judged.verdict.value,
                "loss": round(judged.loss, 4),
                "score": _score_data(judged.score),
                "best": _line_data(judged.position, judged.best),
            }
            for node, judged in zip(record.mainline(), reviews, strict=False)
        ],
    }


def _score_data(score: Score) -> dict[str, Any]:
    value = {"centi_cats": score.centi_cats} if score.win_in is None else {"win_in": score.win_in}
    return {**value, "text": str(score), "win_probability": round(score.win_probability(), 4)}


def _line_data(position: BoardPosition, line: Line) -> dict[str, Any]:
    return {
        "score": _score_data(line.score),
        "words": position.words(line.move),
        "moves": [move.uci() for move in line.pv],
        "notation": line_notation(position, line.pv),
        "depth": line.depth,
    }


def _proof_data(win: ForcedWin | None) -> dict[str, Any] | None:
    return None if win is None else {"plies": win.plies, "moves": [move.uci() for move in win.line]}
