"""The four levels: players of known strength, by name."""

import difflib
import os
from abc import abstractmethod
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from jungle.engine.beginner import Beginner
from jungle.engine.engine import THREADS_LIMIT, Engine
from jungle.engine.errors import EngineError, check_number, refuse_when_over
from jungle.engine.flip_engine import FlipEngine
from jungle.engine.handle import Handle, Stoppable
from jungle.engine.limits import Limit
from jungle.engine.result import Line
from jungle.engine.score import Score
from jungle.engine.searcher import searches_natively
from jungle.game import Game
from jungle.moves import Move
from jungle.tablebase import Tablebase

OPENING_PLIES = 8
"""The number of plies during which a level varies its moves."""
OPENING_LINES = 5
THREADS_AT_MOST = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chose; a player that searched also gives its nodes and score."""

    move: Any
    nodes: int | None = None
    score: Score | None = None
    is_solved: bool = False
    """Is the score that of endgame tables?"""
    lines: tuple[Line, ...] = ()
    """What it was compared with, best first, by a player that was asked to compare."""


class Level(Stoppable):
    """A player of some strength. Make one with `level`; a context manager."""

    name: str

    def __init__(self, seed: int | str | None) -> None:
        super().__init__()
        self._seed = seed

    def choose(self, game: Game, limit: Limit | None = None) -> Move:
        """A move for the side to move, within a limit such as a clock, if one is given.

        A limit never makes a level stronger, except that impossible uses all the time it gets. Raises
        GameError where the game is over.
        """
        move: Move = self.prepare(game, limit).run().move
        return move

    def prepare(self, game: Game, limit: Limit | None = None) -> Handle[Choice]:
        """`choose` as a handle that has not started."""
        refuse_when_over(game)
        # With a seed the choice depends on the game alone, however it came about: undo and redo change nothing.
        random = Random() if self._seed is None else Random(f"{self._seed} {len(game)} {game.position.fen()}")
        handle = Handle[Choice](lambda handle: self._choose(game, limit, random, handle))
        self._watch(handle)
        return handle

    @abstractmethod
    def _choose(self, game: Game, limit: Limit | None, random: Random, handle: Handle[Choice]) -> Choice: ...


class BeginnerLevel(Level):
    """Sees one move ahead; see `Beginner`."""

    name = "easy"

    def __init__(self, seed: int | str | None) -> None:
        super().__init__(seed)
        self._beginner = Beginner()

    def _choose(self, game: Game, limit: Limit | None, random: Random, handle: Handle[Choice]) -> Choice:
        return Choice(self._beginner.choose(game, random))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What a searching level spends on a move, and how exactly it plays."""

    nodes: int
    """Spent with a seed, since nodes repeat exactly and time does not."""
    nodes_in_python: int
    """The same for the Python searcher, which is slower."""
    movetime: float | None
    """Seconds, without a seed; None for the nodes then too."""
    takes_all: bool = False
    """Does it use all the time it gets, endgame tables, and, without a seed, every core? Several threads do not
    repeat exactly."""
    evaluation: str = "position"
    hash_mb: int = 64
    lines: int = 1
    blur: float = 0.0
    """Centi-cats by which it misjudges each of its lines, as a standard deviation."""
    opening_margin: int = 0
    """Centi-cats that it gives up at most for variety in the opening."""


class SearchLevel(Level):
    """Searches, each move within the same bounds."""

    def __init__(
        self, name: str, strength: Strength, seed: int | str | None, *, time: float | None, threads: int | None
    ) -> None:
        super().__init__(seed)
        self.name = name
        self._strength = strength
        self._engine: Engine | FlipEngine | None = None
        if threads is None:
            threads = _cores() if strength.takes_all and seed is None else 1
        check_number("threads", threads, 1, THREADS_LIMIT)
        self._threads = threads
        nodes = strength.nodes if searches_natively() else strength.nodes_in_python
        if time is None and seed is None:
            time = strength.movetime
        self._limit = Limit(nodes=nodes) if time is None else Limit(movetime=time)

    def _choose(self, game: Game, limit: Limit | None, random: Random, handle: Handle[Choice]) -> Choice:
        engine = self._make_engine()
        if self._seed is not None:
            engine.new_game()
        opening = len(game) < OPENING_PLIES
        lines = max(self._strength.lines, OPENING_LINES if opening else 1)
        result = handle.run_inner(engine.prepare(game, self._within(limit), multipv=lines))
        found = self._blurred(result.lines, random) if self._strength.blur else result.lines
        line = random.choice(self._equals(found)) if opening else found[0]
        return Choice(line.move, result.nodes, line.score, result.is_solved)

    def _make_engine(self) -> Engine | FlipEngine:
        """The engine, made when it is first needed: a level may be asked for only to see if it exists."""
        if self._engine is None:
            self._engine = self._new_engine()
        return self._engine

    def _new_engine(self) -> Engine | FlipEngine:
        return Engine(
            threads=self._threads,
            hash_mb=self._strength.hash_mb,
            evaluation=self._strength.evaluation,
            tables=Tablebase.open() if self._strength.takes_all else None,
        )

    def _within(self, limit: Limit | None) -> Limit:
        own = self._limit
        if limit is None:
            return own
        if self._strength.takes_all:
            return limit
        return replace(
            limit,
            nodes=min(filter(None, (own.nodes, limit.nodes)), default=None),
            movetime=min(filter(None, (own.movetime, limit.movetime)), default=None),
        )

    def _blurred(self, lines: tuple[Line, ...], random: Random) -> tuple[Line, ...]:
        """The lines in the order in which this level sees them; wins and losses it sees are what they are."""
        if any(line.score.is_decided() for line in lines):
            return lines
        blur = self._strength.blur
        return tuple(sorted(lines, key=lambda line: -line.score.centi_cats + random.gauss(0, blur)))

    def _equals(self, lines: tuple[Line, ...]) -> list[Line]:
        """The lines that are as good as the first, or nearly."""
        best = lines[0].score
        if best.is_decided():
            return [lines[0]]
        least = best.centi_cats - self._strength.opening_margin
        return [line for line in lines if not line.score.is_decided() and line.score.centi_cats >= least]

    def close(self) -> None:
        super().close()
        if self._engine:
            self._engine.close()


_STRENGTHS = {
    "medium": Strength(
        nodes=1_000, nodes_in_python=1_000, movetime=None, hash_mb=4, lines=6, blur=100, opening_margin=30
    ),
    "hard": Strength(nodes=2_000_000, nodes_in_python=20_000, movetime=0.5, hash_mb=32, opening_margin=15),
    "impossible": Strength(
        nodes=8_000_000,
        nodes_in_python=80_000,
        movetime=2.0,
        takes_all=True,
        evaluation="full",
        hash_mb=128,
        opening_margin=8,
    ),
}
LEVELS = ("easy", *_STRENGTHS)
"""The names that `level` knows, weakest first."""


def level(name: str, *, seed: int | str | None = None, time: float | None = None, threads: int | None = None) -> Level:
    """The player of that name: easy, medium, hard or impossible.

    With a seed the same game gets the same move, always. `time` sets the seconds a move, `threads` the threads,
    of those that search; a seed with either no longer repeats exactly. Raises EngineError for another name.

    >>> from jungle import Game
    >>> level("easy", seed=1).choose(Game()) == level("easy", seed=1).choose(Game())
    True
    """
    check_name(name)
    if name == BeginnerLevel.name:
        return BeginnerLevel(seed)
    return SearchLevel(name, _STRENGTHS[name], seed, time=time, threads=threads)


def check_name(name: str) -> None:
    """Raise EngineError for what is not the name of a level."""
    if name not in LEVELS:
        close = difflib.get_close_matches(str(name), LEVELS, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise EngineError(f"expected a level ({', '.join(LEVELS)}), got {name!r}{hint}")


def _cores() -> int:
    """The cores we may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, THREADS_AT_MOST)
