"""Players by name: strategies, levels, engines, external programs, and user-written players.

>>> from jungle import Game
>>> with player("greedy", seed=1) as greedy:
...     greedy.choose(Game()).move in Game().legal_moves()
True
"""

from jungle.players.levels import LEVEL_NAMES, LEVELS, Level, canonical_level, is_level, level, number_of, stronger
from jungle.players.player import Choice, Player
from jungle.players.spec import NAMES, InvalidPlayerError, PlayerSpec, player
from jungle.players.user_players import UserPlayerError

__all__ = [
    "LEVELS",
    "LEVEL_NAMES",
    "NAMES",
    "Choice",
    "InvalidPlayerError",
    "Level",
    "Player",
    "PlayerSpec",
    "UserPlayerError",
    "canonical_level",
    "is_level",
    "level",
    "number_of",
    "player",
    "stronger",
]
