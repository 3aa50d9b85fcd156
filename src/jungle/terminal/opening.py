"""The questions that are still open when a game begins.

If each player has an edge of the board, people are asked for theirs. In other games they are asked whether they play
a friend or the computer and, against the computer, for its strategy and their colour.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from jungle.games import game_type
from jungle.language import Translator
from jungle.play import Setup
from jungle.terminal.commands import COLOURS, MODES, SIDES


@dataclass(frozen=True, slots=True)
class Question:
    """A question before the game, and what each answer means."""

    field: str
    """The field of the setup that the answer fills."""
    key: str
    """Of the question's text, below `terminal.ask`."""
    answers: Mapping[str, object]
    values: Mapping[str, str]
    """For the placeholders of the text."""


def next_question(setup: Setup, say: Translator) -> Question | None:
    """The next question, or None if there is none left."""
    if setup.watch:
        return None
    if setup.sample.uses_directions:
        is_known = setup.side is not None or (setup.fen and not setup.versus)
        return None if is_known else Question("side", "side", SIDES, {})
    if setup.versus is None:
        if setup.against_computer is None:
            return Question("against_computer", "mode", MODES, {})
        return _strategy(setup.kind, say) if setup.against_computer else None
    if setup.side is None and setup.sample.side is not None:
        return Question("side", "colour", COLOURS, {})
    return None


def _strategy(kind: str, say: Translator) -> Question:
    from jungle.players import NAMES

    answers = {name: name for name in NAMES} | {say(key): name for name in NAMES if (key := f"strategy.{name}") in say}
    listed = game_type(kind).features.strategies or NAMES
    return Question("versus", "strategy", answers, {"strategies": "/".join(listed)})
