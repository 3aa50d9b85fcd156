"""64-bit position keys, identical here and in the C++ core (`native/jungle/position.cpp`).

A key is the exclusive or of one random number for each piece on its square, and of one for the side to move.
"""

from collections.abc import Iterator

from jungle.pieces import CODES

_SEED = 0x6A756E676C65
_MASK = (1 << 64) - 1
_SQUARES = 64
"""Numbers per piece: one more than the 7×9 board has squares, and enough for every board."""


def split_mix(state: int) -> Iterator[int]:
    """The numbers of the generator SplitMix64, the same on every machine."""
    while True:
        state = state + 0x9E3779B97F4A7C15 & _MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        yield z ^ z >> 31


_numbers = split_mix(_SEED)
_pieces = [tuple(next(_numbers) for _ in range(_SQUARES)) for _ in range(1, CODES)]
RED_KEY = next(_numbers)
"""Red is to move."""
NO_SIDE_KEY = next(_numbers)
"""The colours are not decided yet."""
_face_down = tuple(next(_numbers) for _ in range(_SQUARES))

PIECE_KEYS = ((0,) * _SQUARES, *_pieces, _face_down)
"""The number of a code on a square, as `PIECE_KEYS[code][square]`; 0 for an empty square."""


def board_key(board: bytes) -> int:
    """The part of the key that depends on the board."""
    key = 0
    for square, code in enumerate(board):
        if code:
            key ^= PIECE_KEYS[code][square]
    return key
