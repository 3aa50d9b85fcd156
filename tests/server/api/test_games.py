"""Games over HTTP: records, streams, lists."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from jungle import Game
from jungle.record import loads
from tests.server.harness.clients import LIVE, Client, sign_up
from tests.server.harness.processes import served


def test_a_game_is_available_as_a_record(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rules="gamerz")
    blue.move(game, "8-a4")
    answer = nobody.request("GET", f"/api/game/{game}", Accept="application/x-jgn")
    assert answer.headers["content-type"].startswith("application/x-jgn")
    record = next(iter(loads(answer.text)))
    assert [move.uci() for move in record.game.moves] == ["a3a4"]
    assert record.tags["Blue"] == blue.name


def test_a_players_games_are_streamed(blue: Client, red: Client, nobody: Client) -> None:
    games = [blue.challenge(red, **LIVE) for _ in range(3)]
    blue.move(games[0], "a3a4")
    answer = nobody.request("GET", f"/api/games/user/{blue.name}", Accept="application/x-ndjson")
    listed = [json.loads(line) for line in answer.text.splitlines()]
    assert [game["id"] for game in listed] == games[::-1]
    assert listed[-1]["moves"] == ["a3a4"]
    records = list(loads(nobody.request("GET", f"/api/games/user/{blue.name}?limit=2").text))
    assert len(records) == 2
    waiting = blue.get("/api/account/playing")["nowPlaying"]
    assert [game["isMyTurn"] for game in waiting] == [True, True, False]


def test_the_best_live_games_are_shown(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    assert game in [shown["id"] for shown in nobody.get("/api/tv")["games"]]
    assert nobody.get("/api/rules")["games"]["jungle"] == ["standard", "gamerz", "leiden"]
    assert nobody.get("/api/leaderboard/blitz")["players"] == []
    assert nobody.refused("/api/leaderboard/chess", method="GET") == (404, "not_found")


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
