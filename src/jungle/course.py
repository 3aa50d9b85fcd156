"""The course of a game, whatever its rules: positions and moves, back and forth, and endings that people declare.

`Game` and `FlipGame` add what is legal and how the board ends it.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, Self, TypeVar

from jungle.errors import GameError, IllegalMoveError, Obstacle
from jungle.pieces import Side

REPETITIONS = 3
"""The occurrence of a position that draws, or that the chase rule forbids."""
_NO_COLOURS = "nobody has a colour before the first piece is turned up, so nobody can win"


class Reason(Enum):
    """How a game ended."""

    DEN = "den"
    CAPTURE = "capture"
    """The last piece of a side was captured (of both at once: a draw)."""
    NO_MOVES = "no moves"
    REPETITION = "repetition"
    QUIET = "quiet"
    """Too long without a capture."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIMEOUT = "timeout"
    ADJUDICATION = "adjudication"
    """Declared by somebody else than the players."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, if anybody, and why.

    >>> Outcome(Side.BLUE, Reason.DEN).result()
    '1-0'
    """

    winner: Side | None
    reason: Reason

    def result(self) -> str:
        """As in game records: 1-0 Blue won, 0-1 Red won, 1/2-1/2 a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class _Position(Protocol):
    """What a course needs of its positions."""

    @property
    def key(self) -> Hashable: ...
    @property
    def side(self) -> Side | None: ...
    def after(self, move: Any, /) -> Self: ...
    def fen(self) -> str: ...


PositionT = TypeVar("PositionT", bound=_Position)
MoveT = TypeVar("MoveT")


class Course(ABC, Generic[PositionT, MoveT]):
    """The positions and moves of a game so far, what was undone, and an ending if one was declared."""

    __slots__ = ("_declared", "_moves", "_positions", "_seen", "_undone")

    def __init__(self, start: PositionT) -> None:
        self._positions = [start]
        self._moves: list[MoveT] = []
        self._undone: list[MoveT] = []
        self._seen = Counter([start.key])
        self._declared: Outcome | None = None

    def copy(self) -> Self:
        """A game that goes its own way from here; positions are shared, since they never change."""
        twin = object.__new__(type(self))
        twin._positions = self._positions.copy()
        twin._moves = self._moves.copy()
        twin._undone = self._undone.copy()
        twin._seen = self._seen.copy()
        twin._declared = self._declared
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    @property
    def start(self) -> PositionT:
        return self._positions[0]

    @property
    def position(self) -> PositionT:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[PositionT, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[MoveT, ...]:
        """The moves that `redo` would play, in order."""
        return tuple(reversed(self._undone))

    def __len__(self) -> int:
        """The number of plies played."""
        return len(self._moves)

    def __bool__(self) -> bool:
        return True

    def repetitions(self) -> int:
        """How often the present position has been there, now included."""
        return self._seen[self.position.key]

    def _is_over(self) -> bool:
        """Has it ended in a way that the board does not show?"""
        return self._declared is not None or self._drawn() is not None

    def _refuse_when_over(self) -> None:
        if self._is_over():
            raise IllegalMoveError(f"the game is over in {self.position.fen()}", Obstacle.OVER)

    def _play(self, move: MoveT) -> None:
        """Play what is legal. What was undone is forgotten, unless the move is the next of it."""
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._push(move)

    def _push(self, move: MoveT) -> None:
        position = self.position.after(move)
        self._positions.append(position)
        self._moves.append(move)
        self._seen[position.key] += 1

    def undo(self) -> MoveT | None:
        """Take back the last move and return it, or, where an ending was declared, that alone (None).

        A piece turned up is turned down again. Raises GameError at the start.
        """
        if self._declared:
            self._declared = None
            return None
        if not self._moves:
            raise GameError("there is no move to take back")
        position = self._positions.pop()
        self._seen[position.key] -= 1
        if not self._seen[position.key]:
            del self._seen[position.key]
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> MoveT:
        """Play again the move taken back last. Raises GameError when there is none."""
        if not self._undone or self._declared:
            raise GameError("there is no move to play again")
        move = self._undone.pop()
        self._push(move)
        return move

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def _drawn(self) -> Outcome | None:
        """A draw that the course of the game brings."""

    def resign(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, gives up. Raises GameError when the game is over, or has no sides yet."""
        return self._declare(Outcome(self._loser(side).opponent, Reason.RESIGNATION))

    def agree_draw(self) -> Outcome:
        """Both players call it a draw. Raises GameError when the game is over."""
        return self._declare(Outcome(None, Reason.AGREEMENT))

    def time_out(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, ran out of time. Raises GameError as `resign` does."""
        return self._declare(Outcome(self._loser(side).opponent, Reason.TIMEOUT))

    def adjudicate(self, winner: Side | None) -> Outcome:
        """Somebody else decides the game. Raises GameError as `resign` does."""
        return self._declare(Outcome(winner, Reason.ADJUDICATION))

    def _loser(self, side: Side | None) -> Side:
        loser = self.position.side if side is None else side
        if loser is None:
            raise GameError(_NO_COLOURS)
        return loser

    def _declare(self, outcome: Outcome) -> Outcome:
        if ended := self.outcome():
            raise GameError(f"the game is over already: {ended.result()} by {ended.reason.value}")
        if self.position.side is None and outcome.winner is not None:
            raise GameError(_NO_COLOURS)
        self._declared = outcome
        return outcome
