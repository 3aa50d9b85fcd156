"""A lesson on a busy server: thirty pupils join at once and play a round while five hundred live games run.

The live games play on at a fixed rate while the class joins, connects and plays. The latency of each of their plies is
measured as in `benchmarks.server`, so the figure shows how much the lesson delays everybody else.
"""

import asyncio
import json
import os
import time
from typing import Any
from urllib.parse import urlsplit

from benchmarks import benchmark
from benchmarks._websocket import WebSocket, connect
from benchmarks.server import (
    MANY,
    RULES,
    Run,
    Table,
    open_tables,
    p99_ms,
    prepared_moves,
    run,
    running_server,
    sign_up,
)

PUPILS = int(os.environ.get("JUNGLE_BENCH_PUPILS", "30"))
RATE = float(os.environ.get("JUNGLE_BENCH_CLASS_OFFERED", "500"))
"""Plies per second that are due in the live games: one per second in each."""
PACE = 0.5
"""Seconds between two plies of a pupils' game."""


async def ask(url: str, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """The answer to a request of a page, and the session that it begins. Threads would delay what is measured here."""
    address, content = urlsplit(url), json.dumps(body).encode()
    assert address.hostname is not None
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    lines = [f"POST {path} HTTP/1.1", f"Host: {address.netloc}", "Connection: close", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(content)}", *([f"Cookie: {cookie}"] if cookie else [])]
    writer.write("\r\n".join((*lines, "", "")).encode() + content)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    status, *fields = head.decode().split("\r\n")
    if " 20" not in status:
        raise RuntimeError(f"{path}: {status} {answer.decode()}")
    started = [field.partition(": ")[2].partition(";")[0] for field in fields if field.lower().startswith("set-cookie")]
    return json.loads(answer), next((each for each in started if each.startswith("jungle=")), "")


class PupilsTable(Table):
    """A game of two pupils, who are logged in by cookie."""

    async def connect(self, side: int) -> WebSocket:
        return await connect(self.urls[side], cookie=self.tokens[side])


class Lesson:
    """A class that joins and plays, and how long that took."""

    def __init__(self, url: str, moves: list[list[str]]) -> None:
        self.url = url
        self.moves = moves
        self.joins: list[float] = []
        self.latencies: list[float] = []
        self.round_seconds = self.joined_seconds = 0.0

    async def prepare(self) -> None:
        """Open a class."""
        await asyncio.to_thread(sign_up, self.url, "teacher")
        _, self.teacher = await ask(self.url, "/api/login", {"name": "teacher", "password": "secret-of-mine"})
        made, _ = await ask(self.url, "/api/class", {"name": "Year 2"}, self.teacher)
        self.id, self.code = made["class"]["id"], made["class"]["code"]

    async def _join(self) -> tuple[str, str, WebSocket]:
        """A pupil's name, session and connection, which follows the class."""
        started = time.perf_counter()
        answer, cookie = await ask(self.url, "/api/class/join", {"code": self.code})
        self.joins.append(time.perf_counter() - started)
        socket = await connect(self.url, cookie=cookie)
        following: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(message: bytes) -> None:
            if b'"what":"state"' in message and not following.done():
                following.set_result(None)

        socket.heard = heard
        socket.send(json.dumps({"type": "class", "class": self.id}).encode())
        await following
        return answer["name"], cookie, socket

    async def hold(self, until: float) -> None:
        """Everybody joins, and plays until then."""
        started = time.perf_counter()
        joined = await asyncio.gather(*(self._join() for _ in range(PUPILS)))
        self.joined_seconds = time.perf_counter() - started
        cookies = {name: cookie for name, cookie, _ in joined}
        order = {"by": "random", "rules": RULES, "clock": {"limit": 3600, "increment": 10}}
        started = time.perf_counter()
        begun, _ = await ask(self.url, f"/api/class/{self.id}/round", order, self.teacher)
        self.round_seconds = time.perf_counter() - started
        tables = []
        for number, game in enumerate(begun["games"]):
            seats = tuple(cookies[game["players"][colour]["name"]] for colour in ("blue", "red"))
            urls = (self.url, self.url)
            tables.append(PupilsTable(urls, game["id"], (seats[0], seats[1]), self.moves[number % len(self.moves)]))
        await asyncio.gather(*(table.open() for table in tables))
        await asyncio.gather(*(table.play(until, PACE) for table in tables))
        for table in tables:
            self.latencies += table.latencies
            table.close()
        for _, _, socket in joined:
            socket.close()


async def _beside_live_games(url: str, pid: int, moves: list[list[str]]) -> dict[str, float]:
    lesson, measured = Lesson(url, moves), Run(pid)
    await lesson.prepare()
    tables = await open_tables((url, url), MANY, moves)
    playing = asyncio.create_task(measured.play(tables, MANY / RATE, 1 / RATE))
    await asyncio.sleep(1)  # The live games go on by then.
    await lesson.hold(measured.until)
    await playing
    return {
        "server_class_p99_ms": p99_ms(measured.latencies),
        "server_class_pupils_p99_ms": p99_ms(lesson.latencies),
        "server_class_join_ms_slowest": max(lesson.joins) * 1000,
        "server_class_joined_s": lesson.joined_seconds,
        "server_class_round_ms": lesson.round_seconds * 1000,
        "server_class_offered_plies_played_per_s": len(measured.latencies) / measured.elapsed,
        "server_class_cpu_share": measured.worked / measured.elapsed,
    }


@benchmark
def server_class() -> dict[str, float]:
    """Thirty pupils join at once while five hundred live games run: the latency of a live game's ply."""
    moves = prepared_moves(50)
    with running_server() as (url, pid):
        return run(_beside_live_games(url, pid, moves))
