"""The exceptions of the library. Every error a caller can cause derives from JungleError.

A message says what was expected, what was received and where; the edges (command line, server, windows) show
that one line and nothing else.
"""

from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jungle.pieces import Piece


class JungleError(Exception):
    """Base class of all errors that a caller of the library can cause."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the constructor, which may take more than the message: errors must survive pickling between processes.
        return _restored, (type(self), self.args), vars(self)


def _restored(kind: type[JungleError], args: tuple[Any, ...]) -> JungleError:
    return kind.__new__(kind, *args)


class InvalidArgumentError(JungleError, ValueError):
    """A value of the wrong type or out of range, if no other error is more specific."""


class InvalidSquareError(JungleError, ValueError):
    """Text that is not the name of a square."""


class InvalidRulesError(JungleError, ValueError):
    """Rules that contradict themselves, or text that does not describe rules."""


class InvalidPositionError(JungleError, ValueError):
    """Text that is not a position, or describes an impossible one."""


class InvalidMoveError(JungleError, ValueError):
    """Text that is not a move in any position."""


class IllegalMoveReason(Enum):
    """The reason a move is illegal, so that a front end can explain it in its own words."""

    ABSENT = "absent"
    """The animal is not on the board, the square is empty, or the piece there is the opponent's."""
    EDGE = "edge"
    """The move leaves the board."""
    TOO_FAR = "too far"
    """No step or jump leads from here to there."""
    OWN_PIECE = "own piece"
    STRONGER = "stronger"
    """An enemy that this animal may not capture from where it stands."""
    RIVER = "river"
    """Water, and the animal cannot swim."""
    OWN_DEN = "own den"
    NO_JUMPER = "no jumper"
    """The animal cannot jump at all."""
    NO_RIVER = "no river"
    """There is no water to jump over in that direction, or none that this animal may cross that way."""
    BLOCKED = "blocked"
    """A rat swims where the jump would cross."""
    MISNAMED = "misnamed"
    """Written as a capture but is not one, or written as a quiet move but is a capture."""
    CHASE = "chase"
    """The chase rule: the position has occurred twice and the mover threatens the piece that just moved."""
    FACE_DOWN = "face down"
    """In the face-down game: a face-down piece can be neither moved nor captured."""
    OVER = "over"
    """The game has ended."""


class IllegalMoveError(JungleError, ValueError):
    """A well-formed move that the rules forbid here."""

    def __init__(
        self, message: str, reason: IllegalMoveReason, *, piece: "Piece | None" = None, square: int | None = None
    ) -> None:
        super().__init__(message)
        self.reason = reason
        """What stands in the way."""
        self.piece = piece
        """The mover's piece that was to move; None if there is none."""
        self.square = square
        """The square it was to leave, if the move names one that exists."""


class GameError(JungleError, ValueError):
    """An action that the game does not allow now: no move to take back, or the game is over."""


class RecordError(JungleError, ValueError):
    """A syntax error or illegal move in a game file, with line and column from 1; `source` names the file if known."""

    def __init__(self, message: str, line: int, column: int, *, source: str | None = None) -> None:
        super().__init__(f"{source + ': ' if source else ''}line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.source = source


class RecordFileError(JungleError, OSError):
    """A game file that could not be opened, read or written."""


class InvalidRecordError(JungleError, ValueError):
    """A record that a game file cannot hold: a tag name with a space, or a comment on a move that was not played."""
