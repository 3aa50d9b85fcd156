"""A hostile account writes into every field that takes text; not a byte of it reaches a child, and none leaves one."""

import json
import sqlite3
import threading
from typing import Any

import pytest

from jungle.server.identity.access import ACCESS
from jungle.server.realtime.client_frames import FRAME_TYPES
from tests.server.harness.clients import PASSWORD, Client, Live, cookie_of, sign_in, sign_in_child, sign_up
from tests.server.harness.processes import Server, served

POISON = "Xqzv"
"""What the hostile account writes: everywhere, also as its name."""
WHISPER = "Wjkp"
"""What the child tries to write."""


class Ear:
    """A connection whose every frame is kept."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.frames: list[str] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            for frame in self.live.socket:
                self.frames.append(str(frame))
                if '"type":"ping"' in str(frame):  # The server drops connections on which it hears nothing.
                    self.live.send(type="pong")
        except Exception:
            return

    def heard(self) -> str:
        """Everything, up to an answer to something that is sent now."""
        self.live.send(type="ping", id="last", t=len(self.frames))
        mark = f'"t":{len(self.frames)}'
        for _ in range(2000):
            if any('"pong"' in frame and mark in frame for frame in list(self.frames)):
                break
            self._thread.join(0.02)
        return "\n".join(self.frames)


class World:
    """A family, a stranger who behaves, and somebody who does not."""

    def __init__(self, server: Server) -> None:
        self.server = server
        sign_up(server, "mother")
        self.mother = sign_in(server, "mother")
        card = self.mother.post("/api/family", {"label": "Mia", "contacts": "everyone"})["card"]
        self.child = sign_in_child(server, card)
        self.villain_token = sign_up(server, POISON)
        self.villain = sign_in(server, POISON)
        self.texts: list[str] = []
        """What the child's requests were answered with."""

    def games(self) -> list[str]:
        """A game of the child's with the villain, whom a seek found, one with its mother, and one of the villain's."""
        terms = {"clock": {"limit": 900}}
        self.villain.post("/api/seek", terms)
        with_villain = self.child.post("/api/seek", terms)["game"]["id"]
        with_mother = self.mother.challenge(self.child)
        sign_up(self.server, "bystander")
        bystander = sign_in(self.server, "bystander")
        elsewhere = self.villain.challenge(bystander)
        return [with_villain, with_mother, elsewhere]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("attack") / "data", "--bots", "easy") as server:
        yield World(server)


def poisoned_bodies() -> list[Any]:
    """Bodies for any request, with poison in every field that some request knows."""
    names = "name text reason note mail password label title announcement code rules fen game secret pin token agent"
    names += " theme move bio message subject what"
    every = dict.fromkeys(names.split(), POISON)
    plain = {**every, "rules": "standard", "game": "jungle", "fen": None, "clock": {"limit": 300}, "minutes": 60}
    return [
        every,
        plain,
        {**plain, "name": f"{POISON} cup", "password": PASSWORD},
        {"settings": every},
        {"board": every},
    ]


def fill(path: str, **values: str) -> str:
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{path:path}", POISON).replace("{report_id}", "1").replace("{digest}", POISON * 4)


SIGNING = ("/api/logout", "/api/account", "/api/account/sessions", "/api/token", "/api/guest", "/api/signup")
"""What would end the villain's own session, or begin another one."""


def attack(world: World, games: list[str]) -> None:
    """Everything that the villain can send, about the child by every name it could have."""
    child, villain = world.child, world.villain
    for request in ACCESS:
        method, _, path = request.partition(" ")
        if method in ("GET", "WS") or path in SIGNING or path == "/mail":
            continue
        for game in games:
            values = {
                "who": "board", "game_id": game, "user_name": child.name, "name": child.name, "move": POISON,
                "kind": "draw", "answer": "yes", "command": "rematch", "challenge_id": game, "tournament_id": game,
                "child_name": child.name, "class_id": game, "assignment_id": POISON, "pupil_name": child.name,
            }  # fmt: skip
            for body in poisoned_bodies():
                answer = villain.request(method, fill(path, **values), body, User_Agent=POISON)
                assert answer.status < 500, (request, body, answer.text)
    for command in (
        f"message {POISON} secretpass {child.name}", f"jungle challenge {POISON} {child.name}",
        f"jungle chat {games[0]} {POISON} secretpass", f"jungle show {child.name}", f"all show {child.name}",
    ):  # fmt: skip
        world.villain_token.mail(command, POISON)
    socket = villain.live()
    for kind in FRAME_TYPES:
        if kind in ("resign", "abort", "claim"):
            continue
        for game in games:
            socket.send(type=kind, game=game, text=POISON, kind=POISON, move=POISON, id=POISON, tournament=game)
            socket.send(type=kind, game=game, text=POISON, kind="draw", move="a3a4", id=POISON)
    socket.send(type="ping", id="done", t=1)
    while socket.next()["type"] != "pong":
        pass


def look_at_everything(world: World, client: Client, games: list[str], tournament: str) -> list[str]:
    """What somebody gets who asks for everything there is."""
    found = []
    for request in ACCESS:
        method, _, path = request.partition(" ")
        if method != "GET" or "stream" in path:
            continue
        for game in games:
            values = {
                "who": "board", "game_id": game, "user_name": POISON, "name": POISON, "first": POISON,
                "second": "mother", "kind": "blitz", "challenge_id": game, "tournament_id": tournament,
                "child_name": world.child.name, "class_id": game, "assignment_id": "x",
            }  # fmt: skip
            for accept in ("application/json", "application/x-jgn", "application/x-ndjson", "text/html"):
                address = fill(path, **values) + "?fen=7/7/7/7/3E3/7/7/3r3/7%20b&rules=standard&token=x"
                answer = client.request("GET", address, Accept=accept)
                assert answer.status < 500, (address, answer.text)
                if POISON not in address or answer.status < 400:
                    found.append(answer.body.decode(errors="replace"))
    return found


def test_no_text_of_a_stranger_reaches_a_child(world: World) -> None:
    child, server = world.child, world.server
    ear = Ear(child.live())
    stream = child.lines("/api/stream/event")
    games = world.games()
    for game in games:
        ear.live.send(type="watch", game=game)
    for kind in ("lobby", "tournament", "class"):
        ear.live.send(type=kind, tournament=games[0])
    tournament = world.villain.post(
        "/api/tournament", {"name": f"{POISON} cup", "clock": {"limit": 300}, "minutes": 60, "wait": 0}
    )["tournament"]["id"]
    for path in (f"/api/tournament/{tournament}/join", f"/api/tournament/{tournament}/withdraw"):
        assert child.request("POST", path, {}).status in (403, 404, 409)
    ear.live.send(type="tournament", tournament=tournament)
    attack(world, games)
    world.villain.post(f"/api/challenge/{'mother'}", {})
    received = look_at_everything(world, child, games, tournament)
    everything = ear.heard()
    assert games[0] in everything  # The ear works.
    assert POISON.lower() not in everything.lower()
    for text in received:
        assert POISON.lower() not in text.lower(), text[:2000]
    for kind, present in (("gameStart", True), ("message", False)):
        assert (f'"type":"{kind}"' in everything) == present
    line = json.dumps(stream.next("gameStart"))
    assert POISON not in line
    with sqlite3.connect(server.data / "server.sqlite") as database:
        sent = database.execute("SELECT subject || body || address FROM outbox").fetchall()
        assert not [mail for (mail,) in sent if child.name in mail]
        assert database.execute("SELECT address FROM users WHERE name = ?", (child.name,)).fetchone() == (None,)


def test_no_text_of_a_child_reaches_anybody(world: World) -> None:
    server, child, villain = world.server, world.child, world.villain
    terms = {"clock": {"limit": 800}}
    villain.post("/api/seek", terms)
    game = child.post("/api/seek", terms)["game"]["id"]
    ears = [Ear(client.live()) for client in (villain, world.mother, Client(server))]
    for ear in ears:
        ear.live.send(type="watch", game=game)
        ear.live.send(type="lobby")
    socket = child.live()
    for kind in FRAME_TYPES:
        if kind not in ("resign", "abort"):
            socket.send(type=kind, game=game, text=WHISPER, kind=WHISPER, move=WHISPER, id=WHISPER)
    socket.send(type="move", game=game, move="a3a4", id=WHISPER, text=WHISPER)
    socket.send(type="move", game=game, move="g7g6", id=WHISPER, text=WHISPER)
    for request in ACCESS:
        method, _, path = request.partition(" ")
        if method in ("GET", "WS") or path in ("/api/logout", "/api/login", "/api/card", "/api/card/pictures"):
            continue
        values = {
            "who": "board", "game_id": game, "user_name": POISON, "name": POISON, "move": WHISPER, "kind": "draw",
            "answer": "yes", "command": "resume", "challenge_id": game, "tournament_id": game, "child_name": POISON,
            "class_id": game, "assignment_id": WHISPER, "pupil_name": POISON,
        }  # fmt: skip
        for body in poisoned_bodies():
            sent = json.loads(json.dumps(body).replace(POISON, WHISPER))
            answer = child.request(method, fill(path, **values).replace(POISON, WHISPER), sent, User_Agent=WHISPER)
            assert answer.status < 500, (request, answer.text)
    seen = "\n".join(ear.heard() for ear in ears)
    seen += "\n".join(look_at_everything(world, villain, [game], game))
    assert game in seen
    assert WHISPER not in seen
    assert child.name not in "\n".join(ear.heard() for ear in (ears[0], ears[2]))
    assert child.name not in "\n".join(look_at_everything(world, villain, [game], game))


def test_child_who_logs_in_again_is_still_a_child(world: World) -> None:
    """Guest accounts and sign-ups are no way out for a child's session."""
    for path in ("/api/guest", "/api/signup"):
        body = {"name": "freedom", "password": PASSWORD}
        assert world.child.refused(path, body) == (403, "child")
    answer = Client(world.server).request("POST", "/api/login", {"name": "mother", "password": PASSWORD})
    assert Client(world.server, cookie=cookie_of(answer)).get("/api/account")["isChild"] is False
