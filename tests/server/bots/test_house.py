"""Computer players of the server."""

import time
from pathlib import Path

from jungle.games import GAMES
from jungle.pieces import Side
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.processes import served
from tests.server.harness.waiting import PATIENCE, wait_until


def test_a_house_bot_plays_a_whole_game(data: Path) -> None:
    with served(data, "--bots", "easy") as server:
        person = sign_up(server, "person")
        wait_until(lambda: person.request("GET", "/api/user/bot-easy").status == 200, "the bot's account")
        assert person.get("/api/user/bot-easy")["title"] == "BOT"
        start = {"colour": "blue", "clock": {"limit": 600}, "fen": "7/7/r6/7/7/7/7/3L3/7 b"}
        stream = person.lines("/api/stream/event")
        person.post("/api/challenge/bot-easy", start)
        game = stream.next("gameStart")["game"]["id"]
        lines = person.lines(f"/api/board/game/stream/{game}")
        assert lines.next("gameFull")["black"]["name"] == "bot-easy"
        for move in ("d2d3", "d3d7", "d7d8", "d8d9"):
            state = lines.next("gameState") if move != "d2d3" else None
            while state and len(state["moves"].split()) % 2:
                state = lines.next("gameState")
            if person.request("POST", f"/api/board/game/{game}/move/{move}", {}).status != 200:
                break
        shown = person.get(f"/api/game/{game}")
        assert len(shown["moves"]) >= 2
        # A bot declines more games than it can play at once, and games it does not know.
        assert (data / "bot-easy.token").stat().st_mode & 0o077 == 0

        # The face-down game, in which the first flip may change the seats.
        for colour in ("blue", "red"):
            terms = {"colour": colour, "game": "flip", "rules": "flip:first_flip_decides=yes"}
            person.post("/api/challenge/bot-easy", terms)
            game = stream.next("gameStart")["game"]["id"]
            _play_face_down(person, game, 6)


def _play_face_down(person: Client, game: str, plies: int) -> None:
    """Play random legal moves until this many plies have been played."""
    until = time.monotonic() + PATIENCE
    while len((shown := person.get(f"/api/game/{game}"))["moves"]) < plies:
        assert time.monotonic() < until, shown
        played = GAMES["flip"].from_moves(shown["moves"], shown["rules"]).public()
        ours = "red" if shown["players"]["red"]["name"] == person.name else "blue"
        to_move = "blue" if played.side is Side.BLUE else "red"
        if ours == to_move:
            person.move(game, played.legal_moves()[0].uci())
        else:
            time.sleep(0.02)  # The bot is thinking.
