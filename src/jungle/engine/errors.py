"""What can go wrong with an engine, by name."""

from jungle.errors import JungleError


class EngineError(JungleError):
    """An engine that was asked for something it cannot do, or that failed."""


class EngineHungError(EngineError):
    """An engine that did not answer in time."""


class IllegalAnswerError(EngineError):
    """A player or an engine that answered with something other than a legal move."""


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise EngineError for what is not a whole number in a range."""
    if type(value) is not int or not least <= value <= most:
        raise EngineError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
