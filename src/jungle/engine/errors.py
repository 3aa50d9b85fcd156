"""What can go wrong with an engine, by name, and the checks that several modules make."""

from jungle.boardgame import BoardGame
from jungle.errors import GameError, JungleError


class EngineError(JungleError):
    """An engine that was asked for something it cannot do, or that failed."""


class InvalidSettingError(EngineError, ValueError):
    """A setting of an engine that is out of range, or the name of a level or an evaluation that does not exist."""


class EngineHungError(EngineError):
    """An engine that did not answer in time."""


class IllegalAnswerError(EngineError):
    """A player or an engine that answered with something other than a legal move."""


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise InvalidSettingError for what is not a whole number in a range."""
    if type(value) is not int or not least <= value <= most:
        raise InvalidSettingError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")


def refuse_when_over(game: BoardGame, purpose: str = "choose") -> None:
    """Raise GameError for a game without a move to choose or to search for."""
    if ended := game.outcome():
        raise GameError(f"there is no move to {purpose}: the game is over ({ended.reason.value})")
