"""What the server needs from a game, whichever game it is."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from jungle.board_game import BoardGame
from jungle.games import GAMES, game_type, parse_rules
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.position import Position
from jungle.record import Record, dumps
from jungle.rules_text import rules_text
from jungle.server.json import Json

if TYPE_CHECKING:
    from jungle.tablebase import Tablebase

COLOURS = ("blue", "red")
"""The names of the sides in the API and the database."""
SIDES = {"blue": Side.BLUE, "red": Side.RED}


def kinds() -> list[str]:
    """The available games, the default first."""
    return list(GAMES)


def rule_sets(kind: str) -> list[str]:
    """The named rule sets of a game."""
    return list(game_type(kind).rules_type.named)


def new_game(kind: str, rules: str, fen: str | None, seed: int) -> BoardGame:
    """A new game. If pieces start face down, the seed determines the deal.

    Raises GameError, InvalidRulesError, InvalidPositionError.
    """
    game = game_type(kind).new(rules, fen=fen)
    return game_type(kind).new(rules, fen=fen, seed=seed) if game.hidden_pieces() else game


def replay(kind: str, rules: str, fen: str | None, seed: int, moves: Iterable[str]) -> BoardGame:
    """The game after these moves."""
    game = new_game(kind, rules, fen, seed)
    for move in moves:
        game.play(move)
    return game


def is_usual(kind: str, rules: str) -> bool:
    """True for a named rule set. Others take time to compile, and memory."""
    return rules in game_type(kind).rules_type.named


def canonical_rules(kind: str, rules: str | None) -> str:
    """The shortest text for the rules; without any, the game's default rules. Raises InvalidRulesError, GameError."""
    return rules_text(parse_rules(rules or rule_sets(kind)[0], game=kind))


def compiled(kind: str, rules: str) -> Json:
    """Rules compiled for the browser app, and their shortest text. Raises InvalidRulesError, GameError."""
    from jungle.web.contents import rules_data

    return {**rules_data(parse_rules(rules, game=kind)), "name": canonical_rules(kind, rules)}


def side_to_move(game: BoardGame) -> Side:
    """The side to move. Before the first flip has decided the colours, it is Red's seat."""
    return Side.RED if game.side is None else game.side


def move_text(move: BoardMove) -> str:
    """A move as written in events: coordinates, and the piece that a flip revealed."""
    return str(move.notation() if move.is_flip() else move.uci())


def legal_moves(game: BoardGame) -> list[str]:
    """The legal moves, in the form clients send."""
    return [move.uci() for move in game.legal_moves()]


def record_text(game: BoardGame, tags: dict[str, str]) -> str:
    """The game as a record, without its deal."""
    return dumps([Record(game.public(), tags)])


@cache
def _tables() -> "Tablebase":
    from jungle.tablebase import Tablebase

    return Tablebase.open()


def probe(fen: str, rules: str) -> Json | None:
    """The endgame tables' verdict on a position and its moves, or None if no table covers it.

    Raises InvalidPositionError, InvalidRulesError.
    """
    position = Position.from_fen(fen, rules=rules)
    entry = _tables().probe(position)
    if entry is None:
        return None
    moves = _tables().moves(position)
    return {
        "wdl": entry.wdl,
        "plies": entry.plies,
        "moves": [{"move": move.uci(), "wdl": after.wdl, "plies": after.plies} for move, after in moves.items()],
    }
