"""Moves in the words of the terminal game, as they are typed and read."""

from collections.abc import Iterable

from jungle.game import Game
from jungle.language import Speaker
from jungle.moves import Move
from jungle.pieces import Side
from jungle.position import Position
from jungle.terminal.commands import OPPOSITES
from jungle.terminal.paint import padded

MOVES_A_LINE = 3
MOVE_COLUMNS = 26
SIDE_COLUMNS = 10


def move_words(say: Speaker, move: Move, *, turned: bool) -> str:
    """A move as one would type it, looking at a board that may be turned."""
    assert move.direction is not None
    direction = OPPOSITES[move.direction] if turned else move.direction
    return say(
        "terminal.words",
        verb=say("terminal.jump" if move.is_jump else "terminal.move"),
        animal=say(f"animal.{move.animal}"),
        direction=say(f"terminal.{direction}"),
    )


def move_list(say: Speaker, position: Position, moves: Iterable[Move], *, turned: bool) -> str:
    """Moves in columns, each in words and in notation."""
    entries = [
        f"{padded(move_words(say, move, turned=turned), MOVE_COLUMNS - 6)}{position.notation(move)}" for move in moves
    ]
    lines = [entries[start : start + MOVES_A_LINE] for start in range(0, len(entries), MOVES_A_LINE)]
    return "".join("".join(padded(entry, MOVE_COLUMNS) for entry in line).rstrip() + "\n" for line in lines)


def history(say: Speaker, game: Game, *, turned: bool) -> str:
    """The moves so far, a line each: the round, who moved, the move in words and in notation."""
    lines = []
    for round_, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), start=1):
        side = padded(say(f"terminal.side.{_name(position.side)}"), SIDE_COLUMNS)
        words = padded(move_words(say, move, turned=turned), MOVE_COLUMNS - 6)
        lines.append(f"{round_:4}. {side}{words}{position.notation(move)}\n")
    return "".join(lines)


def _name(side: Side) -> str:
    return side.name.lower()
