"""Games that outlive the window: the autosave of the game in progress, and the library of all of them."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from jungle.boardgame import BoardGame
from jungle.desktop.live_game import LiveGame
from jungle.desktop.settings import NAME_LENGTH
from jungle.errors import JungleError
from jungle.pieces import Side
from jungle.players import names_for
from jungle.record import Record, load, save
from jungle.storage import (
    ArchivedGame,
    GameJournal,
    Players,
    SavedGame,
    archive,
    by_colour,
    by_seat,
    delete,
    resume,
    unfinished,
    why,
)

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

    def _write(self, game: BoardGame, players: Players, setting: dict[str, object]) -> None:
        moves = [str(move) for move in game.moves]
        if self._has_ended and moves == self._moves and game.outcome():
            return  # It has been kept with its ending.
        if self._journal is None or self._has_ended:
            self._close()
            seats = by_seat(game.start, by_colour(game, players))
            self._journal = GameJournal.create(self.folder, game, seats, setting)
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


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A game of the library: one that was kept by itself, or a saved record."""

    path: Path
    when: float
    """When it was last written, in seconds since 1970."""
    kind: str
    players: tuple[str | None, str | None]
    names: tuple[str, str]
    """What people called themselves, by colour; empty where they did not say."""
    result: str
    """As in records; empty where the game can be resumed."""
    plies: int
    replay: Callable[[], BoardGame]
    """Makes the game. Raises JungleError."""
    setting: dict[str, Any] = field(default_factory=dict)

    @property
    def is_record(self) -> bool:
        return self.path.suffix == SUFFIX

    @property
    def is_unfinished(self) -> bool:
        """Can it be resumed? Records are copies, to be looked at."""
        return not self.result and not self.is_record


class Library:
    """The folder of games: those kept by themselves, and saved records."""

    MOST = 500

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, live: LiveGame) -> Path:
        """Write the game to a new file and return its path. Raises JungleError."""
        blue, red = (live.name(side) or live.players[side] or HUMAN for side in Side)
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

    def games(self) -> tuple[list[Listed], list[str]]:
        """The games of the folder, the last written first, and what is wrong with the other files."""
        faults: list[str] = []
        games = [_kept(game) for game in archive(self.folder, self.MOST, on_error=faults.append)]
        games += self._records(faults)
        games.sort(key=lambda game: game.when, reverse=True)
        return games[: self.MOST], faults

    def _records(self, faults: list[str]) -> list[Listed]:
        games: list[Listed] = []
        try:
            paths = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: (_written(path), path.name), reverse=True)
        except OSError as error:
            faults.append(str(error))
            return []
        for path in paths:
            try:
                for record in load(path, on_error=lambda error: faults.append(str(error))):
                    games.append(_recorded(path, record))
                    if len(games) >= self.MOST:
                        return games
            except JungleError as error:
                faults.append(str(error))
        return games

    def delete(self, listed: Listed) -> None:
        """Remove a game's file. Raises JungleError."""
        try:
            if listed.is_record:
                listed.path.unlink()
            else:
                delete(listed.path)
        except FileNotFoundError:
            pass  # Another window was faster.
        except OSError as error:
            raise JungleError(f"cannot delete {listed.path.name}: {why(error)}") from None


def names_of(setting: dict[str, Any], replay: Callable[[], BoardGame]) -> tuple[str, str]:
    """What the people of a saved game called themselves, by colour; empty where they did not say."""
    names = setting.get("names")
    if not isinstance(names, list) or len(names) != 2:
        return "", ""
    blue, red = (str(name)[:NAME_LENGTH] for name in names)
    with suppress(JungleError):  # The first piece turned up may have decided who plays which colour.
        blue, red = (name or "" for name in by_colour(replay(), (blue, red)))
    return blue, red


def _kept(game: ArchivedGame) -> Listed:
    replay = cache(game.game)
    return Listed(
        game.path,
        game.played,
        game.kind,
        game.players,
        names_of(game.setting, replay),
        game.result,
        game.plies,
        replay,
        game.setting,
    )


def _recorded(path: Path, record: Record) -> Listed:
    blue, red = (record.tags.get(side, HUMAN) for side in ("Blue", "Red"))
    known = names_for(record.game.kind)
    players = blue if blue in known else None, red if red in known else None
    names = "" if blue in (*known, HUMAN) else blue, "" if red in (*known, HUMAN) else red
    game = record.game
    return Listed(path, _written(path), game.kind, players, names, record.result, len(game), game.copy)


def _written(path: Path) -> float:
    """When a file was last written. A dangling link counts as old, and is reported when it is read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
