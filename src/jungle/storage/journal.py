"""Append-only files of JSON lines. A crash loses at most the line being written."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from jungle.storage.files import LockedError, lock_handle, sync_folder


class Journal:
    """A file of JSON lines, locked while it is open. A context manager.

    `lines` are the complete lines found on opening; a last line that was cut off by a crash is not included
    and is overwritten by the next. Raises LockedError if it is open elsewhere, OSError if it cannot be opened.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Journal(Path(folder) / "a.jsonl", new=True) as journal:
    ...         journal.add({"move": "a3a4"})
    ...     with Journal(Path(folder) / "a.jsonl") as journal:
    ...         journal.lines
    [b'{"move":"a3a4"}\\n']
    """

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open an existing file or, with `new`, create one. Raises OSError otherwise."""
        self.path = path
        flags = os.O_RDWR | (os.O_CREAT | os.O_EXCL if new else 0)
        flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        self._handle: int | None = os.open(path, flags, 0o600)
        try:
            # The file may have been deleted between opening and locking; anything written to it would be lost.
            if not lock_handle(self._handle) or os.fstat(self._handle).st_nlink == 0:
                raise LockedError(f"{str(path)!r} is open elsewhere")
            if new:
                with suppress(OSError):  # Some file systems cannot lock; the game is saved all the same.
                    sync_folder(path.parent)
            with os.fdopen(os.dup(self._handle), "rb") as file:
                lines = file.read().splitlines(keepends=True)
        except BaseException:
            self.close()
            raise
        self.lines = [line for line in lines if line.endswith(b"\n")]
        self._length = sum(map(len, self.lines))
        """The number of bytes known to be on disk."""

    def keep(self, count: int) -> None:
        """Keep only the first `count` of `lines`; the next line overwrites the rest."""
        del self.lines[count:]
        self._length = sum(map(len, self.lines))

    def add(self, *entries: object) -> None:
        """Write entries to the disk, all of them or none. Raises OSError."""
        assert self._handle is not None
        text = b"".join(json.dumps(entry, separators=(",", ":")).encode() + b"\n" for entry in entries)
        os.ftruncate(self._handle, self._length)  # what a crash or an earlier failure left behind
        os.lseek(self._handle, self._length, os.SEEK_SET)
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(self._handle, rest) :]
        os.fsync(self._handle)
        self._length += len(text)

    def close(self) -> None:
        """Release the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
