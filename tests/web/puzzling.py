"""What `jungle.puzzles` makes of days and attempts, for the page to agree with."""

from datetime import date, timedelta
from random import Random
from typing import Any

from jungle.games import DEFAULT_GAME
from jungle.puzzles import THEMES, Mode, PuzzleProgress, Series, daily, next_puzzle, puzzles

START = date(2026, 11, 16)


def series(kind: str, seed: int) -> dict[str, Any]:
    """The puzzles of a streak, and the random numbers that they are drawn with."""
    running = Series(Mode.STREAK, now=0, seed=seed, kind=kind)
    found: list[str] = []
    while running.puzzle is not None and len(found) < 60:
        found.append(running.puzzle.id)
        running.answered(is_solved=True, now=0)
    draw = Random(seed)
    return {"rules": "" if kind == DEFAULT_GAME else kind, "draws": [draw.random() for _ in range(61)], "ids": found}


def puzzling(random: Random) -> dict[str, Any]:
    """Daily puzzles, a course of attempts with the progress after each, and which puzzle is next."""
    days = [START + timedelta(days=random.randrange(-9_000, 9_000)) for _ in range(20)]
    progress, course = PuzzleProgress(), []
    for number in range(60):
        puzzle = random.choice(puzzles()[:30])
        is_solved = random.random() < 0.6
        day = START + timedelta(days=number // 3) if random.random() < 0.5 else None
        progress = progress.after(puzzle, is_solved, day=day)
        after = {
            "rating": progress.rating,
            "streak": progress.streak,
            "best": progress.best_streak,
            "solved": sorted(progress.solved),
            "failed": sorted(progress.failed),
            "dailyStreak": progress.daily_streak,
            "lastDaily": progress.last_daily,
            "sprint": 0,
            "run": 0,
            "rated": len(progress.solved) + len(progress.failed),
        }
        course.append({"id": puzzle.id, "isSolved": is_solved, "day": day and day.isoformat(), "after": after})
    following = []
    for theme in ("", *THEMES):
        solved = [puzzle.id for puzzle in random.sample(puzzles(), 10)]
        rating = random.randrange(500, 2000)
        found = next_puzzle(rating, solved, theme or None)
        if found:
            following.append({"rating": rating, "solved": solved, "theme": theme, "id": found.id})
    return {
        "daily": {day.isoformat(): daily(day).id for day in days},
        "course": course,
        "next": following,
        "series": [series(kind, seed) for kind in (DEFAULT_GAME, "flip") for seed in (1, 2)],
    }
