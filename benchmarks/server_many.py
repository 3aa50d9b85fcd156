"""The cost of a ply while many games are live, with SQLite and with PostgreSQL and Redis.

The games are written straight into a new database, sixty plies long. Each connection follows twenty of them, as its
player; the same number of plies per second is offered however many games there are, so that only their number differs.
Costs are processor time per ply, which a busy machine changes less than it changes latencies.
"""

import asyncio
import json
import os
import random
import secrets
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from benchmarks import benchmark
from benchmarks._websocket import WebSocket, connect
from benchmarks.server import cpu_seconds, prepared_moves, resident, run, running_server
from jungle.board_game import BoardGame
from jungle.server.game.deadlines import INSERT as INSERT_DEADLINE
from jungle.server.game.rows import GameRow, Seat
from jungle.server.game.transaction import CachedGame, GameTransaction, replayed
from jungle.server.identity.sessions import digest_of
from jungle.server.storage.database import SqliteDatabase
from jungle.server.storage.database import connect as connect_database
from jungle.server.storage.migrate import migrate
from jungle.server.storage.schema import games, tokens, users

FEW, MANY = 500, 20_000
ON_POSTGRES = os.environ.get("JUNGLE_BENCH_MANY_GAMES", "100,500,5000,20000")
"""How many games are live in the measurements with PostgreSQL."""
SECONDS = float(os.environ.get("JUNGLE_BENCH_MANY_SECONDS", "20"))
OFFERED = float(os.environ.get("JUNGLE_BENCH_MANY_OFFERED", "500"))
"""Plies per second, over all games."""
AT_ONCE = 64
"""Games that play at the same time while all of them are brought into memory."""
PLAYED, SHARED = 60, 20
"""The plies of each game before the measurement, and how many games two players share."""
IS_FOLLOWED = os.environ.get("JUNGLE_BENCH_MANY_FOLLOWED", "1") == "1"
"""Whether both players follow their games. Without, a ply is over with its ack, and there are as many connections for
many games as for few, whose pings would otherwise count as a cost of plies."""
ROUNDS = 2
"""How often each measurement is repeated on the same server."""


def _fill(count: int, lines: list[list[str]]) -> Callable[[sa.Connection], list[tuple[str, str, str]]]:
    """Write players and games. Returns the id of each game and the tokens of its players."""
    now = int(time.time() * 1000)
    shared = SHARED if IS_FOLLOWED else SHARED * max(1, count // FEW)
    pairs = -(-count // shared)
    secrets_of = [secrets.token_hex(16) for _ in range(2 * pairs)]

    def work(connection: sa.Connection) -> list[tuple[str, str, str]]:
        person = {"kind": "person", "created": now, "seen": now}
        people = [{**person, "id": n + 1, "name": f"p{n}", "key": f"p{n}"} for n in range(2 * pairs)]
        connection.execute(sa.insert(users), people)
        scope = {"scopes": "board:play", "purpose": "api", "created": now}
        keys = [{**scope, "digest": digest_of(secret), "user_id": n + 1} for n, secret in enumerate(secrets_of)]
        connection.execute(sa.insert(tokens), keys)
        rows, found = [], []
        replays: dict[str, BoardGame] = {}
        for number in range(count):
            pair, moves = number // shared, lines[number % len(lines)][:PLAYED]
            row = GameRow(
                id=f"g{number:07}",
                number=number + 1,
                kind="jungle",
                rules="standard:quiet_limit=none",
                fen=None,
                seed=1,
                seats=(Seat(2 * pair + 1, 3_600_000), Seat(2 * pair + 2, 3_600_000)),
                speed="rapid",
                rating_kind="rapid",
                rated=False,
                clock_limit=3_600_000,
                increment=10_000,
                days=None,
                created=now,
                version=PLAYED,
                ply=PLAYED,
                moves=" ".join(moves),
            )
            if row.moves not in replays:
                replays[row.moves] = replayed(row)
            transaction = GameTransaction(connection, CachedGame(row, replays[row.moves]), now)
            transaction.begin_turn()
            rows.append(transaction.row.columns())
            found.append((row.id, secrets_of[2 * pair], secrets_of[2 * pair + 1]))
        connection.execute(sa.insert(games), rows)
        INSERT_DEADLINE.run_many(connection, [(row["id"], now) for row in rows])
        return found

    return work


async def _filled(database_url: str, data: Path, count: int, lines: list[list[str]]) -> list[tuple[str, str, str]]:
    database = connect_database(database_url, data)
    await migrate(database)
    if isinstance(database, SqliteDatabase):
        await database.open()
    try:
        return await database.write(_fill(count, lines))
    finally:
        await database.close()


class Game:
    """One game, which both of its players' connections follow."""

    def __init__(self, game_id: str, moves: list[str], sockets: tuple["Player", "Player"]) -> None:
        self.id = game_id.encode()
        self.moves = moves
        self.sockets = sockets
        self.ply = PLAYED
        self.waiting = 0
        self.sent_at = 0.0
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] | None = None

    def move(self) -> "asyncio.Future[None]":
        """Play one ply. The result is there once the mover has its ack and the opponent the move."""
        self.done = asyncio.get_running_loop().create_future()
        self.waiting, self.sent_at = 2 if IS_FOLLOWED else 1, time.perf_counter()
        frame = b'{"type":"move","game":"%s","move":"%s","ply":%d,"id":%d}'
        self.sockets[self.ply % 2].socket.send(frame % (self.id, self.moves[self.ply].encode(), self.ply, self.ply))
        return self.done

    def hear(self, is_ack: bool) -> None:
        if self.done is None:
            return
        if is_ack:
            self.latencies.append(time.perf_counter() - self.sent_at)
        self.waiting -= 1
        if not self.waiting:
            self.ply += 1
            done, self.done = self.done, None
            done.set_result(None)


class Player:
    """A connection, and the games it follows."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.games: dict[str, Game] = {}
        self.watching = 0
        self.socket: WebSocket

    async def open(self, url: str, token: str) -> None:
        self.socket = await connect(url, token)
        self.socket.heard = self._hear
        if not IS_FOLLOWED:
            return
        for game_id in self.games:
            self.socket.send(json.dumps({"type": "watch", "game": game_id, "version": PLAYED}).encode())
        while self.watching < len(self.games):
            await asyncio.sleep(0.01)

    def _hear(self, message: bytes) -> None:
        frame = json.loads(message)
        match frame["type"]:
            case "ack":
                self.games[frame["game"]].hear(True)
            case "move":
                game = self.games[frame["game"]]
                if game.ply % 2 != self.side:
                    game.hear(False)
            case "watching":
                self.watching += 1
            case "error":
                raise RuntimeError(message.decode())


async def _opened(url: str, found: list[tuple[str, str, str]], lines: list[list[str]]) -> list[Game]:
    """All games, each with both of its players connected."""
    players: dict[str, Player] = {}
    tables = []
    for number, (game_id, *keys) in enumerate(found):
        pair = tuple(players.setdefault(key, Player(side)) for side, key in enumerate(keys))
        game = Game(game_id, lines[number % len(lines)], (pair[0], pair[1]))
        for player in pair:
            player.games[game_id] = game
        tables.append(game)
    limit = asyncio.Semaphore(16)

    async def open_one(key: str, player: Player) -> None:
        async with limit:
            await player.open(url, key)

    await asyncio.gather(*(open_one(key, player) for key, player in players.items()))
    return tables


async def _warm_up(tables: list[Game]) -> None:
    """Play one ply of each game, so that all of them are in memory."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def play(game: Game) -> None:
        async with limit:
            await game.move()

    await asyncio.gather(*(play(game) for game in tables))


async def _offer(tables: list[Game]) -> int:
    """Play at the offered rate. Returns the number of plies."""
    started, played = time.perf_counter(), 0
    waiting: set[asyncio.Future[None]] = set()
    order = random.Random(1).sample(tables, len(tables))
    while (elapsed := time.perf_counter() - started) < SECONDS:
        while played < elapsed * OFFERED:
            game = order[played % len(order)]
            if game.done is None:  # Otherwise the server is behind, and this ply comes with the next round.
                waiting.add(game.move())
            played += 1
        await asyncio.sleep(0.002)
    await asyncio.gather(*waiting)
    return len(waiting)


Counters = Callable[[], dict[str, float]]


async def _measure(
    url: str, pid: int, found: list[tuple[str, str, str]], lines: list[list[str]], counters: Counters
) -> dict[str, float]:
    tables = await _opened(url, found, lines)
    await _warm_up(tables)
    costs, extra = [], {}
    for _ in range(ROUNDS):
        for game in tables:
            game.latencies.clear()
        before, worked = counters(), cpu_seconds(pid)
        plies = await _offer(tables)
        costs.append((cpu_seconds(pid) - worked) / plies * 1e6)
        extra = {name: (value - before[name]) / plies for name, value in counters().items()}
    latencies = sorted(latency for game in tables for latency in game.latencies)
    for game in tables:
        for player in game.sockets:
            player.socket.close()
    return {
        "cpu_us_per_ply": min(costs),
        "cpu_us_per_ply_worst": max(costs),
        "p99_ms": latencies[int(len(latencies) * 0.99)] * 1000,
        "resident_mb": resident(pid) / 1024,
        **extra,
    }


def _played(
    count: int, database: str = "", options: tuple[str, ...] = (), counters: Counters = dict
) -> dict[str, float]:
    lines = prepared_moves(50, PLAYED + 40 + int(2 * ROUNDS * SECONDS * OFFERED / count))
    with tempfile.TemporaryDirectory() as folder:
        found = run(_filled(database, Path(folder), count, lines))
        with running_server(*options, data=Path(folder)) as (url, pid):
            return run(_measure(url, pid, found, lines, counters))


@benchmark
def server_many() -> dict[str, float]:
    """Twenty thousand live games against five hundred, in processor time per ply, with SQLite."""
    few, many = _played(FEW), _played(MANY)
    return {
        "server_many_cost_ratio": many["cpu_us_per_ply"] / few["cpu_us_per_ply"],
        **{f"server_many_{name}_{FEW}": value for name, value in few.items()},
        **{f"server_many_{name}_{MANY}": value for name, value in many.items()},
    }


@benchmark
def server_many_postgres() -> dict[str, float]:
    """The same with PostgreSQL and Redis: also the write-ahead log and Redis messages per ply, and the share of updates
    that change no index."""
    from tests.server.harness.processes import another_database, postgres, redis_server
    from tools.system_packages import PARTS

    if not (PARTS["postgresql"].is_there() and PARTS["redis"].is_there()):
        return {}
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name, postgres() as server, redis_server(Path(name)) as redis:
        for count in map(int, ON_POSTGRES.split(",")):
            database = another_database(server)
            counters = _Counters(database, redis)
            measured = _played(count, database, ("--database", database, "--redis", redis), counters)
            measured["hot_update_percent"] = 100 * measured.pop("hot") / measured.pop("updated")
            figures |= {f"server_many_postgres_{name}_{count}": value for name, value in measured.items()}
    return figures


class _Counters:
    """What PostgreSQL and Redis have done so far."""

    def __init__(self, database: str, redis: str) -> None:
        self.database = database
        self.redis = redis

    def __call__(self) -> dict[str, float]:
        query = (
            "SELECT n_tup_upd, n_tup_hot_upd, pg_current_wal_lsn() - '0/0' FROM pg_stat_user_tables "
            "WHERE relname = 'games'"
        )
        time.sleep(1.0)  # Connections publish their statistics once per second.
        answer = subprocess.run(
            ["psql", "-XAt", self.database, "-c", query], check=True, capture_output=True, text=True
        )
        updated, hot, written = map(float, answer.stdout.strip().split("|"))
        asked = ["redis-cli", "-u", self.redis, "info", "commandstats"]
        stats = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        published = [line for line in stats.splitlines() if line.startswith("cmdstat_publish:")]
        messages = float(published[0].partition("calls=")[2].partition(",")[0]) if published else 0.0
        return {"updated": updated, "hot": hot, "wal_bytes_per_ply": written, "redis_messages_per_ply": messages}
