"""Table files compared after decompression, because different zlib builds write different bytes for the same values."""

from pathlib import Path

from jungle.tablebase.packed import PackedTable


def unpacked(path: Path) -> tuple[int, int, str, list[bytes]]:
    """The contents of a file."""
    table = PackedTable(path)
    return table.fingerprint, table.row, table.description, [table.plane(plane) for plane in range(table.planes)]
