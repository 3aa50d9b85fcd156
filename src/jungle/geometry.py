"""The 7×9 board: squares, terrain and their names.

A square is an integer, ``rank * 7 + file``, with a1 = 0 at Blue's left hand and g9 = 62. A set of squares
is a bit mask in which square ``s`` is bit ``1 << s``; 63 squares fit one 64-bit word.
"""

from collections.abc import Iterable, Iterator

from jungle.errors import InvalidSquareError

FILES = 7
RANKS = 9
SQUARES = FILES * RANKS

FILE_NAMES = "abcdefg"
RANK_NAMES = "123456789"


def square(file: int, rank: int) -> int:
    """The square on a file (0 to 6, a to g) and a rank (0 to 8, from Blue's side).

    >>> square(3, 8)
    59
    """
    assert 0 <= file < FILES
    assert 0 <= rank < RANKS
    return rank * FILES + file


def file_of(square: int) -> int:
    """The file of a square, 0 (a) to 6 (g)."""
    return square % FILES


def rank_of(square: int) -> int:
    """The rank of a square, 0 (Blue's back rank) to 8 (Red's)."""
    return square // FILES


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(59)
    'd9'
    """
    return FILE_NAMES[file_of(square)] + RANK_NAMES[rank_of(square)]


def parse_square(text: str) -> int:
    """The square of that name, in either case. Raises InvalidSquareError.

    >>> parse_square("d9")
    59
    """
    if len(text) == 2:
        file, rank = FILE_NAMES.find(text[0].lower()), RANK_NAMES.find(text[1])
        if file >= 0 and rank >= 0:
            return square(file, rank)
    raise InvalidSquareError(f"expected a square from a1 to g9, got {text!r}")


def mask(squares: Iterable[int]) -> int:
    """The bit mask of some squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(mask: int) -> Iterator[int]:
    """The squares of a bit mask, from a1 upwards.

    >>> [square_name(s) for s in squares_in(TRAPS[0])]
    ['c1', 'e1', 'd2']
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def step_square(square: int, files: int, ranks: int) -> int | None:
    """The square some files to the right and some ranks up, or None beyond the edge."""
    file, rank = file_of(square) + files, rank_of(square) + ranks
    return rank * FILES + file if 0 <= file < FILES and 0 <= rank < RANKS else None


def mirror_square(square: int) -> int:
    """The square on the other side of the d-file."""
    return square - file_of(square) + FILES - 1 - file_of(square)


def rotate_square(square: int) -> int:
    """The square as the other player sees it, the board turned half round."""
    return SQUARES - 1 - square


# Terrain that belongs to a side is indexed by it: Blue 0, Red 1.
DENS = (parse_square("d1"), parse_square("d9"))
TRAPS = (
    mask(map(parse_square, ("c1", "d2", "e1"))),
    mask(map(parse_square, ("c9", "d8", "e9"))),
)
WATER = mask(parse_square(file + rank) for file in "bcef" for rank in "456")


def is_water(square: int) -> bool:
    """Is the square part of one of the two rivers?"""
    return bool(WATER >> square & 1)
