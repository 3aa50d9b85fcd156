"""The tables checked against a plain solver: different rules code, different method, one material at a time."""

import pytest

from jungle import Position
from jungle.geometry import BOARD
from jungle.tablebase import Tablebase
from jungle.tablebase.files import SHIPPED
from tests.plain_rules import RANK, WATER, after, moves, side_of

SQUARES = [file + rank for rank in "123456789" for file in "abcdefg"]
State = tuple[tuple[tuple[str, str], ...], str]


def states(letters: str) -> list[State]:
    """All positions with these pieces and those that remain after captures."""
    found: list[State] = []
    placed: list[dict[str, str]] = [{}]
    for letter in letters:
        homes = [s for s in SQUARES if s not in ("d1", "d9") and (letter.lower() == "r" or s not in WATER)]
        placed = [board | {home: letter} for board in placed for home in homes if home not in board]
    found = [(tuple(sorted(board.items())), side) for board in placed for side in "br"]
    for place in range(len(letters)):
        left = letters[:place] + letters[place + 1 :]
        if len({side_of(letter) for letter in left}) == 2:
            found += states(left)
    return list(dict.fromkeys(found))


def solve(rules: str, letters: str) -> dict[State, int]:
    """Plies to the end of every position that is not drawn, found by forward search of increasing length."""
    positions = states(letters)
    numbers = {state: number for number, state in enumerate(positions)}
    next_ones: list[list[int]] = []
    plies: dict[int, int] = {}
    for number, (pieces, side) in enumerate(positions):
        board, children = dict(pieces), []
        for origin, target in moves(rules, board, side):
            child = after(board, origin, target)
            if target in ("d1", "d9") or len({side_of(letter) for letter in child.values()}) == 1:
                plies[number] = 1
                break
            children.append(numbers[tuple(sorted(child.items())), "r" if side == "b" else "b"])
        if not children and number not in plies:
            plies[number] = 0
        next_ones.append(children)
    open_ones = [number for number in range(len(positions)) if number not in plies]
    for length in range(1, 200):
        found = {}
        for number in open_ones:
            known = [plies.get(child) for child in next_ones[number]]
            if length % 2:
                if any(left is not None and left % 2 == 0 and left < length for left in known):
                    found[number] = length
            elif all(left is not None and left % 2 == 1 and left < length for left in known):
                found[number] = length
        plies |= found
        open_ones = [number for number in open_ones if number not in found]
    return {positions[number]: left for number, left in plies.items()}


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("rules", "letters"), [("standard", "ERt"), ("leiden", "ERr"), ("standard", "LTe")])
def test_three_pieces_agree_with_a_plain_solver(rules: str, letters: str) -> None:
    solved = solve(rules, letters)
    tables = Tablebase.open(folder=SHIPPED)
    for pieces, side in states(letters):
        board = bytearray(63)
        for square, letter in pieces:
            board[SQUARES.index(square)] = RANK[letter.lower()] + (8 if letter.islower() else 0)
        entry = tables.probe(Position.from_fen(f"{BOARD.board_text(bytes(board))} {side}", rules=rules))
        assert entry is not None
        assert entry.plies == solved.get((pieces, side)), (pieces, side)
