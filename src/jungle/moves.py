"""Moves, and the moves that each piece can make from each square.

`Reach` is the compiled step table in the form the reference executor runs. All that depends on the position
is the piece on the target and whether a rat swims in between.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from jungle.errors import InvalidMoveError, InvalidSquareError
from jungle.geometry import BOARD, Grid
from jungle.pieces import CODES, EMPTY, PIECES, Animal, Piece
from jungle.rules import RULES_CACHE_SIZE, Rules


@dataclass(frozen=True, slots=True, eq=False)
class BoardMove:
    """Base class for moves: which animal moves, from where to where, and what it captures or turns up.

    A flipped piece stays where it is: its origin is its target. Each game has its own class of moves, which
    knows its grid. Moves of different animals or with different captures are different; a move made by `from_uci`
    knows only its squares and equals every move between them.
    """

    grid: ClassVar[Grid]

    origin: int
    target: int
    animal: Animal | None = None
    """The animal that moves; None for a flip and for a move parsed from its squares alone."""
    captured: Animal | None = None
    trade: bool = False
    """Whether the captor is removed along with the captured animal."""
    revealed: Piece | None = None
    """The piece that a flip turned up; None if not known yet."""

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """Parse the two squares of a move, or the one of a flip, without checking them against a position.

        The move lacks its animal and capture: `game.play` and `game.parse_move` return the complete move.
        Raises InvalidMoveError.
        """
        try:
            squares = [cls.grid.parse_square(name) for name in (text[:2], text[2:]) if name]
            origin, target = squares[0], squares[-1]
        except (InvalidSquareError, TypeError, IndexError):
            raise InvalidMoveError(f"expected the squares of a move, like a3a4, got {text!r}") from None
        return cls(origin, target)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__ or not isinstance(other, BoardMove):
            return NotImplemented
        return (
            self.origin == other.origin
            and self.target == other.target
            and self.revealed == other.revealed
            and (not self.is_complete() or not other.is_complete() or self.details() == other.details())
        )

    def __hash__(self) -> int:
        return hash((self.origin, self.target, self.revealed))

    def details(self) -> tuple[Animal | None, Animal | None, bool]:
        """The details that a position adds to the squares: the animal, the capture, and whether both vanish."""
        return self.animal, self.captured, self.trade

    def is_complete(self) -> bool:
        """Whether the move knows more than its squares."""
        return self.is_flip() or self.animal is not None

    def is_flip(self) -> bool:
        """Whether the move turns a piece face up."""
        return self.origin == self.target

    def is_jump(self) -> bool:
        """Whether the move jumps over water."""
        return self.grid.distance(self.origin, self.target) > 1

    @property
    def direction(self) -> str | None:
        """up, down, left or right, as Blue sees the board; None for a flip."""
        origin, target, files = self.origin, self.target, self.grid.files
        if origin == target:
            return None
        if origin // files == target // files:
            return "right" if target > origin else "left"
        return "up" if target > origin else "down"

    def uci(self) -> str:
        """The notation used between programs: the two squares, or the one of a flip."""
        names = self.grid.names
        return names[self.origin] if self.is_flip() else names[self.origin] + names[self.target]

    def notation(self) -> str:
        """The notation used in records."""
        return str(self)

    def __str__(self) -> str:
        return self.uci() + (f"={self.revealed.letter}" if self.revealed else "")


@dataclass(frozen=True, slots=True, eq=False)
class Move(BoardMove):
    """A move of the 7×9 game.

    >>> move = Move(14, 21, Animal.ELEPHANT)
    >>> move.uci(), move.notation(), move.direction, move.captured, move.is_jump()
    ('a3a4', '8-a4', 'up', None, False)
    >>> Move.from_uci("a3a4") == move, Move(14, 21, Animal.RAT) == move
    (True, False)
    """

    grid = BOARD

    def notation(self) -> str:
        """The animal's number, `-` or `x`, and the target; the squares, if the animal is not known."""
        if self.animal is None:
            return self.uci()
        return f"{int(self.animal)}{'-' if self.captured is None else 'x'}{self.grid.names[self.target]}"


Ways = tuple[tuple[int, int, tuple[Move | None, ...]], ...]


class Reach(dict[int, Ways]):
    """The ways out of a square for a piece, by ``code << 6 | square``, built on first use.

    A way is (target, water crossed, move by the code on the target); None stands for a move that is not allowed.
    Moves are immutable, so all positions share them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = rules.compile()

    def __reduce__(self) -> tuple[Any, ...]:
        # Every position refers to it, so copies and pickles share it instead of duplicating it.
        return reach_under, (self.rules,)

    def __missing__(self, key: int) -> Ways:
        piece, square = PIECES[key >> 6], key & 63
        ways = tuple(
            (to, over, tuple(self._move(piece, square, to, prey, trade, code) for code in range(CODES)))
            for to, over, prey, trade in self.table.steps[piece.side][piece.animal - 1][square]
        )
        self[key] = ways
        return ways

    @staticmethod
    def _move(piece: Piece, square: int, to: int, prey: int, trade: int, code: int) -> Move | None:
        if code == EMPTY:
            return Move(square, to, piece.animal)
        side, animal = PIECES[code]
        if side is piece.side or not prey & animal.bit:
            return None
        return Move(square, to, piece.animal, animal, bool(trade & animal.bit))


@lru_cache(RULES_CACHE_SIZE)
def reach_under(rules: Rules) -> Reach:
    return Reach(rules)
