"""Persistent data: folders, atomic writes, and saved games, both unfinished and finished."""

from jungle.storage.archive import ArchivedGame, archive, delete, scores
from jungle.storage.files import LockedError, atomic_open, lock, os_error_text, quarantine, write_atomically
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
    "atomic_open",
    "by_seat",
    "delete",
    "folder",
    "lock",
    "os_error_text",
    "quarantine",
    "resume",
    "scores",
    "unfinished",
    "write_atomically",
]
