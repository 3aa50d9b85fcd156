"""The features of each game beyond its rules: an engine, endgame tables, an opening book, levels.

A game in `GAMES` that is not registered here still has an engine and levels, in Python. Code that needs any of
these looks up the game's entry and never asks which game it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from jungle.boardgame import BoardGame
from jungle.boardposition import BoardPosition
from jungle.engine.book import Book
from jungle.engine.engine import Engine, FlipEngine, GameEngine
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.games import GAMES, game_type
from jungle.native import native_available
from jungle.tablebase import Tablebase


class OpenEngine(Protocol):
    """Creates the engine of a game; an engine ignores settings it does not have."""

    def __call__(self, *, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> GameEngine: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineEntry:
    """The features of one game."""

    open_engine: OpenEngine
    open_tables: Callable[[], Tablebase] | None = None
    open_book: Callable[[], Book] | None = None
    levels: str
    """The key of the game's levels in `levels.json`."""
    explains: bool = False
    """Whether the core can explain moves and prove forced wins."""


def _open_jungle(*, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> GameEngine:
    opened = Tablebase.open() if tables else None
    return Engine(threads=threads, hash_mb=hash_mb, evaluation=evaluation, contempt=contempt, tables=opened)


def _open_flip(*, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool) -> GameEngine:
    return FlipEngine(threads=threads, hash_mb=hash_mb)


def _open_other(
    kind: type[BoardGame], *, threads: int, hash_mb: int, evaluation: str, contempt: int, tables: bool
) -> GameEngine:
    return GameEngine(kind, threads=threads, hash_mb=hash_mb, evaluation=evaluation, contempt=contempt)


ENGINES: dict[str, EngineEntry] = {
    Game.kind: EngineEntry(
        open_engine=_open_jungle,
        open_tables=Tablebase.open,
        open_book=Book.open,
        levels="jungle",
        explains=True,
    ),
    FlipGame.kind: EngineEntry(
        open_engine=_open_flip, open_tables=partial(Tablebase.open, FlipGame.kind), levels="flip"
    ),
}
"""The features by the names of the games in `GAMES`."""


def engine_entry(game: str | BoardGame | BoardPosition) -> EngineEntry:
    """The entry of a game, given by name, game or position.

    A game without an entry is searched in Python. Raises GameError for a name that is not in `GAMES`.
    """
    if isinstance(game, BoardPosition):
        kind = next((kind for kind, known in GAMES.items() if isinstance(game, known.position_type)), "")
    else:
        kind = game.kind if isinstance(game, BoardGame) else game
    return ENGINES.get(kind) or EngineEntry(open_engine=partial(_open_other, game_type(kind)), levels=FlipGame.kind)


def searches_natively(game: str) -> bool:
    """True if the C++ core searches a game, False if Python does."""
    return native_available() and game in ENGINES


def engine_for(game: str, *, threads: int = 1, hash_mb: int = 64) -> GameEngine:
    """An engine for analysing a game, by name in `GAMES`, with all available tables. Raises GameError."""
    open_engine = engine_entry(game).open_engine
    return open_engine(threads=threads, hash_mb=hash_mb, evaluation="full", contempt=0, tables=True)
