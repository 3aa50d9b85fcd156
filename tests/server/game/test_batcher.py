"""Groups of commands in one PostgreSQL transaction: one that cannot be stored does not affect the others."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle import Game
from jungle.server.game.commands import Ack
from jungle.server.settings import POOL_SIZE
from jungle.server.storage.database import DataError, StorageError
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server, another_database


@pytest.fixture
def database(cluster: tuple[str, ...]) -> str:
    return another_database(cluster[1])


def _resyncs(house: House) -> list[None]:
    told: list[None] = []
    house.services.database.on_lost.append(lambda: told.append(None))
    return told


def test_values_that_cannot_be_stored_fail_only_their_command(
    data: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        resyncs = _resyncs(house)
        first, second, third = [await house.game() for _ in range(3)]

        answers = await asyncio.gather(
            house.move(first, "anna", "a3a4"),
            house.move(second, "anna", "a3a4", id="a\0"),
            house.move(third, "anna", "a3a4"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [Ack, DataError, Ack]
        assert [(await house.row(game))["ply"] for game in (first, second, third)] == [1, 0, 1]
        assert resyncs == []
        # The cache matches the database.
        assert (await house.move(second, "anna", "a3a4")).ply == 0
        with pytest.raises(DataError):
            await house.services.database.read(lambda connection: connection.execute(_number, {"number": 2**70}).all())

    _number = sa.text("SELECT 1 FROM games WHERE number = :number")
    with caplog.at_level(logging.WARNING, "jungle.server"):
        in_house(data, story, database=database)
    assert "rejected the values of a command" in caplog.text
    assert "one by one" in caplog.text


def test_a_connection_lost_during_commit_is_reported_as_unknown(data: Path, database: str) -> None:
    async def story(house: House) -> None:
        resyncs = _resyncs(house)

        def cut(connection: sa.Connection) -> None:
            """Cut the connection between the last statement and the COMMIT."""
            pid = connection.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
            cutting.append(pid)

        cutting: list[int] = []
        with pytest.raises(StorageError, match="nothing was saved"):
            await house.services.database.write(_cut_now)
        assert len(resyncs) == 1
        engine = house.services.database._engine.sync_engine  # type: ignore[attr-defined]

        @sa.event.listens_for(engine, "commit")
        def before_commit(connection: sa.Connection) -> None:
            if cutting:
                _cut_now(connection)

        with pytest.raises(StorageError, match="unknown whether this was saved"):
            await house.services.database.write(cut)
        assert len(resyncs) == 2
        cutting.clear()
        assert await house.game()

    in_house(data, story, database=database)


def _cut_now(connection: sa.Connection) -> None:
    connection.execute(sa.text("SELECT pg_terminate_backend(pg_backend_pid())"))


def test_an_exhausted_pool_is_reported(data: Path, database: str) -> None:
    async def story(house: House) -> None:
        store: Any = house.services.database
        await store._engine.dispose()
        store._engine.sync_engine.pool._timeout = 0.05
        cached = [await store._engine.connect() for _ in range(POOL_SIZE)]
        for use in (store.read, store.write, store.scan):
            with pytest.raises(StorageError):
                await use(lambda connection: connection.execute(sa.text("SELECT 1")).scalar())
        for connection in cached:
            await connection.close()
        assert await house.game()

    in_house(data, story, database=database)


@pytest.fixture
def attacked(cluster: tuple[str, ...], database: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, "--database", database, *cluster[2:])
    yield server
    code, log = server.stop()
    assert (code, "Traceback" in log) == (0, False), log


def test_zero_bytes_from_one_client_do_not_affect_others(attacked: Server) -> None:
    blue, red = sign_up(attacked, "blue"), sign_up(attacked, "red")
    game = blue.challenge(red, clock={"limit": 300})
    guest = Client(attacked).request("POST", "/api/guest", {})
    cookie = next(found for found in guest.headers.get_all("Set-Cookie") or () if found.startswith("jungle="))
    players, attacker = [blue.live(), red.live()], Client(attacked, cookie=cookie.partition(";")[0]).live()
    for player in players:
        player.watch(game)
    played = Game()
    for ply in range(12):
        for frame in ({"game": "\0"}, {"game": game, "id": "\0"}, {"game": game, "ply": -3_000_000_000}):
            attacker.send(**{"type": "watch", "version": -1, "move": "a3a4", **frame})
            attacker.send(**{"type": "move", "move": "a3a4", **frame})
        move = played.legal_moves()[0].uci()
        played.play(move)
        players[ply % 2].send(type="move", game=game, move=move, ply=ply, id=ply)
        assert players[ply % 2].next("ack", "error", "resync")["type"] == "ack"
    for player in players:
        player.send(type="ping", id="last")
        player.next("pong")
        assert not any("resync" in text for text in player.heard)
