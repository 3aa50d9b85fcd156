"""The face-down game: 4×4, sixteen pieces face down, turned up one by one.

>>> game = FlipGame(seed=4)
>>> str(game.play("b2")), game.fen()
('b2=c', '????/????/?c??/???? b 0 RCDWPTLErdwptle')
"""

from jungle.flip.game import FlipGame
from jungle.flip.moves import FlipMove
from jungle.flip.position import FlipPosition
from jungle.flip.rules import FLIP, GRID, QUIET_LIMIT, FlipRules

__all__ = ["FLIP", "GRID", "QUIET_LIMIT", "FlipGame", "FlipMove", "FlipPosition", "FlipRules"]
