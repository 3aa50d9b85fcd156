"""The shipped puzzles, solving them, and progress."""

from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

import pytest
from tools import make_puzzles

from jungle import IllegalMoveError, Position
from jungle.engine import Engine
from jungle.language import Translator, languages
from jungle.puzzles import (
    GOALS,
    THEMES,
    Answer,
    Attempt,
    Puzzle,
    PuzzleProgress,
    UnknownPuzzleError,
    daily,
    find_puzzle,
    load_progress,
    next_puzzle,
    puzzles,
    save_progress,
)
from tests.needs import needs_core


def test_the_set_is_large_and_has_every_goal_and_theme() -> None:
    assert len(puzzles()) >= 1000
    assert len({puzzle.fen for puzzle in puzzles()}) == len({puzzle.id for puzzle in puzzles()}) == len(puzzles())
    assert [puzzle.id for puzzle in puzzles()] == sorted(puzzle.id for puzzle in puzzles())
    goals = Counter(puzzle.goal for puzzle in puzzles())
    themes = Counter(theme for puzzle in puzzles() for theme in puzzle.themes)
    assert set(goals) == set(GOALS)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 20
    assert all(puzzle.themes for puzzle in puzzles())
    ratings = sorted(puzzle.rating for puzzle in puzzles())
    assert ratings[-1] - ratings[0] > 600


def test_every_solution_can_be_played() -> None:
    for puzzle in puzzles():
        game = puzzle.game()
        for move in puzzle.moves:
            game.play(move)
        assert len(puzzle.moves) % 2 == 1
        if puzzle.goal == "win" and len(puzzle.moves) == puzzle.plies:
            outcome = game.outcome()
            assert outcome is not None
            assert outcome.winner is Position.from_fen(puzzle.fen).side


@needs_core
def test_a_sample_can_be_proved_again() -> None:
    sample = Random(7).sample(puzzles(), 25)
    assert not [puzzle for puzzle in sample if not make_puzzles.is_proved(puzzle)]


@needs_core
@pytest.mark.slow
def test_all_puzzles_can_be_proved_again() -> None:
    assert not [puzzle for puzzle in puzzles() if not make_puzzles.is_proved(puzzle)]


@needs_core
def test_the_core_and_the_python_tool_prove_the_same() -> None:
    from tools.tactics import Proof, TooHardError

    compared = 0
    for puzzle in Random(3).sample(puzzles(), 40):
        position = puzzle.game().position
        try:
            slow = [Proof().wins(position, plies) for plies in (1, 3)]
        except TooHardError:
            continue
        prover = make_puzzles.Prover(position)
        assert slow == [prover.wins(position, plies) for plies in (1, 3)]
        compared += 1
    assert compared > 10


@needs_core
def test_a_wrong_claim_is_not_proved() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.goal == "win")
    other = next(move for move in puzzle.game().legal_moves() if move != puzzle.answer)
    wrong = Puzzle("x", puzzle.fen, (other.uci(),), "win", puzzle.plies, 1000, (), "")
    assert not make_puzzles.is_proved(wrong)
    assert not make_puzzles.is_proved(Puzzle("x", puzzle.fen, puzzle.moves, "save", 3, 1000, (), ""))


@needs_core
@pytest.mark.slow
def test_the_puzzle_maker_is_reproducible() -> None:
    played = [puzzle for puzzle in puzzles() if puzzle.source[0].isdigit()]
    puzzle = min(played, key=lambda puzzle: int(puzzle.source.split(".")[1]))
    seed, number, _ = map(int, puzzle.source.split("."))
    with Engine(hash_mb=1, evaluation="position") as engine:
        # Its difficulty was measured with the levels of the time.
        assert puzzle.fen in [other.fen for other in make_puzzles.mine(seed, number, engine, make_puzzles.Solvers())]


@needs_core
def test_a_position_made_for_a_theme_is_reproducible() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.source.startswith("river_block."))
    theme, seed, number = puzzle.source.split(".")
    with Engine(hash_mb=1, evaluation="position") as engine:
        again = make_puzzles.set_up(theme, int(seed), int(number), engine, make_puzzles.Solvers())
    assert again is not None
    assert (again.fen, again.moves) == (puzzle.fen, puzzle.moves)


def test_every_theme_has_a_text() -> None:
    for language in languages():
        assert all(f"theme.{theme}" in Translator(language) for theme in THEMES)


def test_solving() -> None:
    puzzle = max(puzzles(), key=lambda puzzle: len(puzzle.moves))
    attempt = Attempt(puzzle)
    wrong = next(move for move in attempt.game.legal_moves() if move != puzzle.answer)
    assert attempt.play(wrong) is Answer.WRONG
    assert len(attempt.game) == 0
    assert not attempt.clean
    with pytest.raises(IllegalMoveError):
        attempt.play("a1a9")
    assert attempt.play(puzzle.moves[0]) is (Answer.RIGHT if len(puzzle.moves) > 1 else Answer.SOLVED)
    while not attempt.is_solved():
        attempt.show()
    assert [move.uci() for move in attempt.game.moves] == list(puzzle.moves)


def test_the_daily_puzzle_changes_every_day() -> None:
    days = [daily(date(2026, 11, day)).id for day in range(1, 31)]
    assert len(set(days)) == 30
    # What the browser computes: Math.floor(Date.UTC(2026, 10, 16) / 86400000) % count.
    assert daily(date(2026, 11, 16)) == puzzles()[20773 % len(puzzles())]


def test_the_next_puzzle_is_the_unsolved_one_nearest_in_rating() -> None:
    first = next_puzzle(1200)
    assert first is not None
    second = next_puzzle(1200, {first.id})
    assert second is not None
    assert first != second
    assert abs(first.rating - 1200) <= abs(second.rating - 1200)
    jump = next_puzzle(1200, theme="jump")
    assert jump is not None
    assert "jump" in jump.themes
    assert next_puzzle(1200, {puzzle.id for puzzle in puzzles()}) is None


def test_failed_puzzles_return_once_there_are_no_new_ones() -> None:
    everything = frozenset(puzzle.id for puzzle in puzzles())
    missed = puzzles()[0].id
    assert PuzzleProgress(failed=everything - {missed}).next() == puzzles()[0]
    again = PuzzleProgress(solved=everything - {missed}, failed=frozenset({missed})).next()
    assert again == puzzles()[0]
    assert PuzzleProgress(solved=everything).next() is None


def test_unknown_puzzles_are_refused() -> None:
    assert find_puzzle(puzzles()[3].id) == puzzles()[3]
    with pytest.raises(UnknownPuzzleError, match="'nothing'"):
        find_puzzle("nothing")


def test_progress_counts_a_puzzle_once() -> None:
    one, two = puzzles()[:2]
    progress = PuzzleProgress().after(one, True)
    assert (progress.streak, progress.best_streak, progress.solved) == (1, 1, frozenset({one.id}))
    assert progress.after(one, False) == progress.after(one, True) == progress
    failed = progress.after(two, False)
    assert (failed.streak, failed.best_streak, failed.failed) == (0, 1, frozenset({two.id}))
    assert failed.rating < progress.rating
    later = failed.after(two, True)
    assert (later.rating, later.solved) == (failed.rating, frozenset({one.id, two.id}))
    assert not later.failed


def test_days_in_a_row_count() -> None:
    one, two, three = puzzles()[:3]
    progress = PuzzleProgress().after(one, True, day=date(2026, 2, 28)).after(two, True, day=date(2026, 3, 1))
    assert progress.daily_streak == 2
    assert progress.after(two, True, day=date(2026, 3, 1)).daily_streak == 2
    assert progress.after(three, True, day=date(2026, 3, 3)).daily_streak == 1


def test_progress_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    progress = PuzzleProgress().after(puzzles()[0], True, day=date(2026, 11, 16)).after(puzzles()[1], False)
    assert load_progress(folder) == PuzzleProgress()
    save_progress(folder, progress)
    assert load_progress(folder) == progress
    (folder / "puzzles.json").write_text('{"rating": "high"}')
    assert load_progress(folder) == PuzzleProgress()
    assert list(folder.glob("*broken*"))
