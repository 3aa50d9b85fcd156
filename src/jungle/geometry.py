"""Boards: squares, terrain and their names.

A square is an integer, ``rank * files + file``, with a1 = 0 at Blue's left hand. A set of squares is a bit mask in
which square ``s`` is bit ``1 << s``; the 63 squares of the 7×9 board fit one 64-bit word. A board is `bytes` with one
code per square, see `jungle.pieces`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from jungle.errors import InvalidPositionError, InvalidSquareError
from jungle.pieces import EMPTY, FACE_DOWN, FACE_DOWN_SIGN, PIECES, Piece, Side, plural

SquareLike = int | str
"""A square, given by number or name."""

DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
"""Files to the right and ranks up for each direction, as Blue sees the board."""


class Terrain(Enum):
    """The terrain of a square."""

    LAND = "land"
    WATER = "water"
    TRAP = "trap"
    DEN = "den"

    __repr__ = Enum.__str__


@dataclass(frozen=True)
class Grid:
    """A board without its pieces: at most nine files and ranks, and the terrain of each square.

    >>> BOARD.parse_square("d9"), BOARD.square_name(59), BOARD.terrain("d9"), BOARD.owner("d9")
    (59, 'd9', Terrain.DEN, Side.RED)
    """

    files: int
    ranks: int
    water: int = 0
    """The water squares, as a mask."""
    traps: tuple[int, int] = (0, 0)
    """The trap squares of Blue and of Red, as masks."""
    dens: tuple[int | None, int | None] = (None, None)
    """The den of Blue and of Red."""

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.files * self.ranks

    @property
    def file_names(self) -> str:
        return "abcdefghi"[: self.files]

    @property
    def rank_names(self) -> str:
        return "123456789"[: self.ranks]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, from a1 on."""
        return tuple(file + rank for rank in self.rank_names for file in self.file_names)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: square for square, name in enumerate(self.names)}

    def square(self, file: int, rank: int) -> int:
        """The square on a file and a rank, both from 0 at Blue's left hand.

        >>> BOARD.square(3, 8)
        59
        """
        assert 0 <= file < self.files
        assert 0 <= rank < self.ranks
        return rank * self.files + file

    def file_of(self, square: SquareLike) -> int:
        """The file of a square, 0 for a."""
        return self.as_square(square) % self.files

    def rank_of(self, square: SquareLike) -> int:
        """The rank of a square, 0 for Blue's back rank."""
        return self.as_square(square) // self.files

    def square_name(self, square: int) -> str:
        """The name of a square. Raises InvalidSquareError.

        >>> BOARD.square_name(59)
        'd9'
        """
        return self.names[self.as_square(square)]

    def parse_square(self, text: str) -> int:
        """The square of that name, in either case. Raises InvalidSquareError.

        >>> BOARD.parse_square("d9")
        59
        """
        try:
            return self._numbers[text.lower()]
        except (KeyError, AttributeError):
            raise InvalidSquareError(f"expected a square from a1 to {self.names[-1]}, got {text!r}") from None

    def as_square(self, square: SquareLike) -> int:
        """The number of a square given by number or name. Raises InvalidSquareError.

        >>> BOARD.as_square("d9"), BOARD.as_square(59)
        (59, 59)
        """
        if type(square) is int and 0 <= square < self.squares:
            return square
        if isinstance(square, str):
            return self.parse_square(square)
        raise InvalidSquareError(
            f"expected a square, 0 to {self.squares - 1} or a1 to {self.names[-1]}, got {square!r}"
        )

    def mask(self, squares: Iterable[SquareLike]) -> int:
        """The bit mask of the given squares."""
        return mask(map(self.as_square, squares))

    def step_square(self, square: int, files: int, ranks: int) -> int | None:
        """The square this many files to the right and ranks up, or None beyond the edge."""
        file, rank = square % self.files + files, square // self.files + ranks
        return rank * self.files + file if 0 <= file < self.files and 0 <= rank < self.ranks else None

    def neighbours(self, square: SquareLike) -> tuple[int, ...]:
        """The squares one step away, from a1 upwards.

        >>> [BOARD.square_name(square) for square in BOARD.neighbours("a2")]
        ['a1', 'b2', 'a3']
        """
        return self._neighbours[self.as_square(square)]

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        steps = tuple(DIRECTIONS.values())
        found = ([self.step_square(square, *step) for step in steps] for square in range(self.squares))
        return tuple(tuple(sorted(square for square in around if square is not None)) for around in found)

    def distance(self, one: SquareLike, other: SquareLike) -> int:
        """The number of steps between two squares on an empty board without water.

        >>> BOARD.distance("a1", "d9")
        11
        """
        one, other = self.as_square(one), self.as_square(other)
        return abs(one % self.files - other % self.files) + abs(one // self.files - other // self.files)

    def mirror_square(self, square: int) -> int:
        """The square mirrored in the middle file."""
        return square - self.file_of(square) + self.files - 1 - self.file_of(square)

    def rotate_square(self, square: int) -> int:
        """The square as the other player sees it, with the board rotated by 180 degrees."""
        return self.squares - 1 - square

    def terrain(self, square: SquareLike) -> Terrain:
        """The terrain of a square."""
        square = self.as_square(square)
        if square in self.dens:
            return Terrain.DEN
        if self.is_trap(square):
            return Terrain.TRAP
        return Terrain.WATER if self.is_water(square) else Terrain.LAND

    def owner(self, square: SquareLike) -> Side | None:
        """The side that owns the den or trap on a square, or None."""
        square = self.as_square(square)
        return next((side for side in Side if square == self.dens[side] or self.traps[side] >> square & 1), None)

    def is_water(self, square: SquareLike) -> bool:
        """Whether the square is water.

        >>> BOARD.is_water("b4"), BOARD.is_water("a4")
        (True, False)
        """
        return bool(self.water >> self.as_square(square) & 1)

    def is_trap(self, square: SquareLike) -> bool:
        """Whether the square is a trap of either side.

        >>> BOARD.is_trap("d2"), BOARD.is_trap("d1")
        (True, False)
        """
        return bool((self.traps[0] | self.traps[1]) >> self.as_square(square) & 1)

    def board_text(self, board: bytes) -> str:
        """The text of a board from the last rank down to the first, digits for runs of empty squares."""
        ranks = []
        for rank in reversed(range(self.ranks)):
            text, empty = "", 0
            for code in board[rank * self.files : (rank + 1) * self.files]:
                if code == EMPTY:
                    empty += 1
                    continue
                text += str(empty) if empty else ""
                text += FACE_DOWN_SIGN if code == FACE_DOWN else PIECES[code].letter
                empty = 0
            ranks.append(text + (str(empty) if empty else ""))
        return "/".join(ranks)

    def parse_board(self, text: str, *, face_down: bool = False) -> bytes:
        """Parse a board like ``l5t/1d3c1/…``. Raises InvalidPositionError, also if a piece occurs twice.

        Face-down pieces (``?``) are accepted only if allowed.
        """
        rows = text.split("/")
        if len(rows) != self.ranks:
            raise InvalidPositionError(f"expected {self.ranks} ranks separated by '/', got {len(rows)} in {text!r}")
        board = bytearray()
        for rank, row in zip(reversed(self.rank_names), rows, strict=True):
            try:
                codes = b"".join(map(self._parse_sign, row))
            except InvalidPositionError as error:
                raise InvalidPositionError(f"rank {rank} of the board: {error}, in {text!r}") from None
            if len(codes) != self.files:
                message = f"rank {rank} has {len(codes)} squares, not {self.files}: {row!r} in {text!r}"
                raise InvalidPositionError(message)
            board[:0] = codes
        if not face_down and FACE_DOWN in board:
            raise InvalidPositionError(f"expected no face-down pieces, got {text!r}")
        for code, piece in PIECES.items():
            if board.count(code) > 1:
                one, other = board.find(code), board.rfind(code)
                where = f"on {self.names[one]} and {self.names[other]}"
                raise InvalidPositionError(f"{piece.side} has two {plural(piece.animal)}, {where}, in {text!r}")
        return bytes(board)

    def _parse_sign(self, sign: str) -> bytes:
        if sign in "123456789"[: self.files]:
            return bytes(int(sign))
        return bytes([FACE_DOWN if sign == FACE_DOWN_SIGN else Piece.from_letter(sign).code])


def mask(squares: Iterable[int]) -> int:
    """The bit mask of the given squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(mask: int) -> Iterator[int]:
    """The squares of a bit mask, from a1 upwards.

    >>> [BOARD.square_name(square) for square in squares_in(TRAPS[0])]
    ['c1', 'e1', 'd2']
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _jungle_board() -> Grid:
    bare = Grid(7, 9)
    return Grid(
        bare.files,
        bare.ranks,
        water=bare.mask(file + rank for file in "bcef" for rank in "456"),
        traps=(bare.mask(("c1", "d2", "e1")), bare.mask(("c9", "d8", "e9"))),
        dens=(bare.parse_square("d1"), bare.parse_square("d9")),
    )


BOARD = _jungle_board()
"""The 7×9 board."""

FILES, RANKS, SQUARES = BOARD.files, BOARD.ranks, BOARD.squares
WATER, TRAPS = BOARD.water, BOARD.traps
DENS = (BOARD.parse_square("d1"), BOARD.parse_square("d9"))
