"""The server under load: real processes, real WebSocket clients that play legal moves.

The load generator runs in a process of its own. Each game has two connections; a client answers its opponent's
move with a legal one that was chosen before. Two questions are asked of one game, of fifty and of five hundred. How
much does the server carry: every client moves as soon as it may, and plies are counted. How long does a move take:
plies are due at fixed times, 2,000 per second over five hundred games, whatever the server does. The latency of each
is counted from the moment it was due to its acknowledgement. A server that falls behind cannot hide that by slowing
its clients down.
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
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from benchmarks import benchmark
from benchmarks._websocket import WebSocket, connect

T = TypeVar("T")

MANY = int(os.environ.get("JUNGLE_BENCH_GAMES", "500"))
SECONDS = float(os.environ.get("JUNGLE_BENCH_SECONDS", "10"))
OFFERED = {1: 20.0, 50: 200.0, MANY: float(os.environ.get("JUNGLE_BENCH_OFFERED", "2000"))}
"""Offered plies per second, over all games, when latencies are measured."""
RULES = "standard:quiet_limit=none"
"""The usual rules, without the limit at which random games would be drawn."""


@contextmanager
def running_server(
    *options: str, data: Path | None = None, patch: str = "", **environment: str
) -> Iterator[tuple[str, int]]:
    """Start a server, and return its address and process id. `patch` is code it runs first."""
    with tempfile.TemporaryDirectory() as folder:
        start = f"import sys; {patch}; from jungle.__main__ import main; sys.exit(main())"
        program = ["-c", start] if patch else ["-m", "jungle"]
        command = [sys.executable, *program, "serve", "--port", "0", "--data", str(data or folder), *options]
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


def start_game(url: str, blue: str, red: str, red_name: str, control: dict[str, Any]) -> str:
    terms = {"rules": RULES, "colour": "blue", **control}
    challenge = call(url, f"/api/challenge/{red_name}", terms, blue)["challenge"]["id"]
    return str(call(url, f"/api/challenge/{challenge}/accept", {}, red)["game"]["id"])


def prepared_moves(games: int, plies: int = 400) -> list[list[str]]:
    """Random legal games that do not end, generated before the clock starts so that the load generator is cheap."""
    from jungle import Game

    chosen, lines = random.Random(1), []
    for _ in range(games):
        game = Game(RULES)
        while len(game) < plies:
            game.play(chosen.choice(game.legal_moves()))
            if game.outcome() is not None:
                game.undo()
        lines.append([move.uci() for move in game.moves])
    return lines


class Table:
    """One game with both of its clients. A client moves once both have received the previous move."""

    terms: ClassVar[dict[str, Any]] = {"clock": {"limit": 3600, "increment": 10}}

    def __init__(self, urls: tuple[str, str], game_id: str, tokens: tuple[str, str], moves: list[str]) -> None:
        self.urls = urls
        self.id = game_id
        self.tokens = tokens
        self.moves = moves
        self.ply = 0
        self.latencies: list[float] = []
        self.until = self.pause = 0.0

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.sockets = [await self.connect(side) for side in range(2)]
        for side, socket in enumerate(self.sockets):
            watching: asyncio.Future[None] = self.loop.create_future()

            def heard(message: bytes, watching: asyncio.Future[None] = watching) -> None:
                if b'"type":"watching"' in message:
                    watching.set_result(None)

            socket.heard = heard
            socket.send(json.dumps({"type": "watch", "game": self.id, "version": 0}).encode())
            await watching
            socket.heard = partial(self._receive, side)
        await self.play(0.0, plies=2)  # Before the time for the first moves runs out.
        self.latencies.clear()

    async def connect(self, side: int) -> WebSocket:
        return await connect(self.urls[side], self.tokens[side])

    async def play(self, until: float, pause: float = 0.0, offset: float = 0.0, plies: int = 0) -> None:
        """Move until a given time or for this many plies: every `pause` seconds from `offset` on, or at full speed."""
        self.until, self.pause, self.over = until, pause, self.loop.create_future()
        self.last = self.ply + plies if plies else len(self.moves)
        self.due = time.perf_counter() + offset
        self._next()
        await self.over

    def _move(self) -> None:
        now = time.perf_counter()
        if self.ply == self.last or 0 < self.until < now:
            if not self.over.done():
                self.over.set_result(None)
            return
        if not self.pause:
            self.due = now
        self.awaited = 2
        self._send()

    def _send(self) -> None:
        ply = self.ply
        frame = b'{"type":"move","game":"%s","move":"%s","ply":%d,"id":%d}'
        self.sockets[ply % 2].send(frame % (self.id.encode(), self.moves[ply].encode(), ply, ply))

    def _receive(self, side: int, message: bytes) -> None:
        if b'"type":"ping"' in message:  # The server drops connections that are silent for long.
            self.sockets[side].send(b'{"type":"pong"}')
        else:
            self._hear(side, message)

    def _hear(self, side: int, message: bytes) -> None:
        is_mover = side == self.ply % 2
        if is_mover and b'"type":"ack"' in message:
            self.latencies.append(time.perf_counter() - self.due)
        elif is_mover or b'"type":"move"' not in message:
            if b'"type":"error"' in message and not self.over.done():
                self.over.set_exception(RuntimeError(message.decode()))
            return
        self.awaited -= 1
        if not self.awaited:
            self.ply += 1
            self.due += self.pause
            self._next()

    def _next(self) -> None:
        """Move when the next ply is due, or immediately if it is overdue."""
        rest = self.due - time.perf_counter()
        if rest > 0:
            self.loop.call_later(rest, self._move)
        else:
            self._move()

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


async def open_tables(
    urls: tuple[str, str], games: int, moves: list[list[str]], kind: type[Table] = Table
) -> list[Table]:
    """Started games with both clients connected: Blue to the first server, Red to the second."""
    names = [f"p{os.urandom(4).hex()}x{number}" for number in range(2 * min(games, 20))]
    # Off the event loop, so that connections that are already open are read.
    tokens = [await asyncio.to_thread(sign_up, urls[0], name) for name in names]
    few = asyncio.Semaphore(4)

    async def open_one(number: int) -> Table:
        blue = 2 * (number % (len(names) // 2))
        async with few:
            people = tokens[blue], tokens[blue + 1], names[blue + 1]
            game_id = await asyncio.to_thread(start_game, urls[0], *people, kind.terms)
            table = kind(urls, game_id, (tokens[blue], tokens[blue + 1]), moves[number % len(moves)])
            await table.open()
            return table

    return list(await asyncio.gather(*(open_one(number) for number in range(games))))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a load generator; with uvloop it leaves the server more of the machine."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # It is not available for Windows.
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)


def p99_ms(latencies: list[float]) -> float:
    return sorted(latencies)[int(len(latencies) * 0.99)] * 1000


class Run:
    """Let some tables play, and measure the cost for the server and for us."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.latencies: list[float] = []
        self.elapsed = self.worked = self.ours = self.until = 0.0

    async def play(self, tables: list[Table], pause: float = 0.0, apart: float = 0.0) -> None:
        """One ply every `pause` seconds at each table; the tables start `apart` seconds after one another."""
        started, worked, ours = time.perf_counter(), cpu_seconds(self.pid), time.process_time()
        self.until = started + SECONDS
        await asyncio.gather(*(table.play(self.until, pause, number * apart) for number, table in enumerate(tables)))
        self.elapsed += time.perf_counter() - started
        self.worked += cpu_seconds(self.pid) - worked
        self.ours += time.process_time() - ours
        for table in tables:
            self.latencies += table.latencies
            table.close()


async def _offered(url: str, pid: int, games: int, moves: list[list[str]]) -> dict[str, float]:
    """Plies due at fixed times: the latency from the due time, and how many were played."""
    measured, offered = Run(pid), OFFERED[games]
    await measured.play(await open_tables((url, url), games, moves), games / offered, 1 / offered)
    return {
        f"server_p99_ms_{games}": p99_ms(measured.latencies),
        f"server_offered_plies_per_s_{games}": offered,
        f"server_offered_plies_played_per_s_{games}": len(measured.latencies) / measured.elapsed,
        f"server_offered_cpu_share_{games}": measured.worked / measured.elapsed,
    }


async def _saturated(url: str, pid: int, games: int, moves: list[list[str]]) -> dict[str, float]:
    """At full speed: plies per second, their latency, and what a ply costs the server and us."""
    measured = Run(pid)
    while measured.elapsed < SECONDS / 2:
        await measured.play(await open_tables((url, url), games, moves))
    plies = len(measured.latencies)
    return {
        f"server_plies_per_s_{games}": plies / measured.elapsed,
        f"server_saturated_p99_ms_{games}": p99_ms(measured.latencies),
        f"server_cpu_us_per_ply_{games}": measured.worked / plies * 1e6,
        f"server_generator_us_per_ply_{games}": measured.ours / plies * 1e6,
    }


def _figures(games: int) -> dict[str, float]:
    moves = prepared_moves(min(games, 50))
    with running_server() as (url, pid):
        return run(_offered(url, pid, games, moves)) | run(_saturated(url, pid, games, moves))


@benchmark
def server_1_game() -> dict[str, float]:
    """One game: first at a fixed rate, then as fast as possible."""
    return _figures(1)


@benchmark
def server_50_games() -> dict[str, float]:
    """The same with fifty games at once."""
    return _figures(50)


@benchmark
def server_500_games() -> dict[str, float]:
    """Five hundred games: first with 2,000 plies per second offered (`server_p99_ms`), then as fast as they go
    (`server_plies_per_s`)."""
    figures = _figures(MANY)
    return {name: figures[f"{name}_{MANY}"] for name in ("server_plies_per_s", "server_p99_ms")} | figures


@benchmark
def server_login() -> dict[str, float]:
    """Logins per second, eight at a time."""
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
    """The server's memory per idle connection, in kilobytes."""

    async def open_many(url: str, pid: int, count: int) -> float:
        token = await asyncio.to_thread(sign_up, url, "idler")
        sockets = [await connect(url, token)]
        before = resident(pid)
        sockets += [await connect(url, token) for _ in range(count)]
        cost = (resident(pid) - before) / count
        for socket in sockets:
            socket.close()
        return cost

    with running_server() as (url, pid):
        return {"server_kb_per_idle_connection": run(open_many(url, pid, 1000))}


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise RuntimeError("no VmRSS")
