"""A server that does not know the rules of a database does not serve it."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from jungle.server.game.terms import Terms
from jungle.server.lobby.tournament_rows import ARENA, NO_ROUNDS, Schedule
from jungle.server.pairing.standings import FORMATS, SWISS
from jungle.server.storage.database import DatabaseError, connect, sqlite_engine
from jungle.server.storage.migrate import migrate, upgrade
from jungle.server.storage.safety import LEVEL, ROUNDS, SAFETY, UnsafeServerError, check_safety
from jungle.server.storage.schema import server_state, tournaments
from tests.server.harness.clients import sign_up
from tests.server.harness.house import TERMS, House, in_house
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


def _demanded(connection: sa.Connection) -> int:
    return int(connection.execute(sa.select(server_state.c.value).where(server_state.c.name == SAFETY)).scalar_one())


@pytest.mark.parametrize("kind", [ARENA, *FORMATS])
def test_the_first_tournament_with_rounds_stops_servers_that_would_run_it_as_an_arena(
    kind: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        await house.services.tournaments.create(
            house.people["anna"],
            "a tournament",
            Terms.make(**{**TERMS, "clock": (60, 0), "colour": None}),
            minutes=5,
            starts=None,
            wait=60,
            bots=False,
            kind=kind,
            schedule=NO_ROUNDS if kind == ARENA else Schedule(rounds=3 if kind == SWISS else 0),
        )
        assert await house.services.database.read(_demanded) == (1 if kind == ARENA else ROUNDS)
        await house.services.database.read(check_safety)
        monkeypatch.setattr("jungle.server.storage.safety.LEVEL", ROUNDS - 1)
        if kind == ARENA:
            await house.services.database.read(check_safety)
        else:
            with pytest.raises(UnsafeServerError, match=f"safety level {ROUNDS}, but this server knows {ROUNDS - 1}"):
                await house.services.database.read(check_safety)

    in_house(data, story)


@pytest.mark.parametrize("kind", [ARENA, SWISS])
def test_a_database_that_has_rounds_already_demands_servers_that_know_them(kind: str, tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / "server.sqlite")
    with engine.begin() as connection:
        upgrade(connection, "0020")
        row = {"id": "x", "name": "x", "terms": "{}", "status": "created", "starts": 0, "ends": 0, "created": 0}
        connection.execute(sa.insert(tournaments).values(**row, format=kind, schedule="{}"))
        upgrade(connection)
        assert _demanded(connection) == (1 if kind == ARENA else ROUNDS)
    engine.dispose()
