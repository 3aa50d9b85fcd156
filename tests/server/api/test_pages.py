"""The app at `/`, and links with previews."""

import gzip
import re

import pytest

from jungle import Game
from jungle.web.contents import contents
from tests.server.harness.clients import LIVE, Client, Somebody, sign_in


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


def test_previews_are_escaped(blue: Client, nobody: Client) -> None:
    made = blue.post("/api/tournament", {"name": "<img src=x onerror=alert(1)>", **LIVE})["tournament"]
    page = nobody.request("GET", f"/tournament/{made['id']}").text
    assert "<img" not in page
    assert "&lt;img src=x" in page


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
