"""Knockout: who loses is out. The strongest meet as late as possible."""

from collections import Counter
from collections.abc import Collection, Sequence

from jungle.server.pairing.values import WIN, Board


def rounds(players: Collection[int]) -> int:
    """The number of rounds.

    >>> rounds(range(8)), rounds(range(9))
    (3, 4)
    """
    return max(len(players) - 1, 0).bit_length()


def winner(board: Board) -> int | None:
    """Who goes on; None if nobody does, or the game is not over."""
    if board.red is None:
        return board.blue
    points = board.blue_points or 0, board.red_points or 0
    return None if points[0] == points[1] else board.blue if points[0] > points[1] else board.red


def first_round(players: Sequence[int]) -> list[Board]:
    """The bracket; `players` has the strongest first, who have no opponent if the bracket is not full.

    >>> [(board.blue, board.red) for board in first_round([1, 2, 3, 4, 5, 6])]
    [(1, None), (4, 5), (2, None), (6, 3)]
    """
    found = []
    for number, (one, other) in enumerate(_bracket(1 << rounds(players)), start=1):
        strong = players[one]
        if other >= len(players):
            found.append(Board(1, number, strong, None, WIN, None))
        else:
            blue, red = (strong, players[other]) if number % 2 or len(found) % 4 == 1 else (players[other], strong)
            found.append(Board(1, number, blue, red))
    return found


def _bracket(size: int) -> list[tuple[int, int]]:
    """Who meets whom in the first round, by place in the order of strength from 0."""
    order = [0]
    while len(order) < size:
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return [(one, other) for one, other in zip(order[::2], order[1::2], strict=True)]


def next_round(boards: Collection[Board]) -> list[Board]:
    """The boards of the winners: those of boards 1 and 2 meet, those of 3 and 4, and so on. None after the final."""
    last = max(board.round for board in boards)
    by_number = {board.number: board for board in boards if board.round == last}
    if max(by_number) == 1:
        return []
    blues = Counter(board.blue for board in boards if board.was_played())
    blues.subtract(board.red for board in boards if board.red is not None and board.was_played())
    found = []
    for number in range(1, (max(by_number) + 1) // 2 + 1):
        above, below = by_number.get(2 * number - 1), by_number.get(2 * number)
        through = [one for board in (above, below) if board is not None and (one := winner(board)) is not None]
        if len(through) == 2:
            blue, red = sorted(through, key=lambda one: (blues[one], through.index(one)))
            found.append(Board(last + 1, number, blue, red))
        elif through:
            found.append(Board(last + 1, number, through[0], None, WIN, None))
    return found
