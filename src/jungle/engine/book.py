"""The opening book: moves that long thinking found worth playing, `book.txt`.

A line is a position and its moves, best first, each with its worth in centi-cats to the side that makes it:
``l5t/1d3c1/… b a3a4:12 c3c4:9``. `python -m tools.make_book` made it.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Self

from jungle.boardposition import BoardPosition
from jungle.engine.errors import EngineError
from jungle.errors import JungleError
from jungle.moves import BoardMove
from jungle.position import Position
from jungle.rules import STANDARD

VARIETY = 10
"""How freely to choose by default, see `Book.choose`."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book, and its worth in centi-cats to the side that makes it."""

    move: BoardMove
    centi_cats: int


class Book:
    """Positions with their moves. `Book.open()` is the one that comes with the package.

    >>> book = Book.open()
    >>> len(book) > 800, book.moves(Position.initial())[0].move in Position.initial().legal_moves()
    (True, True)
    """

    def __init__(self, positions: Mapping[str, Mapping[str, int]]) -> None:
        self._positions = positions

    @classmethod
    def open(cls, path: str | Path | None = None) -> "Book":
        """A book's file, or the book of the package. Raises EngineError."""
        if path is None:
            return _shipped()
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise EngineError(f"cannot read the book {str(path)!r}: {error}") from None
        try:
            return cls.parse(text)
        except EngineError as error:
            raise EngineError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str) -> Self:
        """The book of such a text. Raises EngineError with the number of a line that is wrong."""
        positions = {}
        for number, line in enumerate(text.splitlines(), 1):
            board, side, *moves = line.split(" ") if line.count(" ") >= 2 else ("", "")
            try:
                positions[f"{board} {side}"] = {
                    move: int(score) for move, _, score in (move.partition(":") for move in moves)
                }
            except ValueError:
                moves = []
            if not moves:
                raise EngineError(f"expected a position and moves with scores in line {number} of a book, got {line!r}")
        return cls(positions)

    def text(self) -> str:
        """The book as its file has it."""
        lines = (
            " ".join([key, *(f"{move}:{score}" for move, score in moves.items())])
            for key, moves in self._positions.items()
        )
        return "".join(f"{line}\n" for line in lines)

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Position]:
        return map(Position.from_fen, self._positions)

    def moves(self, position: BoardPosition) -> tuple[BookMove, ...]:
        """The moves of a position, best first; none once the book ends, or under other than the standard rules.

        Raises EngineError if a move in the book's file is illegal.
        """
        if position.rules != STANDARD:
            return ()
        moves = self._positions.get(book_key(position), {})
        try:
            return tuple(BookMove(position.parse_move(move), score) for move, score in moves.items())
        except JungleError as error:
            raise EngineError(f"the book has a bad move at {position.fen()!r}: {error}") from None

    def choose(
        self, position: BoardPosition, random: Random, *, variety: int = VARIETY, of: Iterable[BoardMove] | None = None
    ) -> BookMove | None:
        """A move of the book, of some moves only if given; None if it has none.

        With a variety of 0 it is the best one; otherwise a move that is `variety` centi-cats worse than another is
        chosen 1/e times as often.

        >>> book = Book({"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b": {"a3a4": 12, "g1g2": 9}})
        >>> str(book.choose(Position.initial(), Random(1), variety=0).move)
        'a3a4'
        """
        allowed = None if of is None else set(of)
        moves = [each for each in self.moves(position) if allowed is None or each.move in allowed]
        if not moves:
            return None
        if variety <= 0:
            return moves[0]
        best = moves[0].centi_cats
        return random.choices(moves, [math.exp((each.centi_cats - best) / variety) for each in moves])[0]


def book_key(position: BoardPosition) -> str:
    """What the book knows a position by: the board and who is to move."""
    board, side, *_ = position.fen().split(" ")
    return f"{board} {side}"


@cache
def _shipped() -> Book:
    return Book.parse(resources.files("jungle.engine").joinpath("book.txt").read_text(encoding="utf-8"))
