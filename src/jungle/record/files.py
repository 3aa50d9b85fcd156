"""Records in files: read as they are needed, written whole or not at all."""

import os
import secrets
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from jungle.errors import RecordError, RecordFileError
from jungle.record.reader import read
from jungle.record.record import Record
from jungle.record.writer import write


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
        raise RecordFileError(f"cannot read {os.fspath(path)}: {_why(error)}") from error


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write the records to a file, which is replaced only once all of them are on the disk.

    Raises RecordFileError or InvalidRecordError, and leaves the file as it was.
    """
    with whole_file(path) as stream:
        write(records, stream)


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream for the text of a file, which is replaced only once all of it is on the disk.

    Raises RecordFileError, and leaves the file as it was.
    """
    try:
        target = Path(os.path.realpath(path))  # A link stays one.
        if target.exists() and not target.is_file():
            # A device or a pipe would not be written to but replaced.
            what = "a folder" if target.is_dir() else "no ordinary file"
            raise RecordFileError(f"cannot write {os.fspath(path)}: it is {what}")
        part = target.parent / f".{secrets.token_hex(8)}.part"
        try:
            with part.open("x", encoding="utf-8", newline="\n") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except RecordFileError:  # Also where the records came from another file, which could not be read.
        raise
    except OSError as error:
        raise RecordFileError(f"cannot write {os.fspath(path)}: {_why(error)}") from error
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where the system can: without it a power cut may bring back the old file, whole."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _why(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__
