"""The rules as lessons: each a position in which the rule can be tried."""

from dataclasses import dataclass
from typing import Self

from jungle.course import Outcome
from jungle.desktop.contests import Deed, Faces, Option, seen
from jungle.errors import IllegalMoveError, Obstacle
from jungle.game import Game
from jungle.geometry import FILES, RANKS, square_name
from jungle.pieces import PIECES, Animal, Side
from jungle.position import Position
from jungle.rules import STANDARD, Rules


@dataclass(frozen=True, slots=True)
class Lesson:
    """A rule to try: its text's key, a position with Blue to move, and the moves that show the rule at work."""

    key: str
    fen: str
    goals: frozenset[str]

    def start(self) -> Position:
        return Position.from_fen(self.fen, rules=STANDARD)


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


class Practice:
    """A lesson's board, on which Blue moves and Red stands still, for as long as one likes.

    What may be done is the position's to say; after each move Blue is to move again.

    >>> practice = Practice(LESSONS[0])
    >>> [practice.do(Option(45, 52)).notation, practice.do(Option(52, 59)).notation], practice.is_shown
    (['4-d8', '4-d9'], True)
    """

    files = FILES
    ranks = RANKS
    is_swapped = False
    has_colours = True
    has_direction = True

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.is_shown = False
        """Was one of the moves played that show the rule?"""
        self._positions = [lesson.start()]
        self._deeds: list[Deed] = []
        self._outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def side(self) -> Side:
        return self.position.side

    @property
    def number(self) -> int:
        return self.position.number

    def __len__(self) -> int:
        return len(self._deeds)

    def rank(self, animal: Animal) -> int:
        rules: Rules = self.position.rules
        return rules.rank(animal)

    def options(self) -> list[Option]:
        if self._outcome:
            return []
        return [Option(move.origin, move.target) for move in self.position.legal_moves()]

    def do(self, option: Option) -> Deed:
        """Raises IllegalMoveError."""
        position = self.position
        move = position.find_move(option.origin, option.target)
        self._deeds.append(seen(position, move))
        after = position.after(move)
        self._outcome = Game(position=after).outcome()
        if self._outcome is None:
            board, _, quiet, number = after.fen().split()
            after = Position.from_fen(f"{board} {position.side.letter} {quiet} {number}", rules=position.rules)
        self._positions.append(after)
        self.is_shown |= move.uci() in self.lesson.goals
        return self._deeds[-1]

    def undo(self) -> Deed | None:
        """Take back the last move, if there is one."""
        if not self._deeds:
            return None
        self._outcome = None
        self._positions.pop()
        return self._deeds.pop()

    def redo(self) -> Deed:
        raise AssertionError("a lesson has nothing to play again")

    def can_redo(self) -> bool:
        return False

    def deeds(self) -> list[Deed]:
        return self._deeds

    def faces(self, ply: int) -> Faces:
        return {square: PIECES[code] for square, code in enumerate(self._positions[ply].board) if code}

    def outcome(self) -> Outcome | None:
        return self._outcome

    def refusal(self, origin: int, target: int) -> Obstacle:
        """Why the piece on one square may not go to the other."""
        try:
            self.position.find_move(origin, target)
        except IllegalMoveError as error:
            return error.obstacle
        return Obstacle.OVER

    def square_name(self, square: int) -> str:
        return square_name(square)

    def resign(self, side: Side) -> None:
        """Nobody gives up a lesson."""

    def agree_draw(self) -> None:
        """Nor is one drawn."""

    def snapshot(self) -> Self:
        return type(self)(self.lesson)
