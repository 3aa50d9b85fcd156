"""The server under load: real processes, real WebSocket clients that play legal moves.

The load generator runs beside the server. Each game has two connections; a client answers its opponent's move with a
random legal one, and the time from sending a move to its acknowledgement is what is measured.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import benchmark

SECONDS = float(os.environ.get("JUNGLE_BENCH_SECONDS", "10"))
PLIES_A_SECOND = 2500
"""What the clients aim at together when there are many games; few games play as fast as they can."""


@contextmanager
def running_server(**environment: str) -> Iterator[tuple[str, int]]:
    """A server of its own: its address and process id."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "jungle", "serve", "--port", "0", "--data", folder]
        values = {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_LOG_LEVEL": "warning"}
        with subprocess.Popen(
            command, env=os.environ | values | environment, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            url = process.stdout.readline().split()[-1]
            try:
                yield url, process.pid
            finally:
                process.terminate()
                process.wait()


def call(url: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body or {}).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers)) as answer:
        return json.load(answer)


def sign_up(url: str, name: str) -> str:
    call(url, "/api/signup", {"name": name, "password": "secret-of-mine"})
    return str(call(url, "/api/token", {"name": name, "password": "secret-of-mine"})["token"])


def start_game(url: str, blue: str, red: str, red_name: str) -> str:
    terms = {"clock": {"limit": 3600, "increment": 10}, "colour": "blue"}
    challenge = call(url, f"/api/challenge/{red_name}", terms, blue)["challenge"]["id"]
    return str(call(url, f"/api/challenge/{challenge}/accept", {}, red)["game"]["id"])


def prepared_moves(games: int, plies: int = 400) -> list[list[str]]:
    """Random legal games, made before the clock starts, so that the generator costs little while it runs."""
    from jungle import Game

    chosen, lines = random.Random(1), []
    while len(lines) < games:
        game = Game("standard:quiet_limit=none,repetition=chase")
        while len(game) < plies and game.outcome() is None:
            game.play(chosen.choice(game.legal_moves()))
        lines.append([move.uci() for move in game.moves])
    return lines


class Table:
    """One game with both of its clients."""

    def __init__(self, url: str, game_id: str, tokens: tuple[str, str], moves: list[str]) -> None:
        self.address = url.replace("http", "ws") + "/api/live"
        self.id = game_id
        self.tokens = tokens
        self.moves = moves
        self.latencies: list[float] = []

    async def open(self) -> None:
        from websockets.asyncio.client import connect

        self.sockets = []
        for token in self.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            options: Any = {"compression": None, "ping_interval": None, "open_timeout": 60, "max_queue": None}
            socket = await connect(self.address, additional_headers=headers, **options)
            await socket.send(json.dumps({"type": "watch", "game": self.id, "version": 0}))
            await self._hear(socket, "watching")
            self.sockets.append(socket)

        for ply in range(2):  # Before the time for the first moves is over.
            await self._move(ply)

    async def _move(self, ply: int) -> float:
        mover, other = self.sockets[ply % 2], self.sockets[1 - ply % 2]
        started = time.perf_counter()
        frame = {"type": "move", "game": self.id, "move": self.moves[ply], "ply": ply, "id": ply}
        await mover.send(json.dumps(frame))
        await self._hear(mover, "ack")
        elapsed = time.perf_counter() - started
        await self._hear(other, "move")
        return elapsed

    async def play(self, until: float, pause: float) -> None:
        await asyncio.sleep(random.random() * pause)
        for ply in range(2, len(self.moves)):
            started = time.perf_counter()
            if started > until:
                break
            self.latencies.append(await self._move(ply))
            if (rest := started + pause - time.perf_counter()) > 0:
                await asyncio.sleep(rest)

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()

    async def _hear(self, socket: Any, kind: str) -> None:
        while True:
            frame = await socket.recv()
            if f'"type":"{kind}"' in frame:
                return
            if '"type":"error"' in frame:
                raise RuntimeError(frame)


async def _play_all(tables: list[Table], seconds: float, pause: float, pid: int) -> tuple[float, float]:
    """The seconds that all games took, and those that the server was at work."""
    started, worked = time.perf_counter(), _cpu_seconds(pid)
    await asyncio.gather(*(table.play(started + seconds, pause) for table in tables))
    elapsed, worked = time.perf_counter() - started, _cpu_seconds(pid) - worked
    await asyncio.gather(*(table.close() for table in tables))
    return elapsed, worked


def measure(url: str, pid: int, games: int, seconds: float) -> dict[str, float]:
    """Plies a second, the 99th percentile of the latency, and what a ply costs the server."""
    return asyncio.run(_measure(url, pid, games, seconds))


async def _measure(url: str, pid: int, games: int, seconds: float) -> dict[str, float]:
    names = [f"p{games}x{number}" for number in range(2 * min(games, 20))]
    # Off the event loop, so that connections that are already open answer the server's pings.
    tokens = [await asyncio.to_thread(sign_up, url, name) for name in names]
    lines = prepared_moves(min(games, 50))
    tables = []
    for number in range(games):
        one = 2 * (number % (len(names) // 2))
        game_id = await asyncio.to_thread(start_game, url, tokens[one], tokens[one + 1], names[one + 1])
        tables.append(Table(url, game_id, (tokens[one], tokens[one + 1]), lines[number % len(lines)]))
        await tables[-1].open()
    pause = 0.0 if games < 100 else games / PLIES_A_SECOND
    elapsed, worked = await _play_all(tables, seconds, pause, pid)
    latencies = sorted(latency for table in tables for latency in table.latencies)
    return {
        f"server_plies_per_s_{games}": len(latencies) / elapsed,
        f"server_p99_ms_{games}": latencies[int(len(latencies) * 0.99)] * 1000,
        f"server_cpu_us_per_ply_{games}": worked / len(latencies) * 1e6,
    }


def _figures(games: int) -> dict[str, float]:
    with running_server() as (url, pid):
        return measure(url, pid, games, SECONDS)


@benchmark
def server_1_game() -> dict[str, float]:
    """One game, as fast as it goes."""
    return _figures(1)


@benchmark
def server_50_games() -> dict[str, float]:
    """Fifty games at once, as fast as they go."""
    return _figures(50)


@benchmark
def server_500_games() -> dict[str, float]:
    """Five hundred games at once."""
    figures = _figures(500)
    return figures | {
        "server_plies_per_s": figures["server_plies_per_s_500"],
        "server_p99_ms": figures["server_p99_ms_500"],
    }


@benchmark
def server_login() -> dict[str, float]:
    """Logins a second, eight at a time."""
    from concurrent.futures import ThreadPoolExecutor

    with running_server() as (url, _):
        sign_up(url, "somebody")
        body = {"name": "somebody", "password": "secret-of-mine"}
        with ThreadPoolExecutor(8) as threads:
            started = time.perf_counter()
            count = len(list(threads.map(lambda _: call(url, "/api/login", body), range(100))))
        return {"server_login_per_s": count / (time.perf_counter() - started)}


@benchmark
def server_idle_connection() -> dict[str, float]:
    """What an idle connection costs the server, in kilobytes."""

    async def open_many(url: str, pid: int, count: int) -> float:
        from websockets.asyncio.client import connect

        address = url.replace("http", "ws") + "/api/live"
        first = await connect(address, compression=None)
        before = _resident(pid)
        sockets = [await connect(address, compression=None) for _ in range(count)]
        cost = (_resident(pid) - before) / count
        for socket in [first, *sockets]:
            await socket.close()
        return cost

    with running_server() as (url, pid):
        return {"server_kb_per_idle_connection": asyncio.run(open_many(url, pid, 1000))}


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise RuntimeError("no VmRSS")
