"""The flip game: 4×4, sixteen pieces face down, turned up one by one.

>>> game = FlipGame(seed=4)
>>> str(game.play("b2")), game.position.fen()
('b2=c', '????/????/?c??/???? b 0 RCDWPTLErdwptle')
"""

from jungle.flip.board import parse_square, square_name, takes
from jungle.flip.game import QUIET_LIMIT, Deal, FlipGame
from jungle.flip.moves import Flip, FlipMove, Step
from jungle.flip.position import FlipPosition
from jungle.flip.record import dumps, loads
from jungle.flip.strategies import STRATEGIES, Strategy, strategy

__all__ = [
    "QUIET_LIMIT",
    "STRATEGIES",
    "Deal",
    "Flip",
    "FlipGame",
    "FlipMove",
    "FlipPosition",
    "Step",
    "Strategy",
    "dumps",
    "loads",
    "parse_square",
    "square_name",
    "strategy",
    "takes",
]
