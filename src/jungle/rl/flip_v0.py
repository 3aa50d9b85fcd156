"""The face-down 4×4 game for PettingZoo: `env()` with the usual wrappers, `raw_env()` without."""

from typing import Any

from pettingzoo import AECEnv

from jungle.rl.aec import BoardGameEnv, wrapped

__all__ = ["env", "raw_env"]


class raw_env(BoardGameEnv):  # noqa: N801 - the name PettingZoo gives it
    """The face-down 4×4 game."""

    kind = "flip"
    metadata = {**BoardGameEnv.metadata, "name": "flip_v0"}  # noqa: RUF012 - declared so by PettingZoo


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's checks; for the options see `BoardGameEnv`."""
    return wrapped(raw_env(**options))
