"""A hint for a player: the best move, and why, in words."""

from dataclasses import dataclass

from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.engine.result import SearchResult
from jungle.engine.score import Score
from jungle.game import Game
from jungle.geometry import DENS, square_name
from jungle.language import Language, Speaker
from jungle.moves import Move
from jungle.position import Position

HINT_TIME = 0.5
"""Seconds that a hint may take."""
CLEARLY = 100
"""Centi-cats from which one side is said to be better."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move of a position, as found by a search."""

    position: Position
    result: SearchResult

    @property
    def move(self) -> Move:
        return self.result.move

    @property
    def score(self) -> Score:
        return self.result.score

    @property
    def notation(self) -> str:
        """As in records: ``8-a4``."""
        return self.position.notation(self.move)

    @property
    def words(self) -> str:
        """As one types it in the terminal: ``move elephant up``."""
        return self.position.words(self.move)

    def explain(self, say: Speaker | None = None) -> str:
        """A sentence about the move and what it leads to, in English unless a speaker says otherwise."""
        say = say or Speaker(Language.ENGLISH)
        move, key = self.move, "hint.step"
        if move.target in DENS:
            key = "hint.den"
        elif move.captured is not None:
            key = "hint.capture"
        elif move.is_jump:
            key = "hint.jump"
        deed = say(
            key,
            animal=say(f"animal.{move.animal}"),
            square=square_name(move.target),
            prey=say(f"animal.{move.captured}") if move.captured else "",
        )
        return deed if move.target in DENS else say("hint.sentence", deed=deed, judgement=say_score(self.score, say))


def hint(game: Game, *, engine: Engine | None = None, limit: Limit | None = None) -> Hint:
    """The best move for the side to move. Raises GameError where the game is over.

    >>> from jungle import Position
    >>> hint(Game(position=Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"))).explain()
    'the elephant enters the den and wins'
    """
    limit = limit or Limit(movetime=HINT_TIME)
    if engine is not None:
        return Hint(game.position, engine.search(game, limit))
    with Engine(hash_mb=16, contempt=0) as own:
        return Hint(game.position, own.search(game, limit))


def say_score(score: Score, say: Speaker) -> str:
    """A score in words, from the view of the side to move."""
    if score.win_in is not None:
        moves = (abs(score.win_in) + 1) // 2
        return say("score.wins" if score.win_in > 0 else "score.loses", moves=moves)
    if score.centi_cats >= CLEARLY:
        return say("score.better")
    if score.centi_cats <= -CLEARLY:
        return say("score.worse")
    return say("score.even")
