"""Backup and restore of the SQLite database, even while the server is running."""

import os
import sqlite3
from pathlib import Path

from jungle.server.storage.database import BUSY_SECONDS, DatabaseError
from jungle.server.storage.migrate import KNOWN


def backup(database: Path, target: Path) -> None:
    """Make a consistent copy of the database. Raises DatabaseError."""
    if not database.is_file():
        raise DatabaseError(f"there is no database at {database}")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        _copy(database, unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(target)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise DatabaseError(f"cannot write {target}: {error}") from None


def restore(source: Path, database: Path) -> None:
    """Replace the database with a backup. A running server notices, and its clients refetch their state."""
    check(source)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        _copy(source, database)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"cannot restore {database}: {error}") from None


def check(path: Path) -> None:
    """Raise DatabaseError if the file is not an intact backup of ours."""
    if not path.is_file():
        raise DatabaseError(f"there is no backup at {path}")
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            connection.execute("SELECT count(*) FROM games").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise DatabaseError(f"{path} is not a backup of this server: {error}") from None
    if version is None or version[0] not in KNOWN:
        raise DatabaseError(f"{path} was written by a newer server")
    if not whole:
        raise DatabaseError(f"{path} is damaged")


def _copy(source: Path, target: Path) -> None:
    origin = sqlite3.connect(source, timeout=BUSY_SECONDS)
    copy = sqlite3.connect(target, timeout=BUSY_SECONDS)
    try:
        origin.backup(copy)
    finally:
        copy.close()
        origin.close()
