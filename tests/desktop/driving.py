"""Drives a game in progress with clicks and passing time."""

import time
from collections.abc import Callable

from jungle.desktop.board import Board
from jungle.geometry import SquareLike

FRAME = 1 / 60

MakeBoard = Callable[..., Board]


def click(board: Board, *squares: SquareLike) -> None:
    for square in squares:
        board.hand.press(board.game.grid.as_square(square))
        board.hand.release(board.game.grid.as_square(square))


def pass_time(update: Callable[[float], None], until: Callable[[], bool], seconds: float = 30.0) -> None:
    """Run frames until something has happened in another thread."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it took too long"
        update(FRAME)
        time.sleep(0.001)
