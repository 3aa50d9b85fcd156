"""The evaluation bar."""

from contextlib import suppress

from jungle.boardgame import BoardGame
from jungle.desktop.thinking import Thinking, judge
from jungle.engine import Judgement, Score
from jungle.outcome import Outcome
from jungle.pieces import Side

EASE = 5.0
"""How fast the bar follows a new evaluation."""
NEAR = 0.002
"""A difference too small to be seen."""


class EvaluationBar:
    """Blue's chance of winning, evaluated after each change of the game."""

    def __init__(self, game: BoardGame, thinking: Thinking) -> None:
        self.chance = 0.5
        """As shown at present."""
        self._found = 0.5
        self._game = game
        self._thinking = thinking
        self._judge = judge(game.kind)
        self._is_asked = False
        self._turn: Side | None = None
        """The side to move in the position that is evaluated."""

    @property
    def is_possible(self) -> bool:
        """Does the engine know this game?"""
        return self._judge is not None

    @property
    def is_moving(self) -> bool:
        return self.chance != self._found

    def forget(self) -> None:
        """The game has changed: evaluate it again."""
        self._thinking.stop("judge")
        self._is_asked = False

    def agree_with(self, score: Score) -> None:
        """A hint has been given for the present position: show what it says, and not another opinion."""
        self._thinking.stop("judge")
        self._is_asked = True
        self._found = _blues_chance(score, self._game.side)

    def update(self, seconds: float, outcome: Outcome | None, *, asking: bool) -> None:
        """Advance by some seconds; `asking` is False while the bar is hidden."""
        self.chance += (self._found - self.chance) * min(seconds * EASE, 1.0)
        if abs(self.chance - self._found) < NEAR:
            self.chance = self._found
        with suppress(Exception):  # If the evaluation fails, the bar stays where it is.
            choice = self._thinking.take("judge")
            if choice and choice.score:
                self._found = _blues_chance(choice.score, self._turn)
        if outcome is not None:
            self._found = 0.5 if outcome.winner is None else float(outcome.winner is Side.BLUE)
        elif asking and self._judge and not self._is_asked:
            self._is_asked, self._turn = True, self._game.side
            self._thinking.start("judge", self._judge, self._game)


def _blues_chance(score: Score, turn: Side | None) -> float:
    """Blue's chance by the score of whoever is to move; exactly the middle where the words are "even"."""
    chance = 0.5 if score.judgement() is Judgement.EVEN else score.win_probability()
    return chance if turn is Side.BLUE else 1 - chance
