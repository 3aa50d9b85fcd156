"""The engine and the opening book of the third game, loaded when first used."""

from jungle.engine import GameEngine
from jungle.engine.book import Book
from tests.third_game.position import START, TINY


class TinyEngine(GameEngine):
    """Finds the best move of the third game. It searches in Python, as its base class does."""


def open_book() -> Book:
    return Book({f"{START} b": {"c2b2": 30}}, TINY)
