"""The next round of a tournament, whatever its format."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from jungle.server.pairing import knockout, round_robin, swiss
from jungle.server.pairing.standings import KNOCKOUT, ROUND_ROBIN, SIMUL
from jungle.server.pairing.values import LOSS, WIN, Board, Player


def rounds_of(kind: str, players: Sequence[int], wanted: int) -> int:
    """How many rounds there are: as many as wanted in a Swiss tournament, as many as needed in the others.

    >>> rounds_of("swiss", range(8), 5), rounds_of("round-robin", range(8), 0), rounds_of("knockout", range(8), 0)
    (5, 7, 3)
    """
    if kind == ROUND_ROBIN:
        return round_robin.rounds(players)
    if kind == SIMUL:
        return 1
    return knockout.rounds(players) if kind == KNOCKOUT else wanted


def next_boards(
    kind: str,
    players: Sequence[int],
    present: Collection[int],
    boards: Collection[Board],
    apart: Collection[frozenset[int]] = (),
) -> list[Board]:
    """The boards of the next round, none if no further round is possible.

    `players` are all, strongest first. In a Swiss tournament only those present are paired; in the others the rest lose
    without a game.

    >>> next_boards("knockout", [1, 2], [1], [])[0].blue_points
    2
    """
    number = max((board.round for board in boards), default=0) + 1
    if kind == ROUND_ROBIN:
        return [_forfeited(board, present) for board in round_robin.pair(players, number)]
    if kind == KNOCKOUT:
        found = knockout.next_round(boards) if boards else knockout.first_round(players)
        return [_forfeited(board, present) for board in found]
    here = [Player(player) for player in players if player in present]
    return (swiss.pair(here, boards, apart=apart) if len(here) > 1 else None) or []


def _forfeited(board: Board, present: Collection[int]) -> Board:
    """A board with its result if one of its players is not there."""
    if board.red is None or (board.blue in present and board.red in present):
        return board
    points = [WIN if player in present else LOSS for player in (board.blue, board.red)]
    return replace(board, blue_points=points[0], red_points=points[1], is_forfeit=True)
