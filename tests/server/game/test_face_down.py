"""The face-down game: nobody learns what a piece is before it is flipped."""

import json
import random
import sqlite3
from pathlib import Path

import pytest

from jungle.games import GAMES
from tests.server.harness.clients import Client, sign_in, sign_up
from tests.server.harness.processes import Server, served

WORDS = ("seed", "deal", "Deal")


@pytest.mark.parametrize("ending", [pytest.param("played", marks=pytest.mark.slow), "resigned"])
def test_clients_never_receive_the_deal(data: Path, ending: str) -> None:
    with served(data) as server:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        game = blue.challenge(red, game="flip", clock={"limit": 600})
        spectator = Client(server)
        live = [client.live() for client in (blue, red, spectator)]
        for connection in live:
            connection.watch(game)
        stream = red.lines(f"/api/board/game/stream/{game}")
        heard = [json.dumps(stream.next("gameFull"))]
        public = GAMES["flip"].new("flip").public()
        chance = random.Random(5)
        while public.outcome() is None:
            if ending == "resigned" and len(public) == 10:
                blue.post(f"/api/board/game/{game}/resign")
                break
            who = (blue, red)[public.side or 0]
            move = chance.choice(public.legal_moves()).uci()
            who.move(game, move)
            event = live[2].next("move")
            public.play(event["move"])
            assert spectator.get(f"/api/game/{game}")["fen"] == public.fen()
            heard.append(json.dumps(stream.next("gameState")))
            if len(public) % 9 == 1:
                heard += _everything(spectator, blue, server, game)
                for connection in live[:2]:
                    while json.loads(connection.heard[-1]).get("ply") != len(public) - 1:
                        connection.next("move")
                _check_hidden(server, game, heard, [text for connection in live for text in connection.heard])
        for connection in live:
            connection.next("end")
        heard += _everything(spectator, blue, server, game)
        _check_hidden(server, game, heard, [text for connection in live for text in connection.heard])


def _everything(spectator: Client, player: Client, server: Server, game: str) -> list[str]:
    """Every request about a game."""
    answers = [
        client.request("GET", path, **headers)
        for client in (spectator, player)
        for path, headers in (
            (f"/api/game/{game}", {}),
            (f"/api/game/{game}", {"Accept": "application/x-jgn"}),
            (f"/api/game/{game}/events", {}),
            ("/api/games/user/blue", {"Accept": "application/x-ndjson"}),
            ("/api/games/user/blue", {}),
            ("/api/account/playing", {}),
            ("/api/tv", {}),
            ("/api/notices", {}),
            (f"/game/{game}", {}),
            (f"/game/{game}.svg", {}),
        )
    ]
    answers.append(sign_in(server, "blue").request("GET", "/api/account/export"))
    answers.append(spectator.mail(f"jungle show {game}"))
    return [str(answer.headers) + answer.text for answer in answers]


def _check_hidden(server: Server, game: str, *heard: list[str]) -> None:
    database = sqlite3.connect(server.data / "server.sqlite")
    seed, moves = database.execute("SELECT seed, moves FROM games WHERE id = ?", (game,)).fetchone()
    database.close()
    full = GAMES["flip"].new("flip", seed=seed)
    dealt = {name: full.copy().play(name).notation() for name in full.grid.names}
    turned = {move[:2] for move in moves.split() if "=" in move}
    secrets = [str(seed), *(text for square, text in dealt.items() if square not in turned)]
    texts = [text for group in heard for text in group]
    leaked = [secret for secret in secrets if any(secret in text for text in texts)]
    assert not leaked, leaked
    assert not [word for word in WORDS if any(f'"{word}"' in text or f"[{word} " in text for text in texts)]
