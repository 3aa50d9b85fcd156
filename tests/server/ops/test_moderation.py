"""Reports, bans, mutes, renames, and the log of admin actions."""

import contextlib
import sqlite3
import subprocess
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness.clients import PASSWORD, Client, add_second_factor, sign_in
from tests.server.harness.processes import Server
from tests.server.harness.programs import jungle
from tests.server.harness.waiting import PATIENCE


def appoint(data: Path, name: str, action: str = "admin") -> subprocess.CompletedProcess[str]:
    return jungle("serve", action, name, "--data", data)


@pytest.fixture(scope="module")
def admin(server: Server) -> Client:
    assert Client(server).request("POST", "/api/signup", {"name": "warden", "password": PASSWORD}).status == 201
    assert appoint(server.data, "Warden").stdout == "warden is an admin now\n"
    warden = sign_in(server, "warden")
    add_second_factor(warden)
    return warden


def test_reports_reach_admins_and_are_closed(blue: Client, red: Client, admin: Client) -> None:
    game = blue.challenge(red, days=1)
    number = blue.post(f"/api/report/{red.name}", {"reason": "insults", "game": game})["report"]
    found = next(report for report in admin.get("/api/admin/reports")["reports"] if report["id"] == number)
    assert (found["by"], found["about"], found["game_id"], found["reason"]) == (blue.name, red.name, game, "insults")
    assert blue.refused(f"/api/report/{blue.name}", {"reason": "me"}) == (422, "self")
    assert blue.refused(f"/api/report/{red.name}", {"reason": " "})[0] == 422
    assert blue.refused(f"/api/report/{red.name}", {"reason": "x", "game": "missing1"}) == (404, "no_game")
    admin.post(f"/api/admin/reports/{number}/close", {"note": "spoke with them"})
    assert admin.refused(f"/api/admin/reports/{number}/close") == (404, "no_report")
    assert number in [report["id"] for report in admin.get("/api/admin/reports?status=closed")["reports"]]
    assert admin.get(f"/api/admin/user/{red.name}")["user"]["reports"][0]["reason"] == "insults"


def test_nobody_else_is_an_admin(server: Server, blue: Client, admin: Client) -> None:
    session = sign_in(server, blue.name)
    assert admin.get("/api/account")["isAdmin"] is True
    for method, path in (
        ("GET", "/api/admin/reports"),
        ("GET", "/api/admin/acts"),
        ("GET", f"/api/admin/user/{blue.name}"),
        ("POST", f"/api/admin/user/{blue.name}/ban"),
        ("DELETE", f"/api/admin/user/{blue.name}/mute"),
    ):
        assert session.refused(path, method=method) == (403, "not_an_admin"), path
        assert blue.refused(path, method=method) == (403, "scope"), path
        assert Client(server).refused(path, method=method)[0] == 401, path
    evil = admin.request("POST", f"/api/admin/user/{blue.name}/ban", {}, Origin="https://evil.example")
    assert (evil.status, evil.code) == (403, "origin")
    assert appoint(server.data, "nobody-here").returncode == 1


def test_admin_rights_can_be_revoked(server: Server, blue: Client) -> None:
    session = sign_in(server, blue.name)
    assert appoint(server.data, blue.name).returncode == 0
    assert session.refused("/api/admin/acts", method="GET") == (403, "second_factor_missing")
    add_second_factor(session)
    assert session.get("/api/admin/acts")["acts"][0]["about"] == blue.name
    assert appoint(server.data, blue.name, "no-admin").stdout == f"{blue.name} is no longer an admin\n"
    assert session.refused("/api/admin/acts", method="GET") == (403, "not_an_admin")


def test_a_banned_user_is_locked_out_until_the_ban_is_lifted(
    server: Server, blue: Client, red: Client, admin: Client
) -> None:
    game = blue.challenge(red, days=1)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    connection, session = red.live(), sign_in(server, red.name)
    connection.next("hello")
    admin.post(f"/api/admin/user/{red.name}/ban", {"days": 3, "reason": "engine"})
    with pytest.raises(ConnectionClosed):
        connection.next("nothing")
    assert session.refused("/api/account", method="GET")[0] == 401
    login = {"name": red.name, "password": PASSWORD}
    assert Client(server).refused("/api/login", login) == (403, "banned")
    assert Client(server).refused("/api/token", login) == (403, "banned")
    assert Client(server).refused("/api/login", {**login, "password": "wrong password"}) == (401, "credentials")
    assert Client(server).mail(f"jungle small {red.name} {PASSWORD.replace(' ', '-')}").status in (401, 403)
    assert blue.get(f"/api/game/{game}")["result"] == "1-0"
    assert admin.refused(f"/api/admin/user/{admin.name}/ban") == (409, "is_admin")
    assert admin.request("DELETE", f"/api/admin/user/{red.name}/ban").status == 200
    assert sign_in(server, red.name).get("/api/account")["name"] == red.name


def test_a_muted_user_can_play_but_not_chat(blue: Client, red: Client, admin: Client) -> None:
    game = blue.challenge(red, days=1)
    admin.post(f"/api/admin/user/{blue.name}/mute", {"days": 1, "reason": "insults"})
    assert blue.refused(f"/api/board/game/{game}/chat", {"text": "hello"}) == (403, "muted")
    assert blue.refused(f"/api/message/{red.name}", {"text": "hello"}) == (403, "muted")
    blue.move(game, "a3a4")
    assert admin.request("DELETE", f"/api/admin/user/{blue.name}/mute").status == 200
    blue.post(f"/api/board/game/{game}/chat", {"text": "sorry"})


def test_users_are_renamed_and_reserved_names_refused(blue: Client, red: Client, nobody: Client, admin: Client) -> None:
    for name in ("Admin", "the-admin", "moderator2", "bot-hard", "guest-12345678", "closed-3"):
        assert nobody.refused("/api/signup", {"name": name, "password": PASSWORD}) == (422, "name"), name
    assert admin.refused(f"/api/admin/user/{blue.name}/rename", {"name": red.name}) == (409, "name_taken")
    assert admin.refused(f"/api/admin/user/{blue.name}/rename", {"name": "<b>"}) == (422, "name")
    admin.post(f"/api/admin/user/{blue.name}/rename", {"name": f"{blue.name}x", "reason": "offends"})
    assert nobody.get(f"/api/user/{blue.name}x")["name"] == f"{blue.name}x"


def test_every_admin_action_is_logged_in_an_append_only_log(server: Server, blue: Client, admin: Client) -> None:
    admin.post(f"/api/admin/user/{blue.name}/mute", {"reason": "spam"})
    admin.request("DELETE", f"/api/admin/user/{blue.name}/mute")
    acts = admin.get("/api/admin/acts")["acts"]
    assert [(act["by"], act["act"], act["about"]) for act in acts[:2]] == [
        (admin.name, "unmute", blue.name),
        (admin.name, "mute", blue.name),
    ]
    assert ("console", "admin", admin.name) in [(act["by"], act["act"], act["about"]) for act in acts]
    assert acts[1]["detail"] == "permanently: spam"
    assert admin.get(f"/api/admin/acts?before={acts[0]['id']}")["acts"][0] == acts[1]
    with contextlib.closing(sqlite3.connect(server.data / "server.sqlite", timeout=PATIENCE)) as database:
        for statement in ("DELETE FROM admin_acts", "UPDATE admin_acts SET detail = ''"):
            with pytest.raises(sqlite3.IntegrityError, match="only added to"):
                database.execute(statement)
