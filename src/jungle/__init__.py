"""Jungle (Dou Shou Qi, 斗兽棋): the rules of animal chess, exact, as a library.

>>> import jungle
>>> game = jungle.Game(rules="gamerz")
>>> game.play("8-a4").uci()
'a3a4'
>>> len(game.legal_moves()), game.outcome()
(24, None)
"""

from jungle.counting import perft
from jungle.course import Outcome, Reason
from jungle.errors import (
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidSquareError,
    JungleError,
    Obstacle,
    RecordError,
    RecordFileError,
    UnknownStrategyError,
)
from jungle.game import Game
from jungle.geometry import parse_square, square_name
from jungle.house_rules import parse_rules, rules_text
from jungle.moves import Move
from jungle.native import native_available
from jungle.pieces import Animal, Piece, Side
from jungle.position import Position
from jungle.rules import (
    GAMERZ,
    LEIDEN,
    RULES,
    STANDARD,
    Blockers,
    EqualRanks,
    Repetition,
    Rules,
    Stalemate,
    Step,
    StepTable,
    Traps,
)

__version__ = "0.1.0"
__date__ = "2026-11-15"
"""The day of this version."""

__all__ = [
    "GAMERZ",
    "LEIDEN",
    "RULES",
    "STANDARD",
    "Animal",
    "Blockers",
    "EqualRanks",
    "Game",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "InvalidRecordError",
    "InvalidRulesError",
    "InvalidSquareError",
    "JungleError",
    "Move",
    "Obstacle",
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
    "Traps",
    "UnknownStrategyError",
    "__date__",
    "__version__",
    "native_available",
    "parse_rules",
    "parse_square",
    "perft",
    "rules_text",
    "square_name",
]
