"""Perft: the number of leaves of the game tree at an exact depth, used to test move generators."""

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.errors import InvalidArgumentError
from jungle.flip import FlipPosition
from jungle.flip.native import native_position, native_rules
from jungle.native import core, native_available
from jungle.native_rules import table
from jungle.position import Position

DEPTH_LIMIT = 200
"""Deeper than anyone can count, and within the recursion limit of both executors."""
THREADS_LIMIT = 256


def perft(position: BoardGame | BoardPosition, depth: int, threads: int = 1) -> int:
    """Count the move sequences of exactly `depth` plies; a decided game has no children.

    A flip counts once for each piece it may reveal. Draws by repetition or by a limit depend on the history and are
    ignored. Uses the native core if it is built, with this many threads in the 7×9 game; the numbers are the same
    without it. Raises InvalidArgumentError for a depth or threads out of range, or if it gets neither a game nor a
    position.

    >>> perft(Position.initial(), 3), perft(FlipPosition.initial(), 2)
    (12240, 57600)
    """
    if isinstance(position, BoardGame):
        position = position.position
    if not isinstance(position, BoardPosition):
        raise InvalidArgumentError(f"expected a game or a position, got {position!r}")
    if (
        type(depth) is not int
        or type(threads) is not int
        or not (0 <= depth <= DEPTH_LIMIT and 1 <= threads <= THREADS_LIMIT)
    ):
        ranges = f"a depth from 0 to {DEPTH_LIMIT} and threads from 1 to {THREADS_LIMIT}"
        raise InvalidArgumentError(f"expected {ranges}, got {depth!r} and {threads!r}")
    if native_available() and isinstance(position, Position):
        return core.perft(table(position.rules), position.board, position.side, depth, threads)
    if native_available() and isinstance(position, FlipPosition):
        return native_position(position).perft(native_rules(position.rules), depth)
    return perft_in_python(position, depth)


def perft_in_python(position: BoardPosition, depth: int) -> int:
    """The same count by the Python reference executor, even if the native core is available."""
    if depth == 0:
        return 1
    if depth == 1 and isinstance(position, Position):
        return position.count_moves()
    return sum(
        perft_in_python(after, depth - 1) for move in position.legal_moves() for after in position.branches(move)
    )
