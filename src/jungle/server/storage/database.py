"""The database: work is passed as a function of a connection, and each call is one transaction.

SQLite has one writer. Transactions run in groups: the statements on the event loop, where they take microseconds, and
the COMMIT, which waits for the disk, in a thread. Work that arrives in the meantime forms the next group.
PostgreSQL has a connection pool, and each call is a separate transaction.
"""

import asyncio
import logging
import sqlite3
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from jungle.errors import JungleError
from jungle.server import metrics
from jungle.server.settings import POOL_SIZE
from jungle.storage import LockedError, lock

log = logging.getLogger("jungle.server")

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

GROUP_SECONDS = 0.004
"""How long the statements of one group may block the event loop."""
BUSY_SECONDS = 10.0
"""How long the writer waits for another process's lock on the file, such as a restore of a backup."""
RETRIES = 5
"""How often a PostgreSQL transaction that lost a deadlock is attempted."""


class DatabaseError(JungleError):
    """The database cannot be opened, or is not ours."""


class StorageError(JungleError):
    """The database could not store something, because of a full disk or a lost connection. The message is for clients;
    the database's own error is in the log."""


class DataError(JungleError):
    """The database rejects these values: a zero byte, or a number that is too large. The client is at fault."""


NOT_KEPT = "the database failed; nothing was saved"
UNKNOWN = "the connection to the database was lost; it is unknown whether this was saved"
NO_ANSWER = "the database is not responding"
UNUSABLE = "the database cannot store this: a number is too large, or a text contains a zero byte"
UNUSABLE_VALUES = (OverflowError, UnicodeEncodeError)
"""What SQLite's driver raises for such values."""


class Prepared:
    """A statement on the hot path, which takes its values in the order of `names`. SQLite's driver gets it as text,
    because compiling it each time takes longer than executing it."""

    def __init__(self, statement: sa.Insert | sa.Update | sa.Delete) -> None:
        self._statement = statement
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        assert compiled.positiontup is not None
        self.names = tuple(compiled.positiontup)
        self._text = str(compiled)

    def run(self, connection: sa.Connection, values: tuple[object, ...]) -> int:
        """Execute it and return the number of rows changed."""
        raw: sqlite3.Connection | None = connection.get_execution_options().get("raw")
        if raw is not None:
            return raw.execute(self._text, values).rowcount
        return connection.execute(self._statement, dict(zip(self.names, values, strict=True))).rowcount

    def run_many(self, connection: sa.Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Execute it for each of these rows."""
        connection.execute(self._statement, [dict(zip(self.names, values, strict=True)) for values in rows])


def insert_once(connection: sa.Connection, table: sa.Table, values: Mapping[str, object]) -> None:
    """Insert a row unless its key exists, even if another connection is inserting it at the same time."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())


def take_turns(connection: sa.Connection, what: str) -> None:
    """Hold every other transaction that calls this with the same text until this one ends.

    Locking rows does not stop another transaction from inserting the row that this one looks for. SQLite has one writer
    anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(what, 0))))


class Database(ABC):
    """Base class of the SQLite and PostgreSQL databases."""

    locks_rows = False
    """True if other processes write too, so that a game's row must be locked before it is changed."""

    def __init__(self) -> None:
        self.on_rollback: list[Callable[[], None]] = []
        """Called when something was not saved or another process has written: caches must be dropped."""
        self.on_lost: list[Callable[[], None]] = []
        """Called when something may have been stored without being published: clients must refetch their state."""
        self.pending = 0
        """Transactions that are waiting or running."""

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Do the work in one transaction. When this returns, it is on disk."""

    async def execute(self, statement: sa.Update | sa.Delete | sa.Insert) -> int:
        """Execute one statement and return the number of rows changed."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Read committed data."""

    @abstractmethod
    async def scan(self, work: Work[T]) -> T:
        """Like `read`, for slow queries: runs off the event loop."""

    def connections_in_use(self) -> int:
        """How many connections of the pool are in use."""
        return 0

    def _forget(self) -> None:
        for forget in self.on_rollback:
            forget()

    def _lost(self) -> None:
        self._forget()
        for resync in self.on_lost:
            resync()


def connect(url: str, data: Path, pool_size: int = POOL_SIZE) -> Database:
    """The database at a URL; without one, SQLite in the data folder. Raises DatabaseError."""
    if not url:
        return SqliteDatabase(data / "server.sqlite")
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise DatabaseError(f"expected a database URL such as postgresql://user@host/name, got {url!r}") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database:
            return SqliteDatabase(Path(parsed.database))
        case "postgresql":
            return PostgresDatabase(parsed.set(drivername="postgresql+asyncpg"), pool_size)
    raise DatabaseError(f"expected a URL such as sqlite:///file or postgresql://…, got {url!r}")


_Answer = tuple[Work[Any], asyncio.Future[Any], Any, Exception | None]
"""A piece of work, its future, and its result or error."""


def _is_failure(error: Exception) -> bool:
    """True if the database itself failed; False if the work raised an error of its own."""
    return isinstance(error, (DBAPIError, sqlite3.Error)) and not isinstance(error, sa.exc.IntegrityError)


def _not_kept(error: Exception) -> StorageError:
    log.error("nothing was saved: %s", error)
    metrics.failed_commits.inc()
    return StorageError(NOT_KEPT)


def _no_answer(error: Exception) -> StorageError:
    log.error("the database is not responding: %s", error)
    return StorageError(NO_ANSWER)


class SqliteDatabase(Database):
    """SQLite: one file, one process."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._lock: IO[bytes] | None = None
        self._waiting: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._arrived = asyncio.Event()
        self._committer = ThreadPoolExecutor(1, "commit")
        self._scanner = ThreadPoolExecutor(2, "scan")
        self._scans = self.engine()  # Shared, because it caches compiled statements.
        self._task: asyncio.Task[None] | None = None
        self._data_version = 0

    async def open(self) -> None:
        self.lock()
        self._writer = self._connect()
        self._reader = self._connect()
        self._raw: sqlite3.Connection = self._writer.connection.driver_connection  # type: ignore[assignment]
        self._task = asyncio.create_task(self._serve())

    def lock(self) -> None:
        """Make sure that this is the only server on the file. Raises DatabaseError."""
        if self._lock is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock(self.path.with_name(f"{self.path.name}.lock"))
        except LockedError:
            raise DatabaseError(f"another server is using {self.path}") from None
        except OSError as error:
            raise DatabaseError(f"cannot use {self.path}: {error.strerror}") from None

    def engine(self) -> sa.Engine:
        return sqlite_engine(self.path)

    def _connect(self) -> sa.Connection:
        connection = self.engine().connect()
        # `raw` is for `Prepared`: looking it up each time would take a third of its time.
        return connection.execution_options(isolation_level="AUTOCOMMIT", raw=connection.connection.driver_connection)

    async def close(self) -> None:
        if self._task:
            while self._waiting:
                await asyncio.sleep(0.001)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await asyncio.get_running_loop().run_in_executor(self._committer, self._raw.commit)
            for connection in (self._writer, self._reader):
                connection.close()
                connection.engine.dispose()
        self._committer.shutdown()
        self._scanner.shutdown()
        if self._lock is not None:
            self._lock.close()

    async def write(self, work: Work[T]) -> T:
        if self._task is None or self._task.done():
            raise _not_kept(RuntimeError("the database is closed"))
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        self._arrived.set()
        self.pending += 1
        try:
            return await future
        finally:
            self.pending -= 1

    async def read(self, work: Work[T]) -> T:
        try:
            return work(self._reader)
        except (sqlite3.Error, DBAPIError) as error:
            raise _no_answer(error) from None
        except UNUSABLE_VALUES:
            raise DataError(UNUSABLE) from None

    async def scan(self, work: Work[T]) -> T:
        def scanned() -> T:
            try:
                with self._scans.connect() as connection:
                    return work(connection)
            except (sqlite3.Error, DBAPIError) as error:
                raise _no_answer(error) from None
            except UNUSABLE_VALUES:
                raise DataError(UNUSABLE) from None

        return await asyncio.get_running_loop().run_in_executor(self._scanner, scanned)

    async def _serve(self) -> None:
        try:
            while True:
                await self._arrived.wait()
                self._arrived.clear()
                while self._waiting:
                    await self._group()
        finally:  # An event loop that is torn down cancels this task first: nobody may wait for it then.
            for _, future in self._waiting:
                future.cancel()
            self._waiting.clear()

    async def _group(self) -> None:
        answers: list[_Answer] = []
        try:
            self._begin()
            if not self._do_waiting(answers):
                self._raw.rollback()
                self._forget()
                self._begin()
                answers = [(work, future, *self._do_apart(work)) for work, future, _, _ in answers]
            await asyncio.get_running_loop().run_in_executor(self._committer, self._raw.commit)
        except (sqlite3.Error, DBAPIError) as error:
            self._raw.rollback()
            self._forget()
            if not answers:  # The group did not even begin: fail the oldest piece of work, so that none waits for ever.
                answers.append((*self._waiting.popleft(), None, None))
            failure = _not_kept(error)
            answers = [(work, future, None, failure) for work, future, _, _ in answers]
        except asyncio.CancelledError:
            for _, future, _, _ in answers:
                future.cancel()
            raise
        metrics.group_size.observe(len(answers))
        for _, future, result, refusal in answers:
            if future.cancelled():
                continue
            if isinstance(refusal, UNUSABLE_VALUES):
                future.set_exception(DataError(UNUSABLE))
            elif refusal is None:
                future.set_result(result)
            else:
                future.set_exception(refusal)

    def _begin(self) -> None:
        self._raw.execute("BEGIN IMMEDIATE")
        self._notice_others()

    def _do_waiting(self, answers: list[_Answer]) -> bool:
        """Do the queued work, for as long as the event loop may be blocked. Returns False if the last piece failed
        halfway, so that what it wrote must not be committed."""
        raw, started = self._raw, time.perf_counter()
        while True:
            work, future = self._waiting.popleft()
            before = raw.total_changes
            try:
                answers.append((work, future, work(self._writer), None))
            except Exception as error:
                answers.append((work, future, None, error))
                if raw.total_changes != before or _is_failure(error):
                    return False
            if not self._waiting or time.perf_counter() - started > GROUP_SECONDS:
                return True

    def _do_apart(self, work: Work[Any]) -> tuple[Any, Exception | None]:
        """Do one part of a group's transaction so that it can fail on its own. A savepoint costs as much as the work
        inside it, so savepoints are used only in a group in which something has failed."""
        self._raw.execute("SAVEPOINT part")
        try:
            result, failure = work(self._writer), None
        except Exception as error:
            self._raw.execute("ROLLBACK TO part")
            if _is_failure(error):
                self._forget()
                error = _not_kept(error)
            result, failure = None, error
        self._raw.execute("RELEASE part")
        return result, failure

    def _notice_others(self) -> None:
        """Drop caches if another process has changed the file, for example by restoring a backup."""
        version = self._raw.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version:
            if self._data_version:
                self._lost()
            self._data_version = version


def sqlite_engine(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
        poolclass=sa.pool.NullPool,
    )

    @sa.event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


class PostgresDatabase(Database):
    """PostgreSQL, which several of our servers may share."""

    locks_rows = True

    def __init__(self, url: sa.URL, pool_size: int = POOL_SIZE) -> None:
        from asyncpg import InterfaceError, PostgresError
        from sqlalchemy.ext.asyncio import create_async_engine  # Imports the ORM, which nothing else needs.

        super().__init__()
        self._failures = (OSError, sa.exc.SQLAlchemyError, PostgresError, InterfaceError)
        """The driver's own errors are seen if it cannot connect."""
        self.url = url
        self.pool_size = pool_size
        self._engine = create_async_engine(url, pool_size=pool_size, max_overflow=0, pool_timeout=10)

    async def open(self) -> None:
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except self._failures as error:
            raise DatabaseError(f"cannot reach {self.url.render_as_string()}: {error}") from None

    async def close(self) -> None:
        await self._engine.dispose()

    def connections_in_use(self) -> int:
        pool = self._engine.pool
        assert isinstance(pool, sa.pool.QueuePool)
        return pool.checkedout()

    async def connections_for_all(self) -> int:
        """How many connections PostgreSQL allows to all servers together."""

        def work(connection: sa.Connection) -> int:
            names = ("max_connections", "superuser_reserved_connections")
            most, reserved = (int(connection.exec_driver_sql(f"SHOW {name}").scalar_one()) for name in names)
            return most - reserved

        return await self.read(work)

    async def write(self, work: Work[T]) -> T:
        self.pending += 1
        try:
            return await self._write(work)
        finally:
            self.pending -= 1

    async def _write(self, work: Work[T]) -> T:
        for attempt in range(RETRIES):
            is_done = False
            try:
                async with self._engine.begin() as connection:
                    result = await connection.run_sync(work)
                    is_done = True
                return result
            except sa.exc.IntegrityError:
                raise
            except self._failures as error:
                state = _sqlstate(error)
                # 40P01 is a deadlock, 40001 a serialization failure: the other transaction won, and we may retry.
                if attempt + 1 < RETRIES and state in ("40P01", "40001"):
                    continue
                raise self._failure(error, state, is_done) from None
        raise AssertionError("the last attempt returns or raises")

    def _failure(self, error: Exception, state: str, is_done: bool) -> JungleError:
        """The error to report to the caller. The work was done, so only the commit can have failed."""
        if state.startswith("22"):
            log.warning("the database rejected the values of a command: %s", error)
            return DataError(UNUSABLE)
        if isinstance(error, sa.exc.TimeoutError):  # No connection was free: nothing has been done.
            return _not_kept(error)
        is_cut = isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated)
        if is_cut:
            self._lost()
        if is_cut and is_done:
            log.error("the connection was lost during a commit: %s", error)
            metrics.failed_commits.inc()
            return StorageError(UNKNOWN)
        return _not_kept(error)

    async def read(self, work: Work[T]) -> T:
        try:
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)
        except self._failures as error:
            if _sqlstate(error).startswith("22"):
                raise DataError(UNUSABLE) from None
            raise _no_answer(error) from None

    scan = read


def _sqlstate(error: Exception) -> str:
    """PostgreSQL's code for an error. The driver's own value errors have codes of class 22 as well."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
