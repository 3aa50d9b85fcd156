"""Players by name: strategies, levels, engines, external programs, and user-written players.

>>> from jungle import Game
>>> with player("greedy", seed=1) as greedy:
...     greedy.choose(Game()).move in Game().legal_moves()
True
"""

from jungle.engine import Choice, Player
from jungle.players.guests import GuestError
from jungle.players.spec import NAMES, InvalidPlayerError, PlayerSpec, player

__all__ = ["NAMES", "Choice", "GuestError", "InvalidPlayerError", "Player", "PlayerSpec", "player"]
