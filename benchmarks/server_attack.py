"""How an honest player fares while somebody else attacks: the 99th percentile of a ping, in milliseconds.

Each attack runs for `JUNGLE_BENCH_SECONDS` (here at most 5) against a server with its usual limits, from an address of
its own; before it, the same is measured in peace. To compare with an earlier build, run this file's functions there.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

from benchmarks import benchmark
from benchmarks._websocket import connect
from benchmarks.server import SECONDS, call, running_server

PINGS_PER_SECOND = 50
ATTACKERS = 20
Attack = Callable[[str, str], Coroutine[Any, Any, None]]


async def _request(url: str, path: str, address: str, method: str = "GET", body: bytes = b"") -> int:
    """One request as a proxy would pass it on: its status, 0 if the server hung up."""
    parts = urlsplit(url)
    try:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except OSError:
        return 0
    head = f"{method} {path} HTTP/1.1\r\nhost: {parts.netloc}\r\nx-forwarded-for: {address}\r\nconnection: close\r\n"
    head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    try:
        writer.write(head.encode() + body)
        answer = await reader.read()
        return int(answer[9:12] or b"0")
    except (OSError, ValueError):
        return 0
    finally:
        writer.close()


async def _again_and_again(one: Callable[[int], Awaitable[object]]) -> None:
    """The same from many clients, each as fast as it is answered."""

    async def client(number: int) -> None:
        while True:
            await one(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(client(number) for number in range(ATTACKERS)))


async def new_rules(url: str, token: str) -> None:
    """Rules that nobody has asked for before."""
    count = iter(range(1, 10**9))
    await _again_and_again(
        lambda _: _request(url, f"/api/rules/compiled?rules=standard:quiet_limit={next(count)}", "10.0.0.1")
    )


async def records(url: str, token: str) -> None:
    """All games of somebody who has many."""
    await _again_and_again(lambda _: _request(url, "/api/games/user/veteran?limit=10000", "10.0.0.1"))


async def logins(url: str, token: str) -> None:
    """Passwords tried from many addresses."""
    body = json.dumps({"name": "veteran", "password": "a wrong one"}).encode()
    count = iter(range(10**9))

    def one(_: int) -> Awaitable[object]:
        number = next(count) % 240
        return _request(url, "/api/login", f"10.1.{number}.1", "POST", body)

    await _again_and_again(one)


async def zero_bytes(url: str, token: str) -> None:
    """Frames that no database stores."""

    async def one(number: int) -> None:
        # A connection may send no more than its limit, and is dropped if it sends much more.
        attacker = await connect(url, token)
        frames = ({"game": "\0"}, {"game": "x", "ply": -3_000_000_000}, {"game": "x", "version": -(10**23)})
        for frame in frames * 15:
            attacker.send(json.dumps({"type": "watch", **frame}).encode())
        await asyncio.sleep(0.5)
        attacker.close()

    await _again_and_again(one)


async def half_requests(url: str, token: str) -> None:
    """Connections on which a request never comes to an end."""
    parts = urlsplit(url)
    opened: list[socket.socket] = []
    with contextlib.suppress(OSError):
        for _ in range(800):
            opened.append(socket.create_connection((parts.hostname or "", parts.port or 0)))
            opened[-1].sendall(b"GET / HTTP/1.1\r\nhost: x")
            await asyncio.sleep(0)
    try:
        await asyncio.sleep(3600)
    finally:
        for each in opened:
            each.close()


async def endless_head(url: str, token: str) -> None:
    """Headers without end."""
    parts = urlsplit(url)

    async def one(number: int) -> None:
        _, writer = await asyncio.open_connection(parts.hostname, parts.port)
        with contextlib.suppress(OSError):
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nz: ")
            for _ in range(1000):
                writer.write(b"y" * 65536)
                await writer.drain()
        writer.close()

    await _again_and_again(one)


ATTACKS: tuple[Attack, ...] = (new_rules, records, logins, zero_bytes, half_requests, endless_head)


async def _pings(url: str, token: str, seconds: float) -> list[float]:
    """How long each ping of a player took, in milliseconds; each is due at a fixed time."""
    player = await connect(url, token)
    sent: dict[str, float] = {}
    taken: list[float] = []

    def heard(message: bytes) -> None:
        frame: Any = json.loads(message)
        if frame["type"] == "pong" and frame["id"] in sent:
            taken.append((time.perf_counter() - sent.pop(frame["id"])) * 1000)

    player.heard = heard
    started = time.perf_counter()
    for number in range(int(seconds * PINGS_PER_SECOND)):
        due = started + number / PINGS_PER_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sent[str(number)] = due
        # Ten of one connection at a time, so that the limit on frames is not what is measured.
        player.send(json.dumps({"type": "ping", "id": str(number)}).encode())
        if number % 40 == 39:
            while sent and time.perf_counter() - due < 10:
                await asyncio.sleep(0.001)
            player.close()
            player = await connect(url, token)
            player.heard = heard
    while sent and time.perf_counter() - started < seconds + 10:
        await asyncio.sleep(0.01)
    now = time.perf_counter()
    player.close()
    return taken + [(now - due) * 1000 for due in sent.values()]


def _p99(taken: list[float]) -> float:
    return round(sorted(taken)[int(len(taken) * 0.99)], 1)


def _measure(url: str, attacker: str, player: str, attack: Attack | None) -> float:
    """The attack comes from a process of its own, so that it does not hold up the one that measures."""
    if attack is None:
        return _p99(asyncio.run(_pings(url, player, min(SECONDS, 5.0))))
    process = multiprocessing.get_context("spawn").Process(target=_run, args=(attack.__name__, url, attacker))
    process.start()
    try:
        time.sleep(2)
        return _p99(asyncio.run(_pings(url, player, min(SECONDS, 5.0))))
    finally:
        process.kill()
        process.join()


def _run(name: str, url: str, token: str) -> None:
    asyncio.run(globals()[name](url, token))


@benchmark
def attacks() -> dict[str, float]:
    """Ping p99 in peace and under each attack."""
    figures: dict[str, float] = {}
    limits = os.environ.get("JUNGLE_BENCH_LIMITS", "1")
    for attack in (None, *ATTACKS):
        with running_server(JUNGLE_RATE_LIMITS=limits, JUNGLE_LOG_LEVEL="critical") as (url, _):
            attacker, player = _filled(url)
            name = "peace" if attack is None else attack.__name__
            figures[f"server_attack_ping_p99_ms_{name}"] = _measure(url, attacker, player, attack)
    return figures


def _filled(url: str) -> tuple[str, str]:
    """Play some games; returns the tokens of somebody who attacks and of an honest player."""
    tokens = []
    for name in ("veteran", "honest"):
        call(url, "/api/signup", {"name": name, "password": "correct horse"})
        tokens.append(call(url, "/api/token", {"name": name, "password": "correct horse"})["token"])
    for _ in range(40):
        made = call(url, "/api/challenge/honest", {"days": 1, "colour": "blue"}, tokens[0])["challenge"]["id"]
        game = call(url, f"/api/challenge/{made}/accept", None, tokens[1])["game"]["id"]
        for ply, move in enumerate(("a3a4", "g7g6", "a4a5", "g6g5")):
            call(url, f"/api/board/game/{game}/move/{move}", None, tokens[ply % 2])
    return tokens[0], tokens[1]
