"""The live connection: frames, versions, presence, abuse."""

import asyncio
import itertools
import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jungle.server.api.live import CONNECTIONS_PER_USER, FRAME_LIMIT, SILENT_SECONDS, Connection, live
from jungle.server.errors import NotFoundError
from jungle.server.realtime.client_frames import Pong, Tournament
from jungle.server.storage.database import NO_ANSWER, StorageError
from tests.server.harness.clients import LIVE, Client, Live, sign_in, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server, served
from tests.server.harness.waiting import PATIENCE, wait_until


def test_two_players_and_a_spectator_follow_a_game(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    one, two, spectator = blue.live(), red.live(), nobody.live()
    for connection in (one, two, spectator):
        assert connection.watch(game)["state"]["moves"] == []
    one.send(type="move", game=game, move="a3a4", ply=0, id="m1")
    ack = one.next("ack")
    assert (ack["id"], ack["version"], ack["ply"]) == ("m1", 1, 0)
    for connection in (two, spectator):
        event = connection.next("move")
        assert (event["version"], event["ply"], event["move"]) == (1, 0, "a3a4")
    spectator.send(type="move", game=game, move="g7g6", id=7)
    assert spectator.next("error") == {
        "type": "error",
        "id": 7,
        "error": {"code": "unauthorized", "message": "log in first"},
    }
    two.send(type="move", game=game, move="g7g6", ply=1, id="m2")
    assert spectator.next("move")["clock"] == {"blue": 300_000, "red": 300_000}
    two.send(type="resign", game=game)
    ended = spectator.next("end")
    assert (ended["result"], ended["winner"], ended["version"]) == ("1-0", "blue", 3)


def test_a_reconnecting_client_gets_the_missed_events(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    blue.move(game, "a4a5")
    connection = red.live()
    connection.send(type="watch", game=game, version=1)
    assert [connection.next("move")["version"] for _ in range(2)] == [2, 3]
    assert connection.next("watching")["version"] == 3
    assert connection.watch(game, version=99)["type"] == "state"


def test_stored_events_are_sent_unchanged(data: Path) -> None:
    with served(data) as server:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        game = blue.challenge(red, **LIVE)
        blue.move(game, "a3a4")
        odd = '{"type":  "move","version":1,"game":"%s","at":1,"clock":null,"move":"a3a4","ply":0}' % game  # noqa: UP031
        with closing(sqlite3.connect(data / "server.sqlite")) as connection, connection:
            connection.execute("UPDATE events SET data = ? WHERE game_id = ?", (odd, game))
        assert odd in blue.request("GET", f"/api/game/{game}/events").text
        live = red.live()
        assert live.watch(game, version=0)["type"] == "watching"
        assert odd in live.heard


def test_a_reconnecting_client_gets_presence_and_clocks(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.live().watch(game)
    found = red.live().watch(game, version=0)
    assert found["type"] == "watching"
    assert (found["here"]["blue"], found["clock"]["blue"], found["spectators"]) == (True, 300_000, 0)
    assert found["now"] > 0


def test_a_move_sent_again_after_a_lost_connection_is_acknowledged(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    first = blue.live()
    first.send(type="move", game=game, move="a3a4", ply=0, id="pending")
    first.close()
    second = blue.live()
    second.send(type="move", game=game, move="a3a4", ply=0, id="pending")
    assert second.next("ack")["version"] == 1
    assert blue.get(f"/api/game/{game}")["moves"] == ["a3a4"]


def test_a_move_sent_again_after_a_takeback_is_not_played_again(blue: Client, red: Client) -> None:
    """Its acknowledgement was lost, and both agreed to take the move back before its player was connected again."""
    game = blue.challenge(red, **LIVE)
    one, two = blue.live(), red.live()
    pending = {"type": "move", "game": game, "move": "a3a4", "ply": 0, "id": "pending"}
    one.send(**pending)
    assert one.next("ack")["version"] == 1
    one.send(type="offer", game=game, kind="takeback", id="offer")
    assert one.next("ack")["id"] == "offer"
    two.send(type="accept", game=game, kind="takeback", id="accept")
    assert two.next("ack")["id"] == "accept"
    one.send(**pending)
    assert one.next("ack")["version"] == 1
    assert blue.get(f"/api/game/{game}")["moves"] == []
    one.send(**pending | {"id": "another"})
    assert one.next("ack")["version"] == 4


def test_without_a_database_a_connection_is_refused_as_temporarily_unavailable(data: Path) -> None:
    """It used to fail with a traceback."""

    async def story(house: House) -> None:
        async def fail(work: object) -> None:
            raise StorageError(NO_ANSWER)

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        sent: list[Any] = []
        house.services.database.read = fail  # type: ignore[method-assign, assignment]
        app = SimpleNamespace(state=SimpleNamespace(services=house.services))
        headers = [(b"cookie", b"jungle=secret")]
        scope = {"type": "websocket", "app": app, "path": "/api/live", "headers": headers, "client": ("127.0.0.1", 1)}
        await live(scope, receive, send)
        assert sent[0]["status"] == 503
        assert NO_ANSWER in sent[1]["body"].decode()

    in_house(data, story)


@pytest.mark.parametrize(
    "frame",
    [
        *(
            "",
            "{",
            "[]",
            "null",
            '"x"',
            "{}",
            '{"type":1}',
            '{"type":"dance"}',
            '{"type":"watch"}',
            "\u0000",
            "[" * 3000,
        ),
        *('{"type":"watch","game":"nope"}', '{"type":"move","game":"nope"}', '{"type":"watch","game":{"a":1}}'),
    ],
)
def test_a_malformed_frame_gets_an_error_and_keeps_the_connection(nobody: Client, frame: str) -> None:
    connection = nobody.live()
    connection.socket.send(frame)
    assert connection.next("error")["error"]["code"] in ("frame", "no_game", "unauthorized")
    connection.socket.send(b"\xff\xfe")
    assert connection.next("error")["error"]["code"] == "frame"
    connection.send(type="ping", id=1, t=5)
    assert connection.next("pong")["t"] == 5


@pytest.mark.parametrize(
    "fields",
    [
        *({"type": kind, "game": "a\0"} for kind in ("watch", "unwatch", "move", "resign", "chat")),
        {"type": "move", "move": "a3a4", "ply": -3_000_000_000},
        {"type": "move", "move": "a3a4", "ply": -(10**23)},
        {"type": "move", "move": "a3a4", "ply": 2**31},
        {"type": "move", "move": "a3a4", "id": 10**30},
        {"type": "move", "move": "a3a4", "id": "x" * 65},
        {"type": "move", "move": "a3a4", "ply": 0, "id": "a\0"},
        {"type": "watch", "version": -(10**23)},
        {"type": "tournament", "tournament": "\0"},
    ],
)
def test_values_that_cannot_be_stored_are_refused_with_the_frame_id(
    blue: Client, red: Client, fields: dict[str, Any]
) -> None:
    connection = blue.live()
    sent = {"game": blue.challenge(red, **LIVE), "id": "wrong", **fields}
    connection.send(**sent)
    answer = connection.next("error")
    assert answer["error"]["code"] == "frame", answer
    assert answer["id"] in (sent["id"], None)
    assert (answer["id"] is None) == (sent["id"] in (10**30, "x" * 65))
    connection.send(type="ping", id=1, t=5)
    assert connection.next("pong")["t"] == 5


def test_a_large_frame_is_refused(nobody: Client) -> None:
    connection = nobody.live()
    connection.socket.send("x" * (FRAME_LIMIT + 1))
    assert connection.next("error")["error"]["code"] == "frame"
    with pytest.raises(ConnectionClosed):
        _send_far_too_much(connection)


def _send_far_too_much(connection: Live) -> None:
    """The protocol's own limit is a little higher; it may close before everything has been sent, or after."""
    connection.socket.send("x" * 1_000_000)
    connection.next("never")


def test_a_silent_client_is_dropped() -> None:
    async def story() -> None:
        services = SimpleNamespace(limits=SimpleNamespace(factor=0), now=lambda: 0)
        dropped: list[str] = []
        transport = SimpleNamespace(
            get_extra_info=lambda _: SimpleNamespace(setsockopt=lambda *_: None),
            abort=lambda: dropped.append("dropped"),
            is_closing=lambda: True,
        )
        connection = Connection(services, None, None, None, transport)  # type: ignore[arg-type]
        connection._heard = time.monotonic() - SILENT_SECONDS + 5
        connection._ping()
        assert not dropped
        assert connection._pinging is not None
        connection._pinging.cancel()
        connection._heard = time.monotonic() - SILENT_SECONDS - 1
        connection._ping()
        assert dropped == ["dropped"]
        assert connection.closed

    asyncio.run(story())


@pytest.mark.parametrize("is_visible", [True, False])
def test_a_refused_tournament_sends_no_event_that_came_meanwhile(is_visible: bool) -> None:
    async def story() -> list[str]:
        async def subscribe(topic: str, subscriber: Connection) -> None:
            subscriber.push(topic, b"while subscribing")

        async def view(tournament: str, user: object) -> dict[str, str]:
            connection.push(f"tournament:{tournament}", b"while asking")
            if not is_visible:
                raise NotFoundError("there is no such tournament", "no_tournament")
            return {"id": tournament}

        services: Any = SimpleNamespace(
            limits=SimpleNamespace(factor=0),
            hub=SimpleNamespace(subscribe=subscribe, unsubscribe=lambda *_: None),
            tournaments=SimpleNamespace(view=view),
        )
        transport = SimpleNamespace(get_extra_info=lambda _: SimpleNamespace(setsockopt=lambda *_: None))
        connection = Connection(services, None, None, None, transport)  # type: ignore[arg-type]
        written: list[str] = []
        connection.write = lambda data: written.append(data.decode())  # type: ignore[method-assign]
        connection.emit = lambda frame: written.append(type(frame).__name__)  # type: ignore[method-assign]
        with suppress(NotFoundError):
            await connection.tournament(Tournament(tournament="x"))
        return written

    assert asyncio.run(story()) == (["Tournament", "while subscribing", "while asking"] if is_visible else [])


def test_a_profile_shows_when_the_user_was_last_online(blue: Client, red: Client) -> None:
    signed_up = red.get(f"/api/user/{blue.name}")["seen"]
    connection = blue.live()
    here = red.get(f"/api/user/{blue.name}")["seen"]
    assert here > signed_up
    wait_until(lambda: red.get(f"/api/user/{blue.name}")["seen"] > here, "a later time, while connected")
    connection.close()


def test_only_a_reply_to_our_own_ping_counts_as_lag() -> None:
    async def story() -> None:
        here, there = socket.socketpair()
        _, writer = await asyncio.open_connection(sock=here)
        services: Any = SimpleNamespace(limits=SimpleNamespace(factor=0), now=lambda: 0)
        connection = Connection(services, None, None, None, writer.transport)  # type: ignore[arg-type]
        for lie in (0.0, time.monotonic() - 30, None):
            await connection.pong(Pong(t=lie))
        connection._ping()
        asked = connection._pinged
        assert asked is not None
        await connection.pong(Pong(t=asked - 20))
        assert connection.lag == 0
        await connection.pong(Pong(t=asked))
        first = connection.lag
        await connection.pong(Pong(t=asked))
        assert connection.lag == first < 20_000
        # One late reply gains nothing.
        connection._pinged = time.monotonic() - 10
        await connection.pong(Pong(t=connection._pinged))
        assert connection.lag == first
        assert connection._pinging is not None
        connection._pinging.cancel()
        writer.close()
        there.close()

    asyncio.run(story())


def test_pages_of_other_sites_are_refused(nobody: Client, blue: Client) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", nobody.server.url.replace("http", "https")):
        with pytest.raises(InvalidStatus) as refused:
            nobody.live(Origin=origin)
        assert refused.value.response.status_code == 403
    session = sign_in(blue.server, blue.name)
    own = session.live(Origin=blue.server.url)
    assert own.next("hello")["name"] == blue.name


def test_a_bad_token_is_refused(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Client(server, token="jungle_nonsense").live()
    assert refused.value.response.status_code == 401


def test_lobby_events_are_sent_to_subscribers_only(blue: Client, red: Client, nobody: Client) -> None:
    listener = nobody.live()
    waiting = red.post("/api/seek", {"days": 5})["seek"]
    listener.send(type="lobby", id=1)
    present = listener.next("lobby", "error")
    assert present["id"] == 1
    assert waiting in present["seeks"]
    # Each change carries its content, so clients need not refetch. Others play on this server too.
    changes = _lobby_changes(listener)
    # Once this one is sent, so is the seek above; one that ends before it is sent would never be heard of.
    later = blue.post("/api/seek", {"days": 7})["seek"]
    assert {"seek": later} in changes
    red.request("DELETE", f"/api/seek/{waiting['id']}")
    assert {"ended": [waiting["id"]]} in changes
    seek = blue.post("/api/seek", {"days": 3})["seek"]
    assert {"seek": seek} in changes
    game = red.post("/api/seek", {"days": 3})["game"]["id"]
    assert {"ended": [seek["id"]]} in changes
    started = next(change["view"] for change in changes if change.get("view", {}).get("id") == game)
    assert started["players"]["red"]["name"] in (blue.name, red.name)
    blue.post(f"/api/board/game/{game}/abort")
    assert {"over": game} in changes


def _lobby_changes(listener: Live) -> Iterator[Any]:
    while True:
        yield from listener.next("lobby")["changes"]


def test_watching_a_game_returns_state_chat_and_ratings(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    live = nobody.live()
    live.send(type="watch", game=game, id=1)
    assert "events" not in live.next("state")
    blue.open_game(red, game)
    blue.post(f"/api/board/game/{game}/chat", {"text": 'hello, "type":"end", \\'})
    red.post(f"/api/board/game/{game}/resign")
    live = nobody.live()
    live.send(type="watch", game=game, id=2)
    said, ended = live.next("state")["events"]
    assert (said["type"], said["text"]) == ("chat", 'hello, "type":"end", \\')
    assert (ended["type"], ended["ratings"]["blue"]["before"]) == ("end", 1500)
    assert ended["ratings"]["blue"]["after"] > 1500


def test_an_unknown_tournament_is_refused(nobody: Client) -> None:
    live = nobody.live()
    live.send(type="tournament", tournament="nothing", id=1)
    refusal = live.next("tournament", "error")
    assert (refusal["id"], refusal["error"]["code"]) == (1, "no_tournament")


def test_a_player_can_claim_the_game_after_the_opponent_left(blue: Client, red: Client) -> None:
    game = blue.challenge(red, clock={"limit": 60, "increment": 0})
    one, two = blue.live(), red.live()
    one.watch(game)
    two.watch(game)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    assert blue.refused(f"/api/board/game/{game}/claim-victory") == (409, "not_gone")
    two.close()
    gone = one.next("presence")
    while gone["here"]:
        gone = one.next("presence")
    assert gone["colour"] == "red"
    assert blue.get(f"/api/game/{game}")["players"]["red"]["here"] is False
    assert blue.refused(f"/api/board/game/{game}/claim-victory") == (409, "not_gone")
    two = red.live()
    two.watch(game)
    assert one.next("presence")["here"] is True
    one.close()


def test_a_client_that_does_not_read_is_dropped(blue: Client, red: Client) -> None:
    game = blue.challenge(red)
    other = blue.live()
    other.watch(game)
    with _unread_socket(blue.server.port) as slow, pytest.raises(OSError, match=r"reset|pipe|aborted"):
        _watch_for_ever(slow, game, other)
    assert other.next("ack")["ply"] == 0


def _watch_for_ever(slow: socket.socket, game: str, other: Live) -> None:
    for sent in itertools.count():
        slow.sendall(_frame({"type": "watch", "game": game}))
        if sent == 100:  # Nobody else is delayed.
            other.send(type="move", game=game, move="a3a4", id=1)


@contextmanager
def _unread_socket(port: int) -> Iterator[socket.socket]:
    """A WebSocket whose owner never reads."""
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.settimeout(PATIENCE)
        narrow.connect(("127.0.0.1", port))
        narrow.sendall(
            b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b"101" in narrow.recv(64)
        yield narrow


def _frame(message: dict[str, str]) -> bytes:
    """A masked text frame; the mask is zero, which leaves the text unchanged."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def test_frames_are_rate_limited_and_abusers_dropped(limited: Server) -> None:
    connection = Client(limited).live()
    with pytest.raises(ConnectionClosed) as closed:
        _ping_for_ever(connection)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4029


def test_connections_per_user_are_limited(limited: Server) -> None:
    person = sign_up(limited, "crowd")
    opened = [person.live() for _ in range(CONNECTIONS_PER_USER)]
    with pytest.raises(InvalidStatus) as refused:
        person.live()
    assert refused.value.response.status_code == 429
    opened[0].close()
    wait_until(lambda: _opens(person), "a place")


def _opens(person: Client) -> bool:
    try:
        person.live()
    except InvalidStatus:
        return False
    return True


def _ping_for_ever(connection: Live) -> None:
    while True:
        connection.send(type="ping")
        if (answer := connection.next("pong", "error"))["type"] == "error":
            assert answer["error"]["code"] == "limited"


def test_a_graceful_stop_tells_clients_to_reconnect(data: Path) -> None:
    with served(data) as server:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        game = blue.challenge(red, clock={"limit": 60, "increment": 0})
        connection, stream = blue.live(), blue.lines("/api/stream/event")
        connection.watch(game)
        assert stream.next("gameStart")["game"]["id"] == game
        code, errors = server.stop()
        assert (code, errors.count("Traceback")) == (0, 0), errors
        with pytest.raises(ConnectionClosed) as closed:
            connection.next("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert stream.next("never") is None


def test_accept_never_makes_an_offer(blue: Client, red: Client) -> None:
    game = blue.challenge(red)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    players = blue.live(), red.live()
    players[1].send(type="accept", game=game, kind="draw", id=1)
    assert players[1].next("ack", "error")["error"]["code"] == "no_offer"
    assert blue.get(f"/api/game/{game}")["offers"] == {}
    players[0].send(type="offer", game=game, kind="draw", id=2)
    assert players[0].next("ack", "error")["type"] == "ack"
    players[1].send(type="accept", game=game, kind="draw", id=3)
    assert players[1].next("ack", "error")["type"] == "ack"
    assert blue.get(f"/api/game/{game}")["result"] == "1/2-1/2"


NEEDS = [
    ("move", "move"),
    ("offer", "kind"),
    ("accept", "kind"),
    ("decline", "kind"),
    ("chat", "text"),
    ("phrase", "kind"),
]


@pytest.mark.parametrize(("command", "argument"), NEEDS)
def test_a_command_without_its_argument_is_refused(blue: Client, red: Client, command: str, argument: str) -> None:
    live = blue.live()
    live.send(type=command, game=blue.challenge(red), id=1)
    refusal = live.next("ack", "error")
    assert (refusal["id"], refusal["error"]["code"]) == (1, "frame")
    assert f"missing required field `{argument}`" in refusal["error"]["message"]
