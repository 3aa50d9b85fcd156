"""A game that is played on whatever happens to the server."""

import contextlib
import random
import threading
import time

from jungle import Game
from tests.server.harness.clients import Client


class Table(threading.Thread):
    """Two clients who play a random game, whatever happens to the server. Moves are sent until acknowledged."""

    def __init__(self, blue: Client, red: Client, game: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.clients = (blue, red)
        self.id = game
        self.random = random.Random(seed)
        self.acknowledged: list[str] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        game = Game()
        while not self.stopping.is_set() and game.outcome() is None:
            move = self.random.choice(game.legal_moves()).uci()
            if self._send(move, len(game)):
                game.play(move)
                self.acknowledged.append(move)

    def _send(self, move: str, ply: int) -> bool:
        path = f"/api/board/game/{self.id}/move/{move}?ply={ply}&client=c{ply}"
        while not self.stopping.is_set():
            with contextlib.suppress(OSError, ValueError, Exception):
                answer = self.clients[ply % 2].request("POST", path, {})
                if answer.status == 200:
                    return True
                assert answer.status >= 500, answer.text
            time.sleep(0.05)
        return False


def check(client: Client, table: Table) -> None:
    """All acknowledged moves are stored, plus at most one that was not acknowledged; events and moves agree."""
    shown = client.get(f"/api/game/{table.id}")
    moves = shown["moves"]
    assert moves[: len(table.acknowledged)] == table.acknowledged
    assert len(moves) <= len(table.acknowledged) + 1
    events = client.get(f"/api/game/{table.id}/events")["events"]
    assert [event["version"] for event in events] == list(range(1, shown["version"] + 1))
    assert [event["move"] for event in events if event["type"] == "move"] == moves
    assert shown["fen"] == Game.from_moves(moves).fen()
