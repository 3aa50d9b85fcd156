"""Games on disk while they are played, so that they can be gone on with after any exit.

A game's journal is a file of JSON lines: its setting, then each move, undo or end, synced as it happens. A line that
was cut off by a crash is dropped when the journal is read. The file is locked as long as the game is open.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from jungle.errors import JungleError
from jungle.pieces import Side

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

KEPT = 50
"""Journals kept; the oldest are removed."""


class NothingToResumeError(JungleError):
    """There is no unfinished game, or each is open elsewhere."""


@dataclass(slots=True)
class SavedGame:
    """What a journal tells: the setting of a game, the moves, and whether it has ended."""

    setting: dict[str, Any]
    moves: list[str] = field(default_factory=list)
    has_ended: bool = False


def state_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where games are kept: JUNGLE_HOME, or the user's folder for such things. It may not exist yet.

    >>> state_folder({"XDG_STATE_HOME": "/home/ann/state"}, "linux").as_posix()
    '/home/ann/state/jungle'
    """
    if home := environment.get("JUNGLE_HOME"):
        return Path(home)
    if platform == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "jungle"
    if state := environment.get("XDG_STATE_HOME"):
        return Path(state) / "jungle"
    # An unknown home stays "~": a folder of that name here is better than no game.
    return Path(os.path.expanduser("~")) / ".local" / "state" / "jungle"  # noqa: PTH111


class Journal:
    """The journal of one game. A new one has no file until there is something to keep.

    Each method that writes returns None, or why it could not; what could not be written is tried again with
    the next line, so a journal that is written at all is whole.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "games"
        self._handle: int | None = None
        self._length = 0
        """The bytes that are surely on disk."""
        self._pending: list[dict[str, Any]] = []

    @classmethod
    def last(cls, folder: Path, check: Callable[[SavedGame], object] = bool) -> tuple[Self, SavedGame]:
        """The journal of the unfinished game that was played last and is not open elsewhere, to be gone on with.

        A game for which `check` raises JungleError or KeyError, perhaps one of another version, is passed over.
        Raises NothingToResumeError, which tells of such a game where there is no other.
        """
        open_elsewhere, fault = False, ""
        for path in _newest_first(folder / "games"):
            journal = cls(folder)
            try:
                if not journal._open(path, os.O_RDWR):
                    open_elsewhere = True
                    continue
                saved = journal._read()
            except OSError:
                continue
            if saved is not None and saved.moves and not saved.has_ended:
                try:
                    check(saved)
                except JungleError as error:
                    fault = fault or f"cannot go on with {path}: {error}"
                except KeyError as error:
                    fault = fault or f"cannot go on with {path}: its setting has no {error}"
                else:
                    return journal, saved
            journal.close()
        if open_elsewhere:
            raise NothingToResumeError("the game to resume is open in another terminal")
        raise NothingToResumeError(fault or f"there is no unfinished game in {folder}")

    def another(self) -> Self:
        """A journal beside this one, which is closed: a game that was left can be resumed later."""
        self.close()
        return type(self)(self._folder.parent)

    def start(self, setting: dict[str, Any], moves: list[str]) -> str | None:
        """Begin a game. It is written at once if it has moves, else with its first."""
        self._pending = [{"setting": setting, "moves": moves}]
        return self._flush() if moves else None

    def move(self, text: str) -> str | None:
        return self._add({"move": text})

    def undo(self, plies: int) -> str | None:
        return self._add({"undo": plies})

    def end(self, result: str) -> str | None:
        """The game is over. One without a move leaves nothing behind."""
        if self._handle is None and len(self._pending) < 2:
            return None
        return self._add({"end": result})

    def close(self) -> None:
        """Let others have the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @property
    def is_kept(self) -> bool:
        """Is all of the game on disk?"""
        return self._handle is not None and not self._pending

    def _add(self, entry: dict[str, Any]) -> str | None:
        self._pending.append(entry)
        return self._flush()

    def _flush(self) -> str | None:
        try:
            if self._handle is None:
                self._create()
            assert self._handle is not None
            lines = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in self._pending).encode()
            os.ftruncate(self._handle, self._length)  # what an earlier failure left behind
            os.lseek(self._handle, self._length, os.SEEK_SET)
            rest = memoryview(lines)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)
        except OSError as error:
            return error.strerror or str(error)
        self._length += len(lines)
        self._pending.clear()
        return None

    def _create(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        for attempt in range(100):
            path = self._folder / f"{stamp}-{os.getpid()}-{attempt}.jsonl"
            with suppress(FileExistsError):
                # A game that looks for one to resume may have locked the new file for a moment.
                if self._open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL):
                    break
        if sys.platform != "win32":
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        self._prune()

    def _open(self, path: Path, flags: int) -> bool:
        """Open and lock the file; False where another game holds it."""
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)
        if not _lock(handle):
            os.close(handle)
            return False
        self._handle = handle
        return True

    def _read(self) -> SavedGame | None:
        """The game of the opened file, as far as its lines are whole and make sense."""
        assert self._handle is not None
        with os.fdopen(os.dup(self._handle), "rb") as file:
            lines = file.read().splitlines(keepends=True)
        saved: SavedGame | None = None
        for line in lines:
            try:
                if not line.endswith(b"\n"):
                    break
                saved = _told(saved, json.loads(line))
            except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
                break
            self._length += len(line)
        return saved

    def _prune(self) -> None:
        for path in _newest_first(self._folder)[KEPT:]:
            old = Journal(self._folder.parent)
            with suppress(OSError):
                if old._open(path, os.O_RDWR):
                    old.close()
                    path.unlink()


def _told(saved: SavedGame | None, entry: dict[str, Any]) -> SavedGame:
    """The game after one more line of its journal. Raises what Python does for nonsense."""
    if "setting" in entry:
        setting = dict(entry["setting"])
        levels = setting["levels"]
        if len(levels) != len(Side) or not all(level is None or isinstance(level, str) for level in levels):
            raise ValueError(f"expected two levels, got {setting!r}")
        return SavedGame(setting, list(map(str, entry["moves"])))
    if saved is None:
        raise ValueError("a journal begins with a setting")
    if "move" in entry:
        saved.moves.append(str(entry["move"]))
    elif "undo" in entry:
        del saved.moves[len(saved.moves) - int(entry["undo"]) :]
    else:
        saved.has_ended = bool(entry["end"])
    return saved


def _newest_first(folder: Path) -> list[Path]:
    dated = []
    with suppress(OSError):
        for path in folder.glob("*.jsonl"):
            with suppress(OSError):
                dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def _lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            # Locks there keep others from reading what is locked, so lock a byte that is never written.
            os.lseek(handle, 1 << 30, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks
    return True
