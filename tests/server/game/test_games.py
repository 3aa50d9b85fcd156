"""Games from the challenge to the last event."""

from jungle import Game
from tests.server.harness.clients import LIVE, Client


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


def test_a_draw_is_offered_with_a_move_by_the_number_of_the_game(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    number = nobody.get(f"/api/game/{game}")["number"]
    blue.post(f"/api/board/game/{number}/move/a3a4?offeringDraw=true")
    assert nobody.get(f"/api/game/{game}")["offers"] == {"draw": "blue"}
