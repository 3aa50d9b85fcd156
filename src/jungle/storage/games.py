"""Games saved while they are played, so that they can be resumed after any exit, in any front end.

Each game has its own journal, `<folder>/<time>-<process>-<number>.jsonl`. Its first line says which game it is,
how it began and who plays; then there is a line for each move, undo or end as it happens:

    {"game":"jungle","rules":"standard","fen":"l5t/… b","deal":null,"players":[null,"easy"],"moves":[],"setting":{}}
    {"move":"a3a4"}
    {"undo":1}
    {"end":"1-0","reason":"den"}

A line like the first may also occur later: the game then restarts from there.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidPositionError, JungleError
from jungle.games import game_type
from jungle.outcome import Outcome
from jungle.pieces import Piece, Side
from jungle.rules_text import rules_text
from jungle.storage.files import LockedError, os_error_text
from jungle.storage.journal import Journal

SUFFIX = ".jsonl"
NO_SETTING: Mapping[str, object] = MappingProxyType({})

Seats = tuple[str | None, str | None]
"""The players by seat, by their names in `jungle.players`; None is a person. Seat 0 moves first."""
T = TypeVar("T")


class NothingToResumeError(JungleError):
    """There is no unfinished game, or all are open elsewhere."""


@dataclass(slots=True)
class SavedGame:
    """An unfinished game: its moves so far, its players, and data saved by the front end."""

    path: Path
    game: BoardGame
    seats: Seats
    setting: dict[str, object]


class GameJournal:
    """The journal of one game. There is no file until the game has a move.

    Each method that writes returns `trouble`: None, or why the game is not on disk. Lines that could not be written are
    retried with the next one, so a journal never has gaps.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble: str | None = None
        self._journal: Journal | None = None
        self._pending: list[dict[str, object]] = []

    @classmethod
    def create(cls, folder: Path, game: BoardGame, seats: Seats, setting: Mapping[str, object] = NO_SETTING) -> Self:
        """Begin the journal of a game, which may already have moves."""
        journal = cls(folder)
        journal.restart(game, seats, setting)
        return journal

    def restart(self, game: BoardGame, seats: Seats, setting: Mapping[str, object]) -> None:
        """Write the game as it is now, in place of everything before, even an ending."""
        self._pending = [_head(game, seats, setting)]
        if len(game) or self._journal is not None:
            self._flush()

    def is_kept(self) -> bool:
        """Whether the whole game is on disk."""
        return self._journal is not None and not self._pending

    def moved(self, move: object) -> str | None:
        """Add a move, as `play` returned it."""
        return self._add({"move": str(move)})

    def undone(self, plies: int) -> str | None:
        return self._add({"undo": plies})

    def remember(self, **setting: object) -> str | None:
        """Change the data saved for the front end."""
        return self._add({"setting": setting})

    def ended(self, outcome: Outcome) -> str | None:
        """Add the end of the game. A game without a move leaves no file behind."""
        return self._add({"end": outcome.result(), "reason": outcome.reason.value})

    def close(self) -> None:
        """Release the file."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _add(self, entry: dict[str, object]) -> str | None:
        self._pending.append(entry)
        if self._journal is None and not any("move" in entry or entry.get("moves") for entry in self._pending):
            return None
        return self._flush()

    def _flush(self) -> str | None:
        try:
            if self._journal is None:
                self._journal = _new_journal(self.folder)
            self._journal.add(*self._pending)
        except OSError as error:
            self.trouble = os_error_text(error)
        else:
            self._pending.clear()
            self.trouble = None
        return self.trouble


def unfinished(folder: Path, most: int = sys.maxsize) -> list[SavedGame]:
    """The games in a folder that can be resumed, most recent first; not those that are open elsewhere."""
    games: list[SavedGame] = []
    for path in newest_first(folder):
        with suppress(JungleError, OSError):
            journal, saved = _open(folder, path)
            journal.close()
            games.append(saved)
        if len(games) >= most:
            break
    return games


def resume(
    folder: Path, path: Path | None = None, *, check: Callable[[SavedGame], object] = bool
) -> tuple[GameJournal, SavedGame]:
    """The most recent unfinished game that is not open elsewhere, or the one at `path`, and its journal.

    A game for which `check` raises JungleError, perhaps because a player is not installed, is skipped.
    Raises NothingToResumeError, which says what was wrong with the games found.
    """
    fault = is_open = ""
    for candidate in newest_first(folder) if path is None else [path]:
        try:
            journal, saved = _open(folder, candidate)
            try:
                check(saved)
            except BaseException:
                journal.close()
                raise
        except LockedError:
            is_open = "the game to resume is open elsewhere"
        except _NoGameError:
            continue
        except JungleError as error:
            fault = fault or f"cannot resume {candidate}: {error}"
        except OSError as error:
            fault = fault or f"cannot resume {candidate}: {os_error_text(error)}"
        else:
            return journal, saved
    raise NothingToResumeError(is_open or fault or f"there is no unfinished game in {folder}")


class _NoGameError(JungleError):
    """A file that contains no unfinished game."""


@dataclass(slots=True)
class Contents:
    """The contents of a journal."""

    kind: str
    rules: str
    fen: str
    deal: dict[str, str]
    """Letters by squares; empty if nothing lies face down, or the deal is unknown."""
    players: tuple[str | None, str | None]
    """In the order of journals: see `by_seat`."""
    moves: list[str]
    setting: dict[str, object]
    result: str = ""
    """The result as in records; empty while the game is unfinished."""
    reason: str = ""


def _open(folder: Path, path: Path) -> tuple[GameJournal, SavedGame]:
    """The game of a journal, locked. Raises LockedError, OSError, and JungleError if it cannot be resumed."""
    journal = GameJournal(folder)
    journal._journal = file = Journal(path)
    try:
        contents, sound = read_lines(file.lines)
        file.keep(sound)  # The next line overwrites the rest.
        if contents is None and path.stat().st_size:
            raise InvalidPositionError("the file is damaged: it contains no game")
        if contents is None or contents.result or not contents.moves:
            raise _NoGameError(f"{path} contains no unfinished game")
        game = restored(contents)
        if not len(game):
            raise InvalidPositionError(f"the file is damaged: {contents.moves[0]!r} cannot be played")
        seats = by_seat(game.start, contents.players)
        if len(game) < len(contents.moves):
            journal.restart(game, seats, contents.setting)
    except BaseException:
        journal.close()
        raise
    return journal, SavedGame(path, game, seats, contents.setting)


def read_lines(lines: Sequence[bytes]) -> tuple[Contents | None, int]:
    """The contents of a journal up to the first invalid line, and the number of valid lines."""
    contents: Contents | None = None
    entries: list[object] = []
    with suppress(ValueError, RecursionError):
        # Parsing all lines at once is several times faster than line by line, and usually possible.
        entries = json.loads(b"[" + b",".join(lines) + b"]")
    whole = len(entries) == len(lines)
    for number, line in enumerate(lines):
        try:
            contents = _after(contents, entries[number] if whole else json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return contents, number
    return contents, len(lines)


def _after(contents: Contents | None, entry: Any) -> Contents:
    """The contents with one more line. Raises all kinds of errors for an invalid line."""
    if "moves" in entry:
        blue, red = entry["players"]
        if not all(name is None or isinstance(name, str) for name in (blue, red)):
            raise ValueError(f"expected two players, got {blue!r} and {red!r}")
        deal = {str(square): str(letter) for square, letter in (entry.get("deal") or {}).items()}
        start = (str(entry["game"]), str(entry["rules"]), str(entry["fen"]))
        return Contents(*start, deal, (blue, red), list(map(str, entry["moves"])), dict(entry["setting"]))
    if contents is None:
        raise ValueError("expected a game as the first entry of the journal")
    if "move" in entry:
        contents.moves.append(str(entry["move"]))
    elif "undo" in entry:
        del contents.moves[len(contents.moves) - int(entry["undo"]) :]
    elif "setting" in entry:
        contents.setting |= entry["setting"]
    else:
        contents.result, contents.reason = str(entry["end"]), str(entry.get("reason", ""))
    return contents


def _head(game: BoardGame, seats: Seats, setting: Mapping[str, object]) -> dict[str, object]:
    deal = {game.grid.square_name(square): piece.letter for square, piece in (game.deal or {}).items()}
    return {
        "game": game.kind,
        "rules": rules_text(game.rules),
        "fen": game.start.fen(),
        "deal": deal or None,
        "players": by_seat(game.start, seats),
        "moves": [str(move) for move in game.moves],
        "setting": dict(setting),
    }


def restored(contents: Contents) -> BoardGame:
    """The game of a journal, as far as its moves can be played. Raises JungleError for a bad start."""
    kind = game_type(contents.kind)
    deal = {kind.grid.parse_square(name): Piece.from_letter(letter) for name, letter in contents.deal.items()}
    game = kind.from_moves([], contents.rules, fen=contents.fen, deal=deal or None)
    with suppress(InvalidMoveError, IllegalMoveError):
        for move in contents.moves:
            game.play(move)
    return game


def by_seat(start: BoardPosition, pair: tuple[T, T]) -> tuple[T, T]:
    """Convert a pair from journal order to seat order, or back.

    Journals put Blue first or, if the first flip decides the colours, the player who moves second.
    """
    return pair if start.side is Side.BLUE else (pair[1], pair[0])


def newest_first(folder: Path) -> list[Path]:
    """The journals in a folder, most recently written first."""
    return [path for _, path in sorted(_dated(folder), reverse=True)]


def _dated(folder: Path) -> Iterator[tuple[int, Path]]:
    with suppress(OSError):
        for path in folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                yield path.stat().st_mtime_ns, path


def _new_journal(folder: Path) -> Journal:
    """A new file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 0
    while True:
        # The name may be taken, or a process looking for a game to resume has locked the new file for a moment.
        with suppress(FileExistsError, LockedError):
            journal = Journal(folder / f"{stamp}-{os.getpid()}-{number}{SUFFIX}", new=True)
            break
        number += 1
    return journal
