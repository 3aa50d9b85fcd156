"""A game in progress, without a screen: seats, clock, undo, hints, computer players, autosave and review.

A front end turns input into calls of a `LiveGame`, and its events into text or pixels.
"""

from jungle.play.events import (
    Began,
    Changed,
    Ended,
    Evaluated,
    Event,
    Failed,
    Hinted,
    Moved,
    Redone,
    Refusal,
    Refused,
    Reviewed,
    Task,
    Thinking,
    Ticked,
    Undone,
    Unsaved,
)
from jungle.play.live_game import KeptSetting, LiveGame, read_setting
from jungle.play.review import Review, TurningPoint

__all__ = [
    "Began",
    "Changed",
    "Ended",
    "Evaluated",
    "Event",
    "Failed",
    "Hinted",
    "KeptSetting",
    "LiveGame",
    "Moved",
    "Redone",
    "Refusal",
    "Refused",
    "Review",
    "Reviewed",
    "Task",
    "Thinking",
    "Ticked",
    "TurningPoint",
    "Undone",
    "Unsaved",
    "read_setting",
]
