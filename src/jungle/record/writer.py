"""Writing records."""

import os
from collections.abc import Iterable
from io import StringIO
from typing import TextIO

from jungle.errors import InvalidRecordError, RecordFileError
from jungle.record.record import Record
from jungle.storage import atomic_open, os_error_text


def write(records: Iterable[Record], stream: TextIO, *, deal: bool = False) -> None:
    """Write records in order, each completely or not at all; with `deal`, include the face-down pieces.

    Raises InvalidRecordError.
    """
    if not isinstance(records, Iterable):
        raise InvalidRecordError(f"expected some records, got {records!r}")
    for record in records:
        if not isinstance(record, Record):
            raise InvalidRecordError(f"expected a Record, got {record!r}")
        stream.write(record.text(deal=deal) + "\n")


def dumps(records: Iterable[Record], *, deal: bool = False) -> str:
    """Write records to a string; with `deal`, include the face-down pieces. Raises InvalidRecordError.

    >>> from jungle.game import Game
    >>> print(dumps([Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"})]), end="")
    [Event "club"]
    [Rules "standard"]
    [Result "*"]
    <BLANKLINE>
    1. 8-a4 8-g6 *
    <BLANKLINE>
    """
    stream = StringIO()
    write(records, stream, deal=deal)
    return stream.getvalue()


def save(path: str | os.PathLike[str], records: Iterable[Record], *, deal: bool = False) -> None:
    """Write records to a file, which is replaced only once all of them are on disk; `deal` as in `write`.

    Raises RecordFileError or InvalidRecordError and leaves the file unchanged.
    """
    try:
        with atomic_open(path) as stream:
            write(records, stream, deal=deal)
    except OSError as error:
        raise RecordFileError(f"cannot write {os.fspath(path)}: {os_error_text(error)}") from error
