"""Everybody meets everybody once, by Berger's tables."""

from collections.abc import Sequence

from jungle.server.pairing.values import Board


def rounds(players: Sequence[int]) -> int:
    """The number of rounds.

    >>> rounds([1, 2, 3, 4]), rounds([1, 2, 3])
    (3, 3)
    """
    return max(len(players) - 1 + len(players) % 2, 0)


def pair(players: Sequence[int], number: int) -> list[Board]:
    """The boards of a round, from 1. With an odd number of players one of them is free, which earns nothing.

    >>> [(board.blue, board.red) for board in pair([1, 2, 3, 4], 1)]
    [(1, 4), (2, 3)]
    """
    seats = [*players, *([None] if len(players) % 2 else [])]
    last, turn = len(seats) - 1, number - 1
    places = [(turn, last), *(((turn + step) % last, (turn - step) % last) for step in range(1, len(seats) // 2))]
    found: list[Board] = []
    for one, other in sorted(tuple(sorted(two)) for two in places):
        has_blue = one < len(seats) // 2 if other == last else (one + other) % 2 == 1
        blue, red = (seats[one], seats[other]) if has_blue else (seats[other], seats[one])
        if blue is None or red is None:
            free = red if blue is None else blue
            assert free is not None
            found.append(Board(number, len(found) + 1, free, None, 0, None))
        else:
            found.append(Board(number, len(found) + 1, blue, red))
    return found
