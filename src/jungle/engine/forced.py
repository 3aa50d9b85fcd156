"""Proven forced wins: a search that follows threats to the den and evaluates nothing.

>>> from jungle import Position
>>> win = forced_win(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b"))
>>> win is None or win.plies == 3  # None without the C++ core
True
"""

from dataclasses import dataclass

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.engine import NODES_LIMIT, move_code
from jungle.engine.errors import check_number
from jungle.engine.registry import features_of
from jungle.moves import BoardMove
from jungle.native import core, native_available
from jungle.native_rules import table
from jungle.position import Position

NODES = 1_000_000
"""Nodes searched before giving up: about a third of a second."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win for the side to move against any defence."""

    plies: int
    """The number of plies within which it wins; there may be a shorter win."""
    line: tuple[BoardMove, ...]
    """The win against a long defence."""
    nodes: int
    """The nodes it took to find."""


def forced_win(game: BoardGame | BoardPosition, nodes: int = NODES) -> ForcedWin | None:
    """Find a forced win for the side to move. None proves nothing.

    Only the C++ core finds them, and only in the 7×9 game.

    Raises EngineError for nodes out of range.
    """
    check_number("nodes", nodes, 1, NODES_LIMIT)
    if not native_available() or not features_of(game).explains:
        return None
    start = game if isinstance(game, BoardPosition) else game.start
    played = () if isinstance(game, BoardPosition) else game.moves
    position = _position(game)
    assert isinstance(start, Position)
    assert isinstance(position, Position)
    found = core.Prover().prove(
        table(position.rules),
        start.board,
        int(start.side),
        start.quiet,
        [move_code(move) for move in played],
        nodes,
    )
    if not found.plies:
        return None
    line: list[BoardMove] = []
    for code in found.line:
        line.append(position.find_move(code & 63, code >> 6))
        position = position.after(line[-1])
    return ForcedWin(found.plies, tuple(line), found.nodes)


def threat(game: BoardGame | BoardPosition, nodes: int = NODES) -> ForcedWin | None:
    """The threat to parry: a win that the enemy could force if the side to move passed; None as in `forced_win`.

    >>> from jungle import Position
    >>> found = threat(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t r"))
    >>> found is None or found.plies == 3
    True
    """
    position = _position(game)
    return None if position.is_decided() else forced_win(position.passed(), nodes)


def _position(game: BoardGame | BoardPosition) -> BoardPosition:
    return game if isinstance(game, BoardPosition) else game.position
