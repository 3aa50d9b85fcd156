"""Knockout: winners go on, and the strongest meet last."""

from dataclasses import replace

import pytest

from jungle.server.pairing.knockout import first_round, next_round, rounds, winner
from jungle.server.pairing.values import Board


@pytest.mark.parametrize("count", range(2, 40))
def test_the_strongest_wins_and_meets_the_second_in_the_final(count: int) -> None:
    boards: list[Board] = []
    new = first_round(list(range(1, count + 1)))
    while new:
        boards += [
            board
            if board.red is None
            else replace(board, blue_points=2 * (board.blue < board.red), red_points=2 * (board.red < board.blue))
            for board in new
        ]
        new = next_round(boards)
    assert max(board.round for board in boards) == rounds(range(count))
    assert sum(not board.is_bye for board in boards) == count - 1
    assert {boards[-1].blue, boards[-1].red} == {1, 2}
    assert winner(boards[-1]) == 1
    if count > 3:
        semifinals = [board for board in boards if board.round == rounds(range(count)) - 1]
        assert {winner(board) for board in semifinals} == {1, 2}


def test_nobody_goes_on_when_neither_came() -> None:
    lost = Board(1, 1, 1, 4, 0, 0, is_forfeit=True)
    (final,) = next_round([lost, Board(1, 2, 2, 3, 2, 0)])
    assert (final.blue, final.red, final.blue_points) == (2, None, 2)
    assert next_round([lost, replace(lost, number=2)]) == []
