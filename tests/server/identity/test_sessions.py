"""Sessions and tokens."""

import contextlib
import sqlite3
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness.clients import PASSWORD, PERSON_SCOPES, Client, Live, Somebody, cookie_of, sign_in
from tests.server.harness.processes import Server
from tests.server.harness.waiting import PATIENCE


def test_sessions_end_by_logout_and_by_revocation(server: Server, blue: Client) -> None:
    one, two = sign_in(server, blue.name), sign_in(server, blue.name)
    assert len(one.get("/api/account/sessions")["sessions"]) == 3  # Signing up started one too.
    assert one.get("/api/session")["account"] == one.get("/api/account")
    one.post("/api/logout")
    assert one.refused("/api/account", method="GET")[0] == 401
    assert one.get("/api/session") == {"account": None}
    three = sign_in(server, blue.name)
    assert blue.get("/api/account")["name"] == blue.name
    changed = two.post("/api/account/password", {"old": PASSWORD, "new": "another password"})
    assert changed["ended"] == {"sessions": 2, "tokens": 1, "mailPasswords": 0}
    assert blue.refused("/api/account", method="GET") == (401, "token")
    assert two.get("/api/account")["name"] == blue.name
    assert three.refused("/api/account", method="GET")[0] == 401
    found = two.get("/api/account/sessions")["sessions"]
    assert [session["current"] for session in found] == [True]
    assert two.request("DELETE", f"/api/account/sessions/{found[0]['digest']}").status == 200
    assert two.refused("/api/account", method="GET")[0] == 401


def test_all_other_sessions_can_be_ended_together(server: Server, blue: Client) -> None:
    one, two, three = (sign_in(server, blue.name) for _ in range(3))
    socket = three.live()
    socket.next("hello")
    assert two.request("DELETE", "/api/account/sessions").json == {"ended": 3}
    with pytest.raises(ConnectionClosed):
        socket.next("closed")
    assert [one.refused("/api/account", method="GET")[0], three.refused("/api/account", method="GET")[0]] == [401, 401]
    assert [session["current"] for session in two.get("/api/account/sessions")["sessions"]] == [True]
    assert blue.get("/api/account")["name"] == blue.name  # By token.
    assert blue.refused("/api/account/sessions", method="DELETE") == (403, "scope")


def test_tokens_are_listed_with_their_notes(server: Server, blue: Client, nobody: Client) -> None:
    me = sign_in(server, blue.name)
    me.post("/api/account/address", {"mail": "listed@example.org", "password": PASSWORD})
    nobody.post("/api/password/reset", {"name": blue.name})  # A password reset link does not appear in this list.
    body = {"name": blue.name, "password": PASSWORD, "scopes": ["board:play"], "note": " my script "}
    made = me.post("/api/token", body)["token"]
    listed = me.get("/api/account/sessions")["tokens"]
    assert [(token["note"], token["scopes"]) for token in listed] == [
        ("my script", "board:play"),
        ("", " ".join(PERSON_SCOPES)),
    ]
    assert me.request("DELETE", f"/api/account/sessions/{listed[0]['digest']}").status == 200
    assert Client(server, blue.name, made).refused("/api/account", method="GET") == (401, "token")


def test_tokens_have_scopes_and_are_revocable(blue: Client, somebody: Somebody) -> None:
    mailer = somebody(["mail:write"])
    assert mailer.refused(f"/api/challenge/{blue.name}") == (403, "scope")
    assert mailer.refused("/api/account/password", {"old": PASSWORD, "new": "x" * 9}) == (403, "scope")
    assert mailer.refused("/api/account", method="GET") == (403, "scope")
    assert mailer.request("DELETE", "/api/token").json == {"revoked": 1}
    assert mailer.refused("/api/account", method="GET") == (401, "token")
    body = {"name": blue.name, "password": PASSWORD, "scopes": ["everything"]}
    assert blue.refused("/api/token", body) == (422, "scope")


def test_revoking_a_token_or_session_closes_its_connections(server: Server, blue: Client, red: Client) -> None:
    game = blue.challenge(red, days=1)
    session, stays = sign_in(server, blue.name), sign_in(server, blue.name)
    one, two, three = blue.live(), session.live(), stays.live()
    events, moves = blue.lines("/api/stream/event"), blue.lines(f"/api/board/game/stream/{game}")
    moves.next("gameFull")
    events.next("gameStart")
    for connection in (one, two, three):
        connection.watch(game)
    assert blue.request("DELETE", "/api/token").json == {"revoked": 1}
    assert (_close_code(one), events.next(), moves.next("end")) == (4001, None, None)
    session.post("/api/logout")
    assert _close_code(two) == 4001
    three.send(type="ping", id="alive")
    assert three.next("pong")["id"] == "alive"
    stays.request("DELETE", "/api/account", {"password": PASSWORD})
    assert _close_code(three) == 4001


def test_an_expired_session_closes_its_connections(server: Server, blue: Client, red: Client) -> None:
    game = blue.challenge(red, days=1)
    session = sign_in(server, blue.name)
    with contextlib.closing(sqlite3.connect(server.data / "server.sqlite", timeout=PATIENCE)) as database:
        database.execute("UPDATE sessions SET expires = ?", [round(time.time() * 1000) + 1000])
        database.commit()
    live, stays = session.live(), blue.live()
    events, moves = session.lines("/api/stream/event"), session.lines(f"/api/board/game/stream/{game}")
    assert (_close_code(live), events.next("nothing"), moves.next("nothing")) == (4001, None, None)
    assert session.refused("/api/account", method="GET")[0] == 401
    stays.send(type="ping", id="alive")
    assert stays.next("pong")["id"] == "alive"


def _close_code(connection: Live) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        connection.next("nothing")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_logging_in_again_ends_the_previous_session(server: Server, blue: Client, red: Client) -> None:
    mine, elsewhere = sign_in(server, blue.name), sign_in(server, blue.name)
    answer = mine.request("POST", "/api/login", {"name": red.name, "password": PASSWORD})
    assert answer.status == 200
    assert mine.refused("/api/account", method="GET")[0] == 401
    assert Client(server, red.name, cookie=cookie_of(answer)).get("/api/account")["name"] == red.name
    assert elsewhere.get("/api/account")["name"] == blue.name
