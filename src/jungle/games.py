"""The games by name."""

from jungle.board_game import BoardGame
from jungle.errors import GameError
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.rules import BaseRules
from jungle.rules_text import read_rules

DEFAULT_GAME = Game.kind
"""The game used if none is named."""
GAMES: dict[str, type[BoardGame]] = {game.kind: game for game in (Game, FlipGame)}
"""All games by name. Code that looks its game up here works for all of them."""


def game_type(kind: str) -> type[BoardGame]:
    """The game of that name. Raises GameError.

    >>> game_type("flip").new(seed=4).play("b2").notation()
    'b2=c'
    """
    try:
        return GAMES[kind]
    except (KeyError, TypeError):
        raise GameError(f"expected a game of {', '.join(GAMES)}; got {kind!r}") from None


def parse_rules(text: str, game: str = DEFAULT_GAME) -> BaseRules:
    """Parse rules for the game of that name. Raises InvalidRulesError, GameError.

    >>> parse_rules("flip:quiet_limit=60", game="flip").quiet_limit
    60
    """
    return read_rules(text, game_type(game).rules_type)
