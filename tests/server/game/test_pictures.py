"""Pictures of boards for previews."""

import asyncio
import io
import random
import re
import struct

import pytest

from jungle import Game
from jungle.server.errors import LimitedError
from jungle.server.game.pictures import Pictures
from jungle.server.identity.passwords import SOURCE
from jungle.web.contents import contents
from tests.server.harness.clients import LIVE, Client
from tests.server.harness.processes import Server


def test_previews_link_to_a_png(blue: Client, red: Client, nobody: Client) -> None:
    pytest.importorskip("resvg_py")
    game = blue.challenge(red, **LIVE)
    link = blue.post("/api/challenge", LIVE)["challenge"]
    for path in (f"/game/{game}", f"/challenge/{link['id']}"):
        address = re.search(r'"og:image" content="([^"]*)"', nobody.request("GET", path).text)
        assert address is not None
        picture = nobody.request("GET", re.sub(r"^https?://[^/]*", "", address[1]))
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        width, height = struct.unpack(">II", picture.body[16:24])
        assert (picture.body[:8], width > 100, height > 100) == (b"\x89PNG\r\n\x1a\n", True, True)


def test_a_picture_of_a_face_down_game_reveals_nothing_hidden(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, game="flip", **LIVE)
    public = nobody.get(f"/api/game/{game}")["fen"]
    picture = nobody.request("GET", f"/game/{game}.svg").text
    assert re.findall(r'aria-label="([^"]*)"', picture)[0] == public


def test_many_pictures_for_one_address_refuse_no_other() -> None:
    pytest.importorskip("resvg_py")

    async def story() -> None:
        pictures, svg = Pictures(), contents()["icon.svg"]().decode()
        SOURCE.set("192.0.2.1")
        flood = [asyncio.create_task(pictures.png(f"game{number}", 0, svg)) for number in range(20)]
        await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        assert any(task.done() and isinstance(task.exception(), LimitedError) for task in flood)
        SOURCE.set("192.0.2.2")
        preview = asyncio.create_task(pictures.png("preview", 0, svg))
        await asyncio.wait([preview], timeout=0)
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert (await preview).startswith(b"\x89PNG")

    asyncio.run(story())


def _line(plies: int) -> str:
    """Legal moves of pieces that go to and fro, for as long as the rules allow."""
    game, chosen = Game("standard:quiet_limit=none"), random.Random(4)
    while len(game) < plies:
        game.play(chosen.choice(game.legal_moves()))
    return ",".join(move.uci() for move in game.moves)


def _frames(gif: bytes) -> tuple[tuple[int, int], list[int]]:
    """The size of a GIF, and how long each frame is shown, in milliseconds."""
    from PIL import Image, ImageSequence

    image = Image.open(io.BytesIO(gif))
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert image.info["loop"] == 0
    return image.size, times


class TestGifs:
    def test_a_gif_of_sixty_plies_is_small_and_shows_every_move(self, server: Server) -> None:
        pytest.importorskip("PIL")
        nobody = Client(server)
        for dress in ("", "&theme=night&pieces=captioned&turned=1", "&theme=lacquer&pieces=traditional"):
            answer = nobody.request("GET", f"/line.gif?rules=standard:quiet_limit%3Dnone&moves={_line(60)}{dress}")
            assert (answer.status, answer.headers["content-type"]) == (200, "image/gif"), answer.text
            assert len(answer.body) < 600_000
            (width, height), times = _frames(answer.body)
            assert width < height
            assert times == [1000] * 60 + [3000]

    def test_games_of_both_kinds_are_gifs(self, blue: Client, red: Client, nobody: Client) -> None:
        pytest.importorskip("PIL")
        game = blue.challenge(red, **LIVE)
        blue.open_game(red, game)
        assert len(_frames(nobody.request("GET", f"/game/{game}.gif").body)[1]) == 5
        flip = blue.challenge(red, game="flip", **LIVE)
        red.move(flip, "a1")
        blue.move(flip, "b2")
        assert len(_frames(nobody.request("GET", f"/game/{flip}.gif?theme=night").body)[1]) == 3

    @pytest.mark.parametrize(
        "query", ["theme=none", "pieces=none", "moves=a3a9", f"rules=standard:quiet_limit%3Dnone&moves={_line(301)}"]
    )
    def test_a_gif_that_cannot_be_drawn_is_refused_in_one_line(self, server: Server, query: str) -> None:
        answer = Client(server).request("GET", f"/line.gif?{query}")
        assert answer.status == 422
        assert "\n" not in answer.json["error"]["message"]
