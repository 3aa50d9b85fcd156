"""Who plays when nobody sits there: the engine's levels, its judgement and its hints, as work for an errand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from jungle.desktop.contests import Contest, JungleContest, Option
from jungle.engine import Engine, Hint, Level, Limit, hint, level, searches_natively
from jungle.game import Game
from jungle.language import Speaker
from jungle.language.phrases import hint_words
from jungle.pieces import Side

HUMAN = "human"
JUDGE_NODES = 60_000
JUDGE_NODES_IN_PYTHON = 400
HINT_SECONDS = 0.6


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that is proposed, and why."""

    option: Option
    explain: Callable[[Speaker], str]


class Brain(Protocol):
    """A player of the computer's. Its methods are called in an errand, but for `stop` and `close`."""

    def choose(self, contest: Contest) -> Option: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class LevelBrain:
    """One of the engine's levels. It is made when first asked for a move: that takes longer than a frame."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._level: Level | None = None

    def choose(self, contest: Contest) -> Option:
        if self._level is None:
            self._level = level(self._name)
        move = self._level.choose(_game(contest))
        return Option(move.origin, move.target)

    def stop(self) -> None:
        if self._level is not None:
            self._level.stop()

    def close(self) -> None:
        if self._level is not None:
            self._level.close()


class Adviser(Protocol):
    """Judges positions and gives hints. Both are called in an errand."""

    judges: bool
    """Can it judge at all?"""

    def judge(self, contest: Contest) -> float: ...
    def suggest(self, contest: Contest) -> Suggestion: ...
    def stop_judging(self) -> None: ...
    def stop_suggesting(self) -> None: ...
    def close(self) -> None: ...


class EngineAdviser:
    """The engine's judgement and hints, for the 7×9 game. Its engines, too, are made when first needed."""

    judges = True

    def __init__(self) -> None:
        self._judge: Engine | None = None
        self._helper: Engine | None = None

    def judge(self, contest: Contest) -> float:
        """Blue's chance to win, from 0 to 1."""
        game = _game(contest)
        if ended := game.outcome():
            return chance(ended.winner)
        if self._judge is None:
            self._judge = Engine(hash_mb=4, contempt=0)
        nodes = JUDGE_NODES if searches_natively() else JUDGE_NODES_IN_PYTHON
        won = self._judge.search(game, Limit(nodes=nodes)).score.win_probability()
        return won if game.position.side is Side.BLUE else 1 - won

    def suggest(self, contest: Contest) -> Suggestion:
        if self._helper is None:
            self._helper = Engine(hash_mb=8, contempt=0)
        found: Hint = hint(_game(contest), engine=self._helper, limit=Limit(movetime=HINT_SECONDS))
        return Suggestion(Option(found.move.origin, found.move.target), lambda say: hint_words(say, found))

    def stop_judging(self) -> None:
        if self._judge is not None:
            self._judge.stop()

    def stop_suggesting(self) -> None:
        if self._helper is not None:
            self._helper.stop()

    def close(self) -> None:
        for engine in (self._judge, self._helper):
            if engine is not None:
                engine.close()


def chance(winner: Side | None) -> float:
    """What a finished game is worth to Blue."""
    return 0.5 if winner is None else float(winner is Side.BLUE)


def _game(contest: Contest) -> Game:
    assert isinstance(contest, JungleContest)
    return contest.game
