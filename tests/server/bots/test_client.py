"""The bot client, without a server."""

import time
from typing import Any

import pytest

from jungle import Game
from jungle.players import Choice
from jungle.server.bots.client import Api, Bot


class Chooser:
    """Plays the first legal move, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, game: Game, limit: Any = None) -> Choice:
        self.asked += 1
        return Choice(game.legal_moves()[0])


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    moves: list[str] = []
    monkeypatch.setattr(Bot, "_send", lambda self, game_id, move, ply: moves.append(move))
    return moves


def _bot(**options: Any) -> Bot:
    bot = Bot(Api("http://127.0.0.1:1", "token"), "1", **options)
    bot.name = "bot"
    return bot


def _full(fen: str) -> dict[str, Any]:
    names = {"white": {"name": "anna"}, "black": {"name": "bot"}}
    return {"game": "jungle", "rules": "standard", "initialFen": fen, "had_begun": True, **names}


def test_a_bot_that_has_lost_does_not_look_for_a_move(sent: list[str]) -> None:
    # The line with the last move comes before the one with the ending.
    chooser = Chooser()
    state = {"moves": "d8d9", "status": "started"}
    _bot()._answer({"id": "x"}, _full("7/3C3/7/7/7/7/7/7/6r b"), state, chooser)
    assert (chooser.asked, sent) == (0, [])


def test_a_bot_can_play_at_a_human_pace(sent: list[str]) -> None:
    chooser, started = Chooser(), time.monotonic()
    _bot(pace=0.2)._answer({"id": "x"}, _full("startpos"), {"moves": "a3a4", "status": "started"}, chooser)
    assert time.monotonic() - started >= 0.2
    assert len(sent) == 1
    started = time.monotonic()
    low = {"moves": "a3a4", "status": "started", "wtime": 1000, "btime": 1000}
    _bot(pace=5)._answer({"id": "x"}, _full("startpos"), low, chooser)
    assert time.monotonic() - started < 2.5
