"""Simultaneous games: one player, the host, against all others."""

from collections.abc import Sequence

from jungle.server.pairing.values import Board


def pair(host: int, players: Sequence[int], colour: str) -> list[Board]:
    """A board for each player, on which the host has this colour; for `random` it alternates.

    >>> [(board.blue, board.red) for board in pair(1, [2, 3, 4], "random")]
    [(1, 2), (3, 1), (1, 4)]
    """
    found = []
    for number, player in enumerate(players, start=1):
        has_blue = colour == "blue" or (colour != "red" and number % 2 == 1)
        blue, red = (host, player) if has_blue else (player, host)
        found.append(Board(1, number, blue, red))
    return found
