"""Games that outlive the window: the one in progress, saved after each move, and records that people save."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from jungle.boardgame import AnyGame
from jungle.desktop.live_game import LiveGame
from jungle.errors import JungleError
from jungle.record import Record, load, save
from jungle.storage import GameJournal, SavedGame, resume, unfinished

SUFFIX = ".jgn"
HUMAN = "human"
"""What a record calls a person."""


class Autosave:
    """The journal of the game in progress, written beside the drawing, each change in its turn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble: str | None = None
        """Why the game is not on the disk, if it is not."""
        self._journal: GameJournal | None = None
        self._moves: list[str] = []
        """What the journal tells."""
        self._setting: dict[str, object] = {}
        self._has_ended = False
        self._writer = ThreadPoolExecutor(1, "jungle-autosave")
        self._last: Future[None] | None = None

    def newest(self) -> SavedGame | None:
        """The game played last that can be resumed, in whichever front end it was played."""
        self.flush()
        return next(iter(unfinished(self.folder, most=1)), None)

    def resume(self, path: Path) -> SavedGame:
        """Take a saved game up again. Raises JungleError where that cannot be, as when it is open elsewhere."""
        self.release()
        self.flush()
        self._journal, saved = resume(self.folder, path)
        self._moves, self._has_ended = [str(move) for move in saved.game.moves], False
        return saved

    def keep(self, live: LiveGame) -> None:
        """Save the game as it is now."""
        setting = {"pace": live.pace, "turned": live.turned}
        self._last = self._writer.submit(self._write, live.game.copy(), live.players, setting)

    def _write(self, game: AnyGame, players: tuple[str | None, str | None], setting: dict[str, object]) -> None:
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
        """Let others have the game."""
        self._last = self._writer.submit(self._close)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_ended, self.trouble = None, False, None

    def flush(self) -> None:
        """Wait until all is on the disk."""
        if self._last is not None:
            self._last.result()

    def close(self) -> None:
        self.release()
        self._writer.shutdown()


@dataclass(frozen=True, slots=True)
class Listed:
    """A record that can be loaded, and its file."""

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
        save(path, [Record(live.game, tags)])
        return path

    def list(self) -> tuple[list[Listed], list[str]]:
        """The records of the folder, the newest file first, and what was wrong with the rest."""
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
