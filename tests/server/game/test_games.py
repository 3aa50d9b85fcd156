"""Games from the challenge to the last event."""

from pathlib import Path

import msgspec
import pytest

from jungle import Game
from jungle.errors import JungleError
from jungle.server.game.events import GameStarted
from jungle.server.game.rows import GameRow
from tests.server.harness.clients import LIVE, Client
from tests.server.harness.house import House, in_house


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


def test_games_of_a_class_are_not_read_for_the_lobby(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round read each of its games with both players, only to find that the lobby does not show children."""
    read: list[str] = []

    def find(_connection: object, game: str) -> GameRow:
        read.append(game)
        raise JungleError

    monkeypatch.setattr("jungle.server.game.games.find_game", find)

    async def story(house: House) -> None:
        row = GameRow.read(await house.row(await house.game(days=1)))
        read.clear()
        await house.services.games.on_started(GameStarted(row, "round"))
        assert read == [row.id]
        await house.services.games.on_started(GameStarted(msgspec.structs.replace(row, class_id="class"), "round"))
        assert read == [row.id]

    in_house(data, story)
