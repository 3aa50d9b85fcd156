"""Access control: every request, made by every kind of user, is answered as the table says."""

import http.client
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from tools.access import PAGE, with_table
from websockets.exceptions import InvalidStatus

from jungle.server.api.security import LIVE_PATH
from jungle.server.app import ROUTERS
from jungle.server.identity.access import ACCESS, ANY_SCOPE, Access
from jungle.server.identity.sessions import SCOPES
from tests.server.harness.clients import (
    PASSWORD,
    PERSON_SCOPES,
    Client,
    add_second_factor,
    cookie_of,
    sign_in,
    sign_in_child,
    sign_up,
)
from tests.server.harness.processes import Server, served
from tests.server.harness.programs import jungle
from tests.server.harness.waiting import PATIENCE

REFUSALS = {"unauthorized", "scope", "not_an_admin", "second_factor_missing", "undeclared", "origin"}
REFUSALS |= {"child", "not_a_guardian", "not_a_player", "not_yours", "not_a_teacher", "not_in_class"}
LINKS = {"POST /api/confirm", "POST /api/password/set", "POST /api/unsubscribe"}
"""Requests that take the token of an emailed link and check it themselves."""
ENDING = {
    "POST /api/guest",
    "POST /api/logout",
    "DELETE /api/token",
    "DELETE /api/account",
    "DELETE /api/account/sessions",
}
"""Requests that may end the session or token they are made with."""


BODIES = {
    "POST /api/family/{child_name}/class": {"code": "WRONG2"},
    "PUT /api/class/{class_id}/pupil/{pupil_name}": {"label": "somebody"},
    "POST /api/class/{class_id}/remove": {"names": ["nobody"]},
    "POST /api/class/{class_id}/pause": {"paused": False},
    "PUT /api/class/{class_id}/board": {"board": None},
    "POST /api/class/{class_id}/round/end": {},
    "POST /api/class/{class_id}/assignment": {"title": "play", "kind": "games", "task": {"count": 1}},
    "POST /api/class/{class_id}/answer": {"version": 0, "move": "a3a4"},
    "PUT /api/game/{game_id}/plan": {"lines": []},
    "POST /api/tournament/{tournament_id}/result": {"round": 1, "board": 1, "result": "1-0"},
    "POST /api/tournament/{tournament_id}/pairing": {"round": 1, "board": 1, "blue": "owner", "red": "other"},
    "POST /api/tournament/{tournament_id}/apart": {"one": "owner", "two": "other"},
    "POST /api/tournament/{tournament_id}/admit": {"name": "other"},
    "PUT /api/tournament/{tournament_id}/chat": {"closed": False},
    "PUT /api/admin/tournament/{tournament_id}/chat": {"closed": False},
}
"""What is sent with requests that are only understood with it."""


@dataclass(frozen=True)
class Caller:
    """A kind of user, and the responses they should get."""

    kind: str
    enter: Callable[[], Client]
    scopes: frozenset[str] | None = None
    is_signed_in: bool = True
    is_admin: bool = False
    has_second_factor: bool = False
    owns: bool = False
    is_child: bool = False
    is_pupil: bool = False

    def expected(self, access: Access) -> str:
        """The expected error code, or an empty string."""
        if self.is_child and not access.for_children:
            return "child"
        is_token = self.scopes is not None
        may = not is_token or ANY_SCOPE in access.scopes or bool((self.scopes or set()) & set(access.scopes))
        if access.who == "anyone":
            return "scope" if is_token and access.scopes and not may else ""
        if not self.is_signed_in:
            return "unauthorized"
        if not may:
            return "scope"
        if access.who == "admin" and not self.is_admin:
            return "not_an_admin"
        if access.who == "admin" and not self.has_second_factor:
            return "second_factor_missing"
        refusals = {"player": "not_a_player", "party": "not_yours", "guardian": "not_a_guardian"}
        refusals |= {
            "teacher": "not_a_teacher",
            "pupil": "not_in_class",
            "member": "not_in_class",
            "organiser": "not_yours",
        }
        is_in = {"pupil": self.is_pupil, "member": self.is_pupil or self.owns}.get(access.whose, self.owns)
        return "" if is_in or not access.whose else refusals[access.whose]


class World:
    """A server with a user of each kind, and things that belong to the owner."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._game = self._challenge = ""
        self.opponent = sign_up(server, "opponent")
        names = ("owner", "other", "muted", "banned", "closed", "warden", "careless", "bystander")
        for name in names:  # Everyone has played; otherwise they could become bots.
            sign_up(server, name).challenge(self.opponent)
        for name in ("warden", "careless"):
            jungle("serve", "admin", name, "--data", server.data).check_returncode()
        warden = sign_in(server, "warden")
        self._codes = add_second_factor(warden)
        banned, closed = sign_in(server, "banned"), sign_in(server, "closed")
        warden.post("/api/admin/user/muted/mute")
        warden.post("/api/admin/user/banned/ban")
        assert closed.request("DELETE", "/api/account", {"password": PASSWORD}).status == 200
        self._child_name = sign_in(server, "owner").post("/api/family")["child"]["name"]
        made = sign_in(server, "owner").post("/api/class", {"name": "a class"})["class"]
        self._class, code = made["id"], {"code": made["code"]}
        sign_in(server, "owner").post(f"/api/family/{self._child_name}/class", code)
        swiss = {"name": "a tournament", "format": "swiss", "rounds": 3, "clock": {"limit": 60, "increment": 0}}
        self._tournament = sign_in(server, "owner").post("/api/tournament", swiss)["tournament"]["id"]
        sign_up(server, "kid")
        assert sign_in(server, "kid").request("PUT", "/api/account/kid-mode", {"pin": "1234"}).status == 200
        self.callers = [
            Caller("anonymous", lambda: Client(server), is_signed_in=False),
            Caller("guest", self._guest),
            Caller("other", lambda: sign_in(server, "other")),
            Caller("owner", lambda: sign_in(server, "owner"), owns=True),
            Caller("muted", lambda: sign_in(server, "muted")),
            Caller("banned", lambda: banned, is_signed_in=False),
            Caller("closed", lambda: closed, is_signed_in=False),
            Caller(
                "admin", lambda: sign_in(server, "warden", self._codes.pop()), is_admin=True, has_second_factor=True
            ),
            Caller("admin without a second factor", lambda: sign_in(server, "careless"), is_admin=True),
            Caller("child", self._child, is_child=True, is_pupil=True),
            Caller("kid mode", lambda: sign_in(server, "kid"), is_child=True),
            *(self._token(scope) for scope in SCOPES),
            self._token(),
        ]

    def _running_game(self) -> str:
        """One of the owner's games, in which both players have moved."""
        if self._game == "" or self.opponent.get(f"/api/game/{self._game}")["status"] != "started":
            owner = sign_in(self.server, "owner")
            self._game = owner.challenge(self.opponent)
            owner.move(self._game, "a3a4")
            self.opponent.move(self._game, "g7g6")
        return self._game

    def _admin(self) -> Client:
        return sign_in(self.server, "warden", self._codes.pop())

    def _guest(self) -> Client:
        answer = Client(self.server).request("POST", "/api/guest", {})
        return Client(self.server, answer.json["name"], cookie=cookie_of(answer))

    def _child(self) -> Client:
        card = sign_in(self.server, "owner").post(f"/api/family/{self._child_name}/card")["card"]
        return sign_in_child(self.server, card)

    def _token(self, *scopes: str) -> Caller:
        def enter() -> Client:
            body = {"name": "owner", "password": PASSWORD, "scopes": scopes}
            return Client(self.server, "owner", Client(self.server).post("/api/token", body)["token"])

        return Caller(f"token {' '.join(scopes) or 'without scopes'}", enter, frozenset(scopes), owns=True)

    def path(self, request: str, caller: Caller) -> str:
        """The path of a request about one of the owner's things."""
        path = request.partition(" ")[2]
        access = ACCESS[request]
        if access.whose == "player":
            path = path.replace("{game_id}", self._running_game())
        if access.whose == "party":
            self.opponent.request("POST", f"/api/challenge/{self._challenge}/cancel", {})
            self._challenge = self.opponent.post("/api/challenge/owner")["challenge"]["id"]
            path = path.replace("{challenge_id}", self._challenge)
        values = {
            "who": "bot" if caller.scopes == frozenset(["bot:play"]) else "board",
            "kind": "draw" if "{answer}" in path else "blitz",
            "answer": "yes",
            "move": "a3a4",
            "command": "resign",
            "user_name": "bystander",
            "name": "bystander",
            "first": "owner",
            "second": "other",
            "path:path": "index.html",
            "digest": "0" * 16,
            "report_id": "1",
            "child_name": self._child_name,
            "class_id": self._class,
            "pupil_name": "brave-otter-0",
            "assignment_id": "missing1",
            "tournament_id": self._tournament if access.whose == "organiser" else "missing1",
        }
        for name, value in values.items():
            path = path.replace(f"{{{name}}}", value)
        return path.replace("{game_id}", "missing1").replace("{challenge_id}", "missing1") + (
            "?token=x" if "unsubscribe" in path else ""
        )


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with served(tmp_path_factory.mktemp("access") / "data") as server:
        yield World(server)


def answer_of(client: Client, method: str, path: str, body: object = None) -> tuple[int, str]:
    """The status of an answer, and the code of a refusal. Streams are not read."""
    connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=PATIENCE)
    try:
        if body is None and method != "GET":
            body = "help" if path == "/mail" else {"text": "hello"}
        connection.request(method, path, *client._packed(body, {}))
        response = connection.getresponse()
        if response.status < 400 or (path == "/mail" and response.status != 403):
            return response.status, ""
        return response.status, str(json.loads(response.read())["error"]["code"])
    finally:
        connection.close()


def test_every_request_is_in_the_table() -> None:
    served_here = {"GET /api/openapi.json", f"WS {LIVE_PATH}"}
    for router in ROUTERS:
        for route in router.routes:
            methods = getattr(route, "methods", None) or set()
            served_here |= {f"{method} {getattr(route, 'path', '')}" for method in methods if method != "HEAD"}
    assert served_here == set(ACCESS)


def test_the_docs_contain_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page, "run python -m tools.access"


@pytest.mark.timeout(600)  # Every kind of caller makes every request there is.
def test_every_role_may_make_exactly_the_requests_in_the_table(world: World) -> None:
    wrong = []
    clients = {caller.kind: caller.enter() for caller in world.callers}
    for request, access in ACCESS.items():
        method = request.partition(" ")[0]
        if method == "WS":
            continue
        for caller in world.callers:
            if request == "DELETE /api/token" and caller.scopes is not None:
                clients[caller.kind] = caller.enter()
            status, code = answer_of(clients[caller.kind], method, world.path(request, caller), BODIES.get(request))
            refusals = REFUSALS | (set() if request in LINKS else {"token"})
            got = code if code in refusals else ""
            if got != caller.expected(access):
                wrong.append((request, caller.kind, caller.expected(access) or "allowed", status, code))
            if status >= 500:
                wrong.append((request, caller.kind, "no failure", status, code))
            if request in ENDING:
                clients[caller.kind] = caller.enter()
        if request == "DELETE /api/token":  # A session ends all tokens of its owner.
            clients |= {caller.kind: caller.enter() for caller in world.callers if caller.scopes is not None}
    assert not wrong, "\n".join(map(str, wrong))


def test_the_live_connection_refuses_only_tokens_that_may_not_play(world: World) -> None:
    for caller in world.callers:
        try:
            caller.enter().live().next("hello")
        except InvalidStatus as refused:
            code = json.loads(refused.response.body or b"{}")["error"]["code"]
        else:
            code = ""
        assert code == caller.expected(ACCESS["WS /api/live"]), caller.kind


def test_guests_and_muted_users_cannot_send_messages(world: World) -> None:
    """Guests and muted users may make the request, but get a specific error."""
    guest, muted = (next(each for each in world.callers if each.kind == kind).enter() for kind in ("guest", "muted"))
    assert guest.refused("/api/message/bystander", {"text": "hello"}) == (403, "guest")
    assert muted.refused("/api/message/bystander", {"text": "hello"}) == (403, "muted")


def test_reading_messages_needs_a_token_with_that_scope(world: World) -> None:
    """Private messages used to reach every token that could play, through the event stream and the live connection."""
    owner, writer = (sign_in(world.server, name) for name in ("owner", "other"))
    chosen = ([scope for scope in PERSON_SCOPES if scope != "message:read"], ["board:play", "message:read"])
    tokens = [world._token(*scopes).enter() for scopes in chosen]
    sockets = [token.live() for token in tokens]
    streams = [token.lines("/api/stream/event") for token in tokens]
    for socket in sockets:
        socket.next("hello")
    writer.post("/api/message/owner", {"text": "a secret"})
    challenge = writer.post("/api/challenge/owner")["challenge"]["id"]
    heard = [[socket.next("message", "challenge")["type"] for socket in sockets]]
    assert heard == [["challenge", "message"]]
    for stream, first in zip(streams, ("challenge", "message"), strict=True):
        line = stream.next()
        while line["type"] == "gameStart" or (line["type"] == "challenge" and line["challenge"]["id"] != challenge):
            line = stream.next()
        assert line["type"] == first
    assert owner.get("/api/message")["threads"][0]["text"] == "a secret"


def test_a_token_without_scopes_reveals_nothing(world: World) -> None:
    token = world._token().enter()
    for path in ("/api/account", "/api/session", "/api/notices", "/api/account/playing", "/api/message"):
        assert token.refused(path, method="GET") == (403, "scope"), path
    player = world._token("board:play").enter()
    assert player.get("/api/account")["name"] == "owner"
    assert not {"mail", "settings", "blocked", "pendingMail"} & set(player.get("/api/account"))
