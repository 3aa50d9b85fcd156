"""Moves, and the moves that each piece could make from each square.

`Reach` is the compiled step table in the form the reference executor runs: what is left to ask of a position
is what stands on the target and whether a rat swims in between.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Self

from jungle.errors import InvalidMoveError, InvalidSquareError
from jungle.geometry import BOARD, Grid
from jungle.pieces import CODES, EMPTY, PIECES, Animal, Piece
from jungle.rules import RULES_KEPT, Rules


@dataclass(frozen=True, slots=True)
class BoardMove:
    """A move of any game, which says what it is: who moves, from where to where, what it captures or turns up.

    A piece that is turned up stays where it is: its origin is its target. A game has its own class of moves, which
    knows its grid. Moves are equal when their squares are, and what they turned up: in one position that is the same
    move.
    """

    grid: ClassVar[Grid]

    origin: int
    target: int
    animal: Animal | None = field(default=None, compare=False)
    """Who moves; None for a flip, and for a move that was read from its squares alone."""
    captured: Animal | None = field(default=None, compare=False)
    is_trade: bool = field(default=False, compare=False)
    """Does the captured animal take its captor along?"""
    revealed: Piece | None = None
    """What a flip turned up; None where that is not known yet."""

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """The move between the two squares of a text, or the flip of one; no position has checked it yet.

        It does not know who moves or what it captures: `game.play` and `game.parse_move` return the complete move.
        Raises InvalidMoveError.
        """
        try:
            squares = [cls.grid.parse_square(name) for name in (text[:2], text[2:]) if name]
            origin, target = squares[0], squares[-1]
        except (InvalidSquareError, TypeError, IndexError):
            raise InvalidMoveError(f"expected the squares of a move, like a3a4, got {text!r}") from None
        return cls(origin, target)

    def details(self) -> tuple[Animal | None, Animal | None, bool]:
        """What a position adds to the squares: who moves, what is captured, and whether both vanish."""
        return self.animal, self.captured, self.is_trade

    @property
    def is_complete(self) -> bool:
        """Does it know more than its squares?"""
        return self.is_flip or self.animal is not None

    @property
    def is_flip(self) -> bool:
        """Does it turn a piece up?"""
        return self.origin == self.target

    @property
    def is_jump(self) -> bool:
        """Does it cross water?"""
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
        """The form that programs use: the two squares, or the one where a piece is turned up."""
        names = self.grid.names
        return names[self.origin] if self.is_flip else names[self.origin] + names[self.target]

    def notation(self) -> str:
        """The form of records."""
        return str(self)

    def __str__(self) -> str:
        return self.uci() + (f"={self.revealed.letter}" if self.revealed else "")


@dataclass(frozen=True, slots=True)
class Move(BoardMove):
    """A move of the 7×9 game.

    >>> move = Move(14, 21, Animal.ELEPHANT)
    >>> move.uci(), move.notation(), move.direction, move.captured, move.is_jump
    ('a3a4', '8-a4', 'up', None, False)
    >>> Move.from_uci("a3a4") == move
    True
    """

    grid = BOARD

    def notation(self) -> str:
        """The animal's number, `-` or `x`, and the target; the squares, if the animal is not known."""
        if self.animal is None:
            return self.uci()
        return f"{int(self.animal)}{'-' if self.captured is None else 'x'}{self.grid.names[self.target]}"


Ways = tuple[tuple[int, int, tuple[Move | None, ...]], ...]


class Reach(dict[int, Ways]):
    """The ways out of a square for a piece, under ``code << 6 | square``, made when first asked for.

    A way is (target, water crossed, move by the code found on the target); no move where it may not go.
    Moves are values, so those made here serve every position.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = rules.compile()

    def __reduce__(self) -> tuple[Any, ...]:
        # Every position refers to it: copies and pickles share it instead of duplicating it.
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


@lru_cache(RULES_KEPT)
def reach_under(rules: Rules) -> Reach:
    return Reach(rules)
