"""Transactions in groups: each piece of work is isolated, and all of them share one commit."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.errors import ConflictError
from jungle.server.storage.database import PostgresDatabase, SqliteDatabase, StorageError, connect


def _insert(number: int, then: Exception | None = None) -> Any:
    def work(connection: sa.Connection) -> int:
        if number >= 0:
            connection.execute(sa.text("INSERT INTO numbers VALUES (:number)"), {"number": number})
        if then is not None:
            raise then
        return number

    return work


def _kept(connection: sa.Connection) -> list[int]:
    return list(connection.execute(sa.text("SELECT number FROM numbers ORDER BY number")).scalars())


async def _together(path: Path, works: list[Any]) -> tuple[list[Any], list[int], int]:
    """Run several pieces of work at once. Returns their results, the stored rows, and how often caches were dropped."""
    database = SqliteDatabase(path)
    lost: list[None] = []
    database.on_rollback.append(lambda: lost.append(None))
    await database.open()
    try:
        await database.execute(sa.text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))  # type: ignore[arg-type]
        results = await asyncio.gather(*(database.write(work) for work in works), return_exceptions=True)
        return results, await database.read(_kept), len(lost)
    finally:
        await database.close()


def _names(results: list[Any]) -> list[Any]:
    return [type(result).__name__ if isinstance(result, Exception) else result for result in results]


def test_a_refusal_does_not_affect_other_transactions(tmp_path: Path) -> None:
    works = [_insert(1), _insert(-1, ConflictError("no", "no")), _insert(2)]
    results, kept, lost = asyncio.run(_together(tmp_path / "db", works))
    assert (_names(results), kept, lost) == ([1, "ConflictError", 2], [1, 2], 0)


def test_work_that_fails_halfway_is_rolled_back_alone(tmp_path: Path) -> None:
    works = [_insert(1), _insert(2, ConflictError("no", "no")), _insert(3), _insert(1), _insert(4)]
    results, kept, lost = asyncio.run(_together(tmp_path / "db", works))
    assert (_names(results), kept) == ([1, "ConflictError", 3, "IntegrityError", 4], [1, 3, 4])
    assert lost, "what was in memory belongs to a transaction that was rolled back"


def test_a_failing_statement_does_not_affect_others(tmp_path: Path) -> None:
    def wrong(connection: sa.Connection) -> None:
        connection.execute(sa.text("INSERT INTO nowhere VALUES (1)"))

    results, kept, _ = asyncio.run(_together(tmp_path / "db", [_insert(1), wrong, _insert(2)]))
    assert (_names(results), kept) == ([1, "StorageError", 2], [1, 2])


def test_only_committed_work_is_acknowledged(tmp_path: Path) -> None:
    def break_it(connection: sa.Connection) -> None:
        connection.execute(sa.text("PRAGMA defer_foreign_keys=ON"))
        connection.execute(sa.text("CREATE TABLE child (of INTEGER REFERENCES numbers(number))"))
        connection.execute(sa.text("INSERT INTO child VALUES (99)"))  # Checked only by COMMIT.

    results, kept, lost = asyncio.run(_together(tmp_path / "db", [_insert(1), break_it, _insert(2)]))
    assert all(isinstance(result, StorageError) for result in results)
    assert (kept, lost) == ([], 1)


def test_four_servers_leave_room_in_postgresql() -> None:
    """PostgreSQL allows 100 connections, three of which are for its superuser; psql needs one too."""
    database = connect("postgresql://jungle@127.0.0.1:1/jungle", Path())
    assert isinstance(database, PostgresDatabase)
    pool = database._engine.pool
    assert isinstance(pool, sa.pool.QueuePool)
    assert 4 * (pool.size() + pool._max_overflow) < 100 - 3 - 1


@pytest.mark.parametrize("count", [1, 500])
def test_concurrent_writes_are_answered_in_order(tmp_path: Path, count: int) -> None:
    results, kept, _ = asyncio.run(_together(tmp_path / "db", [_insert(number) for number in range(count)]))
    assert results == kept == list(range(count))


def test_no_write_waits_for_an_event_loop_that_is_torn_down(tmp_path: Path) -> None:
    """A test that timed out hung for ever: its clean-up wrote after the writing task had been cancelled."""
    refused = []

    async def story() -> None:
        database = SqliteDatabase(tmp_path / "db")
        await database.open()
        asyncio.get_running_loop().call_soon(sys.exit)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # until the writing task has ended as well
            try:
                await database.write(_insert(1))
            except StorageError as error:
                refused.append(error)
            await database.close()

    with pytest.raises(SystemExit):
        asyncio.run(story())
    assert len(refused) == 1
