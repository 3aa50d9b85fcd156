"""Migrates a database to the current schema."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from jungle.server.storage.database import Database, DatabaseError, PostgresDatabase, SqliteDatabase, sqlite_engine

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
KNOWN = sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").glob("0*.py"))
"""The revisions, newest last."""


def alembic_config(connection: sa.Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Apply missing migrations. Raises DatabaseError if the database was written by a newer server."""
    version = known_version(connection)
    if revision == "head" and version == KNOWN[-1]:
        return
    from alembic import command  # Imported only when needed: it takes a second.

    command.upgrade(alembic_config(connection), revision)


def known_version(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it is empty. Raises DatabaseError for an unknown revision."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if version is not None and version not in KNOWN:
        raise DatabaseError(
            f"it was written by a newer server (revision {version[:40]!r}; the latest known is {KNOWN[-1]!r})"
        )
    return version


async def migrate(database: Database) -> None:
    """Create the tables, or bring them up to date. Raises DatabaseError."""
    await _use(database, upgrade)


async def check(database: Database) -> None:
    """Check whether `migrate` would work, without changing anything. Raises DatabaseError."""
    await _use(database, known_version)


async def _use(database: Database, work: Callable[[sa.Connection], object]) -> None:
    try:
        if isinstance(database, SqliteDatabase):
            await asyncio.to_thread(_use_sqlite, database, work)
        elif isinstance(database, PostgresDatabase):
            await database.open()
            await database.write(partial(_use_locked, work))
    except (sa.exc.SQLAlchemyError, OSError) as error:
        reason = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        raise DatabaseError(f"the database cannot be used: {reason}") from None


def _use_sqlite(database: SqliteDatabase, work: Callable[[sa.Connection], object]) -> None:
    database.lock()
    if work is known_version and not database.path.exists():
        return
    engine = sqlite_engine(database.path)
    try:
        with engine.begin() as connection:
            work(connection)
    finally:
        engine.dispose()


def _use_locked(work: Callable[[sa.Connection], object], connection: sa.Connection) -> None:
    # One server migrates; others that start at the same time wait.
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(7391)"))
    work(connection)
