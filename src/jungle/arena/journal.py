"""The journal of a run: every game on disk before it counts, so that a run killed at any moment goes on.

One JSON line says what the run is, one each game that was played. Lines are only ever added; the last one may be
torn by a crash and is then dropped, for its game will be played again.
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameResult
from jungle.storage import write_whole

JOURNAL_FILE = "journal.jsonl"
LOCK_FILE = "lock"
FORMAT = 1
HEAD = f'{{"jungle-arena": {FORMAT}, "run": '.encode()
"""How a journal begins."""


class Journal:
    """The journal in a folder, held by one run at a time. A context manager.

    Raises ArenaError where the folder belongs to another run, is in use, or holds what is no journal.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Journal(Path(folder), {"seed": 1}) as journal:
    ...         len(journal.results)
    0
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any], *, restart: bool = False) -> None:
        self.folder = folder
        self.results: dict[tuple[int, int, int], GameResult] = {}
        self._path = folder / JOURNAL_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                opened.enter_context(_lock(folder / LOCK_FILE))
                if restart or not self._path.exists() or self._is_unplayed():
                    self._begin(identity)
                self._file = opened.enter_context(self._path.open("r+b"))
                self._load(identity)
                self._opened = opened.pop_all()
        except OSError as error:
            raise ArenaError(f"cannot keep a journal in {str(folder)!r}: {error.strerror or error}") from None

    def _is_unplayed(self) -> bool:
        """Was a run only begun there, such as one whose player did not start? Then the folder is anybody's."""
        with self._path.open("rb") as file:
            return file.readline().startswith(HEAD) and not file.readline()

    def _begin(self, identity: Mapping[str, Any]) -> None:
        head = json.dumps({"jungle-arena": FORMAT, "run": dict(identity)})
        assert head.encode().startswith(HEAD)
        write_whole(self._path, head + "\n")

    def _load(self, identity: Mapping[str, Any]) -> None:
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        try:
            head = json.loads(lines[0])
            known = head["run"] if head["jungle-arena"] == FORMAT else None
        except (IndexError, KeyError, TypeError, ValueError):
            known = None
        if known is None:
            raise ArenaError(f"{str(self._path)!r} is no journal of the arena; use another folder, or --restart")
        if known != json.loads(json.dumps(dict(identity))):
            raise ArenaError(
                f"{str(self.folder)!r} holds another run ({_difference(known, identity)}); "
                "use another folder, or --restart to begin anew there"
            )
        for number, line in enumerate(lines[1:], 2):
            try:
                result = GameResult.from_json(json.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise ArenaError(f"{str(self._path)!r} is damaged in line {number}; --restart begins anew") from None
            self.results.setdefault(result.key, result)
        self._file.seek(len(whole))
        self._file.truncate()

    def add(self, results: Iterable[GameResult]) -> None:
        """Write games down for good; those that are there already are left out. Raises ArenaError if they cannot be."""
        new = [result for result in results if result.key not in self.results]
        try:
            self._file.write(b"".join(json.dumps(result.to_json()).encode() + b"\n" for result in new))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise ArenaError(f"cannot write to {str(self._path)!r}: {error.strerror or error}") from None
        for result in new:
            self.results[result.key] = result

    def remove(self) -> None:
        """Delete the journal, and its folder if nothing else is in it. For runs that leave nothing behind."""
        self.close()
        for name in (JOURNAL_FILE, LOCK_FILE):
            (self.folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # something else is in it
            self.folder.rmdir()

    def close(self) -> None:
        with suppress(OSError):  # a full disk, for what `add` could not write; all that counts is on disk
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def state_folder(digest: str) -> Path:
    """Where a run that was given no folder keeps its journal until it ends."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "jungle" / "arena" / digest


def _difference(known: Mapping[str, Any], identity: Mapping[str, Any]) -> str:
    """The first setting in which two runs differ."""
    for name, value in identity.items():
        if known.get(name) != json.loads(json.dumps(value)):
            return f"{name} is {json.dumps(known.get(name))} there and {json.dumps(value)} here"
    return "made by another version"


def _lock(path: Path) -> IO[bytes]:
    """Hold a lock that the system gives back when we are gone, however that comes about."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ArenaError(f"another run is at work in {str(path.parent)!r}") from None
    return file
