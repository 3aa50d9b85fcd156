"""Table files without what the packer made of them: builds of zlib write other bytes for the same values."""

from pathlib import Path

from jungle.tablebase.packed import PackedTable


def unpacked(path: Path) -> tuple[int, int, str, list[bytes]]:
    """All that a file says."""
    table = PackedTable(path)
    return table.fingerprint, table.row, table.description, [table.plane(plane) for plane in range(table.planes)]
