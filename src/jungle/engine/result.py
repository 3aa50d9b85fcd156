"""What a search found. Moves are those of whatever game was searched."""

from dataclasses import dataclass

from jungle.engine.score import Score
from jungle.moves import BoardMove


@dataclass(frozen=True, slots=True)
class Line:
    """One way to go on: its score for the side to move, and the moves that both sides should play."""

    score: Score
    pv: tuple[BoardMove, ...]
    depth: int
    seldepth: int

    @property
    def move(self) -> BoardMove:
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best lines found so far, best first, and what they cost. The first line's move is the one to play.

    >>> from jungle import Game
    >>> from jungle.engine import Engine, Limit
    >>> with Engine() as engine:
    ...     result = engine.search(Game(), Limit(depth=2))
    >>> result.depth, result.move == result.pv[0], result.ponder == result.pv[1]
    (2, True, True)
    """

    lines: tuple[Line, ...]
    nodes: int
    time: float
    """Seconds."""
    hashfull: int
    """The part of the transposition table in use, in thousandths."""
    table_hits: int = 0
    """How many positions were found in endgame tables."""
    is_solved: bool = False
    """Are the scores those of endgame tables, of all moves and with no doubt left?"""

    @property
    def move(self) -> BoardMove:
        return self.lines[0].move

    @property
    def score(self) -> Score:
        return self.lines[0].score

    @property
    def pv(self) -> tuple[BoardMove, ...]:
        return self.lines[0].pv

    @property
    def depth(self) -> int:
        return self.lines[0].depth

    @property
    def seldepth(self) -> int:
        """The deepest ply that was looked at."""
        return self.lines[0].seldepth

    @property
    def ponder(self) -> BoardMove | None:
        """The reply we expect, if the line goes that far."""
        return self.pv[1] if len(self.pv) > 1 else None

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return round(self.nodes / max(self.time, 1e-3))
