"""A game in progress, without a screen: seats, clock, undo, hints, computer players, autosave and review.

A front end turns input into calls of a `LiveGame`, and its `events` into text or pixels.
"""

from jungle.play import events
from jungle.play.live_game import LiveGame, read_setting
from jungle.play.review import Review, TurningPoint
from jungle.play.setup import Setup

__all__ = ["LiveGame", "Review", "Setup", "TurningPoint", "events", "read_setting"]
