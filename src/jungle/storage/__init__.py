"""What outlives a process: where it is kept, how it is written to disk, and the games, resumable and finished."""

from jungle.storage.archive import ArchivedGame, archive, delete, scores
from jungle.storage.files import LockedError, lock, set_aside, whole_file, why, write_whole
from jungle.storage.folders import folder
from jungle.storage.games import GameJournal, NothingToResumeError, Players, SavedGame, by_colour, resume, unfinished
from jungle.storage.journal import Journal
from jungle.storage.results import LevelResults, add_level_result, level_results

__all__ = [
    "ArchivedGame",
    "GameJournal",
    "Journal",
    "LevelResults",
    "LockedError",
    "NothingToResumeError",
    "Players",
    "SavedGame",
    "add_level_result",
    "archive",
    "by_colour",
    "delete",
    "folder",
    "level_results",
    "lock",
    "resume",
    "scores",
    "set_aside",
    "unfinished",
    "whole_file",
    "why",
    "write_whole",
]
