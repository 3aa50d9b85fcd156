"""The sequential test: its bounds, its likelihoods by a second method, and its error rates by simulation."""

import itertools
import math
import random

import pytest

from jungle.arena.errors import ArenaError
from jungle.arena.scores import NORMALISED_ELO, PAIR_SCORES, PairCounts
from jungle.arena.sprt import Decision, Sprt, best_fit


def test_parse_and_bounds() -> None:
    test = Sprt.parse("elo0=-2, elo1=3,alpha=0.01,beta=0.1")
    assert test == Sprt(elo0=-2, elo1=3, alpha=0.01, beta=0.1)
    assert Sprt.parse(str(test)) == test
    assert test.bounds() == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("elo2=3", "elo2=3"),
        ("elo1=much", "much"),
        ("elo0=5,elo1=5", "elo0 < elo1"),
        ("alpha=0.7", "alpha"),
        ("elo0=1,elo0=2", "elo0 is given twice"),
    ],
)
def test_bad_tests_name_the_word(text: str, word: str) -> None:
    with pytest.raises(ArenaError, match=word):
        Sprt.parse(text)


def mean_and_deviation(distribution: list[float]) -> tuple[float, float]:
    mean = sum(p * s for p, s in zip(distribution, PAIR_SCORES, strict=True))
    return mean, math.sqrt(sum(p * (s - mean) ** 2 for p, s in zip(distribution, PAIR_SCORES, strict=True)))


def log_likelihood(seen: list[float], fit: list[float]) -> float:
    return sum(p * math.log(q) for p, q in zip(seen, fit, strict=True))


FITS = [((0.02, 0.1, 0.4, 0.3, 0.18), 0.2), ((0.3, 0.2, 0.3, 0.1, 0.1), 0.5), ((0.001, 0.05, 0.9, 0.04, 0.009), -0.3)]


@pytest.mark.parametrize(("seen", "lead"), FITS)
def test_the_fit_satisfies_its_hypothesis(seen: tuple[float, ...], lead: float) -> None:
    fit = best_fit(seen, lead)
    mean, deviation = mean_and_deviation(fit)
    assert sum(fit) == pytest.approx(1, abs=1e-7)
    assert (mean - 0.5) / deviation == pytest.approx(lead, abs=1e-6)


@pytest.mark.parametrize(("seen", "lead"), FITS)
def test_no_distribution_with_that_lead_is_likelier(seen: tuple[float, ...], lead: float) -> None:
    """Step in every direction among distributions with the same lead, and check that none is likelier."""
    fit, steps = best_fit(seen, lead), (-1e-3, 1e-3)
    best = log_likelihood(list(seen), fit)
    tried = 0
    for free in itertools.combinations(range(5), 2):
        for moves in itertools.product(steps, repeat=2):
            changed = list(fit)
            for index, move in zip(free, moves, strict=True):
                changed[index] *= 1 + 20 * move
            repaired = repair(changed, lead, [index for index in range(5) if index not in free])
            if repaired is not None:
                tried += 1
                assert log_likelihood(list(seen), repaired) <= best + 1e-9
    assert tried >= 10


def repair(distribution: list[float], lead: float, adjustable: list[int]) -> list[float] | None:
    """Bring sum and lead back by Newton's method on two of the probabilities."""
    p, (i, j) = list(distribution), (adjustable[0], adjustable[-1])

    def faults(q: list[float]) -> tuple[float, float]:
        mean, deviation = mean_and_deviation(q)
        return sum(q) - 1, mean - 0.5 - lead * deviation

    for _ in range(50):
        f = faults(p)
        h = 1e-7
        pi, pj = list(p), list(p)
        pi[i] += h
        pj[j] += h
        a, b = (
            [(x - y) / h for x, y in zip(faults(pi), f, strict=True)],
            [(x - y) / h for x, y in zip(faults(pj), f, strict=True)],
        )
        determinant = a[0] * b[1] - b[0] * a[1]
        if abs(determinant) < 1e-12:
            return None
        p[i] -= (f[0] * b[1] - b[0] * f[1]) / determinant
        p[j] -= (a[0] * f[1] - f[0] * a[1]) / determinant
        if min(p) <= 0:
            return None
        if max(map(abs, faults(p))) < 1e-12:
            return p
    return None


def test_the_ratio_is_near_its_expansion_for_small_leads() -> None:
    # For leads t0, t1 and t observed, the ratio of normal models of unknown variance: n/2·ln((1+(t-t0)²)/(1+(t-t1)²)).
    pairs = PairCounts((180, 900, 2600, 1000, 220))
    mean, deviation = pairs.mean(), math.sqrt(pairs.moment(2, pairs.mean()))
    t, (t0, t1) = (mean - 0.5) / deviation, (math.sqrt(2) * elo / NORMALISED_ELO for elo in (0, 10))
    expansion = pairs.total / 2 * math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))
    assert Sprt(elo0=0, elo1=10).ratio(pairs) == pytest.approx(expansion, rel=0.01)


def test_mirrored_results_have_opposite_ratios() -> None:
    test, pairs = Sprt(elo0=-30, elo1=30), PairCounts((5, 9, 30, 9, 5))
    assert test.ratio(pairs) == pytest.approx(0, abs=1e-6)
    assert test.ratio(PairCounts((5, 9, 30, 10, 5))) > 0 > test.ratio(PairCounts((5, 10, 30, 9, 5)))


@pytest.mark.parametrize("pairs", [1, 5, 100])
def test_identical_pairs_move_the_ratio_in_the_right_direction(pairs: int) -> None:
    test = Sprt(elo0=0, elo1=100)
    assert test.ratio(PairCounts((pairs, 0, 0, 0, 0))) < 0
    assert test.ratio(PairCounts((0, 0, pairs, 0, 0))) < 0
    assert test.ratio(PairCounts((0, 0, 0, 0, pairs))) > 0


def test_every_fit_satisfies_its_hypothesis() -> None:
    rng = random.Random(9)
    for _ in range(100):
        counts = [rng.choice([0.001, rng.randrange(1, 4), rng.randrange(1, 200)]) for _ in PAIR_SCORES]
        lead = rng.uniform(-1, 1)
        fit = best_fit([count / sum(counts) for count in counts], lead)
        mean, deviation = mean_and_deviation(fit)
        assert min(fit) > 0
        assert sum(fit) == pytest.approx(1, abs=1e-6)
        assert (mean - 0.5) / deviation == pytest.approx(lead, abs=1e-5)


def test_the_likelier_of_two_maxima_is_chosen() -> None:
    # The required lead is much larger than the observed one. Narrow wins are the likelier way to get it.
    fit = best_fit([0.00003, 0.0789, 0.8421, 0.0789, 0.00007], 1.2)
    assert fit[3] > 0.5 > fit[4]


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ((2, 10, 40, 30, 18), "found: yes. If the lead were 0, at most 5.0% of such matches would say so."),
        ((18, 30, 40, 10, 2), "found: no. If the lead were 50, at most 10.0% of such matches would say so."),
        ((5, 9, 30, 10, 5), "found: nothing yet. 118 games are 45% of the way to no."),
        ((5, 9, 30, 14, 7), "found: nothing yet. 130 games are 14% of the way to yes."),
    ],
)
def test_the_result_is_explained_in_words(pairs: tuple[int, int, int, int, int], found: str) -> None:
    lines = Sprt(elo1=50, beta=0.1).explained(PairCounts(pairs), ("A", "B"))
    assert lines[0] == "tested: does A lead B by 50 normalised Elo rather than by 0?"
    assert lines[1] == found
    assert lines[2].startswith("numbers: log-likelihood ratio ")
    assert lines[2].endswith(", decided from -2.25 down and from +2.89 up; elo0=0,elo1=50,alpha=0.05,beta=0.1")


def test_without_games_there_is_no_decision() -> None:
    assert Sprt().ratio(PairCounts()) == 0
    assert Sprt().verdict(PairCounts()) is Decision.UNDECIDED


def tilted_to(chances: list[float], elo: float) -> list[float]:
    """A distribution like the one given whose lead is that normalised Elo."""
    fit = best_fit(chances, math.sqrt(2) * elo / NORMALISED_ELO)
    return [p / sum(fit) for p in fit]


def share_accepted(test: Sprt, truth: float, *, runs: int, seed: int) -> float:
    rng = random.Random(seed)
    chances = tilted_to([0.06, 0.2, 0.48, 0.2, 0.06], truth)
    accepted = 0
    for _ in range(runs):
        counts = [0] * 5
        while True:
            for kind in rng.choices(range(5), chances, k=4):
                counts[kind] += 1
            verdict = test.verdict(PairCounts((counts[0], counts[1], counts[2], counts[3], counts[4])))
            if verdict is not Decision.UNDECIDED:
                break
        accepted += verdict is Decision.ACCEPTED
    return accepted / runs


def test_error_rates_in_a_small_simulation() -> None:
    test = Sprt(elo0=0, elo1=200, alpha=0.1, beta=0.1)
    assert share_accepted(test, 0, runs=100, seed=1) < 0.17
    assert share_accepted(test, 200, runs=100, seed=2) > 0.83


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.05, 0.2)])
def test_error_rates_in_a_large_simulation(alpha: float, beta: float) -> None:
    # Three standard errors of 1000 runs at 5 % are 0.021.
    test = Sprt(elo0=0, elo1=60, alpha=alpha, beta=beta)
    assert share_accepted(test, 0, runs=1000, seed=3) < alpha + 0.021
    assert share_accepted(test, 60, runs=1000, seed=4) > 1 - beta - 3 * math.sqrt(beta * (1 - beta) / 1000)
    assert share_accepted(test, -20, runs=200, seed=5) < alpha / 2
