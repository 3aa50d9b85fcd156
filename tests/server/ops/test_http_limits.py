"""HTTP without a proxy: endless headers, requests that never complete, too many connections."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from jungle.server.ops.http_limits import HEAD_LIMIT, Connections, HttpProtocol, is_proxy
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.processes import Server, memory_of, served


def _connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


@pytest.mark.parametrize("piece", [b"x: " + b"y" * 4000 + b"\r\n", b"y" * 4096], ids=["headers", "header"])
def test_an_endless_header_is_cut_off(server: Server, piece: bytes) -> None:
    before = memory_of(server) if Path("/proc/self/status").exists() else 0
    with _connected(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nz: ")
        sent = 0
        with contextlib.suppress(OSError):  # Broken pipe or connection reset.
            while sent < 50_000_000:
                connection.sendall(piece)
                sent += len(piece)
        assert sent < 20_000_000
    assert not before or memory_of(server) - before < 30
    assert Client(server).get("/readyz")["status"] == "ok"


def test_a_client_that_hangs_up_in_the_middle_of_a_request_leaves_no_traceback(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        for path in ("/mail", "/api/login"):
            with _connected(server) as connection:
                head = (
                    f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{"
                )
                connection.sendall(head.encode())
        assert Client(server).get("/readyz")["status"] == "ok"
        _, logged = server.stop()
    assert "Traceback" not in logged


def test_a_large_but_valid_header_is_accepted(server: Server) -> None:
    answer = Client(server).request("GET", "/readyz", X_Long="y" * (HEAD_LIMIT - 1000))
    assert answer.status == 200


async def _serve(
    monkeypatch: pytest.MonkeyPatch, connections: Connections, gate: asyncio.Semaphore | None = None, **limits: Any
) -> tuple[asyncio.Server, int]:
    import uvicorn
    from uvicorn.server import ServerState

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        if gate is not None:
            await gate.acquire()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    for name, value in limits.items():
        monkeypatch.setattr(HttpProtocol, name, value)
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: HttpProtocol(connections, config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    return server, server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nho", b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc"]
)
def test_an_incomplete_request_times_out(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    async def story() -> None:
        server, port = await _serve(monkeypatch, Connections(), head_seconds=0.2, body_seconds=0.2)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        started = time.monotonic()
        writer.write(sent)
        assert (await asyncio.wait_for(reader.read(), 30)).startswith(b"HTTP/1.1 408")
        assert time.monotonic() - started >= 0.15
        writer.close()
        # A request that completes is answered, and so is the next on the same connection.
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            assert b"204" in await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(0.3)
        writer.close()
        server.close()

    asyncio.run(story())


GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


def test_half_sent_requests_do_not_keep_out_others_at_the_same_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections above the limit were refused, for as long as it took the others to time out."""

    async def story() -> None:
        monkeypatch.setattr("jungle.server.ops.http_limits.is_proxy", lambda address: False)
        connections = Connections(3)
        server, port = await _serve(monkeypatch, connections)
        reader, idle = await asyncio.open_connection("127.0.0.1", port)
        idle.write(GET)
        assert b"204" in await reader.readuntil(b"\r\n\r\n")
        halves = [b"", b"GET / HTTP/1.1\r\nho", b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc"]
        opened = []
        for sent in halves * 3:
            opened.append(await asyncio.open_connection("127.0.0.1", port))
            opened[-1][1].write(sent)
            await opened[-1][1].drain()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(GET)
            assert b"204" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(opened[0][0].read(), 30) == b""  # The oldest was dropped.
        assert connections.open.total() == 3
        for each in (*(writer for _, writer in opened), writer, idle):
            each.close()
        while connections.open:
            await asyncio.sleep(0.01)
        server.close()

    asyncio.run(story())


def test_connections_per_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections whose requests are being answered are not dropped for new ones."""

    async def story() -> None:
        monkeypatch.setattr("jungle.server.ops.http_limits.is_proxy", lambda address: False)
        connections, answer = Connections(3), asyncio.Semaphore(0)
        server, port = await _serve(monkeypatch, connections, answer)
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for _, writer in opened:
            writer.write(GET)
        while connections.waiting("127.0.0.1"):
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        for _ in opened:
            answer.release()
        for each, _ in opened:
            assert b"204" in await asyncio.wait_for(each.readuntil(b"\r\n\r\n"), 30)
        for _, connection in (*opened, (reader, writer)):
            connection.close()
        while connections.open:
            await asyncio.sleep(0.01)
        server.close()

    asyncio.run(story())


def test_a_proxy_may_have_any_number_of_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [is_proxy(address) for address in ("127.0.0.1", "::1", "", "192.0.2.1")] == [True, True, True, False]
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    assert is_proxy("192.0.2.1")


def test_serving_other_machines_without_tls_logs_a_warning(data: Path) -> None:
    with served(data, "--host", "0.0.0.0") as server:
        sign_up(server, "somebody")
        assert "served without TLS" in server.stop()[1]
