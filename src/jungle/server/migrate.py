"""Bringing a database up to the present schema."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from jungle.server.database import Database, DatabaseError, PostgresDatabase, SqliteDatabase, sqlite_engine

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
NEWEST = max(file.name for file in (FOLDER / "versions").glob("0*.py")).partition("_")[0]


def alembic_config(connection: sa.Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Apply the migrations that the database lacks."""
    if revision == "head" and _version(connection) == NEWEST:
        return
    from alembic import command  # Imported when there is something to do: a server starts a second sooner without.

    command.upgrade(alembic_config(connection), revision)


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return version


async def migrate(database: Database) -> None:
    """Create the tables, or bring them up to date. Raises DatabaseError."""
    try:
        if isinstance(database, SqliteDatabase):
            await asyncio.to_thread(_migrate_sqlite, database)
        elif isinstance(database, PostgresDatabase):
            await database.open()
            # One server migrates, the others that start with it wait.
            await database.write(_migrate_locked)
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise DatabaseError(f"the database cannot be used: {error}") from None


def _migrate_sqlite(database: SqliteDatabase) -> None:
    database.lock()
    engine = sqlite_engine(database.path)
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()


def _migrate_locked(connection: sa.Connection) -> None:
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(7391)"))
    upgrade(connection)
