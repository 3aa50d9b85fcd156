"""Games through the API: moves, offers, endings, ratings."""

import json
from collections.abc import Callable

import pytest

from jungle import Game
from jungle.record import loads
from tests.server.harness.clients import OPENING, Client, sign_in
from tests.server.harness.processes import Server

Somebody = Callable[..., Client]
LIVE = {"clock": {"limit": 300, "increment": 2}}


def test_a_game_is_challenged_accepted_and_played(blue: Client, red: Client, nobody: Client) -> None:
    challenge = blue.post(f"/api/challenge/{red.name}", {"rules": "standard", "colour": "blue", "rated": True, **LIVE})
    identity = challenge["challenge"]["id"]
    assert [found["id"] for found in red.get("/api/challenge")["in"]] == [identity]
    game = red.post(f"/api/challenge/{identity}/accept")["game"]["id"]
    assert blue.move(game, "a3a4")["ply"] == 0
    assert red.move(game, "g7g6") == {"ok": True, "version": 2, "ply": 1}
    shown = nobody.get(f"/api/game/{game}")
    expected = Game.from_moves(["a3a4", "g7g6"])
    assert shown["moves"] == ["a3a4", "g7g6"]
    assert shown["fen"] == expected.fen()
    assert shown["start"] == Game().fen()
    assert sorted(shown["legal"]) == sorted(move.uci() for move in expected.legal_moves())
    assert (shown["version"], shown["status"], shown["result"], shown["reason"]) == (2, "started", "*", None)
    assert shown["players"]["blue"]["name"] == blue.name
    assert shown["clock"]["running"] == "blue"
    assert 0 < shown["clock"]["blue"] <= 300_000 == shown["clock"]["red"]


def test_a_game_is_available_as_a_record(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rules="gamerz")
    blue.move(game, "8-a4")
    answer = nobody.request("GET", f"/api/game/{game}", Accept="application/x-jgn")
    assert answer.headers["content-type"].startswith("application/x-jgn")
    record = next(iter(loads(answer.text)))
    assert [move.uci() for move in record.game.moves] == ["a3a4"]
    assert record.tags["Blue"] == blue.name


@pytest.mark.parametrize("rules", ["standard", "gamerz", "leiden", "standard:quiet_limit=60"])
def test_every_rule_set_is_played(blue: Client, red: Client, rules: str) -> None:
    game = blue.challenge(red, rules=rules)
    assert blue.get(f"/api/game/{game}")["rules"] == rules
    blue.move(game, "a3a4")


def test_invalid_terms_are_refused(blue: Client, red: Client) -> None:
    path = f"/api/challenge/{red.name}"
    assert blue.refused(path, {"rules": "chess"}) == (422, "invalid")
    assert blue.refused(path, {"game": "go"})[0] == 422
    assert blue.refused(path, {"fen": "nonsense"}) == (422, "invalid")
    assert blue.refused(path, {"clock": {"limit": 1e9, "increment": 0}})[0] == 422
    assert blue.refused(path, {"days": 3, "clock": {"limit": 60}}) == (422, "clock")
    assert blue.refused(path, {"rated": True}) == (422, "rated")
    assert blue.refused(path, {"rated": True, "days": 3, "rules": "standard:quiet_limit=60"}) == (422, "rated")
    assert blue.refused(f"/api/challenge/{blue.name}") == (422, "self")
    assert blue.refused("/api/challenge/nobody-at-all") == (404, "no_user")


def test_illegal_moves_are_refused_and_change_nothing(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    path = f"/api/board/game/{game}/move"
    assert blue.refused(f"{path}/a3a6") == (422, "illegal_move")
    assert blue.refused(f"{path}/xyzzy") == (422, "invalid_move")
    assert red.refused(f"{path}/g7g6") == (409, "not_your_turn")
    assert blue.refused(f"{path}/a3a4?ply=4") == (409, "stale")
    assert nobody.refused(f"{path}/a3a4") == (401, "unauthorized")
    assert blue.get(f"/api/game/{game}")["version"] == 0


def test_only_players_move(blue: Client, red: Client, somebody: Somebody) -> None:
    game = blue.challenge(red, **LIVE)
    assert somebody().refused(f"/api/board/game/{game}/move/a3a4") == (403, "not_a_player")


def test_a_move_sent_twice_counts_once(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    first = blue.move(game, "a3a4", ply=0, client="one")
    assert blue.move(game, "a3a4", ply=0, client="one") == first
    red.move(game, "g7g6")
    assert blue.move(game, "a3a4", ply=0, client="one") == first
    assert blue.get(f"/api/game/{game}")["moves"] == ["a3a4", "g7g6"]
    assert blue.refused(f"/api/board/game/{game}/move/a4a5?ply=0&client=two") == (409, "stale")


def test_the_final_move_can_be_sent_again(blue: Client, red: Client) -> None:
    game = blue.challenge(red, fen="7/3L3/7/7/7/7/7/7/r6 b")
    won = blue.move(game, "d8d9", ply=0, client="last")
    assert blue.move(game, "d8d9", ply=0, client="last") == won
    shown = blue.get(f"/api/game/{game}")
    assert (shown["status"], shown["result"], shown["reason"]) == ("ended", "1-0", "den")


def test_events_are_complete_and_in_order(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    blue.post(f"/api/board/game/{game}/draw/yes")
    red.post(f"/api/board/game/{game}/draw/no")
    blue.post(f"/api/board/game/{game}/chat", {"text": "good  luck\x07"})
    red.post(f"/api/board/game/{game}/resign")
    events = nobody.get(f"/api/game/{game}/events")["events"]
    assert [event["version"] for event in events] == list(range(1, 7))
    assert [event["type"] for event in events] == ["move", "move", "offer", "decline", "chat", "end"]
    assert events[4]["text"] == "good luck"
    assert (events[5]["winner"], events[5]["reason"]) == ("blue", "resignation")
    assert nobody.get(f"/api/game/{game}/events?after=5")["events"] == events[5:]


def test_draws_are_agreed_and_offers_expire_with_the_next_move(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/draw/yes")
    assert blue.get(f"/api/game/{game}")["offers"] == {"draw": "blue"}
    red.move(game, "g7g6")
    assert blue.get(f"/api/game/{game}")["offers"] == {}
    assert red.refused(f"/api/board/game/{game}/draw/no") == (409, "no_offer")
    red.post(f"/api/board/game/{game}/draw/yes")
    red.post(f"/api/board/game/{game}/draw/no")
    red.post(f"/api/board/game/{game}/draw/yes")
    blue.post(f"/api/board/game/{game}/draw/no")
    assert red.refused(f"/api/board/game/{game}/draw/yes") == (409, "declined")
    blue.move(game, "a4a5")
    red.post(f"/api/board/game/{game}/draw/yes")
    blue.post(f"/api/board/game/{game}/draw/yes")
    shown = blue.get(f"/api/game/{game}")
    assert (shown["result"], shown["reason"]) == ("1/2-1/2", "agreement")


def test_takebacks(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    assert blue.refused(f"/api/board/game/{game}/takeback/yes") == (409, "no_takeback")
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.post(f"/api/board/game/{game}/takeback/yes")
    assert blue.get(f"/api/game/{game}")["moves"] == []
    blue.move(game, "g3g4")
    red.move(game, "g7g6")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.post(f"/api/board/game/{game}/takeback/yes")
    shown = blue.get(f"/api/game/{game}")
    assert (shown["moves"], shown["turn"]) == ([], "blue")
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/takeback/yes")
    red.move(game, "g7g6")  # The offer has expired with it.
    assert red.refused(f"/api/board/game/{game}/takeback/no") == (409, "no_offer")
    assert len(blue.get(f"/api/game/{game}")["moves"]) == 2


def test_aborts(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "aborted"
    assert red.refused(f"/api/board/game/{game}/move/a3a4") == (409, "over")
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    red.move(game, "g7g6")
    blue.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "started"
    red.post(f"/api/board/game/{game}/abort")
    assert blue.get(f"/api/game/{game}")["status"] == "aborted"


def test_players_who_keep_aborting_have_to_wait(blue: Client, red: Client) -> None:
    for _ in range(3):
        blue.post(f"/api/board/game/{blue.challenge(red, **LIVE)}/abort")
    answer = blue.request("POST", f"/api/challenge/{red.name}", LIVE)
    assert (answer.status, answer.code) == (429, "aborts")
    assert int(answer.headers["retry-after"]) > 0
    assert red.post("/api/challenge", LIVE)["challenge"]["way"] == "link"


def test_a_rematch_swaps_colours(blue: Client, red: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    assert blue.refused(f"/api/board/game/{game}/rematch") == (409, "running")
    blue.move(game, "a3a4")
    red.post(f"/api/board/game/{game}/resign")
    assert red.post(f"/api/board/game/{game}/rematch") == {"offered": True}
    new = blue.post(f"/api/board/game/{game}/rematch")["game"]["id"]
    assert red.post(f"/api/board/game/{game}/rematch")["game"]["id"] == new
    shown = blue.get(f"/api/game/{new}")
    assert shown["players"]["red"]["name"] == blue.name
    assert shown["rated"] is True


def test_a_rematch_offer_reaches_a_player_who_left_the_page(blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    stream = blue.lines("/api/stream/event")
    for _ in range(3):
        assert red.post(f"/api/board/game/{game}/rematch") == {"offered": True}
    offered = stream.next("rematchOffered")["game"]
    assert (offered["id"], offered["colour"]) == (game, "blue")
    events = blue.get(f"/api/game/{game}/events?after=0")["events"]
    assert [event["type"] for event in events].count("offer") == 1


def test_a_blocked_player_gets_no_rematch(server: Server, blue: Client, red: Client) -> None:
    game = blue.challenge(red, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    sign_in(server, blue.name).post(f"/api/account/block/{red.name}")
    assert red.refused(f"/api/board/game/{game}/rematch") == (403, "blocked")


def test_ratings_change_once_with_the_result(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    blue.open_game(red, game)
    red.post(f"/api/board/game/{game}/resign")
    assert red.refused(f"/api/board/game/{game}/resign") == (409, "over")
    winner, loser = (nobody.get(f"/api/user/{who.name}")["ratings"]["blitz"] for who in (blue, red))
    assert (winner["rating"], loser["rating"], winner["games"]) == (1662, 1338, 1)
    assert winner["deviation"] == loser["deviation"] == 290
    # The game still has the ratings with which it was played.
    answer = nobody.request("GET", f"/api/games/user/{blue.name}", Accept="application/x-ndjson")
    listed = json.loads(answer.text)
    for shown in (listed, nobody.get(f"/api/game/{game}")):
        assert [shown["players"][colour]["rating"] for colour in ("blue", "red")] == [1500, 1500]
    points = nobody.get(f"/api/user/{blue.name}/ratings/blitz")["points"]
    assert [point[1:] for point in points] == [[1662, 290, game]]
    score = nobody.get(f"/api/crosstable/{blue.name}/{red.name}")
    assert score == {"games": 1, "points": {blue.name: 1, red.name: 0}}


def test_casual_and_aborted_games_change_no_rating(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    blue.post(f"/api/board/game/{game}/abort")
    game = blue.challenge(red, **LIVE)
    blue.move(game, "a3a4")
    blue.post(f"/api/board/game/{game}/resign")
    assert nobody.get(f"/api/user/{blue.name}")["ratings"] == {}


@pytest.mark.parametrize(("plies", "status"), [(0, "aborted"), (1, "aborted"), (2, "ended"), (3, "ended")])
def test_a_very_short_game_changes_no_rating(
    blue: Client, red: Client, nobody: Client, plies: int, status: str
) -> None:
    game = blue.challenge(red, rated=True, **LIVE)
    for ply in range(plies):
        (blue, red)[ply % 2].move(game, OPENING[ply])
    red.post(f"/api/board/game/{game}/resign")
    assert nobody.get(f"/api/game/{game}")["status"] == status
    assert nobody.get(f"/api/user/{blue.name}")["ratings"] == {}


def test_a_draw_is_offered_with_a_move_by_the_number_of_the_game(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    number = nobody.get(f"/api/game/{game}")["number"]
    blue.post(f"/api/board/game/{number}/move/a3a4?offeringDraw=true")
    assert nobody.get(f"/api/game/{game}")["offers"] == {"draw": "blue"}


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


def test_spectators_chat_only_after_the_game(blue: Client, red: Client, somebody: Somebody) -> None:
    game, other = blue.challenge(red, **LIVE), somebody()
    assert other.refused(f"/api/board/game/{game}/chat", {"text": "take it!"}) == (403, "not_a_player")
    assert blue.refused(f"/api/board/game/{game}/chat", {"text": " "})[0] == 422
    assert blue.refused(f"/api/board/game/{game}/chat", {"text": "x" * 281})[0] == 422
    blue.post(f"/api/board/game/{game}/resign")
    other.post(f"/api/board/game/{game}/chat", {"text": "well played"})


def test_errors_have_one_shape_everywhere(nobody: Client) -> None:
    for method, path, status in (
        ("GET", "/api/game/missing1", 404),
        ("GET", "/nowhere", 404),
        ("DELETE", "/livez", 405),
        ("GET", "/api/account", 401),
        ("GET", "/api/game/%00", 400),
        ("GET", "/api/tablebase?fen=x", 422),
    ):
        answer = nobody.request(method, path)
        assert answer.status == status, path
        assert set(answer.json["error"]) == {"code", "message"}
    for body in (b"{", b'{"name": 1}', b"[]", b"\xff", b'{"name":"a\\u0000","password":"x"}'):
        answer = nobody.request("POST", "/api/login", body, Content_Type="application/json")
        assert answer.status in (400, 422), body
        assert set(answer.json["error"]) == {"code", "message"}
    answer = nobody.request("POST", "/api/login", b"x" * 70_000, Content_Type="application/json")
    assert (answer.status, answer.code) == (413, "too_large")
