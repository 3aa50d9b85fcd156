"""The rules as lessons: each a position in which the rule can be tried."""

from dataclasses import dataclass

from jungle.game import Game
from jungle.moves import Move
from jungle.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Lesson:
    """A rule to try: its text's key, a position with Blue to move, and the moves that show the rule at work."""

    key: str
    fen: str
    goals: frozenset[str]


def _lesson(key: str, fen: str, *goals: str) -> Lesson:
    return Lesson(key, fen, frozenset(goals))


LESSONS = (
    _lesson("den", "7/7/3W3/7/7/7/7/4r2/7 b", "d8d9"),
    _lesson("steps", "6r/7/7/7/7/7/7/1D5/7 b", "b2b3", "b2a2", "b2c2", "b2b1"),
    _lesson("ranks", "7/7/7/7/7/3c3/2pPt2/7/7 b", "d3d4", "d3c3"),
    _lesson("rat", "7/7/7/7/7/3e3/3R3/1Er4/7 b", "d3d4"),
    _lesson("river", "7/7/6c/7/7/7/1RD4/7/7 b", "b3b4"),
    _lesson("shore", "7/7/7/7/7/1Rr4/1e5/7/7 b", "b4c4"),
    _lesson("jump", "7/7/1w5/7/T6/7/1L5/7/7 b", "b3b7", "a5d5"),
    _lesson("blocked", "7/7/1w5/7/1r5/7/1LT4/7/7 b", "c3c7"),
    _lesson("traps", "7/7/7/7/7/7/3C3/3e3/7 b", "d3d2"),
    _lesson("own_den", "7/7/6r/7/7/7/7/3D3/7 b", "d2c2", "d2e2", "d2d3"),
    _lesson("no_moves", "cD5/7/W6/7/7/7/7/7/7 b", "a7a8"),
    _lesson("draws", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"),
)


class Practice(Game):
    """A lesson's game: Blue moves, Red passes, and there is no draw.

    >>> practice = Practice(LESSONS[0])
    >>> practice.play("d7d8").notation(), practice.play("d8d9").notation(), practice.is_shown
    ('4-d8', '4-d9', True)
    """

    __slots__ = ("is_shown", "lesson")

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(fen=lesson.fen)
        self.lesson = lesson
        self.is_shown = False
        """Has one of the lesson's goals been played?"""

    def _push(self, move: Move) -> None:
        super()._push(move)
        self.is_shown |= move.uci() in self.lesson.goals
        if self._decided() is None:
            self._positions[-1] = self.position.passed()

    def _drawn(self) -> Outcome | None:
        """Never: a lesson may be tried as often as one likes."""
        return None
