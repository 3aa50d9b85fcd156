"""The flip game: 4×4, sixteen pieces face down, turned up one by one.

>>> game = FlipGame(seed=4)
>>> str(game.play("b2")), game.fen()
('b2=c', '????/????/?c??/???? b 0 RCDWPTLErdwptle')
"""

from jungle.flip.game import Deal, FlipGame
from jungle.flip.moves import FlipMove
from jungle.flip.position import FlipPosition
from jungle.flip.record import dumps, loads
from jungle.flip.rules import FLIP, GRID, QUIET_LIMIT, FlipRules
from jungle.flip.strategies import STRATEGIES, Strategy, strategy

__all__ = [
    "FLIP",
    "GRID",
    "QUIET_LIMIT",
    "STRATEGIES",
    "Deal",
    "FlipGame",
    "FlipMove",
    "FlipPosition",
    "FlipRules",
    "Strategy",
    "dumps",
    "loads",
    "strategy",
]
