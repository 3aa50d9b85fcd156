"""A database in memory that all simulated servers share. SQLite runs the statements; the network to it is simulated.

Above the engine everything is the server's own code for PostgreSQL: retries, lost connections, unknown outcomes.
Transactions run one after another; what is uncertain is when an answer arrives, and whether.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from jungle.server.storage.database import PostgresDatabase, Work
from tests.server.harness.processes import new_database

if TYPE_CHECKING:
    from tests.server.simulation.instance import Instance

T = TypeVar("T")

SLOW_RATE = 0.02
"""How many messages take long, because a packet was lost."""


@cache
def _engine() -> sa.Engine:
    """One engine for all runs, since it remembers compiled statements."""
    return sa.create_engine("sqlite://", poolclass=sa.pool.StaticPool, connect_args={"check_same_thread": False})


@cache
def _empty() -> bytes:
    with contextlib.closing(sqlite3.connect(new_database())) as connection:
        image = bytearray(connection.serialize())
    image[18:20] = b"\1\1"  # No write-ahead log: a database in memory has no file for it.
    return bytes(image)


class Store:
    """The tables, and what has been committed."""

    def __init__(self) -> None:
        connection = _engine().connect()
        self.connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.raw = raw
        raw.deserialize(_empty())
        raw.execute("PRAGMA foreign_keys=ON")
        raw.execute("PRAGMA synchronous=OFF")
        raw.create_function("pg_advisory_xact_lock", 1, lambda key: None)
        self.on_commit: Callable[[], None] = lambda: None

    def commit(self, work: Work[T]) -> T:
        result = self._run(work, "COMMIT")
        self.on_commit()
        return result

    def roll_back(self, work: Work[T]) -> None:
        """Do the work, and undo it."""
        self._run(work, "ROLLBACK")

    def read(self, work: Work[T]) -> T:
        return work(self.connection)

    def _run(self, work: Work[T], end: str) -> T:
        self.raw.execute("BEGIN")
        try:
            result = work(self.connection)
        except BaseException:
            self.raw.execute("ROLLBACK")
            raise
        self.raw.execute(end)
        return result

    def close(self) -> None:
        self.connection.close()


class _DriverError(Exception):
    """What the driver of PostgreSQL raises."""

    def __init__(self, message: str, sqlstate: str = "") -> None:
        super().__init__(message)
        self.sqlstate = sqlstate


def _failure(message: str, sqlstate: str = "", *, is_cut: bool = False) -> sa.exc.DBAPIError:
    return sa.exc.OperationalError("simulated", None, _DriverError(message, sqlstate), connection_invalidated=is_cut)


class SimulatedDatabase(PostgresDatabase):
    """One server's access to the shared tables."""

    def __init__(self, instance: "Instance") -> None:
        super().__init__(sa.make_url("postgresql+asyncpg://simulated/simulated"), 1)
        self._engine: Any = _Engine(instance)

    def connections_in_use(self) -> int:
        return 0

    async def connections_for_all(self) -> int:
        return 100


class _Engine:
    """In the place of SQLAlchemy's engine."""

    def __init__(self, instance: "Instance") -> None:
        self.instance = instance

    async def dispose(self) -> None:
        pass

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator["_Connection"]:
        connection = _Connection(self.instance)
        await connection.travel()
        if self.instance.world.faults.refuses_database(self.instance):
            raise ConnectionRefusedError("simulated: the database is not running")
        yield connection

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator["_Connection"]:
        async with self.connect() as connection:
            connection.fault = self.instance.world.faults.of_commit(self.instance)
            connection.writes = True
            yield connection
            await connection.travel()
            match connection.fault:
                case "late":
                    await asyncio.sleep(self.instance.random.uniform(0.3, 2.5))
                case "rolled back":
                    raise _failure("could not commit")
                case "lost" | "lost, not saved":
                    raise _failure("the connection is gone", is_cut=True)


class _Connection:
    """A connection on which one transaction runs."""

    def __init__(self, instance: "Instance") -> None:
        self.instance = instance
        self.fault = ""
        self.writes = False

    async def travel(self) -> None:
        """Let a message travel to the database or back. Raises OSError if this server no longer exists."""
        random = self.instance.random
        await asyncio.sleep(random.uniform(0.05, 0.5) if random.random() < SLOW_RATE else random.expovariate(500))
        if self.instance.is_dead:
            raise ConnectionResetError("simulated: the server has died")

    async def run_sync(self, work: Work[T]) -> T:
        store = self.instance.world.store
        if not self.writes:
            result = store.read(work)
            await self.travel()
            return result
        if self.fault == "deadlock":
            store.roll_back(work)
            await self.travel()
            raise _failure("deadlock detected", "40P01")
        if self.fault in ("rolled back", "lost, not saved"):
            store.roll_back(work)
            return None  # type: ignore[return-value]
        return store.commit(work)

    async def execute(self, statement: sa.TextClause) -> None:
        await self.run_sync(lambda connection: connection.execute(statement))
