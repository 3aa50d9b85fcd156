"""Environments for reinforcement learning: single games and batches of games, with the same encoding for both.

Importing it registers the environments with PettingZoo and Gymnasium.

>>> from jungle import rl
>>> rl.ACTIONS
{'jungle': 252, 'flip': 80}
>>> env = rl.jungle_v0.env(rules="leiden")
>>> env.reset(seed=1)
>>> env.agent_selection, env.last()[0]["observation"].shape
('player_0', (23, 9, 7))
"""

try:
    import gymnasium
    import pettingzoo

    from jungle.rl import flip_v0, jungle_v0
except ModuleNotFoundError as error:
    missing = str(error.name).partition(".")[0]
    if missing not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    from jungle.extras import explain_missing

    raise ModuleNotFoundError(explain_missing("jungle.rl", missing, "rl"), name=missing) from None

from jungle.rl.aec import env
from jungle.rl.batch import REASONS, Batch, BatchEnv
from jungle.rl.datasets import EndgameBatch, SelfPlayBatch, endgames, selfplay
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
from jungle.rl.opponents import Curriculum
from jungle.rl.versus import VersusEnv, VersusVectorEnv

__all__ = [
    "ACTIONS",
    "PLANES",
    "REASONS",
    "Batch",
    "BatchEnv",
    "Curriculum",
    "Encoding",
    "EndgameBatch",
    "SelfPlayBatch",
    "VersusEnv",
    "VersusVectorEnv",
    "action_mask",
    "action_to_move",
    "encoding",
    "endgames",
    "env",
    "flip_v0",
    "jungle_v0",
    "move_to_action",
    "observe",
    "selfplay",
]

for _name in ("jungle_v0", "flip_v0"):
    pettingzoo.register("aec", f"jungle/{_name}", entry_point=f"jungle.rl.{_name}:env")
for _game, _name in (("jungle", "Jungle"), ("flip", "Flip")):
    gymnasium.register(
        f"jungle/{_name}-v0",
        entry_point="jungle.rl.versus:VersusEnv",
        vector_entry_point="jungle.rl.versus:VersusVectorEnv",
        kwargs={"game": _game},
    )
