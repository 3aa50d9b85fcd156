"""Pictures as SVG text: boards of every game, and charts. Needs nothing but the standard library."""

from jungle.svg.diagram import board

__all__ = ["board"]
