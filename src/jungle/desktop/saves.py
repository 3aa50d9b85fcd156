"""Games that outlive the window: the one under way, kept after each move, and records that people save."""

import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jungle.desktop.brains import HUMAN
from jungle.desktop.contests import Contest, JungleContest
from jungle.desktop.flip_contest import FlipContest
from jungle.desktop.folders import set_aside
from jungle.desktop.seats import PACES, Seating
from jungle.desktop.table import Table
from jungle.engine import LEVELS
from jungle.errors import JungleError
from jungle.flip import STRATEGIES
from jungle.record import Record, dumps, load, loads, save
from jungle.whole_files import write_whole

AUTOSAVE = "desktop-game.json"
VERSION = 1
SUFFIX = ".jgn"


class BrokenSaveError(JungleError):
    """A kept game that cannot be read."""


@dataclass(frozen=True, slots=True)
class Keep:
    """A game to go on with: the contest, who plays it, and from which side it is seen."""

    contest: Contest
    seating: Seating
    turned: bool


class Autosave:
    """The game under way, on the disk. Written beside the drawing; what was not yet written is at `close`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / AUTOSAVE
        self.trouble: str | None = None
        self._next: str | None = None
        self._wake = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None

    def keep(self, table: Table) -> None:
        """Keep the game as it is now; a finished one is forgotten."""
        text = "" if table.outcome() else keep_text(table)
        with self._wake:
            self._next = text
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="jungle-autosave", daemon=True)
                self._thread.start()
            self._wake.notify()

    def exists(self) -> bool:
        return self.path.exists()

    def load(self) -> Keep | None:
        """The game that was under way. Raises BrokenSaveError, the file set aside."""
        self.flush()
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._broken(error.strerror or str(error)) from None
        try:
            return parse_keep(content)
        except KeyError as error:
            raise self._broken(f"{error} is missing") from None
        except (JungleError, ValueError, TypeError, RecursionError) as error:
            raise self._broken(str(error)) from None

    def _broken(self, why: str) -> BrokenSaveError:
        try:
            kept = set_aside(self.path)
        except OSError:
            kept = self.path
        return BrokenSaveError(f"{kept.name}: {why}")

    def forget(self) -> None:
        with self._wake:
            self._next = None
        self.path.unlink(missing_ok=True)

    def flush(self) -> None:
        """Wait until all is on the disk."""
        with self._wake:
            while self._next is not None and self._thread is not None and self._thread.is_alive():
                self._wake.wait(0.05)

    def close(self) -> None:
        self.flush()
        with self._wake:
            self._closed = True
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                while self._next is None and not self._closed:
                    self._wake.wait()
                if self._next is None:
                    return
                text = self._next
            try:
                if text:
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                    write_whole(self.path, text)
                else:
                    self.path.unlink(missing_ok=True)
                self.trouble = None
            except OSError as error:
                self.trouble = error.strerror or str(error)
            with self._wake:
                if self._next is text:
                    self._next = None
                self._wake.notify_all()


def keep_text(table: Table) -> str:
    """A game under way as text."""
    contest, seating = table.contest, table.seating
    data: dict[str, Any] = {
        "version": VERSION,
        "blue": seating.blue,
        "red": seating.red,
        "pace": seating.pace,
        "turned": table.turned,
    }
    if isinstance(contest, JungleContest):
        data["record"] = dumps([Record(contest.game, seat_tags(seating))])
    if isinstance(contest, FlipContest):
        data["flip"] = contest.text()
    return json.dumps(data, indent=1) + "\n"


def parse_keep(text: str | bytes) -> Keep:
    """Read back what `keep_text` wrote. Raises ValueError, KeyError, TypeError, RecursionError or a JungleError."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError(f"expected an object, got {type(data).__name__}")
    if data["version"] != VERSION:
        raise ValueError(f"version {data['version']!r}, expected {VERSION}")
    seating = Seating(blue=str(data["blue"]), red=str(data["red"]), pace=str(data["pace"]))
    if seating.pace not in PACES:
        raise ValueError(f"unknown pace {seating.pace!r}")
    players = STRATEGIES if "flip" in data else LEVELS
    for name in (seating.blue, seating.red):
        if name not in (HUMAN, *players):
            raise ValueError(f"unknown player {name!r}")
    if "flip" in data:
        return Keep(FlipContest.from_text(data["flip"]), seating, bool(data["turned"]))
    records = loads(data["record"])
    if len(records) != 1:
        raise ValueError(f"expected one game, got {len(records)}")
    return Keep(JungleContest(records[0].game), seating, bool(data["turned"]))


def seat_tags(seating: Seating) -> dict[str, str]:
    """Who played, as tags of a record."""
    return {"Blue": seating.blue, "Red": seating.red}


@dataclass(frozen=True, slots=True)
class Listed:
    """A game that can be loaded: its file, its place in it, and what is known of it."""

    path: Path
    record: Record

    @property
    def players(self) -> tuple[str, str]:
        return self.record.tags.get("Blue", "?"), self.record.tags.get("Red", "?")


class Library:
    """The folder of saved records."""

    GAMES_SHOWN = 200

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, table: Table) -> Path:
        """Write the game to a new file and return its path. Raises JungleError."""
        contest = table.contest
        assert isinstance(contest, JungleContest)
        tags = {"Event": "Jungle desktop", "Date": time.strftime("%Y.%m.%d")} | seat_tags(table.seating)
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        path, number = self.folder / f"{stem}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}{SUFFIX}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BrokenSaveError(f"cannot make {self.folder}: {error.strerror}") from None
        save(path, [Record(contest.game, tags)])
        return path

    def list(self) -> tuple[list[Listed], list[str]]:
        """The games of the folder, the newest file first, and what was wrong with the rest."""
        games: list[Listed] = []
        faults: list[str] = []
        try:
            paths = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: (_written(path), path.name), reverse=True)
        except OSError as error:
            return [], [str(error)]
        for path in paths:
            try:
                for record in load(path, on_error=lambda error: faults.append(str(error))):
                    games.append(Listed(path, record))
                    if len(games) >= self.GAMES_SHOWN:
                        return games, faults
            except JungleError as error:
                faults.append(str(error))
        return games, faults


def _written(path: Path) -> float:
    """When a file was last written; a link that leads nowhere counts as old, and is told of when it is read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
