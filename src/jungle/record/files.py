"""Records in files: read as they are needed, written whole or not at all."""

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
    """The records of a file, read as they are asked for; `on_error` as in `read`.

    Raises RecordFileError where the file cannot be read, and RecordError, which names it, for what is wrong in it:
    bytes that are not UTF-8, too.
    """
    with closing(_lines(path)) as lines:
        yield from read(lines, on_error=on_error, source=os.fspath(path))


def _lines(path: str | os.PathLike[str]) -> Generator[str, None, None]:
    try:
        # Bytes that are no UTF-8 come through as lone surrogates, which the reader reports in their place.
        with Path(path).open(encoding="utf-8", errors="surrogateescape") as stream:
            yield from stream
    except OSError as error:
        raise RecordFileError(f"cannot read {os.fspath(path)}: {why(error)}") from error


def save(path: str | os.PathLike[str], records: Iterable[Record], *, deal: bool = False) -> None:
    """Write the records to a file, which is replaced only once all of them are on the disk; `deal` as in `write`.

    Raises RecordFileError or InvalidRecordError, and leaves the file as it was.
    """
    try:
        with whole_file(path) as stream:
            write(records, stream, deal=deal)
    except OSError as error:
        raise RecordFileError(f"cannot write {os.fspath(path)}: {why(error)}") from error
