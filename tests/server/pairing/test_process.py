"""Pairing in a process of its own."""

import asyncio

import pytest

from jungle.server.pairing import process
from jungle.server.pairing.process import Order, pair_apart
from jungle.server.pairing.rounds import next_boards
from jungle.server.pairing.values import Board


def test_another_process_pairs_alike() -> None:
    players = list(range(1, 8))
    first = [Board(1, 1, 1, 4, 2, 0), Board(1, 2, 5, 2, 1, 1), Board(1, 3, 3, 6, 0, 2), Board(1, 4, 7, None, 2)]
    apart = [frozenset((1, 6))]
    found = asyncio.run(pair_apart(Order("swiss", players, players[:6], first, [(1, 6)])))
    assert found == next_boards("swiss", players, players[:6], first, apart)
    assert {frozenset((board.blue, board.red)) for board in found}.isdisjoint(apart)


def test_a_process_that_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "__name__", "jungle.server.pairing.missing")
    with pytest.raises(RuntimeError, match="pairing failed"):
        asyncio.run(pair_apart(Order("swiss", [1, 2], [1, 2], [], [])))
