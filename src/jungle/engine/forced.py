"""Forced wins, proved: a search that follows threats to the den and judges nothing.

>>> from jungle import Position
>>> win = forced_win(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b"))
>>> win is None or win.plies == 3  # None without the C++ core
True
"""

from dataclasses import dataclass

from jungle.engine.errors import check_number
from jungle.engine.own_engine import NODES_LIMIT
from jungle.engine.searcher import searches_natively
from jungle.game import Game
from jungle.moves import Move
from jungle.position import Position

NODES = 1_000_000
"""Looked at before it gives up: a third of a second or so."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win of the side to move that no defence avoids."""

    plies: int
    """Within which it wins; there may be a shorter way."""
    line: tuple[Move, ...]
    """The win against a long defence."""
    nodes: int
    """What it cost to find."""


def forced_win(game: Game | Position, nodes: int = NODES) -> ForcedWin | None:
    """A forced win of the side to move, if one is found; None says nothing. The C++ core finds them, Python none.

    Raises EngineError for nodes out of range.
    """
    check_number("nodes", nodes, 1, NODES_LIMIT)
    if not searches_natively():
        return None
    from jungle.native import core
    from jungle.tables import table

    start = game if isinstance(game, Position) else game.start
    played = () if isinstance(game, Position) else game.moves
    position = game if isinstance(game, Position) else game.position
    found = core.Prover().prove(
        table(position.rules),
        start.board,
        int(start.side),
        start.quiet,
        [move.origin | move.target << 6 for move in played],
        nodes,
    )
    if not found.plies:
        return None
    line = []
    for code in found.line:
        line.append(position.find_move(code & 63, code >> 6))
        position = position.after(line[-1])
    return ForcedWin(found.plies, tuple(line), found.nodes)


def threat(game: Game | Position, nodes: int = NODES) -> ForcedWin | None:
    """What must be met: a win that the enemy could force if the side to move did nothing; None as in `forced_win`.

    >>> from jungle import Position
    >>> found = threat(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t r"))
    >>> found is None or found.plies == 3
    True
    """
    position = game if isinstance(game, Position) else game.position
    return None if position.is_decided() else forced_win(position.passed(), nodes)
