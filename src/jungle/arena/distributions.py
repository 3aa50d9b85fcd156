"""Student's t distribution, as far as intervals and likelihoods need it."""

import math
from functools import cache
from statistics import NormalDist

NORMAL_FROM = 400
"""Degrees of freedom from which it differs from the normal distribution by less than anybody prints."""


def student_cdf(t: float, freedom: int) -> float:
    """The chance that a value of Student's t distribution is below t, exact for whole degrees of freedom.

    >>> round(student_cdf(2.776, 4), 4)
    0.975
    """
    assert freedom >= 1
    if freedom >= NORMAL_FROM:
        return NormalDist().cdf(t)
    # The finite series for P(|T| < t) in the angle whose tangent is t/√freedom: one for odd, one for even freedom.
    angle = math.atan(t / math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    if freedom % 2:
        term, total = math.cos(angle), 0.0
        for power in range(1, freedom - 1, 2):
            total += term
            term *= square * (power + 1) / (power + 2)
        inside = 2 / math.pi * (angle + sine * total)
    else:
        term, total = 1.0, 0.0
        for power in range(0, freedom - 1, 2):
            total += term
            term *= square * (power + 1) / (power + 2)
        inside = sine * total
    return 0.5 + inside / 2


@cache
def student_quantile(probability: float, freedom: int) -> float:
    """The value below which a Student's t value falls with that probability (from 0.5 up).

    >>> round(student_quantile(0.975, 4), 3), round(student_quantile(0.975, 10_000), 2)
    (2.776, 1.96)
    """
    assert 0.5 <= probability < 1
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < probability:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < probability else (low, middle)
    return high
