"""Rules, moves and positions of the third game."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from jungle.board_position import BoardPosition
from jungle.errors import IllegalMoveReason, InvalidPositionError
from jungle.geometry import Grid, SquareLike
from jungle.moves import BoardMove
from jungle.pieces import EMPTY, PIECES, Piece, Side
from jungle.rules import BaseRules
from jungle.rules_text import as_rules, rules_text
from jungle.zobrist import RED_KEY, board_key

GRID = Grid(3, 4, dens=(1, 10))
START = "e1r/c2/2C/R1E"


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyRules(BaseRules):
    name: str = "tiny"
    quiet_limit: int | None = 20


TINY = TinyRules()
TinyRules.named = MappingProxyType({"tiny": TINY, "long": TinyRules(name="long", quiet_limit=100)})


@dataclass(frozen=True, slots=True, eq=False)
class TinyMove(BoardMove):
    grid = GRID


@dataclass(frozen=True, slots=True, repr=False)
class TinyPosition(BoardPosition[TinyMove]):
    grid = GRID
    move_type = TinyMove
    move_forms = "a move like a1a2 or 'move cat up'"

    rules: TinyRules = field(hash=False)
    board: bytes
    side: Side
    quiet: int

    @classmethod
    def initial(cls, *, rules: TinyRules | str = TINY, first: Side | None = None) -> Self:
        rules = as_rules(rules, TinyRules)
        return cls(rules, GRID.parse_board(START), rules.first_side(first), 0)

    @classmethod
    def from_fen(cls, text: str, *, rules: TinyRules | str = TINY) -> Self:
        match = re.fullmatch(r"(\S+) ([br]) (\d{1,9})", str(text))
        if match is None:
            raise InvalidPositionError(f"expected 'board side quiet', got {text!r}")
        return cls(as_rules(rules, TinyRules), GRID.parse_board(match[1]), Side("br".index(match[2])), int(match[3]))

    def fen(self) -> str:
        return f"{GRID.board_text(self.board)} {self.side.letter} {self.quiet}"

    def __repr__(self) -> str:
        return f"TinyPosition.from_fen({self.fen()!r}, rules={rules_text(self.rules)!r})"

    @property
    def key(self) -> int:
        return board_key(self.board) ^ (RED_KEY if self.side is Side.RED else 0)

    def has_entered_den(self, side: Side) -> bool:
        """True if this side has a piece in the enemy's den."""
        den = GRID.dens[side.opponent]
        return den is not None and self.piece_at(den) is not None

    def winner(self) -> Side | None:
        """The side that has entered the enemy's den, or has the only pieces."""
        present = {piece.side for piece in self.piece_map().values()}
        return next((side for side in Side if self.has_entered_den(side) or side.opponent not in present), None)

    def is_decided(self) -> bool:
        return self.winner() is not None

    def iter_legal_moves(self) -> Iterator[TinyMove]:
        if self.is_decided():
            return
        pairs = (
            (square, target)
            for square, piece in self.piece_map().items()
            if piece.side is self.side
            for target in GRID.neighbours(square)
        )
        yield from (move for pair in pairs if (move := self._move(*pair)) is not None)

    def _move(self, origin: int, target: int) -> TinyMove | None:
        piece, found = PIECES[self.board[origin]], PIECES.get(self.board[target])
        if target == GRID.dens[piece.side]:
            return None
        if found is None:
            return TinyMove(origin, target, piece.animal)
        if found.side is piece.side or not self.rules.takes(piece.animal, found.animal):
            return None
        return TinyMove(origin, target, piece.animal, found.animal, self.rules.trades(piece.animal, found.animal))

    def find_move(self, origin: SquareLike, target: SquareLike) -> TinyMove:
        origin, target = GRID.as_square(origin), GRID.as_square(target)
        return self._find_way(self._own_piece(origin), origin, target)

    def _find_way(self, piece: Piece, origin: int, target: int) -> TinyMove:
        move = self._move(origin, target) if target in GRID.neighbours(origin) else None
        if move is None:
            raise self._illegal(piece, origin, target, "it cannot go there", IllegalMoveReason.TOO_FAR)
        return move

    def parse_move(self, text: str) -> TinyMove:
        match = re.fullmatch(r"([a-c][1-4])([a-c][1-4])", str(text))
        if match is None:
            return self._parse_words(str(text))
        return self.find_move(match[1], match[2])

    def after(self, move: BoardMove) -> Self:
        board = bytearray(self.board)
        board[move.target] = EMPTY if move.trade else board[move.origin]
        board[move.origin] = EMPTY
        quiet = self.quiet + 1 if move.captured is None else 0
        return type(self)(self.rules, bytes(board), self.side.opponent, quiet)

    def passed(self) -> Self:
        return replace(self, side=self.side.opponent, quiet=self.quiet + 1)
