"""Where table files are kept, and how they are written atomically.

A file is named after its class and the fingerprint of everything its pieces can do, so that rule sets under which they
can do the same share it: ``DC-L-3f0c8d2a91b7e654.jtb``.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jungle.storage import LockedError, folder, lock, os_error_text, write_atomically
from jungle.tablebase.errors import TablebaseError

SHIPPED = Path(__file__).parent / "shipped"
"""The tables up to three pieces that come with the package."""
SUFFIX = ".jtb"
_NAME = re.compile(r"([A-Z]+-[A-Z]+)-([0-9a-f]{16})\.jtb")
_PART = re.compile(r"\.[0-9a-f]{16}\.part")


def data_folder() -> Path:
    """The folder of locally built tables."""
    return folder("tables")


def file_name(name: str, fingerprint: int) -> str:
    return f"{name}-{fingerprint:016x}{SUFFIX}"


def pieces_of(path: Path) -> int:
    """How many pieces the class of a file has, by its name."""
    match = _NAME.fullmatch(path.name)
    return len(match[1]) - 1 if match else 0


def find_files(folders: Iterable[Path]) -> dict[int, Path]:
    """The table files in these folders by fingerprint; earlier folders take precedence."""
    found: dict[int, Path] = {}
    for place in folders:
        try:
            paths = sorted(place.iterdir())
        except OSError:  # The folder need not exist.
            continue
        for path in paths:
            if match := _NAME.fullmatch(path.name):
                found.setdefault(int(match[2], 16), path)
    return found


def write_file(path: Path, data: bytes) -> None:
    """Write a table atomically. Raises TablebaseError."""
    try:
        write_atomically(path, data)
    except OSError as error:
        raise TablebaseError(
            f"cannot write {path}: {os_error_text(error)}; the same command continues from here"
        ) from None


def read_file(path: Path) -> bytes:
    """The bytes of a table. Raises TablebaseError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TablebaseError(f"cannot read {path}: {os_error_text(error)}") from None


@contextmanager
def sole_builder(place: Path) -> Iterator[None]:
    """Lock a folder against other builders and remove leftovers of a killed one. Raises TablebaseError."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        locked = lock(place / ".building")
    except LockedError:
        raise TablebaseError(f"another build is running in {place}") from None
    except OSError as error:
        raise TablebaseError(f"cannot build in {place}: {os_error_text(error)}") from None
    with locked:
        for path in place.iterdir():
            if _PART.fullmatch(path.name):
                path.unlink(missing_ok=True)
        yield
