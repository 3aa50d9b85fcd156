"""The library: all games played, which are saved automatically, and records saved by hand."""

import time
from pathlib import Path

from jungle.errors import JungleError
from jungle.pieces import Side
from jungle.play import LiveGame, read_setting
from jungle.players import NAMES
from jungle.record import Record, load, save
from jungle.storage import ArchivedGame, SavedGame, archive, delete, os_error_text, unfinished

SUFFIX = ".jgn"
HUMAN = "human"
"""The name of a person in a record."""
MOST = 500
"""The most games that are listed."""


def as_live(archived: ArchivedGame, folder: Path | None = None) -> LiveGame:
    """A saved game for viewing; it is saved in the folder if it is continued. Raises JungleError."""
    game = archived.game()
    first, second = game.side_of(0) or Side.RED, game.side_of(1) or Side.BLUE
    kept = read_setting(game.start, archived.setting)
    live = LiveGame(
        game,
        (archived.players[first], archived.players[second]),
        names=(archived.names[first], archived.names[second]),
        folder=folder,
        clock=kept.clock,
        setting=kept.rest,
        save_at_once=False,
    )
    live.paused = live.is_computers_turn()
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
            raise JungleError(f"cannot create {self.folder}: {error.strerror}") from None
        save(path, [Record(live.game, tags)], deal=True)
        return path

    def games(self) -> tuple[list[ArchivedGame], list[str]]:
        """The games in the folder, most recently written first, and what is wrong with other files."""
        faults: list[str] = []
        games = archive(self.folder, MOST, on_error=faults.append) + self._records(faults)
        games.sort(key=lambda game: game.played, reverse=True)
        return games[:MOST], faults

    def _records(self, faults: list[str]) -> list[ArchivedGame]:
        games: list[ArchivedGame] = []
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

    def delete(self, listed: ArchivedGame) -> None:
        """Remove a game's file. Raises JungleError."""
        try:
            if listed.path.suffix == SUFFIX:
                listed.path.unlink()
            else:
                delete(listed.path)
        except FileNotFoundError:
            pass  # Another window was faster.
        except OSError as error:
            raise JungleError(f"cannot delete {listed.path.name}: {os_error_text(error)}") from None


def _recorded(path: Path, record: Record) -> ArchivedGame:
    """A game of a file. Its result is never empty, since a record is a copy and cannot be resumed."""
    blue, red = (record.tags.get(side, HUMAN) for side in ("Blue", "Red"))
    players = blue if blue in NAMES else None, red if red in NAMES else None
    names = "" if blue in (*NAMES, HUMAN) else blue, "" if red in (*NAMES, HUMAN) else red
    game = record.game
    return ArchivedGame(path, _written(path), game.kind, players, names, record.result, len(game), game.copy)


def _written(path: Path) -> float:
    """When a file was last written. A dangling link counts as old, and is reported when it is read."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
