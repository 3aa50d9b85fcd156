"""What the server asks of a game, whichever it is."""

from collections.abc import Iterable
from typing import Any

from jungle.errors import InvalidRulesError
from jungle.flip import FlipGame, FlipPosition
from jungle.game import Game
from jungle.house_rules import parse_rules, rules_text
from jungle.pieces import Side
from jungle.position import Position
from jungle.record import Record
from jungle.record import dumps as dump_records
from jungle.record.endings import settle
from jungle.rules import RULES

KINDS = ("jungle", "flip")
COLOURS = {"blue": Side.BLUE, "red": Side.RED}
SIDES = ("blue", "red")


def rule_sets(kind: str) -> list[str]:
    """The named rule sets of a game."""
    return list(RULES) if kind == "jungle" else [kind]


def new_game(kind: str, rules: str, fen: str | None, seed: int) -> Any:
    """A game at its start. Raises InvalidRulesError, InvalidPositionError."""
    if kind not in KINDS:
        raise InvalidRulesError(f"expected a game of {', '.join(KINDS)}, got {kind!r}")
    if kind == "flip":
        if rules != "flip":
            raise InvalidRulesError(f"expected the rules flip, got {rules!r}")
        return FlipGame(seed, position=FlipPosition.from_fen(fen) if fen else None)
    parsed = parse_rules(rules)
    return Game(parsed, position=Position.from_fen(fen, rules=parsed) if fen else None)


def replay(kind: str, rules: str, fen: str | None, seed: int, moves: Iterable[str]) -> Any:
    """The game of these moves."""
    game = new_game(kind, rules, fen, seed)
    for move in moves:
        game.play(move)
    return game


def canonical_rules(kind: str, rules: str | None) -> str:
    """The shortest text of the rules; without one, the game's usual rules. Raises InvalidRulesError."""
    if kind == "jungle":
        return rules_text(parse_rules(rules or "standard"))
    return rules or rule_sets(kind)[0]


def side_to_move(game: Any) -> Side:
    """Who moves. Before the first flip has decided colours, it is whoever sits on Red's seat."""
    side = game.position.side
    return Side.RED if side is None else side


def colour_to_move(game: Any) -> str:
    return SIDES[side_to_move(game)]


def fen(game: Any) -> str:
    """What anybody may see of the position."""
    text: str = game.position.fen()
    return text


def start_fen(game: Any) -> str:
    text: str = game.start.fen()
    return text


def move_text(move: Any) -> str:
    """A move as events and records of the server have it: coordinates, and what a flip turned up."""
    return str(move) if is_flip(move) else move.uci()


def is_flip(move: Any) -> bool:
    return not hasattr(move, "target")


def legal_moves(game: Any) -> list[str]:
    """What may be played now, as clients send it."""
    return [move.uci() for move in game.legal_moves()]


def notation(game: Any, ply: int) -> str:
    """A move of the history in the form of records and mails."""
    move = game.moves[ply]
    return str(move) if is_flip(move) else game.positions[ply].notation(move)


def move_number(game: Any) -> int:
    """The number of the move to be played: a move of each side has the same."""
    number: int = getattr(game.position, "number", len(game) // 2 + 1)
    return number


def has_colours(game: Any) -> bool:
    return game.position.side is not None


def record_text(game: Any, tags: dict[str, str]) -> str:
    """The game as a record, without its deal."""
    if isinstance(game, FlipGame):
        from jungle.flip import dumps

        public = FlipGame.from_moves(game.moves, position=game.start, quiet_limit=game.quiet_limit)
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + dumps(public) + "\n"
    return dump_records([Record(game, tags)])


def declare(game: Any, result: str, reason: str) -> None:
    """Give a game the ending that was declared."""
    settle(game, result, reason)


def probe(fen: str, rules: str) -> dict[str, Any] | None:
    """What an endgame table knows, or None where there is none. Raises InvalidPositionError, InvalidRulesError."""
    Position.from_fen(fen, rules=parse_rules(rules))
    return None
