"""Databases of other versions."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from jungle.server.storage.backup import restore
from jungle.server.storage.database import DatabaseError, connect
from jungle.server.storage.migrate import migrate


async def _migrated(data: Path) -> None:
    database = connect("", data)
    try:
        await migrate(database)
    finally:
        await database.close()


def test_a_database_from_a_newer_server_is_refused_and_left_alone(data: Path, tmp_path: Path) -> None:
    data.mkdir()
    database, other = data / "server.sqlite", tmp_path / "other.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    with pytest.raises(DatabaseError, match="it was written by a newer server"):
        asyncio.run(_migrated(data))
    with sqlite3.connect(other) as connection:
        connection.executescript("CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE games (id TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    with pytest.raises(DatabaseError, match="was written by a newer server"):
        restore(other, database)
    with sqlite3.connect(database) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("alembic_version",)]
    for file in data.glob("server.sqlite-*"):
        file.unlink()
    database.write_bytes(b"no database at all" * 100)
    with pytest.raises(DatabaseError, match="cannot be used: file is not a database"):
        asyncio.run(_migrated(data))
