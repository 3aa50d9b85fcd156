"""The engine: search, levels, analysis and the engine protocol.

>>> from jungle import Game
>>> from jungle.engine import Engine, Limit
>>> with Engine() as engine:
...     result = engine.search(Game(), Limit(nodes=500))
>>> len(result.move.uci())
4
"""

from jungle.engine.hints import Hint, hint
from jungle.engine.levels import LEVELS, Level, level
from jungle.engine.limits import InvalidLimitError, Limit
from jungle.engine.result import Line, SearchResult
from jungle.engine.score import Score
from jungle.engine.searcher import searches_natively, slow_notice
from jungle.engine.thinking import CONTEMPT, EVALUATIONS, Engine, EngineError

__all__ = [
    "CONTEMPT",
    "EVALUATIONS",
    "LEVELS",
    "Engine",
    "EngineError",
    "Hint",
    "InvalidLimitError",
    "Level",
    "Limit",
    "Line",
    "Score",
    "SearchResult",
    "hint",
    "level",
    "searches_natively",
    "slow_notice",
]
