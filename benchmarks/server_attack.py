"""How an honest player fares during an attack: the 99th percentile of a ping, in milliseconds.

Each attack runs for `JUNGLE_BENCH_SECONDS` (here at most 5) against a server with its usual limits, from an address of
its own; before it, the same is measured in peace. `JUNGLE_BENCH_ATTACKS` names some of them to run only those.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import sqlalchemy as sa
from msgspec.structs import replace

from benchmarks import benchmark
from benchmarks._websocket import connect
from benchmarks.server import SECONDS, call, running_server
from jungle import Game
from jungle.server.game import adapter
from jungle.server.game.rows import GameRow, Seat
from jungle.server.ops.sweeper import GUEST_LIFE
from jungle.server.storage.database import sqlite_engine
from jungle.server.storage.migrate import upgrade
from jungle.server.storage.schema import games, numbers, users
from jungle.server.times import DAY

PINGS_PER_SECOND = 50
ATTACKERS = 20
GAMES, PEOPLE, GUESTS = 60_000, 1_000, 4_000
ENDLESS, ROUNDS, BROKEN = 30, 499, 5_000
Attack = Callable[[str, str], Coroutine[Any, Any, None]]


async def _request(url: str, path: str, address: str, method: str = "GET", body: bytes = b"") -> int:
    """Send one request as a proxy would. Returns its status, or 0 if the server closed the connection."""
    url_parts = urlsplit(url)
    try:
        reader, writer = await asyncio.open_connection(url_parts.hostname, url_parts.port)
    except OSError:
        return 0
    head = (
        f"{method} {path} HTTP/1.1\r\nhost: {url_parts.netloc}\r\nx-forwarded-for: {address}\r\nconnection: close\r\n"
    )
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
    """The same from many clients, each as fast as the server answers."""

    async def client(number: int) -> None:
        while True:
            await one(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(client(number) for number in range(ATTACKERS)))


async def new_rules(url: str, token: str) -> None:
    """Requests for new rules, in every way that compiles them."""
    count, fen = iter(range(1, 10**9)), quote(Game().fen())

    def one(_: int) -> Awaitable[object]:
        number = next(count)
        rules = f"rules=standard:quiet_limit={number}"
        paths = (f"rules/compiled?{rules}", f"explorer?{rules}&fen={fen}", f"tablebase?{rules}&fen={fen}")
        return _request(url, f"/api/{paths[number % 3]}", "10.0.0.1")

    await _again_and_again(one)


async def records(url: str, token: str) -> None:
    """All games of a player who has many."""
    await _again_and_again(lambda _: _request(url, "/api/games/user/veteran?limit=10000", "10.0.0.1"))


async def standings(url: str, token: str) -> None:
    """An email command that counts everyone's games."""
    await _again_and_again(lambda _: _request(url, "/mail", "10.0.0.1", "POST", b"jungle standings"))


async def endless_games(url: str, token: str) -> None:
    """Requests games of maximum length."""
    count = iter(range(10**9))
    await _again_and_again(lambda _: _request(url, f"/api/game/endless{next(count) % ENDLESS}", "10.0.0.1"))


async def idle_guests(url: str, token: str) -> None:
    """Guests who never played are deleted by the server's own housekeeping."""
    await asyncio.sleep(3600)


async def broken_games(url: str, token: str) -> None:
    """Games that cannot be replayed and have run out of time; the server's sweeper finds them."""
    await asyncio.sleep(3600)


async def _passwords(url: str, path: str, body: bytes) -> None:
    """Wrong passwords from 240 addresses."""
    count = iter(range(10**9))
    await _again_and_again(lambda _: _request(url, path, f"10.1.{next(count) % 240}.1", "POST", body))


async def logins(url: str, token: str) -> None:
    """Passwords tried on the web."""
    await _passwords(url, "/api/login", json.dumps({"name": "veteran", "password": "a wrong one"}).encode())


async def mail_logins(url: str, token: str) -> None:
    """The same with email commands."""
    await _passwords(url, "/mail", b"jungle resign 1 veteran wrong-password")


async def zero_bytes(url: str, token: str) -> None:
    """Frames with values that no database can store."""

    async def one(number: int) -> None:
        # A connection is limited, and dropped if it sends much more.
        attacker = await connect(url, token)
        frames = ({"game": "\0"}, {"game": "x", "ply": -3_000_000_000}, {"game": "x", "version": -(10**23)})
        for frame in frames * 15:
            attacker.send(json.dumps({"type": "watch", **frame}).encode())
        await asyncio.sleep(0.5)
        attacker.close()

    await _again_and_again(one)


async def zero_bytes_postgres(url: str, token: str) -> None:
    """The same with PostgreSQL, which rejects them."""
    await zero_bytes(url, token)


async def redis_hangs(url: str, token: str) -> None:
    """Redis neither answers nor closes the connection."""
    await asyncio.sleep(3600)


async def half_requests(url: str, token: str) -> None:
    """Connections on which a request never completes."""
    url_parts = urlsplit(url)
    opened: list[socket.socket] = []
    with contextlib.suppress(OSError):
        for _ in range(800):
            opened.append(socket.create_connection((url_parts.hostname or "", url_parts.port or 0)))
            opened[-1].sendall(b"GET / HTTP/1.1\r\nhost: x")
            await asyncio.sleep(0)
    try:
        await asyncio.sleep(3600)
    finally:
        for each in opened:
            each.close()


async def endless_head(url: str, token: str) -> None:
    """Endless headers."""
    url_parts = urlsplit(url)

    async def one(number: int) -> None:
        _, writer = await asyncio.open_connection(url_parts.hostname, url_parts.port)
        with contextlib.suppress(OSError):
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nz: ")
            for _ in range(1000):
                writer.write(b"y" * 65536)
                await writer.drain()
        writer.close()

    await _again_and_again(one)


ATTACKS: tuple[Attack, ...] = (
    *(zero_bytes, zero_bytes_postgres),
    *(idle_guests, new_rules),
    *(records, standings, endless_games),
    *(endless_head, half_requests),
    *(logins, mail_logins),
    *(broken_games, redis_hangs),
)
"""One line per issue, in the order in which they were found."""
FILLED = (idle_guests, standings, endless_games, broken_games)
"""Those that need a database with many games."""
CLUSTER = (zero_bytes_postgres, redis_hangs)
"""Those that need PostgreSQL and Redis."""


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
        # Ten per connection, so that this does not measure the limit on frames.
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
    """The attack runs in a separate process, so that it does not delay the one that measures."""
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
    """Ping p99 in normal operation and under each attack."""
    figures: dict[str, float] = {}
    wanted = os.environ.get("JUNGLE_BENCH_ATTACKS", "").split()
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder, "full.sqlite")
        for attack in (None, *ATTACKS):
            name = "peace" if attack is None else attack.__name__
            if wanted and name not in wanted:
                continue
            if attack in FILLED and not full.exists():
                _fill(full)
            with ExitStack() as stack:
                url, hang = _server(stack, attack, full)
                attacker, player = _filled(url)
                hang()
                figures[f"server_attack_ping_p99_ms_{name}"] = _measure(url, attacker, player, attack)
    return figures


def _server(stack: ExitStack, attack: Attack | None, full: Path) -> tuple[str, Callable[[], None]]:
    """A server for an attack: its address, and a function that makes Redis hang if that is the attack."""
    from tests.server.harness.processes import postgres

    data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    options: list[str] = []
    hang = _nothing
    if attack in CLUSTER:
        redis, hang = stack.enter_context(_redis(data))
        options = ["--database", stack.enter_context(postgres()), "--redis", redis]
        hang = hang if attack is redis_hangs else _nothing
    elif attack in FILLED:
        shutil.copy(full, data / "server.sqlite")
    limits = {"JUNGLE_RATE_LIMITS": os.environ.get("JUNGLE_BENCH_LIMITS", "1"), "JUNGLE_LOG_LEVEL": "critical"}
    patch = "import jungle.server.ops.sweeper as s; s.HOUSEKEEPING_SECONDS = 0.2" if attack is idle_guests else ""
    url, _ = stack.enter_context(running_server(*options, data=data, patch=patch, **limits))
    return url, hang


def _nothing() -> None:
    pass


@contextmanager
def _redis(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A Redis, and a function that makes it hang."""
    from tests.server.harness.processes import free_port
    from tests.server.harness.waiting import wait_until

    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]

    def is_there() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(is_there, "Redis")
            yield f"redis://127.0.0.1:{port}", lambda: process.send_signal(signal.SIGSTOP)
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()


def _fill(path: Path) -> None:
    """A database with 60,000 games, idle guests, games of maximum length, and broken games."""
    engine = sqlite_engine(path)
    old = int(time.time() * 1000) - GUEST_LIFE - DAY
    person = {"kind": "person", "created": old, "seen": old}
    rules = adapter.canonical_rules("jungle", "standard:repetition=allowed,quiet_limit=none")
    played = GameRow(
        id="",
        number=0,
        kind="jungle",
        rules="standard",
        fen=None,
        seed=1,
        seats=(Seat(1), Seat(2)),
        speed="unlimited",
        rating_kind="unlimited",
        rated=False,
        clock_limit=None,
        increment=0,
        days=None,
        ply=2,
        moves="a3a4 g7g6",
        status="ended",
        result="1-0",
        reason="resignation",
        created=old,
        ended=old,
    )
    running = replace(played, status="started", result=None, reason=None, ended=None)
    endless = replace(running, rules=rules, ply=4 * ROUNDS, moves=" ".join(["a3a4 g7g6 a4a3 g6g7"] * ROUNDS))
    broken = replace(running, moves="nonsense", deadline=old)
    rows = [
        replace(played, id=f"g{n}", number=n + 1, seats=(Seat(1 + n % PEOPLE), Seat(1 + (n + 1) % PEOPLE)))
        for n in range(GAMES)
    ]
    rows += [replace(endless, id=f"endless{n}", number=10**6 + n) for n in range(ENDLESS)]
    rows += [replace(broken, id=f"broken{n}", number=2 * 10**6 + n) for n in range(BROKEN)]
    with engine.begin() as connection:
        upgrade(connection)
        people = [{**person, "id": 1 + n, "name": f"p{n}", "key": f"p{n}"} for n in range(PEOPLE)]
        guests = [{**person, "kind": "guest", "name": f"g{n}", "key": f"g{n}"} for n in range(GUESTS)]
        connection.execute(sa.insert(users), people)
        connection.execute(sa.insert(users), guests)
        connection.execute(sa.insert(numbers), [{"number": 3 * 10**6, "taken": True}])
        connection.execute(sa.insert(games), [row.columns() for row in rows])
    engine.dispose()


def _filled(url: str) -> tuple[str, str]:
    """Play some games. Returns the tokens of an attacker and of an honest player."""
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
