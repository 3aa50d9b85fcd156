"""The endings with two pieces, solved: who wins with best play, and in how many plies.

A table is made when first asked for, in about a second, by working backwards from the ends; nothing is kept on
disk. Only positions whose result does not hang on the past are judged: none under the chase rule.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain

from jungle.engine.score import Score
from jungle.geometry import BOARD, DENS, SQUARES, is_water
from jungle.pieces import Animal, Piece, Side
from jungle.position import Position
from jungle.rules import Repetition, Rules, Stalemate

Key = tuple[bytes, Side]
Table = dict[Key, int]
"""Plies to the end, odd for a win of the side to move and even for its loss; a position that is not there is a draw."""


def probe(position: Position) -> Score | None:
    """The score of a position for the side to move with best play; None where the tables do not reach.

    A win that the limit of quiet plies comes before is a draw.

    >>> str(probe(Position.from_fen("7/3C3/7/7/7/7/7/7/6e b")))
    'win in 1'
    """
    rules = position.rules
    blue, red = (list(position.squares(side)) for side in Side)
    if len(blue) != 1 or len(red) != 1 or position.is_decided():
        return None
    if rules.repetition is not Repetition.DRAWS or rules.stalemate is not Stalemate.LOSES:
        return None
    animals = (piece.animal for square in (blue[0], red[0]) if (piece := position.piece_at(square)))
    plies = table(rules, *animals).get((position.board, position.side))
    if plies is None or (rules.quiet_limit is not None and position.quiet + plies > rules.quiet_limit):
        return Score(0)
    return Score.win(plies) if plies % 2 else Score.loss(plies)


@cache
def table(rules: Rules, blue: Animal, red: Animal) -> Table:
    """Every decided position of an animal of Blue's against one of Red's."""
    parents: defaultdict[Key, list[Key]] = defaultdict(list)
    open_moves: dict[Key, int] = {}
    solved: Table = {}
    at_once: list[Key] = []
    for position in _positions(rules, blue, red):
        moves = position.legal_moves()
        open_moves[(position.board, position.side)] = len(moves)
        children = [position.after(move) for move in moves]
        # A den entered or the last piece taken; where equals vanish together nobody has won.
        if not moves:
            solved[(position.board, position.side)] = 0
        elif any(child.is_decided() and child.has_pieces(position.side) for child in children):
            at_once.append((position.board, position.side))
        for child in children:
            parents[child.board, child.side].append((position.board, position.side))
    front = list(solved)
    plies = 0
    while front or not plies:
        plies += 1
        reached = (key for child in front for key in parents[child] if _is_settled(key, plies, open_moves, solved))
        settled = dict.fromkeys(chain(reached, at_once if plies == 1 else ()), plies)
        solved |= settled
        front = list(settled)
    return solved


def _is_settled(key: Key, plies: int, open_moves: dict[Key, int], solved: Table) -> bool:
    """Is a position decided, now that one more of its moves is?"""
    if key in solved:
        return False
    if plies % 2:  # the move leads to a lost position
        return True
    open_moves[key] -= 1
    return not open_moves[key]


def _positions(rules: Rules, blue: Animal, red: Animal) -> Iterator[Position]:
    homes = [
        [
            square
            for square in range(SQUARES)
            if square not in DENS and (animal in rules.swimmers or not is_water(square))
        ]
        for animal in (blue, red)
    ]
    for blue_square in homes[Side.BLUE]:
        for red_square in homes[Side.RED]:
            if blue_square == red_square:
                continue
            board = bytearray(SQUARES)
            board[blue_square] = Piece(Side.BLUE, blue).code
            board[red_square] = Piece(Side.RED, red).code
            for side in Side:
                yield Position.from_fen(f"{BOARD.board_text(bytes(board))} {side.letter}", rules=rules)
