import pytest

from jungle import geometry
from jungle.errors import InvalidSquareError, JungleError
from jungle.geometry import DENS, SQUARES, TRAPS, WATER, parse_square, square_name, squares_in


def names(mask: int) -> set[str]:
    return {square_name(square) for square in squares_in(mask)}


def test_63_squares_from_a1_to_g9() -> None:
    assert (parse_square("a1"), parse_square("g1"), parse_square("a2"), parse_square("g9")) == (0, 6, 7, 62)


@pytest.mark.parametrize("square", range(SQUARES))
def test_names_read_back(square: int) -> None:
    assert parse_square(square_name(square)) == square
    assert parse_square(square_name(square).upper()) == square


@pytest.mark.parametrize("text", ["", "a", "a0", "h1", "a10", "11", "ａ1", "a¹", " a1"])
def test_errors_quote_invalid_squares(text: str) -> None:
    with pytest.raises(InvalidSquareError, match="a1 to g9") as caught:
        parse_square(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, JungleError)
    assert isinstance(caught.value, ValueError)


def test_terrain() -> None:
    assert [square_name(den) for den in DENS] == ["d1", "d9"]
    assert [names(traps) for traps in TRAPS] == [{"c1", "d2", "e1"}, {"c9", "d8", "e9"}]
    assert names(WATER) == {file + rank for file in "bcef" for rank in "456"}


def test_steps_stop_at_the_edge() -> None:
    a1 = parse_square("a1")
    assert geometry.step_square(a1, -1, 0) is None
    assert geometry.step_square(a1, 0, -1) is None
    assert geometry.step_square(a1, 1, 0) == parse_square("b1")
    assert geometry.step_square(parse_square("g9"), 1, 0) is None
    assert geometry.step_square(parse_square("g9"), 0, 1) is None


@pytest.mark.parametrize(
    ("square", "mirrored", "rotated"), [("a1", "g1", "g9"), ("d5", "d5", "d5"), ("b8", "f8", "f2")]
)
def test_symmetries(square: str, mirrored: str, rotated: str) -> None:
    assert square_name(geometry.mirror_square(parse_square(square))) == mirrored
    assert square_name(geometry.rotate_square(parse_square(square))) == rotated


def test_symmetries_keep_the_terrain() -> None:
    for square in range(SQUARES):
        assert geometry.is_water(square) == geometry.is_water(geometry.mirror_square(square))
        assert geometry.is_water(square) == geometry.is_water(geometry.rotate_square(square))
        assert TRAPS[0] >> square & 1 == TRAPS[1] >> geometry.rotate_square(square) & 1
