"""Pictures of boards for previews."""

import asyncio
import re
import struct

import pytest

from jungle.server.errors import LimitedError
from jungle.server.game.pictures import Pictures
from jungle.server.identity.passwords import SOURCE
from jungle.web.contents import contents
from tests.server.harness.clients import LIVE, Client


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
