"""Pairings of simultaneous games."""

import pytest

from jungle.server.pairing.simul import pair


@pytest.mark.parametrize(("colour", "blues"), [("blue", [1, 1, 1]), ("red", [2, 3, 4]), ("random", [1, 3, 1])])
def test_the_host_has_the_colour_it_wants_or_alternates(colour: str, blues: list[int]) -> None:
    boards = pair(1, [2, 3, 4], colour)
    assert [board.blue for board in boards] == blues
    assert [{board.blue, board.red} for board in boards] == [{1, 2}, {1, 3}, {1, 4}]


def test_nobody_admitted_means_no_boards() -> None:
    assert pair(1, [], "blue") == []
