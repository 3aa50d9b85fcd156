"""Ratings checked against hand-computed cases, a brute-force maximum likelihood, and resampling."""

import math
import random
import statistics

import pytest

from jungle.arena.errors import ArenaError
from jungle.arena.ratings import Pairings, rate
from jungle.arena.scores import PAIR_SCORES, PairCounts, elo_of_score, score_of_elo

PAIRINGS: Pairings = {
    (0, 1): PairCounts((2, 10, 40, 30, 18)),
    (1, 2): PairCounts((4, 6, 15, 12, 9)),
    (0, 2): PairCounts((1, 2, 10, 11, 20)),
}


def test_two_players_differ_by_their_elo() -> None:
    pairs = PairCounts((2, 10, 40, 30, 18))
    first, second = rate(2, {(0, 1): pairs}, anchor=1, anchor_elo=1000).ratings
    assert (second.elo, second.error) == (1000, 0)
    assert first.elo - 1000 == pytest.approx(elo_of_score(0.63))
    elo = pairs.elo()
    assert first.error == pytest.approx((elo.high - elo.low) / 2, rel=0.05)


def test_the_ratings_maximise_the_likelihood() -> None:
    ratings = [rating.elo for rating in rate(3, PAIRINGS).ratings]

    def likelihood(elos: list[float]) -> float:
        total = 0.0
        for (a, b), pairs in PAIRINGS.items():
            expected = score_of_elo(elos[a] - elos[b])
            total += pairs.total * (pairs.mean() * math.log(expected) + (1 - pairs.mean()) * math.log(1 - expected))
        return total

    top = likelihood(ratings)
    for player in (1, 2):
        for step in (-2, 2, 30):
            moved = list(ratings)
            moved[player] += step
            assert likelihood(moved) < top


def test_the_anchor_shifts_all_ratings_equally() -> None:
    plain = rate(3, PAIRINGS, anchor=0).ratings
    moved = rate(3, PAIRINGS, anchor=2, anchor_elo=1500).ratings
    assert moved[2].elo == 1500
    assert moved[0].elo - moved[1].elo == pytest.approx(plain[0].elo - plain[1].elo)


def test_errors_agree_with_the_bootstrap() -> None:
    rng, seen = random.Random(8), []
    for _ in range(400):
        resampled = {}
        for pairing, pairs in PAIRINGS.items():
            sample = [2 * s for s, n in zip(PAIR_SCORES, pairs.counts, strict=True) for _ in range(n)]
            resampled[pairing] = PairCounts.of(rng.choices(sample, k=len(sample)))
        seen.append([rating.elo for rating in rate(3, resampled).ratings])
    for player in (1, 2):
        spread = 1.96 * statistics.stdev(elos[player] for elos in seen)
        assert rate(3, PAIRINGS).ratings[player].error == pytest.approx(spread, rel=0.12)


def test_a_player_who_lost_everything_gets_a_bound() -> None:
    result = rate(2, {(0, 1): PairCounts((0, 0, 0, 0, 10))})
    assert result.bounded
    assert -700 < result.ratings[1].elo < -400


def test_a_cycle_of_wins_has_finite_ratings() -> None:
    won = PairCounts((0, 0, 0, 0, 4))
    result = rate(3, {(0, 1): won, (1, 2): won, (2, 0): won})
    assert not result.bounded
    assert [round(rating.elo, 6) for rating in result.ratings] == [0, 0, 0]


def test_players_without_common_opponents_cannot_be_rated() -> None:
    with pytest.raises(ArenaError, match="met"):
        rate(3, {(0, 1): PairCounts((1, 1, 1, 1, 1)), (1, 2): PairCounts()})
