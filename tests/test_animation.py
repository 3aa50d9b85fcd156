"""A moving picture shows every position of the game."""

from random import Random
from xml.etree import ElementTree

import pytest

from jungle import Game
from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.svg import animation
from jungle.svg.animation import HOLD_SECONDS
from jungle.svg.diagram import INSET
from jungle.svg.layout import BoardLayout

SVG = "{http://www.w3.org/2000/svg}"


def shown(picture: str, seconds: float, game: BoardGame) -> dict[int, str]:
    """What stands where at a time, by the titles of the pieces that can be seen."""
    layout, found = BoardLayout(game.grid), {}
    for piece in ElementTree.fromstring(picture).iterfind(f"{SVG}g[@transform]"):
        title = piece.find(f"{SVG}g/{SVG}title")
        if title is None:
            continue
        place = piece.attrib["transform"].removeprefix("translate(").removesuffix(")")
        for change in piece:
            if change.tag in (f"{SVG}animate", f"{SVG}animateTransform"):
                total = float(change.attrib["dur"].removesuffix("s"))
                times = [float(time) * total for time in change.attrib["keyTimes"].split(";")]
                values = change.attrib["values"].split(";")
                value = [value for time, value in zip(times, values, strict=True) if time <= seconds][-1]
                if change.attrib["attributeName"] == "opacity" and value == "0":
                    break
                place = value if change.tag == f"{SVG}animateTransform" else place
        else:
            x, y = (float(part) - INSET for part in place.split())
            [square] = [
                each for each in range(game.grid.files * game.grid.ranks) if layout.corner(each) == (round(x), round(y))
            ]
            assert square not in found
            found[square] = title.text or ""
    return found


@pytest.mark.parametrize("kind", sorted(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_every_position_is_shown(kind: str, seed: int) -> None:
    random = Random(seed)
    game = GAMES[kind].new(seed=seed if kind == "flip" else None)
    seen = [game.position.faces()]
    while not game.is_over() and len(game.moves) < 60:
        captures = [move for move in game.legal_moves() if game.position.faces().get(move.target)]
        game.push(random.choice(captures or game.legal_moves()))
        seen.append(game.position.faces())
    picture = animation(game)
    assert len(picture) < 600_000
    for ply, faces in enumerate(seen):
        titles = {square: "face down" if face is None else str(face).lower() for square, face in faces.items()}
        assert shown(picture, ply + 0.01, game) == titles, ply
    assert shown(picture, len(game.moves) + HOLD_SECONDS - 0.01, game) == titles


def test_a_game_without_moves_and_odd_speeds_are_refused() -> None:
    with pytest.raises(JungleError, match="expected a game with moves"):
        animation(Game())
    with pytest.raises(JungleError, match="60 seconds per move, got 0"):
        animation(Game.from_moves(["a3a4"]), seconds_per_move=0)
