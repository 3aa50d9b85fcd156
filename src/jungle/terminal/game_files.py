"""Saving a game in a record file, and resuming one."""

import time
from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.errors import JungleError
from jungle.record import Record, load, save


class GameFileError(JungleError):
    """A file that a game cannot be saved in or read from; the message says why, on one line."""


def file_named(text: str) -> Path:
    """The file of a name as typed, perhaps in quotes, `~` for home."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    try:
        return Path(text).expanduser()
    except RuntimeError:  # no such user, or no home
        return Path(text)


def exists(path: Path) -> bool:
    """Does the file exist, as far as we can tell?"""
    try:
        return path.is_file()
    except OSError:  # the name is too long; saving will report it
        return False


def save_game(path: Path, game: BoardGame, tags: dict[str, str]) -> None:
    """Write the game to the file, whole or not at all, with what lies face down. Raises GameFileError."""
    try:
        save(path, [Record(game, {"Date": time.strftime("%Y.%m.%d")} | tags)], deal=True)
    except (JungleError, ValueError) as error:  # A null character in the name is a ValueError.
        raise GameFileError(printable(error)) from error


def load_game(path: Path, kind: str) -> BoardGame | None:
    """The first unfinished game of that kind in a file, or None. Raises GameFileError."""
    try:
        games = (record.game for record in load(path))
        game = next((game for game in games if game.kind == kind and game.outcome() is None), None)
    except (JungleError, ValueError) as error:
        raise GameFileError(printable(error)) from error
    if game is not None and game.hidden() and game.deal is None:
        raise GameFileError(f"{printable(path)} does not say what lies face down")
    return game


def printable(text: object) -> str:
    """A text without control characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in str(text))
