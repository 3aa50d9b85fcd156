"""A small encoder for FLAC: one channel, fixed predictors, Rice codes. Browsers and SDL read it without further ado."""

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence

BLOCK = 4096
PARTITIONS = 4
"""Each block is cut into 2 to the power of this many parts, each with a code of its own."""
BITS = 16
_RATE_CODES = {22_050: 6, 44_100: 9}

_PREDICTORS: tuple[Callable[..., int], ...] = (
    lambda a: a,
    lambda a, b: a - b,
    lambda a, b, c: a - 2 * b + c,
    lambda a, b, c, d: a - 3 * b + 3 * c - d,
)
"""By order: what is left of a sample when its predecessors, the nearest first, have foretold it."""


def encode(samples: Sequence[int], rate: int, *, unused: int) -> bytes:
    """A whole file from samples of 16 bits, of which the lowest `unused` ones are 0."""
    frames = [
        _frame(number, samples[start : start + BLOCK], rate, unused)
        for number, start in enumerate(range(0, len(samples), BLOCK))
    ]
    digest = hashlib.md5(array("h", samples).tobytes(), usedforsecurity=False).digest()
    sizes = [len(frame) for frame in frames]
    info = _bits(
        (BLOCK, 16), (BLOCK, 16), (min(sizes), 24), (max(sizes), 24), (rate, 20), (0, 3), (BITS - 1, 5),
        (len(samples), 36),
    )  # fmt: skip
    return b"fLaC\x80\x00\x00\x22" + _packed(info) + digest + b"".join(frames)


def _bits(*fields: tuple[int, int]) -> str:
    """Numbers in binary, each with its width."""
    return "".join(f"{value & (1 << width) - 1:0{width}b}" for value, width in fields)


def _packed(bits: str) -> bytes:
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8)


def _frame(number: int, block: Sequence[int], rate: int, unused: int) -> bytes:
    header = _packed(_bits((0x3FFE, 14), (0, 2), (7, 4), (_RATE_CODES[rate], 4), (0, 4), (4, 3), (0, 1)))
    header += chr(number).encode() + (len(block) - 1).to_bytes(2)
    header += _crc(header, 8, 0x07).to_bytes(1)
    frame = header + _packed(_subframe([sample >> unused for sample in block], unused))
    return frame + _crc(frame, 16, 0x8005).to_bytes(2)


def _subframe(values: list[int], unused: int) -> str:
    residuals = [_residual(values, order) for order in range(len(_PREDICTORS))]
    order = min(range(len(residuals)), key=lambda order: sum(map(abs, residuals[order])))
    head = _bits((0, 1), (8 + order, 6), (1, 1), (1, unused)) if unused else _bits((8 + order, 7), (0, 1))
    warm_up = _bits(*((value, BITS - unused) for value in values[:order]))
    partitions = PARTITIONS if len(values) == BLOCK else 0
    parts = _bits((0, 2), (partitions, 4))
    size = len(values) >> partitions
    for start in range(0, len(values), size):
        # The first part lacks the samples that the predictor begins with.
        parts += _rice(residuals[order][max(start - order, 0) : start + size - order])
    return head + warm_up + parts


def _residual(values: list[int], order: int) -> list[int]:
    shifted = [values[order - back : len(values) - back] for back in range(order + 1)]
    return list(map(_PREDICTORS[order], *shifted))


def _rice(residual: Sequence[int]) -> str:
    """The numbers with a parameter that suits their size; small ones take few bits."""
    folded = [value << 1 if value >= 0 else ~value << 1 | 1 for value in residual]
    mean = sum(folded) // len(folded)
    parameter = min(max(mean.bit_length() - 1, 0), 14)
    return _bits((parameter, 4)) + "".join(_rice_code(value, parameter) for value in folded)


def _rice_code(value: int, parameter: int) -> str:
    low = f"{value & (1 << parameter) - 1:0{parameter}b}" if parameter else ""
    return "0" * (value >> parameter) + "1" + low


def _tables() -> Iterator[tuple[tuple[int, int], list[int]]]:
    for width, polynomial in ((8, 0x07), (16, 0x8005)):
        table = []
        for byte in range(256):
            rest = byte << width - 8
            for _ in range(8):
                rest = rest << 1 ^ (polynomial if rest >> width - 1 else 0)
                rest &= (1 << width) - 1
            table.append(rest)
        yield (width, polynomial), table


_CRC_TABLES = dict(_tables())


def _crc(data: bytes, width: int, polynomial: int) -> int:
    table, rest = _CRC_TABLES[width, polynomial], 0
    for byte in data:
        rest = (rest << 8 ^ table[rest >> width - 8 ^ byte]) & (1 << width) - 1
    return rest
