"""The library: all games played, which are saved automatically, and records saved by hand."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.errors import JungleError
from jungle.pieces import Side
from jungle.play import LiveGame, read_setting
from jungle.players import NAMES
from jungle.record import Record, load, save
from jungle.storage import ArchivedGame, SavedGame, archive, delete, unfinished, why

SUFFIX = ".jgn"
HUMAN = "human"
"""The name of a person in a record."""
MOST = 500
"""The most games that are listed."""


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A game of the library. Players and names are Blue's and Red's."""

    path: Path
    when: float
    """When it was last written, in seconds since 1970."""
    kind: str
    players: tuple[str | None, str | None]
    names: tuple[str, str]
    """The names of the people; empty if they gave none."""
    result: str
    """As in records; empty while the game can be resumed."""
    plies: int
    replay: Callable[[], BoardGame]
    """Makes the game. Raises JungleError."""
    setting: dict[str, object] = field(default_factory=dict)

    @property
    def is_record(self) -> bool:
        return self.path.suffix == SUFFIX

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be resumed. Records are copies, for viewing only."""
        return not self.result and not self.is_record

    def live(self, folder: Path | None = None) -> LiveGame:
        """The game for viewing; it is saved in the folder if it is continued. Raises JungleError."""
        game = self.replay().copy()
        first, second = game.side_of(0) or Side.RED, game.side_of(1) or Side.BLUE
        kept = read_setting(game.start, self.setting)
        live = LiveGame(
            game,
            (self.players[first], self.players[second]),
            names=(self.names[first], self.names[second]),
            folder=folder,
            clock=kept.clock,
            setting=kept.rest,
            save_at_once=False,
        )
        live.paused = live.is_computers_turn
        return live


class Library:
    """The folder of games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def newest(self) -> SavedGame | None:
        """The most recent game that can be resumed, whichever front end it was played in."""
        return next(iter(unfinished(self.folder, most=1)), None)

    def save(self, live: LiveGame) -> Path:
        """Write the game to a new file and return its path. Raises JungleError."""
        blue, red = (live.names[seat] or live.seats[seat] or HUMAN for seat in map(live.seat_of, Side))
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
        """The games in the folder, most recently written first, and what is wrong with other files."""
        faults: list[str] = []
        games = [_kept(game) for game in archive(self.folder, MOST, on_error=faults.append)]
        games += self._records(faults)
        games.sort(key=lambda game: game.when, reverse=True)
        return games[:MOST], faults

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
                    if len(games) >= MOST:
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


def _kept(game: ArchivedGame) -> Listed:
    about = game.path, game.played, game.kind, game.players, game.names, game.result, game.plies
    return Listed(*about, cache(game.game), game.setting)


def _recorded(path: Path, record: Record) -> Listed:
    blue, red = (record.tags.get(side, HUMAN) for side in ("Blue", "Red"))
    players = blue if blue in NAMES else None, red if red in NAMES else None
    names = "" if blue in (*NAMES, HUMAN) else blue, "" if red in (*NAMES, HUMAN) else red
    game = record.game
    return Listed(path, _written(path), game.kind, players, names, record.result, len(game), game.copy)


def _written(path: Path) -> float:
    """When a file was last written. A dangling link counts as old, and is reported when it is read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
