"""When a card comes back: FSRS 6, a published model of memory, with its default parameters.

A memory has a stability, the days after which the chance of remembering has fallen to 90 %, and a difficulty from 1
to 10. A review changes both, and the card is due again after as many days as its stability says. Steps within a day
are left out: a card that was failed comes back tomorrow. The page has the same in `game/memory.js`; both are checked
against one file of examples, and that against the package `fsrs`.
"""

import math
from dataclasses import dataclass
from enum import IntEnum

DAY = 86_400_000
"""In milliseconds."""
WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # the first stability, by grade
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty: first, by grade, change, return to the mean
    *(1.8722, 0.1666, 0.796),  # stability after success
    *(1.4835, 0.0614, 0.2629, 1.6483),  # stability after failure
    *(0.6014, 1.8729),  # hard, easy
    *(0.5425, 0.0912, 0.0658),  # a second review on the same day
    0.1542,  # how fast memory decays
)
RETENTION = 0.9
"""A card is due when the chance of remembering it has fallen to this."""
LONGEST_INTERVAL = 365
"""In days. The model would allow a century; a pupil moves on."""
_LEAST_STABILITY = 0.001
_DECAY = -WEIGHTS[20]
_FACTOR = RETENTION ** (1 / _DECAY) - 1


class Grade(IntEnum):
    """How well something was remembered."""

    AGAIN = 1
    """Not found."""
    HARD = 2
    """Found with a hint."""
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known about how well a card is remembered. Times are in milliseconds since 1970."""

    stability: float
    difficulty: float
    last: int
    """The last review."""
    due: int
    reviews: int = 1


def review(memory: Memory | None, grade: Grade, now: int) -> Memory:
    """The memory after a review; None stands for a new card.

    >>> first = review(None, Grade.AGAIN, now=0)
    >>> later = review(first, Grade.GOOD, now=first.due)
    >>> first.due // DAY, (later.due - later.last) // DAY
    (1, 2)
    """
    if memory is None:
        stability, difficulty = WEIGHTS[grade - 1], _first_difficulty(grade)
        difficulty = _within(difficulty)
    else:
        days = max(now - memory.last, 0) // DAY
        if days < 1:
            stability = _same_day(memory.stability, grade)
        else:
            stability = _next_stability(memory, _recall(memory.stability, days), grade)
        difficulty = _next_difficulty(memory.difficulty, grade)
    stability = max(stability, _LEAST_STABILITY)
    interval = min(max(round(stability), 1), LONGEST_INTERVAL)
    return Memory(stability, difficulty, now, now + interval * DAY, 1 if memory is None else memory.reviews + 1)


def recall(memory: Memory, now: int) -> float:
    """The chance that a card is remembered now, from 0 to 1."""
    return _recall(memory.stability, max(now - memory.last, 0) // DAY)


def _recall(stability: float, days: int) -> float:
    return float((1 + _FACTOR * days / stability) ** _DECAY)


def _within(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)


def _first_difficulty(grade: Grade) -> float:
    return WEIGHTS[4] - math.exp(WEIGHTS[5] * (grade - 1)) + 1


def _next_difficulty(difficulty: float, grade: Grade) -> float:
    """Difficulty changes less the closer it is to 10, and slowly returns to that of an easy card."""
    changed = difficulty - WEIGHTS[6] * (grade - 3) * (10 - difficulty) / 9
    return _within(WEIGHTS[7] * _first_difficulty(Grade.EASY) + (1 - WEIGHTS[7]) * changed)


def _same_day(stability: float, grade: Grade) -> float:
    growth = math.exp(WEIGHTS[17] * (grade - 3 + WEIGHTS[18])) * stability ** -WEIGHTS[19]
    return float(stability * (max(growth, 1.0) if grade > Grade.AGAIN else growth))


def _next_stability(memory: Memory, recalled: float, grade: Grade) -> float:
    stability, difficulty = memory.stability, memory.difficulty
    if grade is Grade.AGAIN:
        forgotten = (
            WEIGHTS[11]
            * difficulty ** -WEIGHTS[12]
            * ((stability + 1) ** WEIGHTS[13] - 1)
            * math.exp((1 - recalled) * WEIGHTS[14])
        )
        return float(min(forgotten, stability / math.exp(WEIGHTS[17] * WEIGHTS[18])))
    growth = (
        math.exp(WEIGHTS[8])
        * (11 - difficulty)
        * stability ** -WEIGHTS[9]
        * (math.exp((1 - recalled) * WEIGHTS[10]) - 1)
        * (WEIGHTS[15] if grade is Grade.HARD else 1)
        * (WEIGHTS[16] if grade is Grade.EASY else 1)
    )
    return float(stability * (1 + growth))
