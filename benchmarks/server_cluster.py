"""Two servers on one PostgreSQL and one Redis. One server is killed and restarted while games are played.

Blue plays on one server and Red on the other; a spectator follows each game on the server that stays.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import benchmark
from benchmarks._websocket import WebSocket, connect
from benchmarks.server import SECONDS, Table, cpu_seconds, open_tables, prepared_moves, run

GAMES = int(os.environ.get("JUNGLE_BENCH_CLUSTER_GAMES", "100"))
PATIENCE = 60.0
"""How many seconds all clients may take to receive everything."""
RETRY_SECONDS = 0.1


class LastingTable(Table):
    """A table whose clients reconnect: they fetch what they missed, and resend what was not acknowledged."""

    async def open(self) -> None:
        self.seen = [0, 0, 0]
        self.acknowledged = 0
        self.returns: set[asyncio.Task[None]] = set()
        self.is_closed = False
        await super().open()
        watcher = await connect(self.urls[0], self.tokens[0])
        self.sockets.append(watcher)
        self._settle(2, watcher)

    def close(self) -> None:
        self.is_closed = True
        for task in self.returns:
            task.cancel()
        super().close()

    def _settle(self, side: int, socket: WebSocket) -> None:
        self.sockets[side] = socket
        socket.heard = partial(self._hear, side)
        socket.lost = partial(self._lose, side)
        self._watch(side)

    def _watch(self, side: int) -> None:
        frame = {"type": "watch", "game": self.id, "version": self.seen[side]}
        self.sockets[side].send(json.dumps(frame).encode())

    def _lose(self, side: int) -> None:
        if not self.is_closed:
            task = self.loop.create_task(self._return(side))
            self.returns.add(task)
            task.add_done_callback(self.returns.discard)

    async def _return(self, side: int) -> None:
        while True:
            try:
                socket = await connect(self.urls[side % 2], self.tokens[side % 2])
                break
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
        self._settle(side, socket)
        if side == self.ply % 2 and self.acknowledged == self.ply and not self.over.done():
            self._send()

    def _move(self) -> None:
        for side, socket in enumerate(self.sockets):
            socket.lost = partial(self._lose, side)
        super()._move()

    def _hear(self, side: int, message: bytes) -> None:
        if b'"type":"resync"' in message:
            self._watch(side)
        elif b'"type":"error"' in message:
            if not self.over.done():
                self.over.set_exception(RuntimeError(message.decode()))
        elif b'"type":"move"' in message:
            version = json.loads(message)["version"]
            if version == self.seen[side] + 1:
                self.seen[side] = version
            elif version > self.seen[side]:
                self._watch(side)
            self._go_on()
        elif b'"type":"ack"' in message and json.loads(message)["ply"] == self.ply == self.acknowledged:
            self.acknowledged += 1
            self.latencies.append(time.perf_counter() - self.due)
            self._go_on()

    def _go_on(self) -> None:
        if self.acknowledged > self.ply and self.seen[1 - self.ply % 2] > self.ply:
            self.ply += 1
            self.due += self.pause
            self._next()

    async def settle(self) -> None:
        """Wait until both players and the spectator have received every move."""
        until = time.monotonic() + PATIENCE
        while min(self.seen) < self.acknowledged and time.monotonic() < until:
            await asyncio.sleep(0.02)


class Worker:
    """One of the servers, on a fixed port."""

    def __init__(self, folder: Path, port: int, options: list[str]) -> None:
        self.command = [sys.executable, "-m", "jungle", "serve", "--port", str(port), "--data", str(folder), *options]
        self.url = f"http://127.0.0.1:{port}"
        self.start()

    def start(self) -> None:
        values = {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_LOG_LEVEL": "error"}
        self.process = subprocess.Popen(self.command, env=os.environ | values, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()


def _moves_kept(url: str, game_id: str) -> list[str]:
    with urllib.request.urlopen(f"{url}/api/game/{game_id}") as answer:
        return list(json.load(answer)["moves"])


async def _measure(one: Worker, two: Worker) -> dict[str, float]:
    urls = (one.url, two.url)
    opened: Any = await open_tables(urls, GAMES, prepared_moves(min(GAMES, 50)), LastingTable)
    tables: list[LastingTable] = opened
    pids = one.process.pid, two.process.pid
    started, worked = time.perf_counter(), sum(map(cpu_seconds, pids))
    await asyncio.gather(*(table.play(started + SECONDS) for table in tables))
    elapsed, worked = time.perf_counter() - started, sum(map(cpu_seconds, pids)) - worked
    latencies = sorted(latency for table in tables for latency in table.latencies)

    playing = asyncio.gather(*(table.play(time.perf_counter() + SECONDS) for table in tables))
    await asyncio.sleep(SECONDS / 3)
    await asyncio.to_thread(two.stop, signal.SIGKILL)
    killed = time.perf_counter()
    await asyncio.to_thread(two.start)
    away = time.perf_counter() - killed
    await asyncio.wait_for(playing, SECONDS + PATIENCE)
    await asyncio.gather(*(table.settle() for table in tables))

    kept = [await asyncio.to_thread(_moves_kept, one.url, table.id) for table in tables]
    lost = sum(max(table.acknowledged - len(moves), 0) for table, moves in zip(tables, kept, strict=True))
    wrong = sum(table.moves[: table.acknowledged] != moves for table, moves in zip(tables, kept, strict=True))
    unseen = sum(table.acknowledged - table.seen[2] for table in tables)
    for table in tables:
        table.close()
    return {
        "server_cluster_games": GAMES,
        "server_cluster_plies_per_s": len(latencies) / elapsed,
        "server_cluster_p99_ms": latencies[int(len(latencies) * 0.99)] * 1000,
        "server_cluster_cpu_us_per_ply": worked / len(latencies) * 1e6,
        "server_cluster_restart_s": away,
        "server_cluster_plies": sum(table.acknowledged for table in tables),
        "server_cluster_plies_lost": lost,
        "server_cluster_games_not_as_acknowledged": wrong,
        "server_cluster_plies_unseen_by_spectators": unseen,
    }


@benchmark
def server_cluster() -> dict[str, float]:
    """PostgreSQL, Redis and two servers, one of which is killed midway; skipped if they are not installed."""
    from tests.server.harness.processes import free_port, postgres, redis_server
    from tools.system_packages import PARTS

    if not (PARTS["postgresql"].is_there() and PARTS["redis"].is_there()):
        return {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "parts")
        folder.mkdir()
        with postgres() as database, redis_server(folder) as redis:
            options = ["--database", database, "--redis", redis]
            workers = [Worker(folder / part, free_port(), options) for part in ("one", "two")]
            try:
                return run(_measure(*workers))
            finally:
                for worker in workers:
                    worker.stop()
