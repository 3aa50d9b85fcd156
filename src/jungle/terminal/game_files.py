"""Saving a game in a record file, and going on with one."""

from datetime import date
from pathlib import Path

from jungle.errors import JungleError
from jungle.game import Game
from jungle.pieces import Side
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


def save_game(path: Path, game: Game, levels: dict[Side, str | None]) -> None:
    """Write the game to the file, whole or not at all. Raises GameFileError."""
    tags = {"Date": date.today().isoformat()} | {str(side): levels[side] or "human" for side in Side}
    try:
        if path.is_dir():
            raise GameFileError(f"{printable(path)} is a folder")
        save(path, [Record(game, tags)])
    except (JungleError, ValueError) as error:
        raise GameFileError(printable(error)) from error


def load_game(path: Path) -> Game | None:
    """The first unfinished game of a file, or None. Raises GameFileError."""
    try:
        return next((record.game for record in load(path) if record.game.outcome() is None), None)
    except (JungleError, ValueError) as error:
        raise GameFileError(printable(error)) from error


def printable(text: object) -> str:
    """A text with nothing in it that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in str(text))
