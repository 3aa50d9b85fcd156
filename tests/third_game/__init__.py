"""A third game, which nothing outside the tests knows: 3×4 squares, three animals a side.

It shows that a game is one package of rules: registered in `GAMES` (see the fixture `third_game`), it must be played,
recorded, stored, shown and measured without a line anywhere else. The animals step as everywhere; whoever enters the
enemy's den or captures everything wins.
"""

from tests.third_game.game import TinyGame
from tests.third_game.position import TinyMove, TinyPosition, TinyRules

__all__ = ["TinyGame", "TinyMove", "TinyPosition", "TinyRules"]
