"""Memories follow FSRS: the examples of a file, which the page checks too, and the published package."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jungle.training import DAY, Grade, Memory, recall, review
from jungle.training.memory import LONGEST_INTERVAL

EXAMPLES = Path(__file__).with_name("memories.json")
"""Histories of reviews: the hours before each, its grade, and the memory after it."""


def histories() -> list[list[dict[str, float]]]:
    found: list[list[dict[str, float]]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def by_the_package(history: list[tuple[int, int]]) -> list[dict[str, float]]:
    """What `fsrs` makes of the same reviews, without learning steps and without chance."""
    fsrs: Any = pytest.importorskip("fsrs")
    scheduler = fsrs.Scheduler(
        learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=LONGEST_INTERVAL
    )
    card, now, rows = fsrs.Card(), datetime(2026, 1, 1, tzinfo=UTC), []
    for hours, grade in history:
        now += timedelta(hours=hours)
        known = scheduler.get_card_retrievability(card, now)
        card, _ = scheduler.review_card(card, fsrs.Rating(grade), now)
        days = (card.due - now).days
        rows.append(
            {
                "hours": hours,
                "grade": grade,
                "recall": known,
                "stability": card.stability,
                "difficulty": card.difficulty,
                "days": days,
            }
        )
    return rows


def random_histories(count: int = 200) -> list[list[tuple[int, int]]]:
    """Reviews too early, in time and much too late."""
    draw = Random(38)
    gaps = (0, 1, 23, 24, 30, 72, 168, 500, 2000, 12_000)
    return [[(draw.choice(gaps), draw.randint(1, 4)) for _ in range(draw.randint(1, 12))] for _ in range(count)]


def test_memories_equal_the_examples() -> None:
    assert len(histories()) == 200
    for history in histories():
        memory: Memory | None = None
        now = 1_767_225_600_000
        for row in history:
            now += int(row["hours"]) * 3_600_000
            known = 0.0 if memory is None else recall(memory, now)
            memory = review(memory, Grade(int(row["grade"])), now)
            assert known == pytest.approx(row["recall"], rel=1e-9)
            assert memory.stability == pytest.approx(row["stability"], rel=1e-9)
            assert memory.difficulty == pytest.approx(row["difficulty"], rel=1e-9)
            assert (memory.due - now, memory.last) == (row["days"] * DAY, now)
        assert memory is not None
        assert memory.reviews == len(history)


def test_the_examples_come_from_the_published_package() -> None:
    assert [by_the_package(history) for history in random_histories()] == [
        [pytest.approx(row) for row in history] for history in histories()
    ]


def test_failed_cards_return_tomorrow_and_known_ones_at_growing_intervals() -> None:
    memory = review(None, Grade.AGAIN, 0)
    assert memory.due == DAY
    gaps = []
    for _ in range(5):
        memory = review(memory, Grade.GOOD, memory.due)
        gaps.append(memory.due - memory.last)
    assert gaps == sorted(gaps)
    assert gaps[-1] > 20 * DAY
    failed = review(memory, Grade.AGAIN, memory.due)
    assert failed.due - failed.last < gaps[-1] / 4


def test_a_clock_that_was_set_back_breaks_nothing() -> None:
    memory = review(review(None, Grade.GOOD, 50 * DAY), Grade.GOOD, 3 * DAY)
    assert memory.due > 3 * DAY
    assert 0 < recall(memory, 0) <= 1
