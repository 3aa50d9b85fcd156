"""Record files: read lazily, written atomically."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from jungle.errors import RecordError, RecordFileError
from jungle.record.reader import read
from jungle.record.record import Record
from jungle.record.writer import write
from jungle.storage import whole_file, why


def load(path: str | os.PathLike[str], *, on_error: Callable[[RecordError], None] | None = None) -> Iterator[Record]:
    """Read the records of a file lazily; `on_error` as in `read`.

    Raises RecordFileError if the file cannot be read, and RecordError, which names the file, for bad contents,
    including bytes that are not UTF-8.
    """
    with closing(_lines(path)) as lines:
        yield from read(lines, on_error=on_error, source=os.fspath(path))


def _lines(path: str | os.PathLike[str]) -> Generator[str, None, None]:
    try:
        # Bytes that are not UTF-8 become lone surrogates, which the reader reports with their position.
        with Path(path).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from stream
    except OSError as error:
        raise RecordFileError(f"cannot read {os.fspath(path)}: {why(error)}") from error


def save(path: str | os.PathLike[str], records: Iterable[Record], *, deal: bool = False) -> None:
    """Write records to a file, which is replaced only once all of them are on disk; `deal` as in `write`.

    Raises RecordFileError or InvalidRecordError and leaves the file unchanged.
    """
    try:
        with whole_file(path) as stream:
            write(records, stream, deal=deal)
    except OSError as error:
        raise RecordFileError(f"cannot write {os.fspath(path)}: {why(error)}") from error
