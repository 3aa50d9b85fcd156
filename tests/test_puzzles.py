"""The shipped puzzles, solving them, and progress."""

from collections import Counter
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tools import make_puzzles

from jungle import IllegalMoveError, Position, Reason, Side
from jungle.engine import Engine
from jungle.language import Translator, languages
from jungle.puzzles import (
    GOALS,
    THEMES,
    Answer,
    Attempt,
    Mode,
    Puzzle,
    PuzzleProgress,
    Series,
    UnknownPuzzleError,
    all_puzzles,
    course,
    daily,
    find_puzzle,
    load_progress,
    next_puzzle,
    puzzles,
    save_progress,
)
from jungle.tablebase import FlipTablebase, JungleTablebase
from tests.needs import needs_core


def test_the_set_is_large_and_has_every_goal_and_theme() -> None:
    assert len(puzzles()) >= 1000
    assert len({puzzle.fen for puzzle in puzzles()}) == len({puzzle.id for puzzle in puzzles()}) == len(puzzles())
    assert [puzzle.id for puzzle in puzzles()] == sorted(puzzle.id for puzzle in puzzles())
    goals = Counter(puzzle.goal for puzzle in puzzles())
    themes = Counter(theme for puzzle in puzzles() for theme in puzzle.themes)
    assert set(goals) == set(GOALS)
    assert set(themes) | {theme for puzzle in course() for theme in puzzle.themes} | FLIP_THEMES == set(THEMES)
    assert min(themes.values()) >= 20
    assert all(puzzle.themes for puzzle in puzzles())
    ratings = sorted(puzzle.rating for puzzle in puzzles())
    assert ratings[-1] - ratings[0] > 600


COURSE_THEMES = {
    "enter_den",
    "safe_capture",
    "jump",
    "rat_and_elephant",
    "trap_fight",
    "escape",
    "guard_den",
    "river_block",
    "den_race",
}
FLIP_THEMES = {"safe_capture", "rat_and_elephant", "trade", "hunt", "escape", "turn_up"}


@pytest.mark.parametrize(("kind", "count", "themes"), [("jungle", 120, COURSE_THEMES), ("flip", 60, FLIP_THEMES)])
def test_the_first_course_is_small_and_easy(kind: str, count: int, themes: set[str]) -> None:
    every = course(kind)
    assert len(every) == len({puzzle.fen for puzzle in every}) == count
    found = Counter(puzzle.themes[0] for puzzle in every)
    assert set(found) == themes
    assert min(found.values()) >= 10
    for puzzle in every:
        assert (puzzle.kind, len(puzzle.themes)) == (kind, 1)
        assert puzzle.rating < 800
        assert len(puzzle.moves) in (1, 3, 5)
        position = puzzle.game().position
        assert 2 <= len(position.piece_map()) + len(puzzle.game().hidden_pieces()) <= 6


def test_the_first_puzzle_is_a_win_in_one_move() -> None:
    first = PuzzleProgress().next()
    assert first == course()[0]
    game = first.game()
    game.play(first.moves[0])
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.BLUE, Reason.DEN)
    assert PuzzleProgress().next(kind="flip") == course("flip")[0]


def test_ids_are_unique_over_all_files() -> None:
    assert len({puzzle.id for puzzle in all_puzzles()}) == len(all_puzzles()) == len(puzzles()) + 180


@needs_core
def test_every_solution_of_the_course_is_proved() -> None:
    """By a search of every move, and with up to three pieces also by the tables."""
    tables = JungleTablebase.shipped()
    solved = 0
    for puzzle in course():
        assert make_puzzles.is_proved(puzzle), puzzle
        position = Position.from_fen(puzzle.fen)
        entries = tables.moves(position)
        if len(entries) == position.count_moves():
            solved += 1
            least = 1 if puzzle.goal == "win" else 0
            assert [move for move, entry in entries.items() if entry.wdl >= least] == [puzzle.answer], puzzle
        if puzzle.goal == "win":
            # Each later move is the only one too.
            proof = make_puzzles.Prover(position)
            for number, move in enumerate(puzzle.moves):
                if number % 2 == 0:
                    left = puzzle.plies - number
                    winning = make_puzzles.winning_moves(proof, position, left)
                    assert [each.uci() for each in winning] == [move], puzzle
                position = position.play(move)
            assert position.is_decided()
    assert solved >= 30


@needs_core
def test_every_solution_of_the_face_down_course_is_proved() -> None:
    """By the tables, which cover whatever may turn up."""
    tables = FlipTablebase.shipped()
    face_down = 0
    for puzzle in course("flip"):
        position: Any = puzzle.game().position
        face_down += bool(position.hidden)
        for number, text in enumerate(puzzle.moves):
            entries = tables.moves(position)
            assert len(entries) == len(position.legal_moves())
            move = position.parse_move(text)
            if number % 2 == 0:
                right = [each for each, e in entries.items() if (e.wdl == 1 if puzzle.goal == "win" else e.wdl > -1)]
                assert right == [move], puzzle
            if move.is_flip():
                assert number == len(puzzle.moves) - 1
                break
            position = position.after(move)
    assert face_down >= 15


def test_every_solution_can_be_played() -> None:
    for puzzle in all_puzzles():
        game = puzzle.game()
        for move in puzzle.moves:
            game.play(move)
        assert len(puzzle.moves) % 2 == 1
        if puzzle.kind == "jungle" and puzzle.goal == "win" and len(puzzle.moves) == puzzle.plies:
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
        position = Position.from_fen(puzzle.fen)
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


def test_a_wrong_move_is_taken_back_and_ends_the_clean_run() -> None:
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
    first = next_puzzle(1200, {course()[0].id})
    assert first is not None
    second = next_puzzle(1200, {course()[0].id, first.id})
    assert second is not None
    assert first != second
    assert abs(first.rating - 1200) <= abs(second.rating - 1200)
    jump = next_puzzle(1200, theme="jump")
    assert jump is not None
    assert "jump" in jump.themes
    assert next_puzzle(1200, {puzzle.id for puzzle in all_puzzles()}) is None


def test_failed_puzzles_return_once_there_are_no_new_ones() -> None:
    everything = frozenset(puzzle.id for puzzle in all_puzzles())
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


def test_a_skipped_puzzle_comes_last() -> None:
    first = PuzzleProgress().next()
    assert first is not None
    second = PuzzleProgress().next(skipped={first.id})
    assert second not in (None, first)
    others = frozenset(puzzle.id for puzzle in all_puzzles()) - {first.id}
    assert PuzzleProgress(solved=others).next(skipped={first.id}) == first


def test_a_good_player_soon_finishes_the_course() -> None:
    progress = PuzzleProgress()
    for _ in range(14):
        puzzle = progress.next()
        assert puzzle is not None
        progress = progress.after(puzzle, True)
    assert progress.rating > 800


def test_a_flip_solves_a_puzzle_whatever_turns_up() -> None:
    puzzle = next(puzzle for puzzle in course("flip") if puzzle.themes == ("turn_up",))
    attempt = Attempt(puzzle)
    assert attempt.play(puzzle.moves[0]) is Answer.SOLVED
    assert attempt.game.moves[0].revealed is not None


def test_a_move_that_is_accepted_as_well_solves_a_puzzle() -> None:
    puzzle = puzzles()[0]
    other = next(move for move in puzzle.game().legal_moves() if move != puzzle.answer)
    attempt = Attempt(puzzle, lambda game, move, expected: (move, expected) == (other, puzzle.answer))
    assert attempt.play(other) is Answer.SOLVED
    assert attempt.is_solved()
    assert attempt.clean


def test_a_sprint_ends_after_three_minutes() -> None:
    sprint = Series(Mode.SPRINT, now=100, seed=1)
    seen = []
    for _ in range(20):
        assert sprint.puzzle is not None
        seen.append(sprint.puzzle)
        sprint.answered(is_solved=len(seen) % 4 > 0, now=110)
    assert sprint.score == 15
    assert len(set(seen)) == 20
    assert seen[-1].rating > seen[0].rating + 200
    assert sprint.seconds_left(279) == 1
    assert sprint.answered(is_solved=True, now=280).score == 15
    assert sprint.puzzle is None
    assert sprint.recorded(PuzzleProgress()).best_sprint == 15
    assert sprint.recorded(PuzzleProgress(best_sprint=16)).best_sprint == 16


def test_a_streak_ends_with_the_first_mistake() -> None:
    streak = Series(Mode.STREAK, now=0, seed=1, kind="flip")
    assert streak.seconds_left(999) is None
    streak.answered(is_solved=True, now=1000).answered(is_solved=True, now=2000)
    assert streak.answered(is_solved=False, now=3000).puzzle is None
    assert streak.recorded(PuzzleProgress()).best_run == 2
