"""The archive of all games played, finished and unfinished: lists, opens and deletes the journals of `games`."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from jungle.board_game import BoardGame
from jungle.errors import GameError, InvalidArgumentError, InvalidPositionError, JungleError
from jungle.games import game_type
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from jungle.storage.files import os_error_text
from jungle.storage.games import Contents, newest_first, read_lines, restored
from jungle.storage.journal import Journal

LARGEST = 8_000_000
"""Largest size of a journal in bytes; a larger file is not one of ours."""
_LOSERS = {"1-0": Side.RED, "0-1": Side.BLUE}


@dataclass(frozen=True, slots=True, eq=False)
class ArchivedGame:
    """A saved game: who played, when, and how it ended."""

    path: Path
    played: float
    """When it was last written, in seconds since 1970."""
    kind: str
    players: tuple[str | None, str | None]
    """Blue's and Red's."""
    names: tuple[str, str]
    """The names of Blue and Red; empty if they gave none."""
    result: str
    """The result as in records; empty for an unfinished game."""
    plies: int
    game: Callable[[], BoardGame] = field(repr=False)
    """Replays it, with its ending, as far as its moves can be played. Raises JungleError for a bad start."""
    setting: dict[str, object] = field(default_factory=dict)
    """Data saved by the front end."""

    def is_finished(self) -> bool:
        return bool(self.result)


def archive(folder: Path, most: int = sys.maxsize, *, on_error: Callable[[str], object] = bool) -> list[ArchivedGame]:
    """The games in a folder, most recent first. Files that hold no game are reported to `on_error`.

    Games that are open elsewhere are listed too, up to the last move written.
    """
    return list(islice(_games(folder, on_error), most))


def _games(folder: Path, on_error: Callable[[str], object]) -> Iterator[ArchivedGame]:
    for path in newest_first(folder):
        try:
            if game := _read(path):
                yield game
        except FileNotFoundError:
            continue  # Deleted since, perhaps by another window.
        except OSError as error:
            on_error(f"{path.name}: {os_error_text(error)}")
        except JungleError as error:
            on_error(f"{path.name}: {error}")


def _read(path: Path) -> ArchivedGame | None:
    """None for a game without moves. Raises OSError, and JungleError for a file that holds no game."""
    status = path.stat()
    if status.st_size > LARGEST:
        raise InvalidPositionError("it is too large to be a game")
    return _parsed(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4096)
def _parsed(path: Path, written: int, size: int) -> ArchivedGame | None:
    """The game in a file, cached by modification time so that a long list rereads only what has changed."""
    lines = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    contents, _ = read_lines(lines)
    if contents is None and size:
        raise InvalidPositionError("it contains no game")
    if contents is None or not contents.moves:
        return None
    kind = game_type(contents.kind)
    blue, red = contents.players
    names = contents.setting.get("names")
    blue_name, red_name = map(str, names) if isinstance(names, list) and len(names) == 2 else ("", "")
    if _began_as_red(contents):
        blue, red, blue_name, red_name = red, blue, red_name, blue_name
    about = path, written / 1e9, kind.kind, (blue, red), (blue_name, red_name), contents.result, len(contents.moves)
    return ArchivedGame(*about, partial(_replayed, contents), contents.setting)


def _replayed(contents: Contents) -> BoardGame:
    game = restored(contents)
    if contents.result and game.outcome() is None:
        declared = (reason for reason in Reason if reason.is_declared() and reason.value == contents.reason)
        with suppress(GameError, InvalidArgumentError):  # The colours were not decided yet, or the file was edited.
            game.end(Outcome.from_result(contents.result, next(declared, Reason.ADJUDICATION)))
    return game


def _began_as_red(contents: Contents) -> bool:
    """Whether Blue made the first flip that decided the colours: until then, that player sat in Red's seat."""
    with suppress(JungleError):
        game = restored(replace(contents, moves=contents.moves[:1]))
        return game.start.side is None and game.first is Side.BLUE
    return False


def delete(path: Path) -> None:
    """Remove a game that is not open elsewhere. Raises LockedError, and OSError."""
    with Journal(path) as journal:
        if sys.platform == "win32":  # Windows cannot remove open files.
            journal.close()
        path.unlink()


def scores(
    games: Iterable[ArchivedGame], kind: str, named: Callable[[str], str] = str
) -> dict[str, tuple[int, int, int]]:
    """People's wins, draws and losses in one game against each computer player, by what `named` calls it."""
    counts: dict[str, list[int]] = {}
    for game in games:
        opponents = [name for name in game.players if name is not None]
        if game.is_finished() and game.kind == kind and len(opponents) == 1:
            person = Side(game.players.index(None))
            loser = _LOSERS.get(game.result)
            place = 1 if loser is None else 2 if loser is person else 0
            counts.setdefault(named(opponents[0]), [0, 0, 0])[place] += 1
    return {name: (wins, draws, losses) for name, (wins, draws, losses) in counts.items()}
