"""Scores, Elo and likelihoods, checked against values computed by hand and by resampling."""

import math
import random
import statistics

import pytest

from jungle.arena.scores import PAIR_SCORES, PairCounts, elo_of_score, score_of_elo, student_cdf, student_quantile


# Quantiles from standard tables of Student's t.
@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (10_000, 1.960)],
)
def test_student_quantiles_match_published_ones(freedom: int, quantile: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(quantile, abs=5e-4)


@pytest.mark.parametrize("freedom", [1, 2, 5, 8, 33])
def test_student_is_the_integral_of_its_density(freedom: int) -> None:
    scale = math.gamma((freedom + 1) / 2) / math.sqrt(freedom * math.pi) / math.gamma(freedom / 2)
    slices, upper = 20_000, 1.7
    width = upper / slices
    area = sum((1 + ((i + 0.5) * width) ** 2 / freedom) ** (-(freedom + 1) / 2) for i in range(slices)) * width * scale
    assert student_cdf(upper, freedom) == pytest.approx(0.5 + area, abs=1e-8)
    assert student_cdf(-upper, freedom) == pytest.approx(0.5 - area, abs=1e-8)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.9, 381.70), (0.24, -200.24)])
def test_elo_and_score_are_inverse(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=0.01)
    assert score_of_elo(elo_of_score(score)) == pytest.approx(score)


def test_elo_of_a_clean_score_is_infinite() -> None:
    assert (elo_of_score(0), elo_of_score(1)) == (-math.inf, math.inf)


def test_a_small_match_agrees_with_hand_computed_figures() -> None:
    # Pair points 2, 1, 1½, ½: scores 1, ½, ¾, ¼ with mean 0.625 and unbiased variance 0.3125/3.
    pairs = PairCounts.of([2, 1, 1.5, 0.5])
    assert pairs.counts == (0, 1, 1, 1, 1)
    assert pairs.mean() == 0.625
    assert pairs.variance() == pytest.approx(0.3125 / 3)
    error = math.sqrt(0.3125 / 3 / 4)
    interval = pairs.interval()
    assert interval.low == pytest.approx(0.625 - 3.1824463 * error)
    assert interval.high == 1.0  # 0.625 + 0.513 is cut off
    # t = 0.125 / 0.16137 = 0.7746 with 3 degrees of freedom.
    assert pairs.superiority() == pytest.approx(0.7525, abs=1e-4)
    deviation = math.sqrt(0.3125 / 4)
    normalised = pairs.normalised_elo()
    assert normalised is not None
    assert normalised.estimate == pytest.approx(0.125 / (deviation * math.sqrt(2)) * 800 / math.log(10))


def test_identical_pairs_still_have_a_nonzero_interval() -> None:
    won = PairCounts((0, 0, 0, 0, 5))
    # A chance p of anything else stays unseen five times with (1 - p)^5 = 0.025: p = 0.5218.
    assert won.interval().low == pytest.approx(1 - 0.52182, abs=1e-5)
    assert won.interval().high == 1
    assert won.elo().estimate == math.inf
    assert won.superiority() == 1 - 0.5**6
    drawn = PairCounts((0, 0, 5, 0, 0))
    assert drawn.superiority() == 0.5
    assert drawn.interval().low == pytest.approx(0.5 - 0.26091, abs=1e-5)
    assert drawn.normalised_elo() is None


def test_exchanging_the_players_mirrors_everything() -> None:
    pairs, mirrored = PairCounts((2, 10, 40, 30, 18)), PairCounts((18, 30, 40, 10, 2))
    assert mirrored.mean() == pytest.approx(1 - pairs.mean())
    assert mirrored.elo().low == pytest.approx(-pairs.elo().high)
    assert mirrored.superiority() == pytest.approx(1 - pairs.superiority())


def test_pairs_are_narrower_than_games_when_colours_decide() -> None:
    # Blue wins every game: 50 points of 100, and no uncertainty about the score.
    assert PairCounts((0, 0, 48, 1, 1)).standard_error() < 0.02 < 0.5 / math.sqrt(100)


@pytest.mark.parametrize("counts", [(2, 10, 40, 30, 18), (30, 20, 60, 25, 40), (0, 5, 150, 20, 2)])
def test_interval_and_superiority_agree_with_the_bootstrap(counts: tuple[int, int, int, int, int]) -> None:
    pairs, rng = PairCounts(counts), random.Random(5)
    sample = [score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count)]
    means = sorted(statistics.fmean(rng.choices(sample, k=len(sample))) for _ in range(2000))
    interval = pairs.interval()
    width = interval.high - interval.low
    assert interval.low == pytest.approx(means[50], abs=0.06 * width)
    assert interval.high == pytest.approx(means[-50], abs=0.06 * width)
    above = sum((mean > 0.5) + 0.5 * (mean == 0.5) for mean in means) / len(means)
    assert pairs.superiority() == pytest.approx(above, abs=0.02)


def test_normalised_elo_agrees_with_the_bootstrap() -> None:
    pairs, rng = PairCounts((30, 20, 60, 25, 45)), random.Random(6)
    sample = [score for score, count in zip(PAIR_SCORES, pairs.counts, strict=True) for _ in range(count)]
    leads = []
    for _ in range(1500):
        drawn = rng.choices(sample, k=len(sample))
        leads.append((statistics.fmean(drawn) - 0.5) / statistics.pstdev(drawn) * 800 / math.log(10) / math.sqrt(2))
    leads.sort()
    interval = pairs.normalised_elo()
    assert interval is not None
    assert interval.low == pytest.approx(leads[37], abs=5)
    assert interval.high == pytest.approx(leads[-37], abs=5)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng, chances = random.Random(7), (0.05, 0.2, 0.4, 0.25, 0.1)
    truth = sum(p * s for p, s in zip(chances, PAIR_SCORES, strict=True))
    hits, runs = 0, 2000
    for _ in range(runs):
        points = rng.choices([0, 0.5, 1, 1.5, 2], chances, k=20)
        interval = PairCounts.of(points).interval()
        hits += interval.low <= truth <= interval.high
    assert 0.935 < hits / runs < 0.965
