"""Moves, and the moves that each piece could make from each square.

`Reach` is the compiled step table in the form the reference executor runs: what is left to ask of a position
is what stands on the target and whether a rat swims in between.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from jungle.geometry import FILES, file_of, rank_of, square_name
from jungle.pieces import CODES, EMPTY, PIECES, Animal, Piece
from jungle.rules import Rules


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a piece, which says what it is: who moves, from where to where, and what it captures.

    >>> move = Move(14, 21, Animal.ELEPHANT)
    >>> move.uci(), str(move.animal), move.captured, move.is_jump
    ('a3a4', 'elephant', None, False)
    """

    origin: int
    target: int
    animal: Animal
    captured: Animal | None = None
    is_trade: bool = False
    """Does the captured animal take its captor along? Only where equals vanish together."""

    @property
    def is_jump(self) -> bool:
        """Does it cross water?"""
        return abs(self.target - self.origin) not in (1, FILES)

    @property
    def direction(self) -> str:
        """up, down, left or right, as Blue sees the board."""
        files, ranks = file_of(self.target) - file_of(self.origin), rank_of(self.target) - rank_of(self.origin)
        if files:
            return "right" if files > 0 else "left"
        return "up" if ranks > 0 else "down"

    def uci(self) -> str:
        """The form that programs use: the two squares."""
        return square_name(self.origin) + square_name(self.target)

    def __str__(self) -> str:
        return self.uci()


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
        # It goes with every position: a copy or a pickle of one shares it instead of taking it along.
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


@cache
def reach_under(rules: Rules) -> Reach:
    return Reach(rules)
