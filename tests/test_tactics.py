"""Tactical positions: each is what it claims to be, and the engine finds its move."""

from collections import Counter
from pathlib import Path

import pytest
from tools.tactics import THEMES, Proof, Tactic, collect, is_proved, load

from jungle import Position
from jungle.engine import Engine, Limit

SUITE = load((Path(__file__).parent / "tactics" / "suite.json").read_text(encoding="utf-8"))
NODES = 20_000


def test_the_suite_is_large_and_has_every_theme() -> None:
    assert len(SUITE) >= 60
    assert len({tactic.fen for tactic in SUITE}) == len(SUITE)
    themes = Counter(theme for tactic in SUITE for theme in tactic.themes)
    assert all(themes[theme] >= 10 for theme in THEMES)


@pytest.mark.parametrize("plies", [range(1, 4), pytest.param(range(4, 20), marks=pytest.mark.slow)])
def test_the_tactics_are_proved(plies: range) -> None:
    assert not [tactic for tactic in SUITE if tactic.plies in plies and not is_proved(tactic)]


def test_the_engine_finds_the_moves() -> None:
    missed = []
    with Engine(hash_mb=4) as engine:
        for tactic in SUITE:
            engine.new_game()
            result = engine.search(Position.from_fen(tactic.fen), Limit(nodes=NODES))
            too_soon = tactic.goal == "win" and result.score.win_in is not None and result.score.win_in < tactic.plies
            if result.move.uci() != tactic.best or too_soon:
                missed.append((tactic, result.move.uci(), str(result.score)))
    assert not missed


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("7/3E3/7/7/7/7/7/r6/7 b", 1),
        ("7/7/3C3/7/7/7/7/7/l5t b", 3),
        ("7/7/7/3c3/7/7/7/3C3/7 b", None),
    ],
)
def test_the_distance_of_a_win(fen: str, plies: int | None) -> None:
    assert Proof().distance(Position.from_fen(fen)) == plies


def test_a_wrong_claim_is_not_proved() -> None:
    fen = "7/3E3/7/7/7/7/7/r6/7 b 0 1"
    assert not is_proved(Tactic(fen, "d8d7", "win", 1, ()))  # too slow
    assert not is_proved(Tactic(fen, "d8d9", "win", 1, ()))  # other moves win soon as well
    assert not is_proved(Tactic(fen, "d8d9", "save", 1, ()))  # nothing to save


@pytest.mark.slow
def test_the_same_seed_makes_the_same_suite() -> None:
    first, second = (next(collect(1, seed=3)) for _ in range(2))
    assert first == second
    assert is_proved(first)
