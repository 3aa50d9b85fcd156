"""A game as the table sees it: what lies where, what may be done, and what was done.

The 7×9 game and the face-down game differ in rules and in what a position is; here they look alike, so that one
table and one view serve both. All legality and every ending is asked of the game behind it.
"""

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, Self

from jungle.course import Course, Outcome
from jungle.errors import IllegalMoveError, Obstacle
from jungle.game import Game
from jungle.geometry import DENS, FILES, RANKS, TRAPS, is_water, square_name
from jungle.moves import Move
from jungle.pieces import PIECES, Animal, Piece, Side
from jungle.position import Position

Faces = dict[int, Piece | None]
"""What is seen on each square that is not empty; None: a piece that lies face down."""


class Ground(Enum):
    """Where a move leads, for what is seen and heard of it."""

    LAND = "land"
    WATER = "water"
    TRAP = "trap"
    DEN = "den"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A move as it is seen: a piece goes, jumps, captures, or is turned up where it lies."""

    origin: int
    target: int
    piece: Piece
    captured: Piece | None = None
    is_jump: bool = False
    is_trade: bool = False
    """Do both pieces leave the board?"""
    is_reveal: bool = False
    ground: Ground = Ground.LAND
    notation: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be done now; origin and target are the same where a piece is turned up."""

    origin: int
    target: int


class Contest(Protocol):
    """What a table needs of a game. Where the players' colours are not fixed beforehand, `has_colours` and
    `is_swapped` tell whether they are known and whether the players have each other's."""

    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def side(self) -> Side: ...
    @property
    def is_swapped(self) -> bool: ...
    @property
    def has_colours(self) -> bool: ...
    @property
    def has_direction(self) -> bool: ...
    @property
    def number(self) -> int: ...
    def __len__(self) -> int: ...
    def rank(self, animal: Animal) -> int: ...
    def options(self) -> list[Option]: ...
    def do(self, option: Option) -> Deed: ...
    def undo(self) -> Deed | None: ...
    def redo(self) -> Deed: ...
    def can_redo(self) -> bool: ...
    def deeds(self) -> list[Deed]: ...
    def faces(self, ply: int) -> Faces: ...
    def outcome(self) -> Outcome | None: ...
    def refusal(self, origin: int, target: int) -> Obstacle: ...
    def square_name(self, square: int) -> str: ...
    def resign(self, side: Side) -> None: ...
    def agree_draw(self) -> None: ...
    def snapshot(self) -> Self: ...


class CourseContest(ABC):
    """What is alike in contests with a whole game behind them."""

    def __init__(self, game: Course[Any, Any]) -> None:
        self.game = game
        self._deeds = [self._seen(*step) for step in zip(game.positions, game.moves, strict=False)]

    @staticmethod
    @abstractmethod
    def _seen(position: Any, move: Any) -> Deed:
        """A move as it is seen from the position before it."""

    @abstractmethod
    def _play(self, option: Option) -> Any:
        """Play what stands for that option, and return it. Raises IllegalMoveError."""

    def __len__(self) -> int:
        return len(self.game)

    def do(self, option: Option) -> Deed:
        """Raises IllegalMoveError."""
        position = self.game.position
        self._deeds.append(self._seen(position, self._play(option)))
        return self._deeds[-1]

    def undo(self) -> Deed | None:
        """Take back a move, or None where it was a declared ending. Raises GameError at the start."""
        return None if self.game.undo() is None else self._deeds.pop()

    def redo(self) -> Deed:
        """Raises GameError when there is none."""
        position = self.game.position
        self._deeds.append(self._seen(position, self.game.redo()))
        return self._deeds[-1]

    def can_redo(self) -> bool:
        return bool(self.game.undone)

    def deeds(self) -> list[Deed]:
        return self._deeds

    def outcome(self) -> Outcome | None:
        return self.game.outcome()

    def resign(self, side: Side) -> None:
        self.game.resign(side)

    def agree_draw(self) -> None:
        self.game.agree_draw()

    def snapshot(self) -> Self:
        """A copy for another thread to think about while this one goes on."""
        twin = copy(self)
        twin.game, twin._deeds = self.game.copy(), self._deeds.copy()
        return twin


class JungleContest(CourseContest):
    """The 7×9 game.

    >>> contest = JungleContest(Game())
    >>> deed = contest.do(Option(14, 21))
    >>> str(deed.piece), deed.notation, len(contest)
    ('Blue elephant', '8-a4', 1)
    """

    files = FILES
    ranks = RANKS
    is_swapped = False
    has_colours = True
    has_direction = True
    """Has each player a side of the board?"""
    game: Game

    @property
    def side(self) -> Side:
        return self.game.position.side

    @property
    def number(self) -> int:
        return self.game.position.number

    def rank(self, animal: Animal) -> int:
        return self.game.rules.rank(animal)

    def options(self) -> list[Option]:
        return [Option(move.origin, move.target) for move in self.game.legal_moves()]

    def _play(self, option: Option) -> Move:
        return self.game.play(self.game.position.find_move(option.origin, option.target))

    def faces(self, ply: int) -> Faces:
        return {square: PIECES[code] for square, code in enumerate(self.game.positions[ply].board) if code}

    def refusal(self, origin: int, target: int) -> Obstacle:
        """Why the piece on one square may not go to the other."""
        try:
            self.game.position.find_move(origin, target)
        except IllegalMoveError as error:
            return error.obstacle
        # Legal on the board, so it is the game's past that forbids it.
        return Obstacle.OVER if self.game.outcome() else Obstacle.CHASE

    def square_name(self, square: int) -> str:
        return square_name(square)

    def anew(self) -> Self:
        """The same game from its start."""
        return type(self)(Game(position=self.game.start))

    @staticmethod
    def _seen(position: Position, move: Move) -> Deed:
        return seen(position, move)


def seen(position: Position, move: Move) -> Deed:
    """A move of the 7×9 game as it is seen from a position."""
    side = position.side
    return Deed(
        origin=move.origin,
        target=move.target,
        piece=Piece(side, move.animal),
        captured=None if move.captured is None else Piece(side.opponent, move.captured),
        is_jump=move.is_jump,
        is_trade=move.is_trade,
        ground=ground_of(move.target, side),
        notation=position.notation(move),
    )


def ground_of(square: int, side: Side) -> Ground:
    """What a side finds on a square; its own traps are plain land to it."""
    if square in DENS:
        return Ground.DEN
    if TRAPS[side.opponent] >> square & 1:
        return Ground.TRAP
    return Ground.WATER if is_water(square) else Ground.LAND
