"""The engine: search, levels, hints, reviews and external engines.

>>> from jungle import Game
>>> from jungle.engine import Engine, Limit
>>> with Engine() as engine:
...     result = engine.search(Game(), Limit(nodes=500))
>>> len(result.move.uci())
4
"""

from typing import TYPE_CHECKING

from jungle.engine.engine import CONTEMPT, EVALUATIONS, Engine, FlipEngine, GameEngine, evaluate, slow_notice
from jungle.engine.errors import EngineError, EngineHungError, IllegalAnswerError
from jungle.engine.hints import Hint, HintKind, MoveReason, Why, explain, hint
from jungle.engine.levels import LEVELS, STRENGTHS, Level, is_level, level, number_of, numbered, stronger
from jungle.engine.limits import InvalidLimitError, Limit
from jungle.engine.player import Choice, Player
from jungle.engine.registry import engine_for, engine_type, features_of, open_book, open_tables, searches_natively
from jungle.engine.score import FlipScore, Judgement, Score
from jungle.engine.search import BaseEngine, Line, Search, SearchResult
from jungle.handle import Handle

if TYPE_CHECKING:
    from jungle.engine.external import UciEngine

__all__ = [
    "CONTEMPT",
    "EVALUATIONS",
    "LEVELS",
    "STRENGTHS",
    "BaseEngine",
    "Choice",
    "Engine",
    "EngineError",
    "EngineHungError",
    "FlipEngine",
    "FlipScore",
    "GameEngine",
    "Handle",
    "Hint",
    "HintKind",
    "IllegalAnswerError",
    "InvalidLimitError",
    "Judgement",
    "Level",
    "Limit",
    "Line",
    "MoveReason",
    "Player",
    "Score",
    "Search",
    "SearchResult",
    "UciEngine",
    "Why",
    "engine_for",
    "engine_type",
    "evaluate",
    "explain",
    "features_of",
    "hint",
    "is_level",
    "level",
    "number_of",
    "numbered",
    "open_book",
    "open_tables",
    "searches_natively",
    "slow_notice",
    "stronger",
]


def __getattr__(name: str) -> object:
    # Imported on demand: few callers need processes and pipes, and the engine should answer `uci` immediately.
    if name == "UciEngine":
        from jungle.engine.external import UciEngine

        return UciEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
