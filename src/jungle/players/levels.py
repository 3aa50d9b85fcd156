"""Players of known strength: ten numbered levels, four of which also have names.

Each is a row of `levels.json`, which the browser app reads too: its budget per move, and how accurately it
chooses among the lines it found (see `choosing`).
"""

import difflib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from importlib import resources
from random import Random
from typing import Any

from jungle.board_game import BoardGame
from jungle.engine.engine import CONTEMPT, THREADS_LIMIT, GameEngine
from jungle.engine.errors import InvalidSettingError, check_number
from jungle.engine.limits import Limit
from jungle.engine.registry import engine_for, features_of, open_book, searches_natively
from jungle.engine.score import Score
from jungle.players.choosing import Skill, choose_line, mixed
from jungle.players.player import Choice, TaskPlayer
from jungle.task import Task

_DATA: dict[str, Any] = json.loads(resources.files("jungle.players").joinpath("levels.json").read_text("utf-8"))
_GENERAL: list[dict[str, Any]] = _DATA["general"]
"""The levels of a game that has none of its own."""
LEVEL_NAMES: tuple[str, ...] = tuple(_DATA["names"])
"""The levels that have a name, weakest first."""
LEVELS = tuple(str(number) for number, _ in enumerate(_GENERAL, 1))
"""All levels, weakest first."""
OPENING_PLIES = 8
"""The number of plies during which a level varies its moves."""
OPENING_LINES = 5
LEVEL_THREADS_LIMIT = 8
SEEDS = 1 << 64
"""Seeds from 0 up to this number are used as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """A level's budget per move and its accuracy: a row of `levels.json`."""

    nodes: int
    nodes_in_python: int
    """The same for the Python searcher, which is slower."""
    movetime: float | None = None
    """Seconds instead of nodes, without a seed: nodes repeat exactly and time does not."""
    uses_full_budget: bool = False
    """True if it uses all the time it gets, endgame tables and, without a seed, every core: several threads do not
    repeat exactly."""
    evaluation: str = "position"
    hash_mb: int = 1
    lines: int = 1
    book: int = 0
    """Its variety in choosing from the opening book, see `Book.choose`; 0 for a level without the book."""
    skill: Skill

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Strength":
        own = {field.name for field in fields(cls)}
        skill = Skill(**{key: value for key, value in row.items() if key not in own})
        return cls(**{key: value for key, value in row.items() if key in own}, skill=skill)


@cache
def level_rows(game: str) -> list[dict[str, Any]]:
    """The rows of a game's levels, weakest first. Raises GameError for an unknown game."""
    named = features_of(game).levels
    if not named:
        return _GENERAL
    package, _, file = named.partition(":")
    rows: list[dict[str, Any]] = json.loads(resources.files(package).joinpath(file).read_text("utf-8"))[game]
    return rows


def strength(name: str, game: str = "jungle") -> Strength:
    """The strength of a level in a game. Raises EngineError for an unknown name, GameError for an unknown game."""
    return Strength.from_row(level_rows(game)[number_of(name) - 1])


def is_level(name: str | None) -> bool:
    """True for the name or number of a level."""
    return name in LEVEL_NAMES or name in LEVELS


def number_of(name: str) -> int:
    """The number of a level, by number or name. Raises EngineError.

    >>> number_of("3"), number_of("impossible")
    (3, 10)
    """
    if name in LEVELS:
        return int(name)
    if name not in LEVEL_NAMES:
        close = difflib.get_close_matches(str(name), LEVEL_NAMES, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise InvalidSettingError(
            f"expected a level ({', '.join(LEVEL_NAMES)}, or 1 to {len(LEVELS)}), got {name!r}{hint}"
        )
    number: int = _DATA["names"][name]
    return number


def canonical_level(name: str) -> str:
    """A player's name, with the number of a level instead of its word.

    >>> canonical_level("impossible"), canonical_level("greedy")
    ('10', 'greedy')
    """
    return str(number_of(name)) if is_level(name) else name


def stronger(name: str, by: int = 1) -> str:
    """The number of the level `by` steps up the scale, or down with a negative number; it stops at either end.

    >>> stronger("3"), stronger("3", -1), stronger("impossible")
    ('4', '2', '10')
    """
    return str(min(max(number_of(name) + by, 1), len(LEVELS)))


def level(
    name: str,
    *,
    game: str = "jungle",
    seed: int | str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
) -> "LevelPlayer":
    """Create a player of a level: 1 to 10, or easy, medium, hard or impossible, which are names for four of them.

    With a seed it always makes the same move in the same game. `time` sets the seconds per move, `nodes` the most nodes
    and `threads` the threads; a seed with a time or threads does not repeat exactly. A limit never makes a level
    stronger, except that impossible uses all the time it gets. Raises EngineError for an unknown name.

    >>> from jungle import Game
    >>> level("3", seed=1).choose(Game()).move == level("3", seed=1).choose(Game()).move
    True
    """
    return LevelPlayer(name, game=game, seed=seed, time=time, nodes=nodes, threads=threads)


class LevelPlayer(TaskPlayer):
    """A player of a level, created by `level`."""

    game: str

    def __init__(
        self,
        name: str,
        *,
        game: str,
        seed: int | str | None,
        time: float | None,
        nodes: int | None,
        threads: int | None,
    ) -> None:
        super().__init__(name)
        self.strength = strength(name, game)
        self.game = game
        self._time = time
        self._nodes = nodes
        if threads is not None:
            check_number("threads", threads, 1, THREADS_LIMIT)
        self._threads = threads
        self._seed = seed
        self._engine: GameEngine | None = None

    def new_game(self, seed: int | str | None = None) -> None:
        """Start again with another seed. With a seed, a level is limited by nodes, so that it repeats."""
        if self._engine and not self.strength.uses_full_budget:
            self._engine.new_game()
        else:  # The seed decides how many threads it uses.
            self.close()
            self._engine = None
        self._seed = seed

    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        engine = self._make_engine()
        # With a seed the choice depends on the game alone, however it came about: undo and redo change nothing.
        random = Random()
        if self._seed is not None:
            engine.new_game()
            random = Random(f"{self._seed} {len(game)} {game.position.fen()}")
        book = open_book(self.game) if self.strength.book else None
        if book:
            found = book.choose(game.position, random, variety=self.strength.book, of=game.legal_moves())
            if found:
                return Choice(found.move, 0, Score(found.centi_cats, side=game.side))
        is_opening = len(game) < OPENING_PLIES
        lines = max(self.strength.lines, OPENING_LINES if is_opening else 1)
        result = task.run_child(engine.prepare(game, self._within(limit), multipv=lines))
        line = choose_line(
            game.position,
            result.lines,
            self.strength.skill,
            last=game.moves[-1].target if game.moves else None,
            is_opening=is_opening,
            seed=random.getrandbits(64) if self._seed is None else seed_of_choice(self._seed, game),
        )
        return Choice(line.move, result.nodes, line.score, result.solved)

    def _make_engine(self) -> GameEngine:
        """The engine, created on first use: a level may be created only to see if it exists."""
        if self._engine is None:
            threads = self._threads or (_cores() if self.strength.uses_full_budget and self._seed is None else 1)
            self._engine = engine_for(
                self.game,
                threads=threads,
                hash_mb=self.strength.hash_mb,
                evaluation=self.strength.evaluation,
                contempt=CONTEMPT,
                tables=self.strength.uses_full_budget,
            )
        return self._engine

    def _own_limit(self) -> Limit:
        time = self._time
        if time is None and self._seed is None:
            time = self.strength.movetime
        if time is not None:
            return Limit(movetime=time)
        return Limit(nodes=self.strength.nodes if searches_natively(self.game) else self.strength.nodes_in_python)

    def _within(self, limit: Limit | None) -> Limit:
        own = self._own_limit()
        if limit is None and self._nodes is not None:
            limit = Limit(nodes=self._nodes)
        if limit is None:
            return own
        if self.strength.uses_full_budget:
            return limit
        return replace(
            limit,
            nodes=min(filter(None, (own.nodes, limit.nodes)), default=None),
            movetime=min(filter(None, (own.movetime, limit.movetime)), default=None),
        )

    def close(self) -> None:
        super().close()
        if self._engine:
            self._engine.close()


def seed_of_choice(seed: int | str, game: BoardGame) -> int:
    """What decides the choice of a level with this seed in a game. The core does the same (`native/rl/batch.cpp`)."""
    if not (isinstance(seed, int) and 0 <= seed < SEEDS):
        seed = int.from_bytes(sha256(str(seed).encode()).digest()[:8], "little")
    return mixed(mixed(seed) ^ mixed(len(game)) ^ game.position.key)


def _cores() -> int:
    """The number of cores we may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, LEVEL_THREADS_LIMIT)
