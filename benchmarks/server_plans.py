"""What conditional moves and notifications cost: five hundred games, a tenth of them by correspondence.

With a plan, one player of such a game enters twenty plies at once, and the server answers each move of the other. With
subscriptions, a thousand devices of other players are subscribed; with notifications, one of each player is among them,
so that every turn of a correspondence game is a notification.
"""

import asyncio
import json
import os
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any, ClassVar

from benchmarks import benchmark
from benchmarks.server import MANY, Run, Table, open_tables, prepared_moves, run, running_server

PLANNED = 20
"""The plies of a plan."""
SHARE = 10
"""Every tenth game is played by correspondence."""
SUBSCRIPTIONS = 1000
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""Some browser's public key."""
AUTH = "A" * 22
ROUNDS = 2


class CorrespondenceTable(Table):
    """A game without a clock that ticks."""

    terms: ClassVar[dict[str, Any]] = {"days": 3}


class PlannedTable(CorrespondenceTable):
    """A game in which Red plans all of its moves."""

    planned = 0

    def _send(self) -> None:
        if self.planned:
            super()._send()
            return
        line = self.moves[self.ply : self.ply + PLANNED]
        self.planned = len(line) // 2
        self.sockets[1].send(json.dumps({"type": "plan", "game": self.id, "lines": [line], "id": "plan"}).encode())

    def _hear(self, side: int, message: bytes) -> None:
        if side and b'"id":"plan"' in message:
            if b'"error"' in message:
                self.over.set_exception(RuntimeError(message.decode()))
            else:
                super()._send()
        elif b'"type":"ack"' in message:
            self.latencies.append(time.perf_counter() - self.due)
        elif b'"type":"move"' in message and b'"ply":%d,' % (self.ply + 1) in message:
            self.awaited -= 1
            if not self.awaited:
                self.ply += 2
                self.planned -= 1
                self._next()


async def _accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one request as a push service does."""
    head = await reader.readuntil(b"\r\n\r\n")
    (length,) = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    await reader.readexactly(int(length))
    writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await writer.drain()
    writer.close()


def _subscribe(data: Path, port: int, *, with_players: bool) -> None:
    """Subscribe a thousand devices. Signing up that many people would take minutes."""
    now = int(time.time() * 1000)
    with sqlite3.connect(data / "server.sqlite", timeout=60) as connection:
        players = connection.execute("SELECT id FROM users WHERE kind = 'person'").fetchall() if with_players else []
        known = [row[0] for row in players]
        others = range(10**6, 10**6 + SUBSCRIPTIONS - len(known))
        connection.executemany(
            "INSERT INTO users (id, name, key, kind, created, seen) VALUES (?, ?, ?, 'person', ?, ?)",
            [(number, f"other{number}", f"other{number}", now, now) for number in others],
        )
        people = [*known, *others]
        connection.executemany(
            "INSERT INTO sessions (digest, user_id, agent, created, expires) VALUES (?, ?, '', ?, ?)",
            [(f"device{number}", number, now, 2 * now) for number in people],
        )
        connection.executemany(
            "INSERT INTO subscriptions (session, user_id, endpoint, p256dh, auth, language, zone, created)"
            " VALUES (?, ?, ?, ?, ?, 'en', 'UTC', ?)",
            [(f"device{each}", each, f"http://127.0.0.1:{port}/{each}", P256DH, AUTH, now) for each in people],
        )
    connection.close()


async def _cost(kind: type[Table], moves: list[list[str]], *, devices: str = "") -> float:
    """Microseconds of processor time per ply, at full speed."""
    slow = MANY // SHARE
    service = await asyncio.start_server(_accept, "127.0.0.1", 0)
    port = service.sockets[0].getsockname()[1]
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(data=Path(folder), JUNGLE_PUSH_TO_PRIVATE="1") as (url, pid),
    ):
        tables = await open_tables((url, url), MANY - slow, moves) + await open_tables((url, url), slow, moves, kind)
        if devices:
            _subscribe(Path(folder), port, with_players=devices == "players")
        before, measured = sum(table.ply for table in tables), Run(pid)
        await measured.play(tables)
    service.close()
    return measured.worked / (sum(table.ply for table in tables) - before) * 1e6


@benchmark
def server_plans() -> dict[str, float]:
    """Processor time per ply of five hundred games, a tenth of them by correspondence: without plans, with plans, with
    plans and a thousand push subscriptions, and with notifications of every turn, in turns."""
    moves = prepared_moves(50)
    ways = {
        "without": (CorrespondenceTable, ""),
        "with_plans": (PlannedTable, ""),
        "with_subscriptions": (PlannedTable, "others"),
        "with_notifications": (PlannedTable, "players"),
    }
    found: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(int(os.environ.get("JUNGLE_BENCH_ROUNDS", ROUNDS))):
        for way, (kind, devices) in ways.items():
            found[way].append(run(_cost(kind, moves, devices=devices)))
    costs = {way: sum(each) / len(each) for way, each in found.items()}
    ratios = {f"server_plans_ratio_{way}": cost / costs["without"] for way, cost in costs.items()}
    return {f"server_plans_us_per_ply_{way}": cost for way, cost in costs.items()} | ratios
