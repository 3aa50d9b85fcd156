"""What each game has beside its rules: an engine, endgame tables, an opening book, levels.

A game registered here and in `GAMES` has everything. Code that needs one of these asks for the game's entry and never
for the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from jungle.boardgame import BoardGame
from jungle.boardposition import BoardPosition
from jungle.engine.book import Book
from jungle.engine.engine import Engine
from jungle.engine.errors import EngineError
from jungle.engine.flip_engine import FlipEngine
from jungle.engine.own_engine import OwnEngine
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.games import GAMES
from jungle.tablebase import Tablebase


class OpenEngine(Protocol):
    """Makes the engine of a game; an engine without one of these settings ignores it."""

    def __call__(self, *, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> OwnEngine: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineEntry:
    """What one game has."""

    open_engine: OpenEngine
    open_tables: Callable[[], Tablebase] | None = None
    open_book: Callable[[], Book] | None = None
    levels: str
    """The key of the game's levels in `levels.json`."""
    has_uci: bool = False
    """Do other programs play it over UCI?"""
    has_reasons: bool = False
    """Can the core explain moves and prove forced wins?"""


def _open_jungle(*, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> OwnEngine:
    opened = Tablebase.open() if tables else None
    return Engine(threads=threads, hash_mb=hash_mb, evaluation=evaluation, contempt=contempt, tables=opened)


def _open_flip(*, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> OwnEngine:
    return FlipEngine(threads=threads, hash_mb=hash_mb)


ENGINES: dict[str, EngineEntry] = {
    Game.kind: EngineEntry(
        open_engine=_open_jungle,
        open_tables=Tablebase.open,
        open_book=Book.open,
        levels="jungle",
        has_uci=True,
        has_reasons=True,
    ),
    FlipGame.kind: EngineEntry(open_engine=_open_flip, levels="flip"),
}
"""By the names of the games in `GAMES`."""


def engine_entry(game: str | BoardGame | BoardPosition) -> EngineEntry:
    """The entry of a game, given as its name, as a game or as a position. Raises EngineError if there is none."""
    if isinstance(game, BoardPosition):
        kind = next((kind for kind, known in GAMES.items() if isinstance(game, known.position_type)), "")
    else:
        kind = game.kind if isinstance(game, BoardGame) else game
    if kind not in ENGINES:
        raise EngineError(f"there is no engine for the game {kind!r}, only for {' and '.join(ENGINES)}")
    return ENGINES[kind]


def engine_for(game: str, *, threads: int = 1, hash_mb: int = 64) -> OwnEngine:
    """The engine to analyse games with, by their name in `GAMES`, using all tables there are. Raises EngineError."""
    open_engine = engine_entry(game).open_engine
    return open_engine(threads=threads, hash_mb=hash_mb, evaluation="full", contempt=0, tables=True)
