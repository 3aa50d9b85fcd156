"""Glicko-2 (Glickman, http://www.glicko.net/glicko/glicko2.pdf): pure functions.

Every game is its own rating period, as usual on live servers; the deviation grows with the time between games.
"""

import math
from dataclasses import dataclass

DAY = 24 * 3600 * 1000
PERIOD = 5 * DAY
"""The time after which the deviation has grown by one step of the volatility."""

START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
LEAST_DEVIATION, DEVIATION_LIMIT = 45.0, 350.0
LEAST_RATING = 100.0
PROVISIONAL = 110.0
"""A rating with a higher deviation is provisional, and is shown as such."""

SCALE = 173.7178
TAU = 0.5
"""How much the volatility may change."""
PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, and how certain it is.

    >>> round(Rating().after(1.0, Rating()).rating)
    1662
    """

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY
    games: int = 0
    updated: int = 0

    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    def at(self, now: int) -> "Rating":
        """The same rating after a time without games, which makes it less certain."""
        if not self.games:
            return self
        periods = max(0, now - self.updated) / PERIOD
        grown = math.hypot(self.deviation, math.sqrt(periods) * self.volatility * SCALE)
        return Rating(self.rating, min(grown, DEVIATION_LIMIT), self.volatility, self.games, self.updated)

    def after(self, score: float, opponent: "Rating", now: int = 0) -> "Rating":
        """The rating after one game: score 1 for a win, 0.5 for a draw, 0 for a loss."""
        return self.after_games([(score, opponent)], now)

    def after_games(self, results: list[tuple[float, "Rating"]], now: int = 0) -> "Rating":
        """The rating after a period with these results (steps 2 to 8 of the paper)."""
        mu, phi = (self.rating - START_RATING) / SCALE, self.deviation / SCALE
        information = improvement = 0.0
        for score, opponent in results:
            weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)
            expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - START_RATING) / SCALE)))
            information += weight**2 * expected * (1 - expected)
            improvement += weight * (score - expected)
        variance = 1 / information
        sigma = _volatility(self.volatility, phi, variance, variance * improvement)
        phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + information)
        mu += phi**2 * improvement
        return Rating(
            max(mu * SCALE + START_RATING, LEAST_RATING),
            min(max(phi * SCALE, LEAST_DEVIATION), DEVIATION_LIMIT),
            sigma,
            self.games + len(results),
            now,
        )


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that best explains the surprise `delta`, found by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        total = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        step = 1
        while f(start - step * TAU) < 0:
            step += 1
        high = start - step * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def rating_kind(game: str, speed: str) -> str | None:
    """The rating list a game counts for: by speed for the 7×9 game, one per other game, none without a clock."""
    if speed == "unlimited":
        return None
    return speed if game == "jungle" else game
