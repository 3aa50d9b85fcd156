"""Servers that come and go while people play: draining, several workers, and what PostgreSQL allows."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jungle.server.realtime.hub import RESYNC, Hub
from jungle.server.realtime.sockets import RESTARTING, Socket
from tests.needs import needs
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server, another_database, free_port, served
from tests.server.harness.waiting import PATIENCE, wait_until


@pytest.fixture
def options(cluster: tuple[str, ...]) -> tuple[str, ...]:
    return "--database", another_database(cluster[1]), *cluster[2:]


@needs("postgresql", "redis")
def test_a_draining_server_keeps_serving_and_takes_no_new_connections(options: tuple[str, ...], tmp_path: Path) -> None:
    with (
        served(tmp_path / "one", *options) as one,
        served(tmp_path / "two", *options, port=0, JUNGLE_DRAIN_SECONDS="600") as two,
    ):
        blue, red = sign_up(two, "blue"), sign_up(two, "red")
        game = blue.challenge(red, days=1)
        live = blue.live()
        live.watch(game)
        two.process.send_signal(signal.SIGTERM)
        ready = wait_until(lambda: (found := blue.request("GET", "/readyz")).status == 503 and found, "draining").json
        assert ready == {"status": "failing", "database": True, "draining": True, "events": True}
        assert blue.get("/livez") == {"status": "ok"}
        blue.move(game, "a3a4")
        assert live.next("move")["ply"] == 0
        with pytest.raises(InvalidStatus) as refused:
            red.live()
        assert refused.value.response.status_code == 503
        elsewhere = Client(one, "red", red.token)
        assert elsewhere.live().watch(game)["state"]["moves"] == ["a3a4"]
        code, errors = two.stop(signal.SIGTERM)  # A second signal does not wait.
        assert (code in (0, -signal.SIGTERM), "Traceback" in errors) == (True, False), errors
        with pytest.raises(ConnectionClosed) as closed:
            live.next("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == RESTARTING
        elsewhere.move(game, "g7g6")


def test_a_lone_server_stops_immediately(data: Path) -> None:
    server = Server(data, JUNGLE_DRAIN_SECONDS="600")
    code, errors = server.stop(signal.SIGTERM)
    assert (code in (0, -signal.SIGTERM), "Traceback" in errors) == (True, False), errors


def test_draining_closes_every_connection_one_after_another(data: Path) -> None:
    class OpenSocket:
        def close(self, code: int) -> None:
            closed.append((house_of[0].services.monitor, code))
            house_of[0].services.sockets.discard(cast(Socket, self))
            left.append(len(house_of[0].services.sockets))

    closed: list[tuple[object, int]] = []
    left: list[int] = []
    house_of: list[House] = []

    async def story(house: House) -> None:
        house_of.append(house)
        house.services.sockets = {cast(Socket, OpenSocket()) for _ in range(100)}
        await house.services.drain()
        assert left == list(reversed(range(100)))
        assert {code for _, code in closed} == {RESTARTING}
        assert (await house.services.readiness())["draining"] is True

    in_house(data, story, drain_seconds=0.4)


def test_a_resync_reaches_every_listener_once_and_spread_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Follower:
        def push(self, topic: str, data: bytes) -> None:
            heard.append((self, data))

    heard: list[tuple[Follower, bytes]] = []
    delays: list[float] = []

    async def story() -> None:
        hub, followers = Hub(), [Follower() for _ in range(50)]
        for follower in followers:
            for topic in ("lobby", "game:x", "user:1"):
                await hub.subscribe(topic, follower)
        loop: Any = asyncio.get_running_loop()
        later = loop.call_later

        def soon(delay: float, *work: Any) -> Any:
            delays.append(delay)
            return later(0, *work)

        monkeypatch.setattr(loop, "call_later", soon)
        monkeypatch.setattr("jungle.server.realtime.hub.RESYNCS_PER_SECOND", 5)
        hub.resync()
        await asyncio.sleep(0.01)
        assert sorted(map(id, followers)) == sorted(id(follower) for follower, _ in heard)
        assert {data for _, data in heard} == {RESYNC}

    asyncio.run(story())
    assert max(delays) <= 10
    assert max(delays) - min(delays) > 1


@needs("postgresql", "redis")
def test_more_connections_than_postgresql_allows_are_reported_at_the_start(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with (
        served(tmp_path / "one", *options, JUNGLE_POOL_SIZE="150") as one,
        served(tmp_path / "two", *options, JUNGLE_POOL_SIZE="150") as two,
    ):
        _, errors = two.stop()
        assert "2 servers with 150 connections each need 300, but PostgreSQL allows 197" in errors
        assert "JUNGLE_POOL_SIZE to at most 98" in errors
        assert Client(one).get("/readyz")["status"] == "ok"


@pytest.fixture
def workers(options: tuple[str, ...], tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[Any]]]:
    first = next(port for port in iter(free_port, 0) if _is_free(port + 1))
    words = ["--workers", "2", "--port", str(first), "--data", str(tmp_path), *options]
    values = {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_PASSWORD_MEMORY": "64", "JUNGLE_DRAIN_SECONDS": "0.5"}
    with (tmp_path / "errors").open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "jungle", "serve", *words],
            env=os.environ | values, stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
    ports = [_Port(first), _Port(first + 1)]
    try:
        for port in ports:
            wait_until(lambda port=port: _started(port), "the server")
        yield process, ports
    finally:
        process.terminate()
        try:
            process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


class _Port:
    """What a client needs of a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _started(port: Any) -> str:
    """When the server on a port was started; empty if it is not running."""
    try:
        text = Client(port).request("GET", "/metrics").text
    except OSError:
        return ""
    return str(re.findall(r"^process_start_time_seconds (\S+)$", text, re.MULTILINE)[0])


def _children(process: subprocess.Popen[str]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


@pytest.mark.slow
@needs("postgresql", "redis")
def test_workers_are_restarted_replaced_and_stopped(workers: tuple[subprocess.Popen[str], list[Any]]) -> None:
    process, (one, two) = workers
    blue, red = sign_up(one, "blue"), sign_up(two, "red")
    game = blue.challenge(Client(one, "red", red.token), days=1)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    before = [_started(port) for port in (one, two)]
    # One is killed: it comes back.
    os.kill(_children(process)[1], signal.SIGKILL)
    wait_until(lambda: (now := _started(two)) and now != before[1], "the second server to come back")
    before[1] = _started(two)
    # A reload replaces one after another: there is always one to play on.
    process.send_signal(signal.SIGHUP)
    wait_until(lambda: _all_new(before, one, two), "both servers to be replaced")
    assert Client(one, "blue", blue.token).get(f"/api/game/{game}")["moves"] == ["a3a4", "g7g6"]
    # If the parent is killed, its servers stop.
    children = _children(process)
    process.kill()
    process.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children), "the servers to stop")


def _all_new(before: list[str], *ports: Any) -> bool:
    now = [_started(port) for port in ports]
    assert any(now), "nobody could play"
    return all(now) and not set(now) & set(before)
