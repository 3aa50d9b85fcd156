"""Analyses and reviews as lines of text."""

import shutil
from collections import Counter
from collections.abc import Iterator
from typing import TextIO

from jungle.board_position import BoardPosition
from jungle.engine import Score, SearchResult
from jungle.engine.analysis_data import line_notation
from jungle.engine.review import MoveReview, Verdict, accuracy
from jungle.language import Translator
from jungle.phrases import score_words, table_words
from jungle.pieces import Side
from jungle.svg.charts import sparkline
from jungle.terminal.ansi import width


class LiveLines:
    """A block of lines that is rewritten in place on a terminal, and printed one after the other elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._last: list[str] = []

    def show(self, lines: list[str]) -> None:
        if lines == self._last:
            return
        # A line that wraps would not be overwritten, so it is cut off until the end.
        columns = shutil.get_terminal_size().columns
        self._write([_fitted(line, columns) for line in lines] if self._live else lines)
        self._last = lines

    def end(self) -> None:
        """Leave the last block, whole, on the terminal."""
        if self._live:
            self._write(self._last)

    def _write(self, lines: list[str]) -> None:
        if self._live and self._last:
            self._stream.write(f"\x1b[{len(self._last)}F\x1b[J")
        self._stream.write("".join(f"{line}\n" for line in lines))
        self._stream.flush()


def listing(say: Translator, position: BoardPosition, result: SearchResult) -> list[str]:
    """The best lines of a position."""
    side = say(f"side.{str(position.side).lower()}")
    if result.solved:
        head = say("analyse.solved", side=side, verdict=table_words(say, result.score))
    else:
        head = say(
            "analyse.head", side=side, depth=result.depth, nodes=f"{result.nodes:,}", seconds=f"{result.time:.1f}"
        )
    words = table_words if result.solved else score_words
    return [
        head,
        *(
            f"{number:>3}. {_score(say, line.score):>11} {_percent(line.score):>6}  {position.words(line.move):<20}  "
            f"{line_notation(position, line.pv)}  ({words(say, line.score)})"
            for number, line in enumerate(result.lines, 1)
        ),
    ]


def review_row(say: Translator, move: str, judged: MoveReview) -> str:
    """A move's verdict in one line."""
    position = judged.position
    verdict = say(f"verdict.{judged.verdict.value}")
    row = f"{move} {_percent(judged.score):>5} {judged.score!s:>11}  {verdict}"
    if judged.verdict in (Verdict.BEST, Verdict.GOOD):
        return row
    better = f"{line_notation(position, judged.best.pv)} ({judged.best.score})"
    return f"{row}; {say('analyse.better', line=better)}"


def review_summary(say: Translator, reviews: list[MoveReview]) -> Iterator[str]:
    """How a game went, and how well each side played."""
    if reviews:
        bars = sparkline([judged.blue_win_probability() for judged in reviews])
        yield say("analyse.course", bars=bars)
    for side in Side:
        exactness = accuracy(reviews, side)
        if exactness is None:
            continue
        counts = Counter(judged.verdict for judged in reviews if judged.side is side)
        yield say(
            "analyse.accuracy",
            side=say(f"side.{str(side).lower()}"),
            percent=f"{exactness:.1f}",
            counts=", ".join(f"{counts[verdict]} {say(f'verdict.{verdict.value}')}" for verdict in Verdict),
        )


def _score(say: Translator, score: Score) -> str:
    """A score in its column: a lead in cats, or the number of moves to the end."""
    if score.win_in is None:
        return str(score)
    return say("analyse.score.wins" if score.win_in > 0 else "analyse.score.loses", moves=score.moves())


def _percent(score: Score) -> str:
    return f"{100 * score.win_probability():.0f} %"


def _fitted(line: str, columns: int) -> str:
    """As much of a line as fits a terminal."""
    while width(line) > columns:
        line = line.removesuffix("…")[:-1] + "…"
    return line
