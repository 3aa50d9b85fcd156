"""The face-down game in browsers: every byte that reaches a page is read, and none tells what lies face down."""

import random
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from jungle.games import GAMES
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import RAPID, begin, move, shown

pytestmark = pytest.mark.timeout(600)

PLIES = 12
BOARD = re.compile(r"[A-Za-z?1-4]{1,4}(?:/[A-Za-z?1-4]{1,4}){3} ")


class Wire:
    """Everything that a page receives over the network."""

    def __init__(self, page: Any) -> None:
        self.frames: list[str] = []
        self.responses: list[Any] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))
        page.on("response", self._keep)

    def _keep(self, response: Any) -> None:
        if "/api/" in response.url:
            self.responses.append(response)

    def _note(self, data: str | bytes) -> None:
        self.frames.append(data if isinstance(data, str) else data.decode())

    def everything(self) -> str:
        return "\n".join([*self.frames, *(str(response.text()) for response in self.responses)])


def test_the_deal_stays_secret(person: NewPerson, online: Site) -> None:
    ann, bob, eve = people = [person(), person(), person(None)]
    wires = [Wire(somebody.page) for somebody in people]
    game = begin(ann, bob, eve, **RAPID, game="flip")
    chance = random.Random(7)
    public = GAMES["flip"].new("flip").public()
    for ply in range(PLIES):
        view = told(ann, game)
        mover = ann if view["players"][view["turn"]]["name"] == ann.name else bob
        flips = [each for each in public.legal_moves() if each.is_flip()]
        text = chance.choice(flips if ply % 3 else public.legal_moves()).uci()
        move(mover, text)
        wait_until(lambda ply=ply: len(told(ann, game)["moves"]) > ply, f"{text} on the server")
        public.play(told(ann, game)["moves"][-1])
        wanted = " ".join(public.fen().split()[:2])
        for somebody in people:
            wait_until(lambda one=somebody, fen=wanted: is_shown(one, fen), f"{wanted} in the page")
    turned_up = {text for text in told(ann, game)["moves"] if "=" in text}
    known = {text[-1] for text in turned_up}
    for wire in wires:
        everything = wire.everything()
        assert len(wire.frames) > PLIES
        # Every revealed square was flipped, and no board shows more than that.
        assert set(re.findall(r"\b[a-d][1-4]=[A-Za-z]", everything)) <= turned_up
        boards = BOARD.findall(everything)
        assert boards
        assert all(letter in known for board in boards for letter in board if letter.isalpha())
        assert not re.search("seed|deal", everything, re.IGNORECASE)
        assert secret_of(online, game) not in everything


def told(somebody: Person, game: str) -> Any:
    return somebody.api.get(f"/api/game/{game}")


def is_shown(somebody: Person, fen: str) -> bool:
    somebody.page.wait_for_timeout(20)
    return shown(somebody.page) == fen


def secret_of(site: Site, game: str) -> str:
    """The seed of the deal; it never leaves the database."""
    with closing(sqlite3.connect(site.data / "server.sqlite")) as connection:
        return str(connection.execute("SELECT seed FROM games WHERE id = ?", (game,)).fetchone()[0])
