"""Games as animated GIFs."""

import io
import random

import pytest

from jungle import Game
from tests.server.harness.clients import LIVE, Answer, Client
from tests.server.harness.processes import Server
from tests.server.harness.waiting import wait_until


def _line(plies: int) -> str:
    """Legal moves of pieces that go to and fro, for as long as the rules allow."""
    game, chosen = Game("standard:quiet_limit=none"), random.Random(4)
    while len(game) < plies:
        game.play(chosen.choice(game.legal_moves()))
    return ",".join(move.uci() for move in game.moves)


def _gif(client: Client, path: str) -> bytes:
    """A GIF from the server. On a busy machine drawing may take too long, and is tried again."""

    def ask() -> Answer | None:
        answer = client.request("GET", path)
        return None if answer.status == 429 else answer

    answer: Answer = wait_until(ask, "a GIF")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/gif"), answer.text
    return answer.body


def _frames(gif: bytes) -> tuple[tuple[int, int], list[int]]:
    """The size of a GIF, and how long each frame is shown, in milliseconds."""
    from PIL import Image, ImageSequence

    image = Image.open(io.BytesIO(gif))
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert image.info["loop"] == 0
    return image.size, times


def test_a_gif_of_sixty_plies_is_small_and_shows_every_move(server: Server) -> None:
    pytest.importorskip("PIL")
    nobody = Client(server)
    for dress in ("", "&theme=night&pieces=captioned&turned=1", "&theme=lacquer&pieces=traditional"):
        gif = _gif(nobody, f"/line.gif?rules=standard:quiet_limit%3Dnone&moves={_line(60)}{dress}")
        assert len(gif) < 600_000
        (width, height), times = _frames(gif)
        assert width < height
        assert times == [1000] * 60 + [3000]


def test_games_of_both_kinds_are_gifs(blue: Client, red: Client, nobody: Client) -> None:
    pytest.importorskip("PIL")
    game = blue.challenge(red, **LIVE)
    blue.open_game(red, game)
    assert len(_frames(_gif(nobody, f"/game/{game}.gif"))[1]) == 5
    flip = blue.challenge(red, game="flip", **LIVE)
    red.move(flip, "a1")
    blue.move(flip, "b2")
    assert len(_frames(_gif(nobody, f"/game/{flip}.gif?theme=night"))[1]) == 3


@pytest.mark.parametrize(
    "query", ["theme=none", "pieces=none", "moves=a3a9", f"rules=standard:quiet_limit%3Dnone&moves={_line(301)}"]
)
def test_a_gif_that_cannot_be_drawn_is_refused_in_one_line(server: Server, query: str) -> None:
    answer = Client(server).request("GET", f"/line.gif?{query}")
    assert answer.status == 422
    assert "\n" not in answer.json["error"]["message"]
