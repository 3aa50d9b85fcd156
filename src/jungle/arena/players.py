"""The players of `jungle.players`, under the names that the arena uses."""

from jungle.players import Player, PlayerSpec

__all__ = ["Player", "PlayerSpec"]
