"""The engine, tables and book of each game, as its `Features` name them."""

from pkgutil import resolve_name

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.book import Book
from jungle.engine.engine import GameEngine
from jungle.features import Features
from jungle.games import GAMES, game_type
from jungle.native import native_available
from jungle.tablebase import Tablebase


def features_of(game: str | BoardGame | BoardPosition) -> Features:
    """The features of a game, given by name, game or position. Raises GameError for a name that is not in `GAMES`."""
    if isinstance(game, BoardPosition):
        known = (known for known in GAMES.values() if isinstance(game, known.position_type))
        return next((game_type.features for game_type in known), Features())
    return game.features if isinstance(game, BoardGame) else game_type(game).features


def searches_natively(game: str) -> bool:
    """True if the C++ core searches a game, False if Python does."""
    return native_available() and engine_type(game).uses_core


def engine_for(
    game: str,
    *,
    threads: int = 1,
    hash_mb: int = 64,
    evaluation: str = "full",
    contempt: int = 0,
    tables: bool = True,
) -> GameEngine:
    """An engine for a game, by name in `GAMES`; without further settings, for analysis. Raises GameError.

    An engine ignores the settings it does not have, and a game without tables does without.
    """
    return engine_type(game).open(
        game_type(game),
        threads=threads,
        hash_mb=hash_mb,
        evaluation=evaluation,
        contempt=contempt,
        tables=open_tables(game) if tables else None,
    )


def engine_type(game: str) -> type[GameEngine]:
    """The class of a game's engine, by name in `GAMES`. Raises GameError."""
    name = features_of(game).engine
    engine: type[GameEngine] = resolve_name(name) if name else GameEngine
    return engine


def open_tables(game: str) -> Tablebase | None:
    """The endgame tables of a game, by name in `GAMES`, if it has any. Raises GameError."""
    return Tablebase.open(game) if features_of(game).tables else None


def open_book(game: str) -> Book | None:
    """The opening book of a game, if it has one. Raises GameError."""
    name = features_of(game).book
    book: Book | None = resolve_name(name)() if name else None
    return book
