"""Lessons as data for the window and the page: the rules, each with an exercise, followed by a strategy course.

A lesson's texts have the keys `lesson.<game>.<key>.title` and `.text`. It is always the learner's move: the other
side passes, and there are no draws. Strategy texts are `strategy.<key>.title` and `.text`; `strategy.<key>.N` is
shown after exercise N. In these the other side replies.

>>> lesson = LESSONS["jungle"][0]
>>> game = lesson.practice()
>>> game.play("d7d8").notation(), lesson.is_done(game), game.play("d8d9").notation(), lesson.is_done(game)
('4-d8', False, '4-d9', True)
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from jungle.board_game import BoardGame, Deal
from jungle.games import GAMES
from jungle.moves import BoardMove
from jungle.outcome import Outcome
from jungle.pieces import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A rule to try out: a starting position, and the moves that demonstrate the rule."""

    kind: str
    """The game it belongs to."""
    key: str
    fen: str
    goals: frozenset[str]
    """Moves as `uci` writes them, one of which is to be played; empty if there is only text to read."""
    rules: str | None = None
    """The rules as text, if they differ from the game's default."""
    deal: Deal | None = None
    """The face-down pieces by square; dealt at random if it does not matter."""

    def practice(self) -> BoardGame:
        """A new game for the lesson, in which it is always the same player's turn."""
        return _practice_type(self.kind)(self.rules, fen=self.fen, deal=self.deal)

    def is_done(self, game: BoardGame) -> bool:
        """Whether one of the goals has been played."""
        return any(move.uci() in self.goals for move in game.moves)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position from the strategy course in which exactly one move wins, or exactly one does not lose."""

    fen: str
    goal: str
    """win or save."""
    moves: tuple[str, ...]
    """That move, then the best reply and the next only move in turn, as long as there is just one."""


@dataclass(frozen=True, slots=True)
class StrategyLesson:
    """A strategic idea, and positions in which it wins or saves the game."""

    key: str
    exercises: tuple[Exercise, ...]


class _Practice(BoardGame):
    """Overrides for a practice game: the opponent passes, and nothing is ever drawn."""

    __slots__ = ()

    def _push(self, move: BoardMove) -> None:
        super()._push(move)
        if self._decided() is None:
            self._positions[-1] = self.position.passed()

    def _drawn(self) -> Outcome | None:
        return None


@cache
def _practice_type(kind: str) -> type[BoardGame]:
    return type("Practice", (_Practice, GAMES[kind]), {"__slots__": ()})


def _load() -> Mapping[str, tuple[Lesson, ...]]:
    data = json.loads(files(__name__).joinpath("lessons.json").read_text(encoding="utf-8"))
    return MappingProxyType({kind: tuple(_lesson(kind, **row) for row in rows) for kind, rows in data.items()})


def _lesson(kind: str, *, goals: list[str], deal: dict[str, str] | None = None, **row: str) -> Lesson:
    squares = GAMES[kind].grid.as_square
    dealt = None if deal is None else {squares(name): Piece.from_letter(letter) for name, letter in deal.items()}
    return Lesson(kind=kind, goals=frozenset(goals), deal=dealt, **row)


def _load_strategy() -> tuple[StrategyLesson, ...]:
    data = json.loads(files(__name__).joinpath("strategy.json").read_text(encoding="utf-8"))
    return tuple(
        StrategyLesson(
            row["key"], tuple(Exercise(**each | {"moves": (*each["moves"].split(),)}) for each in row["exercises"])
        )
        for row in data
    )


LESSONS = _load()
"""The lessons of each game that has any, in order."""
STRATEGY = _load_strategy()
"""The course of strategy of the 7×9 game, in order."""
