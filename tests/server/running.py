"""Real parts for the tests: server processes, HTTP and WebSocket clients, PostgreSQL, Redis, a mail receiver."""

import asyncio
import atexit
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
from pyotp.totp import TOTP
from websockets.sync.client import ClientConnection, connect

from jungle.server.database import sqlite_engine
from jungle.server.migrate import upgrade
from jungle.server.sessions import SCOPES

PASSWORD = "correct horse"
METRICS_TOKEN = "figures-for-all"
PERSON_SCOPES = [scope for scope in SCOPES if scope != "bot:play"]
PATIENCE = 60.0
"""How many seconds to wait for something that must happen, generous enough for a busy machine."""


@cache
def new_database() -> Path:
    """An empty, migrated database: copying it is faster than migrating a new one for every server."""
    path = Path(tempfile.mkdtemp(prefix="jungle-template-")) / "server.sqlite"
    atexit.register(shutil.rmtree, path.parent)
    engine = sqlite_engine(path)
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()
    return path


class Server:
    """A `jungle serve` process."""

    def __init__(self, data: Path, *options: str, port: int = 0, **environment: str) -> None:
        self.data = data
        self._written = ""
        if not data.exists() and "--database" not in options:
            data.mkdir(parents=True)
            shutil.copy(new_database(), data / "server.sqlite")
        command = [sys.executable, "-m", "jungle", "serve", "--port", str(port), "--data", str(data), *options]
        # Cheap password hashes: otherwise these tests would spend most of their time hashing.
        values = {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_PASSWORD_MEMORY": "64"} | environment
        # A file, because a server that fills a pipe with log lines would block.
        descriptor, self._errors = tempfile.mkstemp(prefix="jungle-errors-")
        self.process = subprocess.Popen(
            command, env=os.environ | values, stdout=subprocess.PIPE, stderr=descriptor, text=True
        )
        os.close(descriptor)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "running at" not in line:
            raise RuntimeError(f"no server: {line}{self.stop()[1]}")
        self.url = line.split()[-1]
        self.port = urlsplit(self.url).port or 0

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Stop the process, and return its exit code and standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        errors = Path(self._errors)
        if errors.exists():
            self._written = errors.read_text(encoding="utf-8", errors="replace")
            errors.unlink()
        return self.process.returncode, self._written


@contextmanager
def served(data: Path, *options: str, port: int = 0, **environment: str) -> Iterator[Server]:
    server = Server(data, *options, port=port, **environment)
    try:
        yield server
    finally:
        server.stop()


class Answer:
    """An HTTP response."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def code(self) -> str:
        return str(self.json["error"]["code"])


class Client:
    """A client of a server: with a token, with a cookie, or anonymous."""

    def __init__(self, server: Server, name: str = "", token: str = "", cookie: str = "") -> None:
        self.server = server
        self.name = name
        self.token = token
        self.cookie = cookie

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            connection.request(method, path, *self._packed(body, headers))
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def _packed(self, body: Any, headers: dict[str, str]) -> tuple[bytes | None, dict[str, str]]:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        if self.cookie:
            sent.setdefault("Cookie", self.cookie)
        if isinstance(body, (bytes, str)):
            return body.encode() if isinstance(body, str) else body, sent
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        return None if body is None else json.dumps(body).encode(), sent

    def get(self, path: str, **headers: str) -> Any:
        answer = self.request("GET", path, **headers)
        assert answer.status == 200, (path, answer.status, answer.text)
        return answer.json

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.request("POST", path, {} if body is None else body)
        assert answer.status in (200, 201, 202), (path, answer.status, answer.text)
        return answer.json

    def refused(self, path: str, body: Any = None, method: str = "POST") -> tuple[int, str]:
        answer = self.request(method, path, {} if body is None else body)
        assert answer.status >= 400, (path, answer.status, answer.text)
        return answer.status, answer.code

    def lines(self, path: str) -> "Lines":
        return Lines(self, path)

    def live(self, sock: socket.socket | None = None, **headers: str) -> "Live":
        sent = dict(headers)
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            sent["Cookie"] = self.cookie
        url = self.server.url.replace("http", "ws") + "/api/live"
        options: Any = {
            "open_timeout": PATIENCE,
            "close_timeout": 1,
            "max_size": None,
            "sock": sock,
            "ping_interval": None,
            "max_queue": None,
        }
        return Live(connect(url, additional_headers=sent, compression=None, **options))

    def mail(self, command: str, body: str = "") -> Answer:
        return self.request("POST", "/mail", f"{command}\n\n{body}", Content_Type="text/plain")

    # Shortcuts through the API

    def open_game(self, other: "Client", game: str) -> None:
        """Play enough moves against another client for the game to count."""
        for ply, move in enumerate(OPENING):
            (self, other)[ply % 2].move(game, move)

    def move(self, game: str, move: str, **query: object) -> Any:
        options = "&".join(f"{name}={value}" for name, value in query.items())
        return self.post(f"/api/board/game/{game}/move/{move}?{options}")

    def challenge(self, other: "Client", **terms: Any) -> str:
        """Challenge another client, who accepts. Returns the game's id."""
        challenge = self.post(f"/api/challenge/{other.name}", {"colour": "blue", **terms})["challenge"]["id"]
        return str(other.post(f"/api/challenge/{challenge}/accept")["game"]["id"])


OPENING = ("a3a4", "g7g6", "a4a5", "g6g5")
OPENED: "list[Lines | Live]" = []
"""Connections a test left open, to be closed after it."""


class Lines:
    """A stream of JSON lines."""

    def __init__(self, client: Client, path: str) -> None:
        OPENED.append(self)
        self.connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=PATIENCE)
        self.connection.request("GET", path, headers=client._packed(None, {})[1])
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()

    def next(self, kind: str | None = None) -> Any:
        """The next line, of a type if one is given."""
        while line := self.response.readline():
            if line.strip():
                found = json.loads(line)
                if kind is None or found["type"] == kind:
                    return found
        return None

    def close(self) -> None:
        self.response.close()
        self.connection.close()


class Live:
    """A WebSocket."""

    def __init__(self, opening: Any) -> None:
        OPENED.append(self)
        self._closing = ExitStack()
        self.socket: ClientConnection = self._closing.enter_context(opening)
        self.heard: list[str] = []

    def send(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def next(self, *kinds: str) -> Any:
        """The next frame of one of these types."""
        while True:
            text = self.socket.recv(timeout=PATIENCE)
            self.heard.append(str(text))
            frame = json.loads(text)
            if frame["type"] in kinds or (not kinds and frame["type"] not in ("ping", "presence", "lobby", "game")):
                return frame

    def watch(self, game: str, version: int | None = None) -> Any:
        self.send(type="watch", game=game, version=version)
        return self.next("state", "watching", "error")

    def close(self) -> None:
        self._closing.close()


def sign_up(server: Server, name: str, scopes: list[str] | None = None) -> Client:
    """Create an account with a token that has all of a person's scopes, or only these."""
    nobody = Client(server)
    nobody.post("/api/signup", {"name": name, "password": PASSWORD})
    chosen = PERSON_SCOPES if scopes is None else scopes
    token = nobody.post("/api/token", {"name": name, "password": PASSWORD, "scopes": chosen})["token"]
    return Client(server, name, token)


def sign_in(server: Server, name: str, code: str | None = None) -> Client:
    """Sign in to an existing account, with a session cookie."""
    answer = Client(server).request("POST", "/api/login", {"name": name, "password": PASSWORD, "code": code})
    return Client(server, name, cookie=cookie_of(answer))


def sign_in_child(server: Server, card: Any) -> Client:
    """The child of a card, with a session's cookie."""
    answer = Client(server).request("POST", "/api/card", {"secret": card["url"].rpartition("/")[2]})
    return Client(server, answer.json["name"], cookie=cookie_of(answer))


def add_second_factor(client: Client) -> list[str]:
    """Turn on the second factor for a client with a session. Returns the recovery codes."""
    secret = client.post("/api/account/second-factor", {"password": PASSWORD})["secret"]
    answer = client.request("PUT", "/api/account/second-factor", {"code": TOTP(secret).now()})
    assert answer.status == 200, answer.text
    return list(answer.json["codes"])


def cookie_of(answer: Answer) -> str:
    """The session cookie in a response."""
    cookies = answer.headers.get_all("Set-Cookie") or []
    plain = next(cookie for cookie in cookies if cookie.startswith("jungle="))
    return plain.partition(";")[0]


def wait_until(condition: Any, what: str = "it") -> Any:
    """Wait for something to be true, and return it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} did not happen")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """Start a private PostgreSQL. Yields its URL."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
    # Not in pytest's folder, which PostgreSQL's user cannot read.
    with tempfile.TemporaryDirectory(prefix="jungle-postgres-", ignore_cleanup_errors=True) as data:
        port, as_user = free_port(), []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
            shutil.chown(data, "postgres", "postgres")
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        initdb = [*as_user, str(programs / "initdb"), "-D", data, "-U", "jungle", "-A", "trust", "--no-sync"]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/")
        options = ["-k", "", "-h", "127.0.0.1", "-p", str(port), "-c", "max_connections=200"]
        process = subprocess.Popen(
            [*as_user, str(programs / "postgres"), "-D", data, *options], stderr=subprocess.DEVNULL, cwd="/"
        )
        ready = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
        try:
            wait_until(lambda: subprocess.run(ready, capture_output=True, check=False).returncode == 0, "PostgreSQL")
            yield f"postgresql://jungle@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def another_database(url: str) -> str:
    """Create an empty database next to another one. Returns its URL."""
    name = f"test_{secrets.token_hex(6)}"

    async def create() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{url.rpartition('/')[0]}/{name}"


class NameServer:
    """A DNS server on loopback with configurable records, which can fall silent."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], list[str]] = {}
        self.is_silent = False
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def add(self, name: str, kind: str, text: str) -> None:
        """Add a record. A long TXT record is split into pieces."""
        if kind == "TXT":
            text = " ".join(f'"{text[start : start + 200]}"' for start in range(0, len(text), 200))
        self.records.setdefault((name.lower().rstrip("."), kind), []).append(text)

    def _serve(self) -> None:
        while True:
            try:
                data, sender = self._socket.recvfrom(4096)
            except OSError:
                return
            if not self.is_silent:
                self._socket.sendto(self._answer(data), sender)

    def _answer(self, data: bytes) -> bytes:
        query = dns.message.from_wire(data)
        response = dns.message.make_response(query)
        question = query.question[0]
        kind = dns.rdatatype.to_text(question.rdtype)
        name = question.name.to_text(True).lower()
        if found := self.records.get((name, kind)):
            response.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(known == name for known, _ in self.records):
            response.set_rcode(dns.rcode.NXDOMAIN)
        return response.to_wire()

    def close(self) -> None:
        self._socket.close()


@contextmanager
def name_server() -> Iterator[NameServer]:
    server = NameServer()
    try:
        yield server
    finally:
        server.close()


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Start a private Redis. Yields its URL."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def is_there() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(is_there, "Redis")
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
