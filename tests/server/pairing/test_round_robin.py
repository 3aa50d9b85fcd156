"""Round-robin: everybody meets everybody once, with balanced colours."""

from collections import Counter

import pytest

from jungle.server.pairing.round_robin import pair, rounds


@pytest.mark.parametrize("count", range(2, 21))
def test_everybody_meets_everybody_once(count: int) -> None:
    players = list(range(1, count + 1))
    boards = [board for number in range(1, rounds(players) + 1) for board in pair(players, number)]
    games = [board for board in boards if board.red is not None]
    assert len({frozenset((board.blue, board.red)) for board in games}) == len(games) == count * (count - 1) // 2
    blues, reds = Counter(board.blue for board in games), Counter(board.red for board in games)
    assert all(abs(blues[player] - reds[player]) <= 1 for player in players)
    for number in range(1, rounds(players) + 1):
        ids = [one for board in boards if board.round == number for one in (board.blue, board.red) if one is not None]
        assert sorted(ids) == players
    free = [board.blue for board in boards if board.is_bye]
    assert sorted(free) == (players if count % 2 else [])
