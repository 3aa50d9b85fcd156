"""Players by name: strategies, levels, engines, external programs, and user-written players.

>>> from jungle import Game
>>> with player("greedy", seed=1) as greedy:
...     greedy.choose(Game()).move in Game().legal_moves()
True
"""

from jungle.players.levels import LEVEL_NAMES, LEVELS, canonical_level, is_level, level, number_of, stronger
from jungle.players.player import Choice, Chooser, InvalidPlayerError, Player, UserPlayerError
from jungle.players.spec import NAMES, AnyPlayer, PlayerSpec, as_player, player

__all__ = [
    "LEVELS",
    "LEVEL_NAMES",
    "NAMES",
    "AnyPlayer",
    "Choice",
    "Chooser",
    "InvalidPlayerError",
    "Player",
    "PlayerSpec",
    "UserPlayerError",
    "as_player",
    "canonical_level",
    "is_level",
    "level",
    "number_of",
    "player",
    "stronger",
]
