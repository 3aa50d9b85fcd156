"""Environments for reinforcement learning: single games, many games at once, and the same numbers for both.

>>> from jungle import rl
>>> rl.ACTIONS
{'jungle': 252, 'flip': 80}
"""

from jungle.rl.batch import Batch, BatchEnv
from jungle.rl.encoding import (
    ACTIONS,
    PLANES,
    Encoding,
    action_mask,
    action_to_move,
    encoding,
    move_to_action,
    observe,
)

__all__ = [
    "ACTIONS",
    "PLANES",
    "Batch",
    "BatchEnv",
    "Encoding",
    "action_mask",
    "action_to_move",
    "encoding",
    "move_to_action",
    "observe",
]
