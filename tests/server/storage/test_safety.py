"""A server that does not know the rules that protect people in a database does not serve it."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.storage.database import DatabaseError, connect
from jungle.server.storage.migrate import migrate
from jungle.server.storage.safety import LEVEL, SAFETY
from jungle.server.storage.schema import server_state
from tests.server.harness.clients import sign_up
from tests.server.harness.processes import Server, another_database
from tests.server.harness.waiting import wait_until


def demand(url: str, data: Path, level: int) -> None:
    """Raise the level in a database, as a newer server's migration does, and try to start on it."""

    async def work() -> None:
        database = connect(url, data)
        await migrate(database)
        await database.open()
        change = sa.update(server_state).where(server_state.c.name == SAFETY).values(value=level)
        assert await database.execute(change) == 1
        await database.close()

    asyncio.run(work())


async def start(url: str, data: Path) -> None:
    database = connect(url, data)
    try:
        await migrate(database)
    finally:
        await database.close()


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_an_outdated_server_does_not_start(kind: str, data: Path, request: pytest.FixtureRequest) -> None:
    url = "" if kind == "SQLite" else another_database(request.getfixturevalue("cluster")[1])
    demand(url, data, LEVEL)
    asyncio.run(start(url, data))
    demand(url, data, LEVEL + 1)
    with pytest.raises(DatabaseError, match=f"safety level {LEVEL + 1}, but this server knows {LEVEL}"):
        asyncio.run(start(url, data))


def test_a_running_server_stops_when_it_becomes_outdated(cluster: tuple[str, ...], data: Path) -> None:
    _, database, *redis = cluster
    database = another_database(database)
    server = Server(data, "--database", database, *redis)
    live = sign_up(server, "anna").live()
    demand(database, data, LEVEL + 1)
    wait_until(lambda: server.process.poll() is not None, "the server to stop")
    assert live.socket.close_code in (None, 1012)
    code, log = server.stop()
    assert (code, log.count("it demands safety level"), "Traceback" in log) == (0, 1, False), log
