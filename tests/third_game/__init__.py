"""A third game, known only to the tests: 3×4 squares, three animals per side.

It shows that a game is one package and one entry: once it is in `GAMES` (see the fixture `third_game`), it must be
played, recorded, stored, shown and measured without any other code. Its `Features` name the engine, book, levels and
words that it brings along. Animals move one step, as usual; a player wins by entering the enemy's den or capturing
every piece.
"""

from tests.third_game.game import TinyGame
from tests.third_game.position import TinyMove, TinyPosition, TinyRules

__all__ = ["TinyGame", "TinyMove", "TinyPosition", "TinyRules"]
