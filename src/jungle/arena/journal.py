"""The journal of a run: every game is on disk before it counts, so that a run killed at any moment can be resumed.

The first JSON line identifies the run; then there is one line per game played.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from jungle.arena.errors import ArenaError
from jungle.arena.games import GameResult
from jungle.storage import Journal, LockedError, folder, os_error_text, write_atomically

JOURNAL_FILE = "journal.jsonl"
FORMAT = 3


class UnwritableError(ArenaError):
    """A folder in which no journal can be kept."""


class RunJournal(Journal):
    """The journal in a folder, held by one run at a time. A context manager.

    Raises ArenaError if the folder belongs to another run, is in use, or holds a file that is not a journal.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place, RunJournal(Path(place), {"seed": 1}) as journal:
    ...     len(journal.results)
    0
    """

    def __init__(self, place: Path, identity: Mapping[str, object], *, restart: bool = False) -> None:
        self.results: dict[tuple[int, int, int], GameResult] = {}
        """By the keys of their jobs, in the order in which they came."""
        path = place / JOURNAL_FILE
        run: dict[str, object] = json.loads(json.dumps(dict(identity)))
        try:
            place.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                write_atomically(path, json.dumps(_head(run)) + "\n")
            super().__init__(path)
        except LockedError:
            raise ArenaError(f"another run is using {str(place)!r}") from None
        except OSError as error:
            raise UnwritableError(f"cannot keep a journal in {str(place)!r}: {os_error_text(error)}") from None
        try:
            self._load(run, restart=restart)
        except BaseException:
            self.close()
            raise

    def _load(self, run: Mapping[str, object], *, restart: bool) -> None:
        known = _run(self.lines)
        # A run without any games, such as one whose player did not start, does not block the folder.
        if restart or (known is not None and len(self.lines) == 1):
            self.keep(0)
            self._write(_head(run))
            return
        if known is None:
            raise ArenaError(f"{str(self.path)!r} is not an arena journal; use another folder, or --restart")
        if known != run:
            raise ArenaError(
                f"{str(self.path.parent)!r} contains another run ({_difference(known, run)}); "
                "use another folder, or --restart to start over there"
            )
        for number, line in enumerate(self.lines[1:], 2):
            try:
                self._take(json.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise ArenaError(f"{str(self.path)!r} is damaged in line {number}; --restart starts over") from None

    def _take(self, entry: Any) -> None:
        """Take over a line of an earlier run. Raises all kinds of errors for a damaged one."""
        result = GameResult.from_json(entry)
        self.results.setdefault(result.job.key, result)

    def add_results(self, results: Iterable[GameResult]) -> None:
        """Write games to the disk, except those already there. Raises ArenaError if that fails."""
        new = {result.job.key: result for result in results if result.job.key not in self.results}
        if new:
            self._write(*(result.to_json() for result in new.values()))
            self.results |= new

    def _write(self, *entries: object) -> None:
        try:
            self.add(*entries)
        except OSError as error:
            raise ArenaError(f"cannot write to {str(self.path)!r}: {os_error_text(error)}") from None

    def remove(self) -> None:
        """Delete the journal, and its folder if nothing else is in it. For runs that should leave nothing behind."""
        self.close()
        self.path.unlink(missing_ok=True)
        with suppress(OSError):  # The folder is not empty.
            self.path.parent.rmdir()


def _head(run: Mapping[str, object]) -> dict[str, object]:
    return {"jungle-arena": FORMAT, "run": run}


def _run(lines: Sequence[bytes]) -> dict[str, object] | None:
    """The identity of a journal's run; None if it is not a journal of ours."""
    try:
        head = json.loads(lines[0])
        return dict(head["run"]) if head["jungle-arena"] == FORMAT else None
    except (IndexError, KeyError, TypeError, ValueError):
        return None


def state_folder(digest: str) -> Path:
    """Where a run without a folder keeps its journal until it ends."""
    return folder("arena") / digest


def _difference(known: Mapping[str, object], identity: Mapping[str, object]) -> str:
    """The first setting in which two runs differ."""
    for name, value in identity.items():
        if known.get(name) != value:
            return f"{name} is {json.dumps(known.get(name))} there and {json.dumps(value)} here"
    return "made by another version"
