"""Jungle (Dou Shou Qi): the rules, an engine, and the front ends around them."""

from jungle.errors import JungleError
from jungle.native import native_available

__version__ = "0.1.0"

__all__ = ["JungleError", "__version__", "native_available"]
