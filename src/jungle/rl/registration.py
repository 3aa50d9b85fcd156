"""Registers our environments with PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo


def register_all() -> None:
    """Register every environment. Called once, when `jungle.rl` is imported."""
    for name in ("jungle_v0", "flip_v0"):
        pettingzoo.register("aec", f"jungle/{name}", entry_point=f"jungle.rl.{name}:env")
    for game, name in (("jungle", "Jungle"), ("flip", "Flip")):
        gymnasium.register(
            f"jungle/{name}-v0",
            entry_point="jungle.rl.versus:VersusEnv",
            vector_entry_point="jungle.rl.versus:VersusVectorEnv",
            kwargs={"game": game},
        )
