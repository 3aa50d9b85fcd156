"""The former names of `jungle.boardgame` and `jungle.outcome`."""

from jungle.boardgame import BoardGame as Course
from jungle.outcome import Outcome, Reason

__all__ = ["Course", "Outcome", "Reason"]
