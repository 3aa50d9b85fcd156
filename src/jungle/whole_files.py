"""Files that are written whole or not at all."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream for the text of a file, which is replaced only once all of it is on the disk.

    Raises OSError, and leaves the file as it was.
    """
    target = Path(os.path.realpath(path))  # A link stays one.
    if target.exists() and not target.is_file():
        # A device or a pipe would not be written to but replaced.
        what = "a folder" if target.is_dir() else "no ordinary file"
        raise OSError(errno.EINVAL, f"it is {what}")
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
    _sync_folder(target.parent)


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text so that there is the old file or the new one, never a part. Raises OSError."""
    with whole_file(path) as stream:
        stream.write(text)


def why(error: OSError) -> str:
    """What was wrong, in a few words.

    >>> why(IsADirectoryError(errno.EISDIR, "Is a directory", "games.jgn"))
    'Is a directory'
    """
    return error.strerror or str(error) or type(error).__name__


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where the system can: without it a power cut may bring back the old file, whole."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
