"""Table files round-trip, and damaged or foreign ones are refused, by the core and by Python."""

import random
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from jungle import Position
from jungle.native import core
from jungle.tablebase import JungleTablebase, Tablebase
from jungle.tablebase.files import SHIPPED, find_files
from jungle.tablebase.packed import PackedTable, deflate, inflate
from tests.needs import needs_core

LION_RAT = Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b")
READERS = ["python", pytest.param("native", marks=needs_core)]


def read(reader: str, path: Path) -> list[bytes]:
    table = PackedTable(path) if reader == "python" else core.TablebaseFile(str(path))
    return [table.plane(plane) for plane in range(table.planes)]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The smallest possible file."""
    smallest = min(SHIPPED.glob("*.jtb"), key=lambda path: path.stat().st_size)
    return Path(shutil.copy(smallest, tmp_path))


@needs_core
@pytest.mark.parametrize(
    "values",
    [b"", b"\0", b"ab" * 5000, bytes(range(256)) * 40, bytes((i * i // 7) % 11 for i in range(30_000))],
    ids=["nothing", "one", "two in turn", "all", "some"],
)
@pytest.mark.parametrize("row", [1, 49, 5000])
def test_compressed_values_round_trip(values: bytes, row: int, tmp_path: Path) -> None:
    path = tmp_path / "table"
    data = core.pack_tablebase(
        values, planes=1, row=row, fingerprint=2**64 - 1, description="{“a”: 1}", deflate=deflate
    )
    path.write_bytes(data)
    assert read("native", path) == read("python", path) == [values]
    table = core.TablebaseFile(str(path))
    assert (table.row, table.size, table.fingerprint) == (row, len(values), 2**64 - 1)
    assert PackedTable(path).description == table.description == "{“a”: 1}"


@needs_core
def test_unused_values_may_change(tmp_path: Path) -> None:
    values = bytes(255 if i % 5 == 0 else i % 3 for i in range(9_000))
    path = tmp_path / "table"
    path.write_bytes(
        core.pack_tablebase(values, planes=2, row=9, fingerprint=1, description="", deflate=deflate, unused=255)
    )
    back = b"".join(read("native", path))
    assert all(value == was or was == 255 for value, was in zip(back, values, strict=True))


def streams() -> list[bytes]:
    """Blocks of all kinds: stored, with fixed codes, with dynamic codes, and several in a row."""
    chance = random.Random(12)
    noise = chance.randbytes(3_000)
    few = bytes(chance.choices(range(12), range(12, 0, -1), k=5_000))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    parts = [packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH) for part in (noise, b"abc" * 9, few)]
    return [
        deflate(b""),
        deflate(b"a"),
        deflate(bytes(70_000)),
        deflate(noise),
        deflate(few),
        b"".join(parts) + packer.flush(),
    ]


@needs_core
@pytest.mark.parametrize("packed", streams(), ids=["nothing", "one", "zeros", "noise", "few", "all"])
def test_the_core_decompresses_what_zlib_compresses(packed: bytes) -> None:
    values = zlib.decompress(packed, -15)
    assert core.inflate(packed, len(values)) == inflate(packed, len(values)) == values
    for size in {0, len(values) - 1, len(values) + 1} - {-1, len(values)}:
        assert core.inflate(packed, size) is None
        with pytest.raises(ValueError, match="damaged"):
            inflate(packed, size)
    assert core.inflate(packed + b"\0", len(values)) is None
    assert core.inflate(packed[:-1], len(values)) is None


@needs_core
def test_the_core_and_zlib_agree_on_damaged_streams() -> None:
    chance = random.Random(12)
    whole = deflate(bytes(chance.choices(range(12), range(12, 0, -1), k=300)))
    damaged = [whole[:length] for length in range(len(whole))]
    for bit in range(8 * len(whole)):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        damaged.append(bytes(changed))
    damaged += [chance.randbytes(chance.randrange(100)) for _ in range(5_000)]
    for packed in damaged:
        for size in (0, 5, 300):
            try:
                expected = inflate(packed, size)
            except ValueError:
                expected = None
            assert core.inflate(packed, size) == expected


@pytest.mark.parametrize("reader", READERS)
def test_a_file_of_an_earlier_version_is_refused(reader: str, small: Path) -> None:
    data = bytearray(small.read_bytes())
    data[8] = 1
    small.write_bytes(data)
    with pytest.raises((RuntimeError, ValueError), match="it is a table of another version"):
        read(reader, small)


@pytest.mark.parametrize("reader", READERS)
def test_a_truncated_file_is_refused(reader: str, small: Path) -> None:
    whole = small.read_bytes()
    for length in range(0, len(whole), 1 if reader == "native" else 61):
        small.write_bytes(whole[:length])
        with pytest.raises((RuntimeError, ValueError)):
            read(reader, small)


@pytest.mark.parametrize("reader", READERS)
def test_a_flipped_bit_is_detected(reader: str, small: Path) -> None:
    whole = small.read_bytes()
    for place in range(0, len(whole), 3 if reader == "native" else 97):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        small.write_bytes(changed)
        with pytest.raises((RuntimeError, ValueError)):
            read(reader, small)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path, other: path.write_bytes(path.read_bytes()[:-1]),
        lambda path, other: path.write_bytes(path.read_bytes()[:-9] + b"!" + path.read_bytes()[-8:]),
        lambda path, other: path.write_bytes(other.read_bytes()),
        lambda path, other: path.write_bytes(path.read_bytes()[:8] + b"\1" + path.read_bytes()[9:]),
        lambda path, other: path.write_bytes(b""),
        lambda path, other: path.write_text("[Event]"),
        lambda path, other: (path.unlink(), path.mkdir()),
    ],
    ids=["cut", "changed", "another class", "an earlier version", "empty", "another format", "a folder"],
)
def test_a_bad_file_is_reported_and_skipped(spoil: Callable[[Path, Path], object], tmp_path: Path) -> None:
    path = next(SHIPPED.glob("T-R-*.jtb"))
    other = next(SHIPPED.glob("C-T-*.jtb"))
    mine = Path(shutil.copy(path, tmp_path))
    spoil(mine, other)
    tables = JungleTablebase(find_files([tmp_path]))
    # Any block may be damaged, so all positions of the lion must be probed.
    entries = [tables.probe(LION_RAT)]
    for rank in range(9):
        for file in range(7):
            rows = [list("......."[:7]) for _ in range(9)]
            rows[1][2], rows[rank][file] = "r", "L"
            text = "/".join("".join(row).replace(".", "1") for row in reversed(rows))
            for side in "br":
                try:
                    position = Position.from_fen(f"{text} {side}")
                except ValueError:
                    continue
                entries.append(tables.probe(position))
                if entries[-1] is not None:
                    assert entries[-1] == Tablebase.open(folder=SHIPPED).probe(position)
    assert None in entries
    assert len(tables.faults) == 1
    assert str(mine) in tables.faults[0]
    assert "\n" not in tables.faults[0]


def test_the_shipped_tables_are_small_and_intact() -> None:
    files = list(SHIPPED.glob("*.jtb"))
    assert len(files) == 62  # standard's 52, and ten that differ under leiden rules
    assert sum(path.stat().st_size for path in files) <= 1_200_000
