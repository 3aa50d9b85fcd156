"""Table files read in plain Python: for machines without the core, and as a second opinion on what it reads.

`native/tablebase_file.h` describes the file, `native/tablebase_codec.h` how its blocks are packed.
"""

import struct
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from zlib import crc32

MAGIC = b"jungletb"
VERSION = 1
HEAD = struct.Struct("<8sHHIQQIIIIQII")
ENTRY = struct.Struct("<II")

ONE_BITS = 14
ONE = 1 << ONE_BITS
LOW = 1 << 16
"""The coder's state stays from here to 2³²."""
FARTHEST = 6
NEAR = 2 * FARTHEST + 1
CONTEXTS = 256 * NEAR
KEPT_BLOCKS = 256

Symbols = list[tuple[int, int, int]]
"""Where a value begins, its share of ONE, and the value, the most frequent first."""


class PackedTable:
    """The values of a table file, unpacked block by block. Raises ValueError, with the reason in one line."""

    def __init__(self, path: str | Path) -> None:
        data = Path(path).read_bytes()
        if len(data) < HEAD.size or data[:8] != MAGIC:
            raise ValueError("it is no endgame table")
        (
            _,
            version,
            self.planes,
            self.row,
            self.fingerprint,
            self.size,
            self._block,
            self._blocks,
            description,
            models,
            length,
            checksum,
            _,
        ) = HEAD.unpack_from(data)
        if version != VERSION:
            raise ValueError("it is a table of another version")
        start = HEAD.size + description + models + self._blocks * self.planes * ENTRY.size
        if length != len(data) or start > length:
            raise ValueError("its length is not what it says")
        if crc32(data[:56] + bytes(4) + data[60:start]) != checksum:
            raise ValueError("its head is damaged")
        self.description = data[HEAD.size : HEAD.size + description].decode()
        index = data[HEAD.size + description + models : start]
        self._index = list(ENTRY.iter_unpack(index))
        self._data = data[start:]
        model = iter(data[HEAD.size + description : HEAD.size + description + models])
        self._models = [_read_model(model) for _ in range(self.planes)]
        self._kept: Callable[[int, int], bytes] = lru_cache(KEPT_BLOCKS)(self._unpack)

    def value(self, plane: int, index: int) -> int:
        """One value."""
        if not (0 <= plane < self.planes and 0 <= index < self.size):
            raise IndexError(f"no value {index} in plane {plane}")
        block, place = divmod(index, self._block)
        return self._kept(plane, int(block))[int(place)]

    def plane(self, plane: int) -> bytes:
        """All values of a plane."""
        return b"".join(self._unpack(plane, block) for block in range(self._blocks))

    def _unpack(self, plane: int, block: int) -> bytes:
        entry = plane * self._blocks + block
        begin = self._index[entry - 1][0] if entry else 0
        end, checksum = self._index[entry]
        packed = self._data[begin:end]
        if begin > end or crc32(packed) != checksum or len(packed) < 4:
            raise ValueError("a block of it is damaged")
        return _unpack(packed, self._models[plane], self.row, min(self._block, self.size - block * self._block))


def _number(written: Iterator[int]) -> int:
    number = shift = 0
    for byte in written:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number
    raise ValueError("the model of its values cannot be read")


def _read_model(written: Iterator[int]) -> list[Symbols]:
    """The symbols of every context. Where one has none of its own, those of the value above alone stand in."""
    read: dict[int, Symbols] = {}
    for _ in range(_number(written)):
        context, size = _number(written), _number(written)
        symbols, start = [], 0
        for place in range(size):
            value = next(written)
            share = _number(written) if place + 1 < size else ONE - start
            symbols.append((start, share, value))
            start += share
        read[context] = symbols
    return [read.get(context) or read.get(CONTEXTS + context // NEAR, []) for context in range(CONTEXTS)]


def _unpack(packed: bytes, model: list[Symbols], row: int, size: int) -> bytes:
    state = int.from_bytes(packed[:4], "little")
    place = 4
    values = bytearray(size)
    for index in range(size):
        if index < row:
            above, change = values[index - 1] if index else 0, 0
        else:
            above = values[index - row]
            change = values[index - 1] - values[index - row - 1] if index > row else 0
        slot = state & (ONE - 1)
        context = above * NEAR + min(max(change, -FARTHEST), FARTHEST) + FARTHEST
        symbol = next((symbol for symbol in model[context] if slot < symbol[0] + symbol[1]), None)
        if symbol is None:
            raise ValueError("a block of it is damaged")
        start, share, values[index] = symbol
        state = share * (state >> ONE_BITS) + slot - start
        if state < LOW:
            state = state << 16 | int.from_bytes(packed[place : place + 2], "little")
            place += 2
    return bytes(values)
