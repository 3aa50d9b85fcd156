"""Players and moves in the words of the terminal game.

Where each player has an edge of the board, players are named after it, and moves are given by animal and direction. In
other games players are named after their colour, and moves are given by squares.
"""

from collections.abc import Callable, Iterable
from typing import Any

from jungle.boardgame import BoardGame
from jungle.language import Speaker
from jungle.outcome import Outcome, Reason
from jungle.phrases import ending_words, hint_words
from jungle.pieces import Animal, Side
from jungle.terminal.commands import OPPOSITES
from jungle.terminal.paint import Paint, padded

MOVE_COLUMNS = 26
SQUARE_MOVES_A_LINE = 6
SIDE_COLUMNS = 10


def side_name(say: Speaker, game: BoardGame, side: Side | None) -> str:
    """What a player is called; for None, one who has no colour yet."""
    if side is None:
        return say("terminal.first")
    return say(f"terminal.{'edge' if game.has_direction else 'colour'}.{side.name.lower()}")


def move_words(say: Speaker, game: BoardGame, move: Any, *, turned: bool = False) -> str:
    """A move as one would type it, looking at a board that may be turned."""
    if move.is_flip:
        return say("terminal.words.flip", square=game.grid.square_name(move.origin))
    if not game.has_direction:
        names = [game.grid.square_name(square) for square in (move.origin, move.target)]
        return say("terminal.words.squares", origin=names[0], target=names[1])
    direction = OPPOSITES[move.direction] if turned else move.direction
    return say(
        "terminal.words.animal",
        verb=say("terminal.jump" if move.is_jump else "terminal.move"),
        animal=say(f"animal.{move.animal}"),
        direction=say(f"terminal.{direction}"),
    )


def told(say: Speaker, game: BoardGame, move: Any, paint: Paint) -> str:
    """What a move did, if that deserves a line; or nothing."""
    if move.is_flip:
        side, animal = move.revealed
        return say(
            "terminal.turned up",
            square=game.grid.square_name(move.origin),
            side=side_name(say, game, side),
            animal=paint(say(f"terminal.chess.{animal}"), side),
        )
    if move.captured is None:
        return ""
    return say(
        "terminal.trade" if move.is_trade else "terminal.captures",
        animal=say(f"terminal.chess.{move.animal}"),
        prey=say(f"terminal.chess.{move.captured}"),
    )


def hint_line(say: Speaker, game: BoardGame, choice: Any, *, turned: bool) -> str:
    """What the adviser chose, and why."""
    from jungle.engine import Hint

    hint = Hint.of(game, choice)
    words = move_words(say, game, hint.move, turned=turned)
    return say("terminal.hint", words=words, notation=game.notation(hint.move), why=hint_words(say, hint))


def move_list(say: Speaker, game: BoardGame, animal: Animal | None, *, turned: bool, columns: int) -> str:
    """The legal moves, of one animal or of all, in lines: each in words and, if these name animals, in notation."""
    moves = [move for move in game.legal_moves() if animal in (None, move.animal)]
    if not moves:
        return say("refusal.stuck", animal=say(f"animal.{animal}")) + "\n"
    words = [move_words(say, game, move, turned=turned) for move in moves]
    if game.has_direction:
        entries = [
            padded(padded(text, MOVE_COLUMNS - 6) + game.notation(move), MOVE_COLUMNS)
            for text, move in zip(words, moves, strict=True)
        ]
        lines = ["".join(line).rstrip() for line in _grouped(entries, max(1, (columns + 2) // MOVE_COLUMNS))]
    else:
        lines = [f"  {', '.join(line)}" for line in _grouped(words, SQUARE_MOVES_A_LINE)]
    return "".join(f"{line}\n" for line in [say("terminal.moves"), *lines])


def _grouped(texts: list[str], number: int) -> Iterable[list[str]]:
    return (texts[start : start + number] for start in range(0, len(texts), number))


def history(say: Speaker, game: BoardGame, paint: Paint, *, turned: bool) -> str:
    """The moves so far, one a line: the round, who moved, the move in words, and its notation or what it did."""
    if not len(game):
        return say("terminal.history.empty") + "\n"
    lines = [say("terminal.history") + "\n"]
    for ply, move in enumerate(game.moves):
        side = side_name(say, game, game.positions[ply].side)
        words = move_words(say, game, move, turned=turned)
        if game.has_direction:
            text = padded(side, SIDE_COLUMNS) + padded(words, MOVE_COLUMNS - 6) + game.notation(move, ply)
        else:
            text = f"{side}: {words}  {told(say, game, move, paint)}".rstrip()
        lines.append(f"{ply + 1:4}. {text}\n")
    return "".join(lines)


def why_ended(say: Speaker, game: BoardGame, outcome: Outcome, name: Callable[..., str]) -> str:
    """Who has won and why, or why nobody has; whoever gave up knows why."""
    reason = ending_words(say, outcome, game)
    if outcome.winner is None:
        return say("terminal.draw", reason=reason)
    wins = say("terminal.wins", side=name(outcome.winner, capital=True))
    return wins if outcome.reason is Reason.RESIGNATION else f"{wins} ({reason})"
