"""Pictures as SVG text: boards of every game, games in motion, and charts. Needs only the standard library."""

from jungle.svg.animation import animation
from jungle.svg.diagram import board

__all__ = ["animation", "board"]
