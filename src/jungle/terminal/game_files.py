"""Saving a game in a record file, and going on with one."""

from datetime import date
from pathlib import Path

from jungle.errors import JungleError
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.pieces import Side
from jungle.record import Record, dumps, load, loads
from jungle.storage import why, write_whole


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
    """Is there such a file, as far as can be said?"""
    try:
        return path.is_file()
    except OSError:  # a name that is too long; saving will tell
        return False


def save_game(path: Path, game: Game, levels: dict[Side, str | None]) -> None:
    """Write the game to the file, whole or not at all. Raises GameFileError."""
    tags = {"Date": date.today().isoformat()} | {str(side): levels[side] or "human" for side in Side}
    save_text(path, dumps([Record(game, tags)]))


def save_text(path: Path, text: str) -> None:
    """Write a text to the file, whole or not at all. Raises GameFileError."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise GameFileError(printable(f"cannot write {path}: {why(error)}")) from error
    except ValueError as error:  # A null character in the name.
        raise GameFileError(printable(error)) from error


def load_game(path: Path) -> Game | None:
    """The first unfinished game of a file, or None. Raises GameFileError."""
    try:
        return next(
            (record.game for record in load(path) if isinstance(record.game, Game) and not record.game.outcome()), None
        )
    except (JungleError, ValueError) as error:
        raise GameFileError(printable(error)) from error


def load_flip_game(path: Path) -> FlipGame:
    """The face-down game of a file. Raises GameFileError, also where a flip could not be played."""
    try:
        game = loads(path.read_text(encoding="utf-8"))[0].game
    except OSError as error:
        raise GameFileError(f"cannot read {printable(path)}: {error.strerror or error}") from error
    except (JungleError, ValueError) as error:
        raise GameFileError(f"{printable(path)}: {printable(error)}") from error
    if not isinstance(game, FlipGame):
        raise GameFileError(f"{printable(path)} holds another game")
    if game.deal is None and game.position.hidden:
        raise GameFileError(f"{printable(path)} does not say what lies face down")
    return game


def printable(text: object) -> str:
    """A text with nothing in it that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in str(text))
