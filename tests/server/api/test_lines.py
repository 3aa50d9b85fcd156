"""Pictures and previews of lines and puzzles."""

import random
import re
from xml.etree import ElementTree

import pytest

from jungle import Game
from jungle.puzzles import puzzles
from tests.server.harness.clients import LIVE, Client

MOVES = "a3a4,g7g6,a4a5,g6g5"
LONG_LIMIT = 600_000
"""The most bytes that a moving picture of 60 plies may take."""


def facts(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_a_line_is_a_picture_and_a_moving_picture(nobody: Client) -> None:
    still, moving = (nobody.request("GET", f"/line.svg?moves={MOVES}{more}") for more in ("", "&moving=1"))
    assert still.headers["content-type"] == moving.headers["content-type"] == "image/svg+xml"
    assert "<animate" not in still.text
    assert Game.from_moves(MOVES.split(",")).fen() in still.text
    assert "<animateTransform" in moving.text
    for drawing in (still, moving):
        ElementTree.fromstring(drawing.text)
    other = nobody.request("GET", f"/line.svg?moves={MOVES}&pieces=letters&theme=night&turned=1")
    assert other.status == 200
    assert other.text != still.text


def test_sixty_plies_fit(nobody: Client) -> None:
    chance, game = random.Random(3), Game()
    while len(game.moves) < 60:
        game.play(chance.choice(game.legal_moves()))
    moves = ",".join(move.uci() for move in game.moves)
    answer = nobody.request("GET", f"/line.svg?moving=1&moves={moves}")
    assert answer.status == 200
    assert len(answer.body) < LONG_LIMIT


@pytest.mark.parametrize(
    "query",
    [
        "moves=a3a9",
        "moves=x",
        "fen=nonsense",
        "rules=nonsense",
        "theme=<script>",
        "pieces=../../etc/passwd",
        f"moves={','.join(['a3a4'] * 301)}",
        f"fen={'1' * 300}",
    ],
)
def test_nonsense_is_refused(nobody: Client, query: str) -> None:
    for path in ("/line.svg", "/line.png", "/analyse"):
        if not query.startswith(("theme", "pieces")) or path == "/line.svg":
            assert nobody.request("GET", f"{path}?{query}").status == 422, path


def test_a_link_to_an_analysis_has_a_preview(nobody: Client) -> None:
    page = nobody.request("GET", f"/analyse?moves={MOVES}")
    found = facts(page.text)
    assert found["title"] == "Analysis · Jungle"
    assert "4 moves, standard rules" in found["description"]
    assert f"/#/analyse?moves={MOVES}" in page.text
    path = found["image"].replace("&amp;", "&").partition("//")[2].partition("/")[2]
    picture = nobody.request("GET", f"/{path}")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")


def test_the_rest_of_a_link_is_for_the_app(nobody: Client) -> None:
    tree = "a3a4+%28+c3c4+%29&ply=1&blue=%22%3E%3Cscript%3E"
    page = nobody.request("GET", f"/analyse?tree={tree}&shown=a3a4").text
    assert "1 move, standard rules" in page
    assert "<script" not in page
    assert "tree=a3a4+%28+c3c4+%29&amp;ply=1" in page
    assert nobody.request("GET", f"/analyse?x={'y' * 8000}").status == 422


def test_a_link_to_a_puzzle_has_a_preview_without_the_solution(nobody: Client) -> None:
    puzzle = puzzles()[0]
    page = nobody.request("GET", f"/puzzle/{puzzle.id}")
    found = facts(page.text)
    assert found["title"] == "Puzzle · Jungle"
    assert f"Rated {puzzle.rating}." in found["description"]
    assert f"/#/puzzles?id={puzzle.id}" in page.text
    assert puzzle.moves[0] not in page.text
    assert nobody.request("GET", "/puzzle/nothing").status == 404


def test_a_game_is_a_moving_picture(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    assert "<animate" not in nobody.request("GET", f"/game/{game}.svg?moving=1").text
    blue.move(game, "a3a4")
    assert "<animateTransform" in nobody.request("GET", f"/game/{game}.svg?moving=1").text
    assert "<animate" not in nobody.request("GET", f"/game/{game}.svg").text
