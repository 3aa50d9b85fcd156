"""The search's claims of wins and losses are correct, checked against solved two-piece endings."""

import random
from collections import defaultdict

import pytest

from jungle import Position, Side
from jungle.geometry import BOARD, DENS
from jungle.native import core
from jungle.native_rules import table
from jungle.pieces import Animal, Piece
from jungle.rules import RULES, Rules
from tests.needs import needs_core

pytestmark = needs_core

ASKED = 250
DEPTH = 9
PROOF_NODES = 3_000


def solve(rules: Rules, blue: Animal, red: Animal) -> dict[tuple[bytes, Side], int]:
    """Plies to the end of every decided position of two pieces: odd when the side to move wins, even when it loses."""
    before: dict[tuple[bytes, Side], list[tuple[bytes, Side]]] = defaultdict(list)
    open_moves: dict[tuple[bytes, Side], int] = {}
    solved: dict[tuple[bytes, Side], int] = {}
    for place in range(63):
        for other in range(63):
            if place == other or place == DENS[0] or other == DENS[1]:
                continue
            if any(BOARD.is_water(s) and a not in rules.swimmers for s, a in ((place, blue), (other, red))):
                continue
            board = bytearray(63)
            board[place], board[other] = Piece(Side.BLUE, blue).code, Piece(Side.RED, red).code
            for side in Side:
                position = Position._make(rules, bytes(board), side, 0, 1)
                if position.is_decided():
                    continue
                moves = position.legal_moves()
                open_moves[position.board, position.side] = len(moves)
                for move in moves:
                    after = position.after(move)
                    if after.is_decided():
                        solved[position.board, position.side] = 1
                    else:
                        before[after.board, after.side].append((position.board, position.side))
                if not moves:
                    solved[position.board, position.side] = 0
    edge = list(solved)
    while edge:
        found = []
        for key in edge:
            for earlier in before[key]:
                if earlier in solved:
                    continue
                if solved[key] % 2 == 0:
                    solved[earlier] = solved[key] + 1
                    found.append(earlier)
                else:
                    open_moves[earlier] -= 1
                    if not open_moves[earlier]:
                        solved[earlier] = solved[key] + 1
                        found.append(earlier)
        edge = sorted(found, key=solved.__getitem__)
    return solved | {key: -1 for key in open_moves if key not in solved}


@pytest.mark.parametrize(
    ("name", "blue", "red", "counts"),
    [
        ("leiden", Animal.LION, Animal.LEOPARD, (1774, 74, 504)),
        ("leiden", Animal.RAT, Animal.ELEPHANT, (1565, 407, 968)),
        ("standard", Animal.RAT, Animal.ELEPHANT, (2082, 104, 754)),
        ("standard", Animal.LION, Animal.ELEPHANT, None),
    ],
)
def test_claims_about_two_pieces_are_correct(
    name: str, blue: Animal, red: Animal, counts: tuple[int, int, int] | None
) -> None:
    rules = RULES[name]
    solved = solve(rules, blue, red)
    if counts:  # Published: wins, draws and losses of the first animal's side when it moves.
        mine = [plies for (_, side), plies in solved.items() if side is Side.BLUE]
        assert (sum(p % 2 == 1 and p > 0 for p in mine), mine.count(-1), sum(p % 2 == 0 for p in mine)) == counts
    searcher = core.Searcher(hash_mb=2)
    prover = core.Prover()
    claims = proofs = 0
    for board, side in random.Random(1).sample(sorted(solved), ASKED):
        lines = searcher.search(table(rules), board, side, 0, [], depth=DEPTH)
        plies = solved[board, side]
        proof = prover.prove(table(rules), board, side, 0, [], PROOF_NODES)
        proofs += proof.plies > 0
        assert not proof.plies or (plies % 2 == 1 and proof.plies >= plies), f"{proof.plies} proved, {plies} true"
        if not lines:
            assert plies == 0
            continue
        claim = lines[0].win_in
        about = f"{Position._make(rules, board, side, 0, 1).fen()}: {claim} claimed, {plies} true"
        claims += claim != 0
        if claim:
            assert plies >= 0, about
            assert (claim > 0) == (plies % 2 == 1), about
            assert plies <= abs(claim) or claim < 0, about
        if 0 < plies <= DEPTH:
            assert claim, about
    assert claims > ASKED // 3
    assert proofs > ASKED // 5
