"""Clients of a server over HTTP and WebSocket, and accounts for them."""

import http.client
import json
import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from pyotp.totp import TOTP
from websockets.sync.client import ClientConnection, connect

from jungle.server.identity.sessions import SCOPES
from jungle.server.realtime.server_frames import parse_server_frame
from tests.server.harness.processes import Server
from tests.server.harness.waiting import PATIENCE

PASSWORD = "correct horse"
LIVE = {"clock": {"limit": 300, "increment": 2}}
"""The terms of a live game in which nobody runs out of time."""


PERSON_SCOPES = [scope for scope in SCOPES if scope != "bot:play"]


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
            parse_server_frame(text)  # Nothing is sent that `server_frames.py` does not define.
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
    """Log in to an existing account, with a session cookie."""
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


def save_progress(client: Client, *items: Any) -> Any:
    """Store results in lessons, puzzles and levels; returns what is stored."""
    answer = client.request("PUT", "/api/progress", {"items": items})
    assert answer.status == 200, answer.text
    return answer.json["items"]


Somebody = Callable[..., Client]
"""The fixture that signs up somebody new."""
