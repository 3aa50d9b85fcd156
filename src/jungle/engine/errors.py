"""Errors of engines, and checks shared by several modules."""

from jungle.board_game import BoardGame
from jungle.errors import GameError, JungleError


class EngineError(JungleError):
    """An engine failed, or cannot do what was requested."""


class InvalidSettingError(EngineError, ValueError):
    """An engine setting that is out of range, or an unknown level or evaluation."""


class EngineHungError(EngineError):
    """An engine that did not answer in time."""


class IllegalAnswerError(EngineError):
    """A player or an engine that answered with something other than a legal move."""


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise InvalidSettingError unless the value is a whole number in the range."""
    if type(value) is not int or not least <= value <= most:
        raise InvalidSettingError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")


def refuse_when_over(game: BoardGame, purpose: str = "choose") -> None:
    """Raise GameError if the game is over, so that there is no move to choose or search for."""
    if ended := game.outcome():
        raise GameError(f"there is no move to {purpose}: the game is over ({ended.reason.value})")
