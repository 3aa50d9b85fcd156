"""The app at `/`, links with previews, the explorer and the endgame tables."""

import asyncio
import gzip
import re
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from jungle import Game
from jungle.server.api import pages
from jungle.server.errors import LimitedError
from jungle.server.game.pictures import Pictures
from jungle.server.identity.passwords import SOURCE
from jungle.web.contents import contents
from tests.server.harness.clients import Client, sign_in, sign_up
from tests.server.harness.processes import free_port, served
from tests.server.harness.waiting import wait_until

Somebody = Callable[..., Client]
LIVE = {"clock": {"limit": 300, "increment": 2}}


def test_every_file_of_the_app_is_served(nobody: Client) -> None:
    page = nobody.request("GET", "/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    app = contents(with_server=True)
    assert page.body == app["index.html"]() != contents()["index.html"]()
    # One file of each kind and folder: a game's page must not hide a folder of the same name.
    paths = {path.rpartition(".")[2]: path for path in app} | {path.partition("/")[0]: path for path in app}
    for path in paths.values():
        answer = nobody.request("GET", f"/{path}", Accept_Encoding="gzip")
        assert answer.status == 200, path
        body = gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body
        assert body == app[path](), path
    again = nobody.request("GET", "/app.js", If_None_Match=nobody.request("GET", "/app.js").headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert nobody.request("HEAD", "/app.js").status == 200


def test_nothing_but_the_app_is_served(nobody: Client) -> None:
    for path in ("/nothing", "/../pyproject.toml", "/%2e%2e/server.sqlite", "/server.sqlite", "/page/index.html"):
        answer = nobody.request("GET", path)
        assert (answer.status, answer.code) == (404, "not_found"), path


def test_every_response_has_the_security_headers(nobody: Client) -> None:
    for path in ("/", "/app.js", "/api/docs", "/api/tv", "/readyz", "/nothing"):
        headers = nobody.request("GET", path).headers
        policy = headers.get_all("content-security-policy")
        assert policy is not None
        assert len(policy) == 1
        assert "default-src 'none'" in policy[0]
        assert "unsafe-inline" not in policy[0]
        assert "'unsafe-eval'" not in policy[0].replace("'wasm-unsafe-eval'", "")
        assert "object-src 'none'; base-uri 'none'" in policy[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["strict-transport-security"] is None  # This server uses plain HTTP.


def test_api_responses_are_not_cached(blue: Client, nobody: Client) -> None:
    for client, path in ((blue, "/api/account"), (nobody, "/api/session"), (nobody, "/api/nothing")):
        assert client.request("GET", path).headers["cache-control"] == "no-store"
    assert nobody.request("GET", "/").headers["cache-control"] == "no-cache"


def test_hsts_is_set_behind_https(data: Path) -> None:
    port = free_port()
    with served(data, "--public-url", "https://jungle.example.org", port=port) as server:
        server.port = port  # Not that of the public URL.
        for path in ("/", "/api/tv", "/nothing"):
            told = Client(server).request("GET", path).headers["strict-transport-security"]
            assert told == "max-age=31536000; includeSubDomains"


def test_trace_is_refused(nobody: Client) -> None:
    for path in ("/", "/api/account", "/mail"):
        assert nobody.request("TRACE", path).status == 405


@pytest.mark.parametrize(
    ("path", "target"),
    [("/join", "/#/join/"), ("/join/ABC234", "/#/join/ABC234"), ("/join/a%20b%23c", "/#/join/a%20b%23c")],
)
def test_the_address_of_a_class_leads_into_the_app(nobody: Client, path: str, target: str) -> None:
    answer = nobody.request("GET", path)
    assert (answer.status, answer.headers["location"]) == (307, target)


def test_a_link_to_a_game_has_a_preview(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    page = nobody.request("GET", f"/game/{game}")
    facts = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page.text))
    assert blue.name in facts["title"]
    assert "red to move" in facts["description"]
    assert f"/#/game/{game}" in page.text
    picture = nobody.request("GET", f"/game/{game}.svg")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/svg+xml")
    shown = nobody.get(f"/api/game/{game}")
    assert Game.from_moves(shown["moves"]).fen() in picture.text
    assert nobody.request("GET", "/game/missing1").status == 404
    link = blue.post("/api/challenge", LIVE)["challenge"]
    assert f"{blue.name} challenges you" in nobody.request("GET", f"/challenge/{link['id']}").text


def test_previews_link_to_a_png(blue: Client, red: Client, nobody: Client) -> None:
    pytest.importorskip("resvg_py")
    game = blue.challenge(red, **LIVE)
    link = blue.post("/api/challenge", LIVE)["challenge"]
    for path in (f"/game/{game}", f"/challenge/{link['id']}"):
        address = re.search(r'"og:image" content="([^"]*)"', nobody.request("GET", path).text)
        assert address is not None
        picture = nobody.request("GET", re.sub(r"^https?://[^/]*", "", address[1]))
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        width, height = struct.unpack(">II", picture.body[16:24])
        assert (picture.body[:8], width > 100, height > 100) == (b"\x89PNG\r\n\x1a\n", True, True)


def test_a_picture_of_a_face_down_game_reveals_nothing_hidden(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, game="flip", **LIVE)
    public = nobody.get(f"/api/game/{game}")["fen"]
    picture = nobody.request("GET", f"/game/{game}.svg").text
    assert re.findall(r'aria-label="([^"]*)"', picture)[0] == public


def test_a_game_that_cannot_be_replayed_is_left_out_of_lists(data: Path) -> None:
    with served(data) as server:
        one, two = sign_up(server, "one"), sign_up(server, "two")
        sound, damaged = one.challenge(two, **LIVE), one.challenge(two, **LIVE)
        for game in (sound, damaged):
            one.move(game, "a3a4")
        with closing(sqlite3.connect(data / "server.sqlite", timeout=60)) as database, database:
            changed = "UPDATE games SET moves = 'a1a9', version = version + 1 WHERE id = ?"
            database.execute(changed, (damaged,))
        assert Client(server).get("/api/tv")["best"]["id"] == sound
        assert [game["id"] for game in two.get("/api/account/playing")["nowPlaying"]] == [sound]
        for kind in ("application/x-ndjson", "application/x-jgn"):
            listed = two.request("GET", "/api/games/user/one", Accept=kind)
            assert (listed.status, sound in listed.text, damaged in listed.text) == (200, True, False)


def test_many_pictures_for_one_address_refuse_no_other() -> None:
    pytest.importorskip("resvg_py")

    async def story() -> None:
        pictures, svg = Pictures(), contents()["icon.svg"]().decode()
        SOURCE.set("192.0.2.1")
        flood = [asyncio.create_task(pictures.png(f"game{number}", 0, svg)) for number in range(20)]
        await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        assert any(task.done() and isinstance(task.exception(), LimitedError) for task in flood)
        SOURCE.set("192.0.2.2")
        preview = asyncio.create_task(pictures.png("preview", 0, svg))
        await asyncio.wait([preview], timeout=0)
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert (await preview).startswith(b"\x89PNG")

    asyncio.run(story())


def test_previews_are_escaped(blue: Client, nobody: Client) -> None:
    made = blue.post("/api/tournament", {"name": "<img src=x onerror=alert(1)>", **LIVE})["tournament"]
    page = nobody.request("GET", f"/tournament/{made['id']}").text
    assert "<img" not in page
    assert "&lt;img src=x" in page


def test_the_explorer_counts_finished_games(blue: Client, red: Client, nobody: Client) -> None:
    rules = "standard:quiet_limit=61"
    path = f"/api/explorer?rules={rules}&fen={quote(Game().fen())}"
    assert nobody.get(path) == {"games": 0, "moves": []}
    for moves, loser in ((["a3a4", "g7g6"], red), (["a3a4", "a7a6"], blue), (["g3g4", "a7a6"], red)):
        game = blue.challenge(red, rules=rules, **LIVE)
        for ply, move in enumerate(moves):
            (blue, red)[ply % 2].move(game, move)
        loser.post(f"/api/board/game/{game}/resign")
    found = wait_until(lambda: (answer := nobody.get(path))["games"] == 3 and answer, "three games")
    assert found["moves"] == [
        {"move": "a3a4", "games": 2, "blue": 1, "red": 1, "draws": 0, "book": None},
        {"move": "g3g4", "games": 1, "blue": 1, "red": 0, "draws": 0, "book": None},
    ]
    after = quote(Game.from_moves(["a3a4"]).fen())
    assert [move["move"] for move in nobody.get(f"/api/explorer?rules={rules}&fen={after}")["moves"]] == [
        "a7a6",
        "g7g6",
    ]
    assert nobody.refused("/api/explorer?fen=x", method="GET") == (422, "invalid")
    assert nobody.refused(f"/api/explorer?game=go&fen={after}", method="GET")[0] == 422


def test_tablebase_requests_return_the_result(nobody: Client) -> None:
    fen = quote("7/3C3/7/7/7/7/7/7/6e b")
    known = nobody.get(f"/api/tablebase?fen={fen}")
    assert (known["wdl"], known["plies"], known["moves"][0]["move"]) == (1, 1, "d8d9")
    assert nobody.refused(f"/api/tablebase?fen={quote(Game().fen())}", method="GET") == (404, "no_table")


def test_the_best_live_game_is_shown_in_full(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    best = nobody.get("/api/tv")["best"]
    assert set(best) >= {"id", "fen", "moves", "players", "clock"}


def test_notices_list_turns_challenges_and_messages(blue: Client, red: Client, somebody: Somebody) -> None:
    game, third = blue.challenge(red, days=2), somebody()
    other = blue.challenge(red, **LIVE)
    third.post(f"/api/challenge/{blue.name}", {"days": 1})
    session = sign_in(blue.server, blue.name)
    heard = session.live()
    heard.next("hello")
    third.post(f"/api/message/{blue.name}", {"text": "  shall we play?  "})
    assert heard.next("message")["message"]["text"] == "shall we play?"
    waiting = session.get("/api/notices")
    assert (waiting["turns"], len(waiting["challenges"])) == (1, 1)
    assert [(found["from"], found["count"]) for found in waiting["messages"]] == [(third.name, 1)]
    threads = session.get("/api/message")["threads"]
    assert [(thread["name"], thread["text"], thread["unread"]) for thread in threads] == [
        (third.name, "shall we play?", 1)
    ]
    assert [message["text"] for message in session.get(f"/api/message/{third.name}")["messages"]] == ["shall we play?"]
    assert [thread["unread"] for thread in session.get("/api/message")["threads"]] == [0]
    assert session.get("/api/notices")["messages"] == []
    blue.move(game, "a3a4")
    assert session.get("/api/notices")["turns"] == 0
    assert red.get("/api/account/playing")["nowPlaying"][0]["id"] == game
    assert {found["id"] for found in red.get("/api/account/playing")["nowPlaying"]} == {game, other}
    assert blue.refused(f"/api/message/{blue.name}", {"text": "me"}) == (422, "self")
    assert blue.refused(f"/api/message/{red.name}", {"text": "  "}) == (422, "text")
    session.post(f"/api/account/block/{red.name}")
    assert red.refused(f"/api/message/{blue.name}", {"text": "hello"}) == (403, "blocked")


def test_the_documentation_is_served_if_it_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "site_files", lambda folder: {"index.html": lambda: b"read this"})
    pages._files.cache_clear()
    try:
        assert pages.has_documentation()
        assert pages._make("docs/index.html").body == b"read this"
    finally:
        pages._files.cache_clear()
