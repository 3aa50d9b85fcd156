"""Persistent data: folders, atomic writes, and saved games, both unfinished and finished."""

from jungle.storage.archive import ArchivedGame, archive, delete, scores
from jungle.storage.files import LockedError, lock, set_aside, whole_file, why, write_whole
from jungle.storage.folders import folder
from jungle.storage.games import (
    GameJournal,
    NothingToResumeError,
    SavedGame,
    Seats,
    by_seat,
    resume,
    unfinished,
)
from jungle.storage.journal import Journal

__all__ = [
    "ArchivedGame",
    "GameJournal",
    "Journal",
    "LockedError",
    "NothingToResumeError",
    "SavedGame",
    "Seats",
    "archive",
    "by_seat",
    "delete",
    "folder",
    "lock",
    "resume",
    "scores",
    "set_aside",
    "unfinished",
    "whole_file",
    "why",
    "write_whole",
]
