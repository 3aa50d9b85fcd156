"""Boards as SVG: well-formed, complete, the same for the same board, and safe to put side by side on a page."""

from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest

from jungle import svg
from jungle.assets import PIECE_SETS
from jungle.board_game import BoardGame
from jungle.errors import InvalidSquareError, JungleError
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.svg.themes import SIDE_COLOURS, THEMES

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing: str) -> ElementTree.Element:
    """The parsed drawing, after checking that all references resolve and all ids are unique."""
    root = ElementTree.fromstring(drawing)
    names = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert max(names.values()) == 1
    wanted = {element.attrib["href"][1:] for element in root.iter(f"{SVG}use")}
    wanted |= {value[5:-1] for element in root.iter() for value in element.attrib.values() if value.startswith("url(#")}
    assert wanted <= names.keys()
    return root


def titles(drawing: str) -> list[str]:
    return sorted(element.text or "" for element in read(drawing).iter(f"{SVG}title"))


def flip_game() -> FlipGame:
    game = FlipGame(seed=5)
    for square in ("a1", "b2", "c3"):
        game.play(square)
    return game


def test_every_theme_and_set_of_pieces_draws_both_games() -> None:
    for theme, pieces, turned in product(THEMES, PIECE_SETS, (False, True)):
        whole = titles(svg.board(Game(), theme=theme, pieces=pieces, turned=turned))
        assert len(whole) == 16, (theme, pieces)
        shown = titles(svg.board(flip_game(), theme=theme, pieces=pieces, turned=turned))
        assert len(shown) == 16, (theme, pieces)
        assert shown.count("face down") == 13


def test_a_drawing_is_small() -> None:
    assert len(svg.board(Game())) < 80_000
    assert len(svg.board(Game(), pieces="letters")) < 40_000


def test_the_size_sets_the_width_of_the_picture() -> None:
    root = read(svg.board(Game(), size=392))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("392", "492", "0 0 784 984")
    assert read(svg.board(Game(), size=None)).get("width") is None


def test_a_turned_board_has_its_squares_and_names_turned() -> None:
    def first_labels(drawing: str) -> tuple[str | None, str | None]:
        labels = [element.text for element in read(drawing).iter(f"{SVG}text")]
        return labels[0], labels[14]

    assert first_labels(svg.board(Game())) == ("a", "9")
    assert first_labels(svg.board(Game(), turned=True)) == ("g", "1")
    assert not list(read(svg.board(Game(), coordinates=False)).iter(f"{SVG}text"))


def marks_in(drawing: str, colour: str) -> int:
    return sum(element.get("fill") == colour for element in read(drawing).iter() if element.get("fill-opacity"))


def test_a_games_last_move_is_shown_in_the_colour_of_its_side() -> None:
    game = Game.from_moves(["a3a4", "g7g6"])
    blue, red = SIDE_COLOURS
    traps = 3
    assert marks_in(svg.board(game.position), red) == traps
    assert marks_in(svg.board(game), red) == traps + 2
    assert marks_in(svg.board(game, last_move=game.moves[0]), blue) == traps + 2


def test_arrows_and_marks_take_moves_and_squares_by_name_or_number_with_a_colour() -> None:
    game = Game()
    by_name = svg.board(game, arrows=[("a3", "a4")], marks=["d9"])
    assert by_name == svg.board(game, arrows=[(14, 21)], marks=[59])
    assert svg.board(game, arrows=[("a3", "a4")]) == svg.board(game, arrows=[game.position.parse_move("a3a4")])
    coloured = svg.board(game, arrows=[("a3", "a4", "teal")], marks=[("d9", "orange")])
    fills = Counter(element.get("fill") for element in read(coloured).iter())
    assert fills["teal"] == fills["orange"] == 1
    assert 'fill="&quot;&gt;&lt;script&gt;"' in svg.board(game, marks=[("d9", '"><script>')])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(JungleError, match=r"unknown theme 'neon'; expected one of: meadow"):
        svg.board(Game(), theme="neon")
    with pytest.raises(JungleError, match=r"unknown set of pieces 'lego'; expected one of: painted"):
        svg.board(Game(), pieces="lego")
    with pytest.raises(InvalidSquareError, match="z9"):
        svg.board(Game(), marks=["z9"])


def test_ids_do_not_clash_on_one_page() -> None:
    meanings: dict[str, set[str]] = {}
    games: tuple[BoardGame, ...] = (Game(), flip_game())
    for theme, pieces, game in product(THEMES, PIECE_SETS, games):
        for element in read(svg.board(game, theme=theme, pieces=pieces)).iter():
            if name := element.get("id"):
                meanings.setdefault(name, set()).add(ElementTree.tostring(element, encoding="unicode"))
    assert [name for name, texts in meanings.items() if len(texts) > 1] == []
