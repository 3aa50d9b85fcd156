"""Games for the tests of the desktop."""

from jungle.game import Game
from jungle.position import Position

MIDDLE = ("a3a4", "g7g6", "g3g4", "a7a6", "c3c2", "e7e8", "g4f4", "a6b6", "f4f5", "b6b5", "e3d3", "c7d7")
"""A few moves that bring both rats into the water."""


def started(fen: str) -> Game:
    return Game(position=Position.from_fen(fen))
