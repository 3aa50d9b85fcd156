"""Migrates a database to the current schema."""

import ast
import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import sqlalchemy as sa

from jungle.server.storage.database import Database, DatabaseError, PostgresDatabase, SqliteDatabase, sqlite_engine
from jungle.server.storage.safety import check_safety

if TYPE_CHECKING:
    from alembic.config import Config

T = TypeVar("T")

FOLDER = Path(__file__).parent / "migrations"
KNOWN = sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").glob("0*.py"))
"""The revisions, newest last."""


def alembic_config(connection: sa.Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


class Migration(NamedTuple):
    """One step from one schema to the next."""

    revision: str
    about: str


def pending(connection: sa.Connection) -> list[Migration]:
    """The migrations that a database lacks, oldest first. Raises DatabaseError."""
    version = known_version(connection)
    missing = KNOWN if version is None else KNOWN[KNOWN.index(version) + 1 :]
    return [Migration(revision, _about(revision)) for revision in missing]


def _about(revision: str) -> str:
    (file,) = (FOLDER / "versions").glob(f"{revision}_*.py")
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Apply missing migrations. Raises DatabaseError if the database was written by a newer server."""
    version = known_version(connection)
    if revision == "head" and version == KNOWN[-1]:
        return
    from alembic import command  # Imported only when needed: it takes a second.

    command.upgrade(alembic_config(connection), revision)


def known_version(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it is empty. Raises DatabaseError for an unknown revision or safety level."""
    inspector = sa.inspect(connection)
    if not inspector.has_table("alembic_version"):
        return None
    if inspector.has_table("server_state"):
        check_safety(connection)
    version: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if version is not None and version not in KNOWN:
        raise DatabaseError(
            f"it was written by a newer server (revision {version[:40]!r}; the latest known is {KNOWN[-1]!r})"
        )
    return version


async def migrate(database: Database) -> None:
    """Create the tables, or bring them up to date. Raises DatabaseError."""
    await _use(database, upgrade)


async def plan(database: Database) -> list[Migration]:
    """The migrations that `migrate` would apply. Changes nothing. Raises DatabaseError."""
    return await _use(database, pending)


async def check(database: Database) -> None:
    """Check whether `migrate` would work, without changing anything. Raises DatabaseError."""
    await _use(database, known_version)


async def _use(database: Database, work: Callable[[sa.Connection], T]) -> T:
    try:
        if isinstance(database, SqliteDatabase):
            return await asyncio.to_thread(_use_sqlite, database, work)
        assert isinstance(database, PostgresDatabase)
        await database.open()
        return await database.write(partial(_use_locked, work))
    except (sa.exc.SQLAlchemyError, OSError) as error:
        reason = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        raise DatabaseError(f"the database cannot be used: {reason}") from None


def _use_sqlite(database: SqliteDatabase, work: Callable[[sa.Connection], T]) -> T:
    database.lock()
    if work in (known_version, pending) and not database.path.exists():  # Looking must not create it.
        engine = sa.create_engine("sqlite://")
    else:
        engine = sqlite_engine(database.path)
    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


def _use_locked(work: Callable[[sa.Connection], T], connection: sa.Connection) -> T:
    # One server migrates; others that start at the same time wait.
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(7391)"))
    return work(connection)
