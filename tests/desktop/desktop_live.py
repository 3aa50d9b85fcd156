"""What tests do with a game in progress."""

from collections.abc import Callable

from jungle.desktop.live_game import LiveGame
from jungle.geometry import SquareLike

MakeLive = Callable[..., LiveGame]


def click(live: LiveGame, *squares: SquareLike) -> None:
    for square in squares:
        live.hand.press(live.game.grid.as_square(square))
        live.hand.release(live.game.grid.as_square(square))
