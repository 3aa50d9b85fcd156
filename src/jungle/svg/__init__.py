"""Pictures as SVG text: boards of every game, and charts. Needs only the standard library."""

from jungle.svg.diagram import board

__all__ = ["board"]
