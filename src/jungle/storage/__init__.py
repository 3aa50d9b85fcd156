"""What outlives a process: where it is kept, how it is written to disk, and games that can be resumed."""

from jungle.storage.files import LockedError, lock, set_aside, whole_file, why, write_whole
from jungle.storage.folders import folder
from jungle.storage.games import GameJournal, NothingToResumeError, Players, SavedGame, by_colour, resume, unfinished
from jungle.storage.journal import Journal

__all__ = [
    "GameJournal",
    "Journal",
    "LockedError",
    "NothingToResumeError",
    "Players",
    "SavedGame",
    "by_colour",
    "folder",
    "lock",
    "resume",
    "set_aside",
    "unfinished",
    "whole_file",
    "why",
    "write_whole",
]
