"""The database: work is given as a function of a connection, and one call is one transaction.

SQLite has one writer. Its transactions are run in groups: the statements on the event loop, where they take
microseconds, and the COMMIT, which waits for the disk, in a thread; whatever arrives meanwhile is the next group.
PostgreSQL has a pool of connections, and each call is a transaction of its own.
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
from jungle.storage import LockedError, lock

log = logging.getLogger("jungle.server")

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

GROUP_SECONDS = 0.004
"""How long the statements of one group may hold up the event loop."""
BUSY_SECONDS = 10.0
"""How long the writer waits for somebody else's lock on the file: a backup being restored."""
RETRIES = 5
"""Attempts at a PostgreSQL transaction that lost a deadlock."""


class DatabaseError(JungleError):
    """The database cannot be opened, or is not ours."""


class StorageError(JungleError):
    """The database could not store something: a full disk, a lost connection. Clients read the message; what the
    database itself said is in the log."""


class DataError(JungleError):
    """The database refuses these values: a zero byte, a number that is too large. Only who sent them is at fault."""


NOT_KEPT = "the database failed; nothing was kept"
UNKNOWN = "the connection to the database was lost; it is unknown whether this was kept"
NO_ANSWER = "the database does not answer"
UNUSABLE = "the database cannot store this: a number is too large, or a text holds a zero byte"
UNUSABLE_VALUES = (OverflowError, UnicodeEncodeError)
"""What SQLite's driver raises for those."""


class Prepared:
    """A statement of the busiest path, which takes its values in the order of `names`. SQLite's driver gets it as text:
    compiling it each time costs more than SQLite needs for it."""

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        assert compiled.positiontup is not None
        self.names = tuple(compiled.positiontup)
        self._text = str(compiled)

    def run(self, connection: sa.Connection, values: tuple[object, ...]) -> int:
        """Execute it, and return how many rows that changed."""
        raw: sqlite3.Connection | None = connection.get_execution_options().get("raw")
        if raw is not None:
            return raw.execute(self._text, values).rowcount
        return connection.execute(self._statement, dict(zip(self.names, values, strict=True))).rowcount

    def run_many(self, connection: sa.Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Execute it for each of these."""
        connection.execute(self._statement, [dict(zip(self.names, values, strict=True)) for values in rows])


def insert_once(connection: sa.Connection, table: sa.Table, values: Mapping[str, object]) -> None:
    """Insert a row unless its key is there already, also if somebody else is inserting it at this moment."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(insert(table).values(values).on_conflict_do_nothing())


class Database(ABC):
    """Where everything is kept."""

    locks_rows = False
    """May other processes write too, so that a game's row must be locked before it is changed?"""

    def __init__(self) -> None:
        self.on_rollback: list[Callable[[], None]] = []
        """Called when something was not kept, or others have written: caches must be dropped."""
        self.on_lost: list[Callable[[], None]] = []
        """Called when something may have been stored that nobody was told of: clients must ask again."""

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Do the work in one transaction; when this returns, it is on the disk."""

    async def execute(self, statement: sa.Update | sa.Delete | sa.Insert) -> int:
        """Write by one statement, and return how many rows that changed."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Look up committed data."""

    @abstractmethod
    async def scan(self, work: Work[T]) -> T:
        """The same for slow queries, off the event loop."""

    def _forget(self) -> None:
        for forget in self.on_rollback:
            forget()

    def _lost(self) -> None:
        self._forget()
        for resync in self.on_lost:
            resync()


def connect(url: str, data: Path) -> Database:
    """The database of a URL; without one, SQLite in the data folder. Raises DatabaseError."""
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
            return PostgresDatabase(parsed.set(drivername="postgresql+asyncpg"))
    raise DatabaseError(f"expected a URL of sqlite:///file or postgresql://…, got {url!r}")


_Answer = tuple[Work[Any], asyncio.Future[Any], Any, Exception | None]
"""Somebody's work, what it returned, or why it did not."""


def _is_failure(error: Exception) -> bool:
    """Did the database fail, rather than somebody ask for what is not to be had?"""
    return isinstance(error, (DBAPIError, sqlite3.Error)) and not isinstance(error, sa.exc.IntegrityError)


def _not_kept(error: Exception) -> StorageError:
    log.error("nothing was kept: %s", error)
    metrics.failed_commits.inc()
    return StorageError(NOT_KEPT)


def _no_answer(error: Exception) -> StorageError:
    log.error("the database does not answer: %s", error)
    return StorageError(NO_ANSWER)


class SqliteDatabase(Database):
    """One file, one process."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._lock: IO[bytes] | None = None
        self._waiting: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._arrived = asyncio.Event()
        self._committer = ThreadPoolExecutor(1, "commit")
        self._scanner = ThreadPoolExecutor(2, "scan")
        self._scans = self.engine()  # One for all, because it keeps the statements that it has compiled.
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
        # `raw` is for `Prepared`, to which asking for it each time would be a third of the work.
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
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        self._arrived.set()
        return await future

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
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                await self._group()

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
            if not answers:  # Not even begun: tell the one who has waited longest, so that nobody waits for ever.
                answers.append((*self._waiting.popleft(), None, None))
            failure = _not_kept(error)
            answers = [(work, future, None, failure) for work, future, _, _ in answers]
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
        """Do what waits, for as long as the event loop may be held up. Returns False when the last of it failed in the
        middle, and what it has written must not be committed."""
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
        """Do one part of a group's transaction so that it can fail alone. Savepoints take as long as what they enclose,
        so they are used only in a group in which something did fail."""
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
        """Has another process, a restored backup, changed the file?"""
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
    """A server of its own, which several of ours may share."""

    locks_rows = True

    def __init__(self, url: sa.URL) -> None:
        from asyncpg import InterfaceError, PostgresError
        from sqlalchemy.ext.asyncio import create_async_engine  # It brings the ORM, which nothing else needs.

        super().__init__()
        self._failures = (OSError, sa.exc.SQLAlchemyError, PostgresError, InterfaceError)
        """The driver's own are seen if it cannot connect."""
        self.url = url
        self._engine = create_async_engine(url, pool_size=16, max_overflow=16, pool_timeout=10)

    async def open(self) -> None:
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except self._failures as error:
            raise DatabaseError(f"cannot reach {self.url.render_as_string()}: {error}") from None

    async def close(self) -> None:
        await self._engine.dispose()

    async def write(self, work: Work[T]) -> T:
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
                # 40P01 is a deadlock, 40001 a serialization failure: the other one won, and we may try again.
                if attempt + 1 < RETRIES and state in ("40P01", "40001"):
                    continue
                raise self._failure(error, state, is_done) from None
        raise AssertionError("the last attempt returns or raises")

    def _failure(self, error: Exception, state: str, is_done: bool) -> JungleError:
        """What to tell whoever wrote. The work was done: only the commit can have failed."""
        if state.startswith("22"):
            log.warning("the database refused the values of a command: %s", error)
            return DataError(UNUSABLE)
        if isinstance(error, sa.exc.TimeoutError):  # No connection was free: nothing has begun.
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
    """PostgreSQL's code for an error; the driver gives its own refusals of values one of class 22, too."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
