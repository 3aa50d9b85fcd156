"""Table files read in pure Python: for machines without the core, and as a cross-check.

`native/tables/file.h` describes the file. Its blocks are packed here, for the core as well, which only unpacks.
"""

import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

MAGIC = b"jungletb"
VERSION = 2
HEAD = struct.Struct("<8sHHIQQIIIIQ")
ENTRY = struct.Struct("<II")

BLOCK_CACHE_SIZE = 256
LEVEL = 9
RAW = -zlib.MAX_WBITS
"""A deflate stream without zlib's header and checksum."""


def deflate(values: bytes) -> bytes:
    """Pack a block. The packed bytes depend on the build of zlib; the unpacked ones do not."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, zlib.DEF_MEM_LEVEL)
    return packer.compress(values) + packer.flush()


def inflate(packed: bytes, size: int) -> bytes:
    """Unpack a block of this many values. Raises ValueError."""
    unpacker = zlib.decompressobj(RAW)
    try:
        values = unpacker.decompress(packed, size + 1)
    except zlib.error:
        values = b""
    if len(values) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError("a block of it is damaged")
    return values


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
            checksum,
            length,
        ) = HEAD.unpack_from(data)
        if version != VERSION:
            raise ValueError("it is a table of another version")
        start = HEAD.size + description + self._blocks * self.planes * ENTRY.size
        if length != len(data) or start > length:
            raise ValueError("its length is not what it says")
        if zlib.crc32(data[:44] + bytes(4) + data[48:start]) != checksum:
            raise ValueError("its head is damaged")
        self.description = data[HEAD.size : HEAD.size + description].decode()
        index = data[HEAD.size + description : start]
        self._index = list(ENTRY.iter_unpack(index))
        self._data = data[start:]
        self._kept: Callable[[int, int], bytes] = lru_cache(BLOCK_CACHE_SIZE)(self._unpack)

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
        if begin > end or zlib.crc32(packed) != checksum:
            raise ValueError("a block of it is damaged")
        return inflate(packed, min(self._block, self.size - block * self._block))
