"""The two games that the arena plays: the 7×9 game under any rules, and the face-down game."""

from dataclasses import dataclass
from typing import Any

from jungle.arena.games import Opening
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.house_rules import parse_rules
from jungle.position import Position
from jungle.rules import Rules


@dataclass(frozen=True, slots=True)
class Board:
    """Which game, and by which rules.

    >>> game = Board("gamerz").new_game(Opening(moves=("a3a4",)))
    >>> game.position.fen()
    'l5t/1w3c1/r1p1d1e/7/7/E6/2D1P1R/1C3W1/T5L r 1 1'
    """

    rules: str
    flip: bool = False

    def as_rules(self) -> Rules:
        return parse_rules(self.rules)

    def new_game(self, opening: Opening) -> Any:
        """The game after an opening. Raises JungleError for an opening that is none here."""
        if self.flip:
            return FlipGame.from_moves(opening.moves, seed=int(opening.shuffle))
        rules = parse_rules(self.rules)
        position = Position.from_fen(opening.fen, rules=rules) if opening.fen else None
        return Game.from_moves(opening.moves, rules, position=position)

    def shown(self, game: Any) -> Any:
        """The game as its players see it: in the face-down game without the deal, to be played on beside it."""
        return FlipGame.from_moves(map(str, game.moves)) if self.flip else game
