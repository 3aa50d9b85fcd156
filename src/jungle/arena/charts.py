"""The charts of a report, until it takes them from `jungle.svg.charts`."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from jungle.pieces import Side
from jungle.svg.charts import Axis, heat_board, histogram, interval_bars, score_chart, share_bars


@dataclass(frozen=True, slots=True)
class Terrain:
    """A board to paint on: its size, and the class of each square."""

    files: int
    ranks: int
    classes: Sequence[str]
    """One for each square, from the lower left, rank by rank."""

    def terrain(self, square: int) -> Any:
        return SimpleNamespace(name=self.classes[square])

    def owner(self, square: int) -> Side | None:
        return None

    def square_name(self, square: int) -> str:
        return "abcdefg"[square % self.files] + str(square // self.files + 1)

    def parse_square(self, text: str) -> int:
        raise NotImplementedError


__all__ = ["Axis", "Terrain", "heat_board", "histogram", "interval_bars", "score_chart", "share_bars"]
