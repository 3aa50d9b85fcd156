"""Games that outlive the window: the autosave of the game in progress, and saved records."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from jungle.boardgame import AnyGame
from jungle.desktop.live_game import LiveGame
from jungle.errors import JungleError
from jungle.record import Record, load, save
from jungle.storage import GameJournal, Players, SavedGame, resume, unfinished

SUFFIX = ".jgn"
HUMAN = "human"
"""What a record calls a person."""


class Autosave:
    """The journal of the game in progress, written in the background after each change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble: str | None = None
        """Why the game could not be written, or None."""
        self._journal: GameJournal | None = None
        self._moves: list[str] = []
        """The moves in the journal."""
        self._setting: dict[str, object] = {}
        self._has_ended = False
        self._writer = ThreadPoolExecutor(1, "jungle-autosave")
        self._last: Future[None] | None = None

    def newest(self) -> SavedGame | None:
        """The game that was played last and can be resumed, in whichever front end it was played."""
        self.flush()
        return next(iter(unfinished(self.folder, most=1)), None)

    def resume(self, path: Path) -> SavedGame:
        """Resume a saved game. Raises JungleError if it is open elsewhere or cannot be read."""
        self.release()
        self.flush()
        self._journal, saved = resume(self.folder, path)
        self._moves, self._has_ended = [str(move) for move in saved.game.moves], False
        return saved

    def keep(self, live: LiveGame) -> None:
        """Save the game as it is now."""
        setting: dict[str, object] = {"pace": live.pace, "turned": live.turned}
        if any(live.names):
            setting["names"] = list(live.names)
        if live.clock is not None:
            setting["clock"] = live.clock.saved()
        if live.turning:
            setting["turning"] = True
        self._last = self._writer.submit(self._write, live.game.copy(), live.players, setting)

    def _write(self, game: AnyGame, players: Players, setting: dict[str, object]) -> None:
        moves = [str(move) for move in game.moves]
        if self._journal is None or self._has_ended:
            self._close()
            self._journal = GameJournal.create(self.folder, game, players, **setting)
        else:
            common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._moves, moves, strict=False)))
            if undone := len(self._moves) - common:
                self._journal.undone(undone)
            for move in moves[common:]:
                self._journal.moved(move)
            if setting != self._setting:
                self._journal.remember(**setting)
        self._moves, self._setting = moves, setting
        if outcome := game.outcome():
            self._journal.ended(outcome)
            self._has_ended = True
        self.trouble = self._journal.trouble

    def release(self) -> None:
        """Close the journal, so that other programs can resume the game."""
        self._last = self._writer.submit(self._close)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_ended, self.trouble = None, False, None

    def flush(self) -> None:
        """Wait until everything has been written."""
        if self._last is not None:
            self._last.result()

    def close(self) -> None:
        """Finish writing, for good."""
        self._writer.shutdown()
        self._close()


@dataclass(frozen=True, slots=True)
class Listed:
    """A saved record and its file."""

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

    def save(self, live: LiveGame) -> Path:
        """Write the game to a new file and return its path. Raises JungleError."""
        blue, red = (name or HUMAN for name in live.players)
        tags = {"Event": "Jungle desktop", "Date": time.strftime("%Y.%m.%d"), "Blue": blue, "Red": red}
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        path, number = self.folder / f"{stem}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}{SUFFIX}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JungleError(f"cannot make {self.folder}: {error.strerror}") from None
        save(path, [Record(live.game, tags)], deal=True)
        return path

    def list(self) -> tuple[list[Listed], list[str]]:
        """The records of the folder, newest file first, and the errors in the others."""
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
    """When a file was last written. A dangling link counts as old, and is reported when it is read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
