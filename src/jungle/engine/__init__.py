"""The engine: search, evaluation, hints, reviews and external engines.

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
from jungle.engine.hints import Hint, HintKind, MoveReason, Plan, PlanKind, Why, explain, hint
from jungle.engine.limits import InvalidLimitError, Limit
from jungle.engine.registry import engine_for, engine_type, features_of, open_book, open_tables, searches_natively
from jungle.engine.score import FlipScore, Judgement, Score
from jungle.engine.search import BaseEngine, Line, Search, SearchResult

if TYPE_CHECKING:
    from jungle.engine.external import UciEngine

__all__ = [
    "CONTEMPT",
    "EVALUATIONS",
    "BaseEngine",
    "Engine",
    "EngineError",
    "EngineHungError",
    "FlipEngine",
    "FlipScore",
    "GameEngine",
    "Hint",
    "HintKind",
    "IllegalAnswerError",
    "InvalidLimitError",
    "Judgement",
    "Limit",
    "Line",
    "MoveReason",
    "Plan",
    "PlanKind",
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
    "open_book",
    "open_tables",
    "searches_natively",
    "slow_notice",
]


if not TYPE_CHECKING:

    def __getattr__(name):
        # Imported on demand: few callers need processes and pipes, and the engine should answer `uci` immediately.
        if name == "UciEngine":
            from jungle.engine.external import UciEngine

            return UciEngine
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
