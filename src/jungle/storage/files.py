"""Atomic writes, file locks, and moving broken files out of the way."""

import errno
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TextIO

from jungle.errors import JungleError

_TEXT = {"mode": "x", "encoding": "utf-8", "newline": "\n"}
"""Arguments for opening a text file."""


class LockedError(JungleError):
    """A file that is locked by another process, or elsewhere in this one."""


@contextmanager
def atomic_open(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text stream whose contents replace a file only once all of it is on disk.

    Raises OSError and leaves the file unchanged.
    """
    with _replacing(path, **_TEXT) as stream:
        yield stream


@contextmanager
def _replacing(path: str | os.PathLike[str], **how: Any) -> Iterator[Any]:
    target = Path(os.path.realpath(path))  # Keep a link a link.
    if target.exists() and not target.is_file():
        # A device or a pipe would be replaced instead of written to.
        what = "a folder" if target.is_dir() else "not a regular file"
        raise OSError(errno.EINVAL, f"it is {what}")
    part = target.parent / f".{secrets.token_hex(8)}.part"
    try:
        with part.open(**how) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    with suppress(OSError):
        sync_folder(target.parent)


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file atomically: readers see either the old or the new contents. Raises OSError."""
    with _replacing(path, **({"mode": "xb"} if isinstance(content, bytes) else _TEXT)) as stream:
        stream.write(content)


def os_error_text(error: OSError) -> str:
    """The cause of an error, in a few words.

    >>> os_error_text(IsADirectoryError(errno.EISDIR, "Is a directory", "games.jgn"))
    'Is a directory'
    """
    return error.strerror or str(error) or type(error).__name__


def quarantine(path: Path) -> Path:
    """Give a broken file another name, so that it is neither read again nor lost. Raises OSError."""
    number = 1
    while (target := path.with_name(f"{path.stem}.broken-{number}{path.suffix}")).exists():
        number += 1
    path.replace(target)
    return target


def lock(path: Path) -> IO[bytes]:
    """Open a file and lock it until it is closed; the system closes it if the process dies.

    Raises LockedError if it is locked elsewhere, OSError if it cannot be opened.
    """
    file = path.open("ab")
    if not lock_handle(file.fileno()):
        file.close()
        raise LockedError(f"{str(path)!r} is in use")
    return file


def lock_handle(handle: int) -> bool:
    """Lock an open file; False if it is locked elsewhere."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # On Windows a lock prevents reading too, so lock a byte that is never written.
            os.lseek(handle, 1 << 30, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except (ImportError, OSError):
        return True  # a system, or a file system, without locks
    return True


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder permanent: without this a power cut may bring back the old file. Raises OSError."""
    if sys.platform == "win32":  # Windows cannot open folders.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
