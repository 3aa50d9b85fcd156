"""The opening explorer: what was played here."""

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from jungle import Game
from jungle.server.storage.database import StorageError
from tests.server.harness.clients import LIVE, Client
from tests.server.harness.house import House, in_house
from tests.server.harness.waiting import wait_until


def test_games_are_counted_once_a_failed_database_recovers(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        explorer, write = house.services.explorer, house.services.database.write
        for _ in range(2):
            game = await house.game()
            await house.opening(game)
            await house.command(game, "bert", "resign")
        fails = [StorageError("the disk is full")]

        async def written(work: Any) -> Any:
            if fails:
                raise fails.pop()
            return await write(work)

        monkeypatch.setattr(house.services.database, "write", written)
        monkeypatch.setattr("jungle.server.game.explorer.LOOK_SECONDS", 0)
        running = asyncio.create_task(explorer.run())
        fen = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"
        while (await explorer.moves(fen, "standard", "jungle"))["games"] < 2:
            await asyncio.sleep(0.01)
        running.cancel()
        counted = (await explorer.moves(fen, "standard", "jungle"))["moves"]
        played = [each for each in counted if each["games"]]
        assert played == [{"move": "a3a4", "games": 2, "blue": 2, "red": 0, "draws": 0, "book": None}]

    in_house(data, story)


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
