"""Each server has its own parts, even if several run in one process."""

import ast
import asyncio
import inspect
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from jungle.server import services as services_module
from jungle.server.app import create_app
from jungle.server.identity.sessions import new_token
from jungle.server.json import decode, encode
from jungle.server.realtime.sockets import RESTARTING
from jungle.server.serve import configuration
from jungle.server.services import Services
from jungle.server.settings import Settings
from jungle.server.storage.database import StorageError
from jungle.server.storage.schema import server_state
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import new_database


@asynccontextmanager
async def _served(data: Path) -> AsyncIterator[FastAPI]:
    data.mkdir()
    shutil.copy(new_database(), data / "server.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = create_app(Settings(data=data, port=listener.getsockname()[1], password_memory=64))
        services: Services = app.state.services
        await services.open()
        config = configuration(app)
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup(sockets=[listener])
        try:
            yield app
        finally:
            await server.shutdown(sockets=[listener])
            await services.close()


async def _signed_up(services: Services) -> str:
    user = await services.accounts.sign_up("anna", "password")
    assert user.id == 1
    return await new_token(services.database, user.id, ["board:play"], services.now())


async def _live(services: Services, token: str) -> ClientConnection:
    url = f"ws://127.0.0.1:{services.settings.port}/api/live"
    connection = await connect(url, additional_headers={"Authorization": f"Bearer {token}"})
    assert decode(await connection.recv())["type"] == "hello"
    return connection


async def _get(services: Services, path: str) -> asyncio.StreamWriter:
    """Send a request, and leave the connection open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", services.settings.port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
    assert b"200" in await reader.readline()
    return writer


def test_two_servers_in_one_process_share_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.server.api.live.CONNECTIONS_PER_USER", 1)
    monkeypatch.setattr("jungle.server.ops.http_limits.is_proxy", lambda address: False)

    async def story() -> None:
        async with _served(tmp_path / "one") as first_app, _served(tmp_path / "two") as second_app:
            one: Services = first_app.state.services
            two: Services = second_app.state.services
            tokens = await _signed_up(one), await _signed_up(two)
            # Both users have the id 1, and each may have one connection.
            first, second = await _live(one, tokens[0]), await _live(two, tokens[1])
            with pytest.raises(InvalidStatus, match="429"):
                await _live(one, tokens[0])
            assert [len(services.sockets) for services in (one, two)] == [1, 1]
            page = await _get(one, "/index.html")
            assert (set(first_app.state.files), set(second_app.state.files)) == ({"index.html"}, set())
            assert (one.http_connections.open.total(), two.http_connections.open.total()) == (1, 0)
            page.close()
            # One stops, the other keeps running.
            one.stop()
            await first.wait_closed()
            assert first.close_code == RESTARTING
            await second.send(encode({"type": "ping", "id": 1}).decode())
            while (answer := decode(await second.recv()))["type"] != "pong":
                assert answer["type"] == "ping"
            assert not two.is_closing()
            await second.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_services_are_complete_once_constructed() -> None:
    """Nothing sets an attribute of a service afterwards: what it needs is passed to it, or it subscribes to events."""
    for node in ast.walk(ast.parse(inspect.getsource(services_module))):
        if isinstance(node, ast.FunctionDef) and node.name in ("__init__", "_subscribe"):
            targets = [target for each in ast.walk(node) if isinstance(each, ast.Assign) for target in each.targets]
            assert [ast.unparse(target) for target in targets if ast.unparse(target).count(".") > 1] == []


def test_readiness_writes_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone may ask for it, as often as they like."""

    async def story(house: House) -> None:
        services = house.services
        house.time += 1
        answers = await asyncio.gather(*(services.readiness() for _ in range(50)))
        assert {answer["status"] for answer in answers} == {"ok"}
        written = sa.select(server_state.c.value).where(server_state.c.name == "alive")
        alive = await services.database.read(lambda connection: connection.execute(written).scalar())
        assert alive == house.time - 1
        with monkeypatch.context() as patched:
            patched.setattr(services.peers, "_exchange", full)
            with pytest.raises(StorageError):
                await services.peers.beat()
        assert (await services.readiness())["status"] == "failing"
        await services.peers.beat()
        assert (await services.readiness())["status"] == "ok"
        services.games.closing = True
        assert (await services.readiness())["status"] == "failing"

    def full(_: sa.Connection) -> None:
        raise StorageError("the disk is full")

    in_house(data, story)
