"""Jungle (Dou Shou Qi, 斗兽棋), also known as animal chess: an exact implementation of its rules.

>>> import jungle
>>> game = jungle.Game(rules="gamerz")
>>> game.play("8-a4").uci()
'a3a4'
>>> len(game.legal_moves()), game.outcome()
(24, None)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from jungle.board_game import BoardGame
from jungle.errors import (
    GameError,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidSquareError,
    JungleError,
    RecordError,
    RecordFileError,
)
from jungle.game import Game
from jungle.geometry import Grid, Terrain
from jungle.moves import BoardMove, Move
from jungle.native import native_available
from jungle.outcome import Outcome, Reason
from jungle.perft import perft
from jungle.pieces import Animal, Piece, Side
from jungle.position import Position
from jungle.rules import (
    GAMERZ,
    LEIDEN,
    RULES,
    STANDARD,
    BaseRules,
    Blockers,
    EqualRanks,
    Repetition,
    Rules,
    Stalemate,
    Step,
    StepTable,
    Traps,
)
from jungle.rules_text import rules_text

__version__ = "1.0.0"
__date__ = "2026-11-18"
"""The release date of this version."""

# Imported on first use, so that a program pays only for what it uses.
_LAZY = {
    "GAMES": "games",
    "parse_rules": "games",
    "FlipGame": "flip",
    "FlipMove": "flip",
    "FlipPosition": "flip",
    "FlipRules": "flip",
}
_MODULES = ("arena", "engine", "players", "record", "svg", "tablebase")

if TYPE_CHECKING:
    from jungle import arena, engine, players, record, svg, tablebase
    from jungle.flip import FlipGame, FlipMove, FlipPosition, FlipRules
    from jungle.games import GAMES, parse_rules
else:  # Hidden from type checkers, which would take every misspelt name for one of these.

    def __getattr__(name):
        if name in _MODULES:
            return import_module(f"jungle.{name}")
        if name not in _LAZY:
            raise AttributeError(f"module 'jungle' has no attribute {name!r}")
        return getattr(import_module(f"jungle.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "GAMERZ",
    "GAMES",
    "LEIDEN",
    "RULES",
    "STANDARD",
    "Animal",
    "BaseRules",
    "Blockers",
    "BoardGame",
    "BoardMove",
    "EqualRanks",
    "FlipGame",
    "FlipMove",
    "FlipPosition",
    "FlipRules",
    "Game",
    "GameError",
    "Grid",
    "IllegalMoveError",
    "IllegalMoveReason",
    "InvalidArgumentError",
    "InvalidMoveError",
    "InvalidPositionError",
    "InvalidRecordError",
    "InvalidRulesError",
    "InvalidSquareError",
    "JungleError",
    "Move",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "RecordError",
    "RecordFileError",
    "Repetition",
    "Rules",
    "Side",
    "Stalemate",
    "Step",
    "StepTable",
    "Terrain",
    "Traps",
    "__date__",
    "__version__",
    "arena",
    "engine",
    "native_available",
    "parse_rules",
    "perft",
    "players",
    "record",
    "rules_text",
    "svg",
    "tablebase",
]
