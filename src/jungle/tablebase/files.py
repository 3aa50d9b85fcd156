"""Where table files are, and how one is written: whole or not at all.

A file is named after its class and the fingerprint of all that its pieces can do, so that every rule set under which
they can do the same finds it: ``DC-L-3f0c8d2a91b7e654.jtb``.
"""

import os
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jungle.tablebase.classes import TablebaseError
from jungle.storage import why

SHIPPED = Path(__file__).parent / "shipped"
"""The tables to three pieces that come with the package."""
SUFFIX = ".jtb"
_NAME = re.compile(r"([A-Z]+-[A-Z]+)-([0-9a-f]{16})\.jtb")
_PART = re.compile(r"\.[0-9a-f]{16}\.part")


def data_folder() -> Path:
    """Where built tables are kept."""
    if home := os.environ.get("JUNGLE_HOME"):
        return Path(home) / "tables"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "jungle" / "tables"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "jungle" / "tables"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "jungle" / "tables"


def file_name(name: str, fingerprint: int) -> str:
    return f"{name}-{fingerprint:016x}{SUFFIX}"


def find_files(folders: Iterable[Path]) -> dict[int, Path]:
    """The table files in some folders by their fingerprint; those of an earlier folder come first."""
    found: dict[int, Path] = {}
    for folder in folders:
        try:
            paths = sorted(folder.iterdir())
        except OSError:  # It need not be there.
            continue
        for path in paths:
            if match := _NAME.fullmatch(path.name):
                found.setdefault(int(match[2], 16), path)
    return found


def write_file(path: Path, data: bytes) -> None:
    """Write a table so that there is all of it or nothing. Raises TablebaseError."""
    part = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        with part.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TablebaseError(f"cannot write {path}: {why(error)}; the same command goes on from here") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def sole_builder(folder: Path) -> Iterator[None]:
    """Keep other builders out of a folder, and clear away what a killed one left. Raises TablebaseError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / ".building").open("a+b")
    except OSError as error:
        raise TablebaseError(f"cannot build in {folder}: {why(error)}") from None
    with stream:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TablebaseError(f"another builder is at work in {folder}") from None
        for path in folder.iterdir():
            if _PART.fullmatch(path.name):
                path.unlink(missing_ok=True)
        yield
