"""The ids under which PettingZoo and Gymnasium know our environments."""

import pettingzoo


def register_all() -> None:
    """Register every environment. Called once, when `jungle.rl` is imported."""
    for name in ("jungle_v0", "flip_v0"):
        pettingzoo.register("aec", f"jungle/{name}", entry_point=f"jungle.rl.{name}:env")
