"""How a game stands, as an evaluation bar shows it."""

from contextlib import suppress

from jungle.boardgame import AnyGame
from jungle.desktop.thinking import Thinking, judge
from jungle.outcome import Outcome
from jungle.pieces import Side

EASE = 5.0
"""How fast the bar follows."""
NEAR = 0.002
"""What nobody sees on the bar."""


class Judgement:
    """Blue's chance to win, asked for once after each change of the game."""

    def __init__(self, game: AnyGame, thinking: Thinking) -> None:
        self.chance = 0.5
        """As the bar shows it now."""
        self._found = 0.5
        self._game = game
        self._thinking = thinking
        self._judge = judge(game.kind)
        self._is_asked = False
        self._turn: Side | None = None
        """Whose turn it was when the question was asked."""

    @property
    def is_possible(self) -> bool:
        """Is there anybody who can judge this game?"""
        return self._judge is not None

    @property
    def is_moving(self) -> bool:
        return self.chance != self._found

    def forget(self) -> None:
        """The game is another than before: ask anew."""
        self._thinking.stop("judge")
        self._is_asked = False

    def update(self, seconds: float, outcome: Outcome | None, *, asking: bool) -> None:
        """So much time went by; `asking` while anybody wants to know."""
        self.chance += (self._found - self.chance) * min(seconds * EASE, 1.0)
        if abs(self.chance - self._found) < NEAR:
            self.chance = self._found
        with suppress(Exception):  # A judge that fails leaves the bar where it is.
            choice = self._thinking.take("judge")
            if choice and choice.score:
                chance = choice.score.win_probability()
                self._found = chance if self._turn is Side.BLUE else 1 - chance
        if outcome is not None:
            self._found = 0.5 if outcome.winner is None else float(outcome.winner is Side.BLUE)
        elif asking and self._judge and not self._is_asked:
            self._is_asked, self._turn = True, self._game.side
            self._thinking.start("judge", self._judge, self._game)
