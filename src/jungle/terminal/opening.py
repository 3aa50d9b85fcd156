"""Sets up a game from the command line, and asks the remaining questions.

If each player has an edge of the board, people are asked for theirs. In other games they are asked whether they play
a friend or the computer and, against the computer, for its strategy and their colour.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, game_type
from jungle.language import Translator
from jungle.pieces import Side
from jungle.storage import Seats, by_seat
from jungle.terminal.commands import COLOURS, MODES, SIDES


@dataclass(frozen=True)
class Setup:
    """What is known about a game before it starts."""

    kind: str = DEFAULT_GAME
    """The name of the game in `GAMES`."""
    rules: str | None = None
    fen: str | None = None
    """The position to start from, if not the initial one."""
    seed: int | None = None
    """For the shuffle."""
    first: Side | None = None
    """Who moves first; by default the chosen side, if the rules allow it."""
    side: Side | None = None
    """The side a person has chosen."""
    against_computer: bool | None = None
    """Whether the computer plays the other side; None if not known yet."""
    versus: str | None = None
    """The player of the other side."""
    watch: tuple[str, str] | None = None
    """Two computer players to watch, Blue's and Red's."""

    @cached_property
    def sample(self) -> BoardGame:
        """The game, except perhaps for who moves first. Raises JungleError for an invalid setup."""
        kind = game_type(self.kind)
        return kind.new(self.rules, first=self.first, fen=self.fen, seed=self.seed if kind.uses_chance else None)

    def game(self) -> BoardGame:
        """Create the game. A player who chose an edge of the board moves first, unless the rules say otherwise."""
        if self.side_moves_first:
            with suppress(JungleError):
                return game_type(self.kind).new(self.rules, first=self.side)
        return self.sample.copy()

    @property
    def side_moves_first(self) -> bool:
        """Whether the chosen side moves first if the rules allow it, which is so if it is an edge of the board."""
        return self.side is not None and self.first is None and self.fen is None and self.sample.uses_directions

    def seats(self, game: BoardGame) -> Seats:
        """The players by seat. If the first flip decides the colours, the person moves first."""
        if self.watch:
            return by_seat(game.start, self.watch)
        seat = 0 if self.side is None else game.seat_of(self.side)
        return (self.versus, None) if seat else (None, self.versus)


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
