"""Puzzles in the window: the daily puzzle first, wrong moves taken back, replies shown, streaks counted."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from jungle.desktop.application import Application
from jungle.desktop.controls import Action
from jungle.desktop.inputs import Key
from jungle.desktop.views.puzzle import PuzzleView
from jungle.desktop.views.start import StartView
from jungle.desktop.views.weak_spots import WeakSpotsView
from jungle.puzzles import PuzzleProgress, course, daily, find_puzzle, load_progress, puzzles, save_progress, themes_of
from jungle.training import Deck, Grade, Mistake, load_deck, puzzle_key, update_deck
from tests.desktop.driving import click

MakeApp = Callable[..., Application]
DAY = date(2026, 11, 16)
MISTAKE = Mistake("standard", "7/3W3/7/7/7/7/7/3r3/7 b 0 1", "d8d9", "run")


def open_puzzles(app: Application, day: date = DAY) -> PuzzleView:
    view = PuzzleView(app, day)
    app.open(view)
    app.draw()
    return view


def pass_frames(app: Application, seconds: float = 2.0) -> None:
    for _ in range(round(seconds * 20)):
        app.update(0.05)
    app.draw()


def play(app: Application, view: PuzzleView, move: str) -> None:
    click(view.board, move[:2], move[2:])
    pass_frames(app)


def solve(app: Application, view: PuzzleView) -> None:
    attempt = view.attempt
    while not attempt.is_solved():
        play(app, view, attempt.expected.uci())


def wrong_move(view: PuzzleView) -> str:
    right = view.attempt.expected
    return next(move.uci() for move in view.attempt.game.legal_moves() if move != right)


@pytest.fixture(autouse=True)
def experience(home: Path) -> None:
    """Somebody who has solved a puzzle before."""
    save_progress(home / "puzzles", PuzzleProgress(solved=frozenset({course()[0].id})))


def test_a_newcomer_starts_with_a_win_in_one_move(make_app: MakeApp, home: Path) -> None:
    (home / "puzzles" / "puzzles.json").unlink()
    app = make_app()
    view = open_puzzles(app)
    assert view.puzzle == course()[0]
    solve(app, view)
    view.act(Action("next"))
    assert view.puzzle == daily(DAY)


def test_an_untouched_puzzle_is_skipped_and_does_not_count(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = open_puzzles(app)
    seen = []
    for _ in range(4):
        seen.append(view.puzzle)
        view.act(Action("next"))
    assert len(set(seen)) == 4
    assert not load_progress(home / "puzzles").failed


def test_failed_puzzles_come_back_as_cards(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = open_puzzles(app)
    assert not view.form["train"].enabled
    play(app, view, wrong_move(view))
    assert view.puzzle is not None
    assert set(load_deck(home / "puzzles").cards) == {puzzle_key(view.puzzle)}
    old = puzzles()[7]
    solve(app, view)
    assert load_deck(home / "puzzles").cards[puzzle_key(view.puzzle)].memory.reviews == 1, "the first try counts"
    update_deck(home / "puzzles", lambda _: Deck().after(puzzle_key(old), Grade.AGAIN, 0))
    app.home()
    view = open_puzzles(app)
    assert view.form["train"].enabled
    view.act(Action("train"))
    assert view.puzzle == old
    assert view.words()[0] == ("A puzzle that you did not solve", True)
    solve(app, view)
    assert load_deck(home / "puzzles").cards[puzzle_key(old)].memory.reviews == 2
    assert view.run.due() == 0
    view.act(Action("next"))
    assert view.run.card is None


def test_a_card_that_cannot_be_opened_is_dropped_and_training_goes_on(make_app: MakeApp, home: Path) -> None:
    folder, old = home / "puzzles", puzzles()[7]
    update_deck(folder, lambda _: Deck().after(puzzle_key(old), Grade.AGAIN, 0).with_mistakes([MISTAKE], 0))
    path = folder / "cards.json"
    path.write_text(path.read_text().replace("d8d9", "a1a9"))
    app = make_app()
    view = open_puzzles(app)
    view.act(Action("train"))
    assert view.puzzle == old
    assert ("1 card could not be opened and was removed.", False) in view.words()
    solve(app, view)
    view.act(Action("next"))
    assert not any("removed" in text for text, _ in view.words())


def test_puzzles_of_the_face_down_game(make_app: MakeApp) -> None:
    app = make_app()
    view = open_puzzles(app)
    view.act(Action("game"))
    for _ in range(3):
        assert view.puzzle is not None
        assert view.puzzle.kind == "flip"
        solve(app, view)
        app.draw()
        view.act(Action("next"))


def test_the_daily_puzzle_comes_first_and_counts_for_the_day(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = open_puzzles(app)
    assert view.puzzle == daily(DAY)
    assert "2026-11-16" in view.words()[0][0]
    solve(app, view)
    assert ("Solved!", True) in view.words()
    progress = load_progress(home / "puzzles")
    assert (progress.streak, progress.daily_streak, progress.last_daily) == (1, 1, "2026-11-16")
    app.home()
    assert open_puzzles(app).puzzle != daily(DAY)  # Once a day is enough.
    app.home()
    view = open_puzzles(app, date(2026, 11, 17))
    solve(app, view)
    assert load_progress(home / "puzzles").daily_streak == 2


def test_a_wrong_move_is_put_back_and_ends_the_streak(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = open_puzzles(app)
    solve(app, view)
    view.act(Action("next"))
    before = view.board.faces()
    play(app, view, wrong_move(view))
    assert view.board.faces() == before
    assert view.board.notice is not None
    progress = load_progress(home / "puzzles")
    assert progress.streak == 0
    assert progress.best_streak == 1
    solve(app, view)
    assert view.puzzle is not None
    assert view.puzzle.id in load_progress(home / "puzzles").solved
    assert load_progress(home / "puzzles").streak == 0


def long_puzzle(app: Application) -> PuzzleView:
    view = open_puzzles(app)
    puzzle = next(puzzle for puzzle in puzzles() if len(puzzle.moves) >= 3)
    view.run.wants_daily = False
    view.run.choose = lambda: puzzle  # type: ignore[method-assign]
    view._restart()
    return view


def test_the_reply_is_shown_a_moment_later(make_app: MakeApp) -> None:
    app = make_app(animation="normal")
    view = long_puzzle(app)
    move = view.attempt.expected
    click(view.board, move.origin, move.target)
    app.update(0.05)
    assert view.board.ply == 1  # The reply has been played, but is not shown yet.
    assert not view.board.may_play
    pass_frames(app)
    assert view.board.ply == 2
    assert view.board.may_play


def test_the_solution_can_be_shown(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = long_puzzle(app)
    for _ in range(10):
        view.act(Action("show"))
        pass_frames(app)
    assert view.attempt.is_solved()
    assert ("That was the solution.", True) in view.words()
    progress = load_progress(home / "puzzles")
    assert progress.solved == frozenset({course()[0].id})
    assert view.puzzle is not None
    assert view.puzzle.id in progress.failed


def test_the_solver_sits_at_the_bottom(make_app: MakeApp) -> None:
    app = make_app()
    view = open_puzzles(app)
    for puzzle in puzzles()[:12]:
        view.run.wants_daily = False
        view.run.choose = lambda puzzle=puzzle: puzzle  # type: ignore[method-assign,misc]
        view._restart()
        assert view.board.bottom == puzzle.game().seat


def test_pressing_the_theme_button_cycles_through_the_themes(make_app: MakeApp) -> None:
    app = make_app()
    view = open_puzzles(app)
    for theme in themes_of():
        view.act(Action("theme"))
        assert view.run.theme == theme
        assert view.puzzle is not None
        assert theme in view.puzzle.themes
        app.draw()
    view.act(Action("theme"))
    assert view.run.theme is None


def test_when_all_are_solved_it_says_so(make_app: MakeApp) -> None:
    app = make_app()
    view = open_puzzles(app)
    view.run.wants_daily = False
    view.run.choose = lambda: None  # type: ignore[method-assign]
    view._restart()
    app.draw()
    assert "all" in view.words()[0][0]
    view.act(Action("show"))
    view.act(Action("next"))
    pass_frames(app)


def test_progress_that_cannot_be_saved_is_reported(make_app: MakeApp, home: Path) -> None:
    shutil.rmtree(home)
    home.mkdir()
    (home / "puzzles").write_text("in the way")
    app = make_app()
    view = open_puzzles(app)
    solve(app, view)
    assert any("Not saved" in text for text, _ in view.words())
    assert view.run.progress.streak == 1


@pytest.mark.parametrize("size", [(480, 640), (960, 600), (1920, 1080)])
def test_everything_has_its_place(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(size)
    view = open_puzzles(app)
    whole = app.draw().get_rect()
    rects = [control.rect for control in view.form.controls if control.rect.width]
    assert all(whole.contains(rect) for rect in rects)
    assert not any(rect.colliderect(view.painter.rect) for rect in rects)


def test_puzzles_are_opened_from_the_start_screen_and_played_by_keyboard(make_app: MakeApp) -> None:
    app = make_app()
    start = app.view
    assert isinstance(start, StartView)
    start.act(Action("puzzles"))
    view = app.view
    assert isinstance(view, PuzzleView)
    assert view.puzzle is not None
    assert find_puzzle(view.puzzle.id) is view.puzzle
    for name in ("up", "left", "return", "escape", "h"):
        app.handle(Key(name))
        pass_frames(app, 0.3)
    app.handle(Key("n"))
    app.handle(Key("escape"))
    assert app.view in (view, start)


def test_a_sprint_counts_and_ends_with_its_time(make_app: MakeApp, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("jungle.desktop.views.puzzle.monotonic", lambda: now)
    app = make_app()
    view = open_puzzles(app)
    view.act(Action("sprint"))
    first = view.puzzle
    assert first is not None
    assert "180 seconds left; 0 solved so far" in view.words()[0][0]
    solve(app, view)
    pass_frames(app)
    second = view.puzzle
    assert second not in (None, first)
    play(app, view, wrong_move(view))
    assert view.words()[-1] == ("That was the solution.", True)
    pass_frames(app, 3.0)
    assert view.puzzle not in (None, second)
    now = 180.0
    pass_frames(app, 0.1)
    assert view.is_over()
    assert view.words() == [("Time's up: 1 puzzle solved. Your best: 1", True)]
    kept = load_progress(home / "puzzles")
    assert (kept.best_sprint, kept.failed) == (1, frozenset())


def test_a_streak_ends_with_the_first_mistake(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    view = open_puzzles(app)
    view.act(Action("streak"))
    solve(app, view)
    pass_frames(app)
    view.act(Action("show"))
    pass_frames(app, 3.0)
    assert view.puzzle is None
    assert load_progress(home / "puzzles").best_run == 1
    view.act(Action("theme"))
    assert view.puzzle is not None


def test_weak_spots_have_rates_and_are_trained(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    open_puzzles(app).act(Action("weak"))
    assert isinstance(app.view, WeakSpotsView)
    assert not app.view.form["train"].enabled
    app.back()
    failed = [puzzle for puzzle in course() if puzzle.themes == ("jump",)][:4]
    solved = [puzzle for puzzle in course() if puzzle.themes == ("enter_den",)][:3]
    progress = PuzzleProgress(
        solved=frozenset(puzzle.id for puzzle in solved), failed=frozenset(puzzle.id for puzzle in failed)
    )
    save_progress(home / "puzzles", progress)
    view = open_puzzles(app)
    view.act(Action("weak"))
    spots = app.view
    assert isinstance(spots, WeakSpotsView)
    assert [row.split("\t")[1] for row in spots.rows.rows] == [
        "0/4 on the first try (0–49 %)",
        "3/3 on the first try (44–100 %)",
    ]
    app.draw()
    spots.act(Action("train"))
    assert view.puzzle is not None
    assert "jump" in view.puzzle.themes
    assert len(view.run.drill) == 9
