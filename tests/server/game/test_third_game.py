"""The game of `tests/third_game` on a real server, which has no code for it apart from its registration."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle.record import load
from tests.server.harness.clients import PASSWORD, PERSON_SCOPES, Client
from tests.server.harness.processes import Server, served
from tests.third_game import TinyGame

ROOT = Path(__file__).parents[3]
REGISTRATION = "from jungle import GAMES\nfrom tests.third_game import TinyGame\nGAMES[TinyGame.kind] = TinyGame\n"
SECRET = PASSWORD.replace(" ", "-")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose processes register the third game at startup."""
    folder = tmp_path_factory.mktemp("third_game")
    (folder / "sitecustomize.py").write_text(REGISTRATION, encoding="utf-8")
    with served(folder / "data", PYTHONPATH=os.pathsep.join((str(folder), str(ROOT)))) as running:
        yield running


def by_mail(server: Server, name: str, scopes: list[str]) -> Client:
    """A user who signed up by email, and plays in other ways too."""
    nobody = Client(server)
    assert nobody.mail(f"signup {name} {SECRET} {name}@example.org").status == 200
    token = nobody.post("/api/token", {"name": name, "password": SECRET, "scopes": scopes})["token"]
    return Client(server, name, token)


def test_a_third_game_is_played_by_websocket_bot_and_mail(
    server: Server, third_game: type[TinyGame], tmp_path: Path
) -> None:
    anna, bot = by_mail(server, "anna", PERSON_SCOPES), by_mail(server, "robot", ["bot:play", "challenge:write"])
    bot.post("/api/bot/account/upgrade")
    game = anna.challenge(bot, game="tiny", days=3)
    expected = third_game()
    live, stream = anna.live(), bot.lines(f"/api/bot/game/stream/{game}")
    state = live.watch(game)["state"]
    assert (state["game"], state["rules"], state["fen"]) == ("tiny", "tiny", expected.fen())
    full = stream.next("gameFull")
    assert (full["game"], full["rules"], full["initialFen"]) == ("tiny", "tiny", "startpos")

    live.send(type="move", game=game, move="a1a4", ply=0, id=1)
    assert "it cannot go there" in live.next("error")["error"]["message"]
    live.send(type="move", game=game, move="c2b2", ply=0, id=2)
    live.next("ack")
    assert stream.next("gameState")["moves"] == "c2b2"
    bot.post(f"/api/bot/game/{game}/move/a3a2")
    assert stream.next("gameState")["moves"] == "c2b2 a3a2"
    assert live.next("move")["move"] == "a3a2"
    number = anna.get(f"/api/game/{game}")["number"]
    moved = Client(server).mail(f"jungle move {number} anna {SECRET} b2b3")
    assert (moved.status, "tiny rules" in moved.text) == (200, True), moved.text
    assert stream.next("gameState")["moves"] == "c2b2 a3a2 b2b3"
    bot.post(f"/api/bot/game/{game}/move/c4c3")
    live.send(type="move", game=game, move="b3b4", ply=4, id=3)
    ended = live.next("end")
    assert (ended["result"], ended["winner"], ended["reason"]) == ("1-0", "blue", "den")
    assert "anna (Blue) won by entering the den." in Client(server).mail(f"jungle show {number}").text

    for move in ("c2b2", "a3a2", "b2b3", "c4c3", "b3b4"):
        expected.play(move)
    record = tmp_path / "game.jgn"
    record.write_bytes(anna.request("GET", f"/api/game/{game}", Accept="application/x-jgn").body)
    (found,) = load(record)
    assert isinstance(found.game, third_game)
    assert (found.game.fen(), found.game.outcome()) == (expected.fen(), expected.outcome())
    assert (found.tags["Blue"], found.tags["Red"]) == ("anna", "robot")
