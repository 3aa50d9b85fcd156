import pytest

import jungle
from jungle import GAMES
from jungle.errors import InvalidSquareError, JungleError
from jungle.geometry import BOARD, DENS, SQUARES, TRAPS, WATER, squares_in


def names(mask: int) -> set[str]:
    return {BOARD.square_name(square) for square in squares_in(mask)}


def test_63_squares_from_a1_to_g9() -> None:
    assert [BOARD.parse_square(name) for name in ("a1", "g1", "a2", "g9")] == [0, 6, 7, 62]


def test_a_square_is_named_by_the_board_of_its_game() -> None:
    assert {kind: game.grid.square_name(5) for kind, game in GAMES.items()} == {"jungle": "f1", "flip": "b2"}
    with pytest.raises(InvalidSquareError, match="from a1 to d4, got 'f1'"):
        GAMES["flip"].grid.parse_square("f1")
    for name in ("square_name", "parse_square", "distance", "is_trap"):
        assert not hasattr(jungle, name)


@pytest.mark.parametrize("square", range(SQUARES))
def test_names_read_back(square: int) -> None:
    assert BOARD.parse_square(BOARD.square_name(square)) == square
    assert BOARD.parse_square(BOARD.square_name(square).upper()) == square


@pytest.mark.parametrize("text", ["", "a", "a0", "h1", "a10", "11", "ａ1", "a¹", " a1"])
def test_errors_quote_invalid_squares(text: str) -> None:
    with pytest.raises(InvalidSquareError, match="a1 to g9") as caught:
        BOARD.parse_square(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, JungleError)
    assert isinstance(caught.value, ValueError)


def test_dens_traps_and_water_are_where_the_rules_say() -> None:
    assert [BOARD.square_name(den) for den in DENS] == ["d1", "d9"]
    assert [names(traps) for traps in TRAPS] == [{"c1", "d2", "e1"}, {"c9", "d8", "e9"}]
    assert names(WATER) == {file + rank for file in "bcef" for rank in "456"}


def test_steps_stop_at_the_edge() -> None:
    a1 = BOARD.parse_square("a1")
    assert BOARD.step_square(a1, -1, 0) is None
    assert BOARD.step_square(a1, 0, -1) is None
    assert BOARD.step_square(a1, 1, 0) == BOARD.parse_square("b1")
    assert BOARD.step_square(BOARD.parse_square("g9"), 1, 0) is None
    assert BOARD.step_square(BOARD.parse_square("g9"), 0, 1) is None


@pytest.mark.parametrize(
    ("square", "mirrored", "rotated"), [("a1", "g1", "g9"), ("d5", "d5", "d5"), ("b8", "f8", "f2")]
)
def test_squares_are_mirrored_and_rotated(square: str, mirrored: str, rotated: str) -> None:
    assert BOARD.square_name(BOARD.mirror_square(BOARD.parse_square(square))) == mirrored
    assert BOARD.square_name(BOARD.rotate_square(BOARD.parse_square(square))) == rotated


def test_symmetries_keep_the_terrain() -> None:
    for square in range(SQUARES):
        assert BOARD.is_water(square) == BOARD.is_water(BOARD.mirror_square(square))
        assert BOARD.is_water(square) == BOARD.is_water(BOARD.rotate_square(square))
        assert TRAPS[0] >> square & 1 == TRAPS[1] >> BOARD.rotate_square(square) & 1
