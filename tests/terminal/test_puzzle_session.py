"""Puzzles at the terminal."""

from datetime import date
from pathlib import Path

import pytest

from jungle.language import Translator
from jungle.puzzles import Mode, Puzzle, all_puzzles, course, daily, find_puzzle, load_progress, puzzles
from jungle.terminal.board import BoardView
from jungle.terminal.puzzle_session import PuzzleRequest, PuzzleSession
from jungle.terminal.text_renderer import TextRenderer
from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.sessions import solve
from tests.terminal.transcript import play

DAY = date(2026, 11, 16)


def opened(folder: Path, lang: str = "en", **wish: object) -> tuple[PuzzleSession, str]:
    view = BoardView(TextRenderer(Translator(lang)))
    session = PuzzleSession(view, folder, PuzzleRequest(**wish))  # type: ignore[arg-type]
    return session, session.open()


def long_puzzle() -> Puzzle:
    return next(puzzle for puzzle in puzzles() if len(puzzle.moves) > 2)


def test_a_puzzle_is_solved_and_rated(tmp_path: Path) -> None:
    session, text = opened(tmp_path)
    assert text.startswith(f"-PUZZLE {session.attempt.puzzle.id}-  (rated ")
    assert "Your rating: 400; streak: 0" in text
    assert ": only one move " in session.prompt
    solved = solve(session)
    assert "Solved!\nYour rating: 400 -> 4" in solved
    assert "; streak: 1\n" in solved
    assert load_progress(tmp_path).streak == 1
    first = session.attempt.puzzle
    assert "-PUZZLE " in session.feed("yes")
    assert session.attempt.puzzle != first
    assert session.feed("exit").endswith("Have a good day and see you next time! :)\n")
    assert session.is_over()


def test_a_wrong_move_can_be_retried_but_counts(tmp_path: Path) -> None:
    session, _ = opened(tmp_path)
    wrong = next(move for move in session.game.legal_moves() if move != session.attempt.expected)
    text = session.feed(wrong.uci())
    assert text.startswith("Not that one. Try again!\nYour rating: 400 -> 400"), "the first of all is not rated"
    assert not len(session.game)
    assert session.feed(wrong.uci()) == "Not that one. Try again!\n", "it counts once"
    assert "That's it.\n" in solve(session)
    progress = load_progress(tmp_path)
    assert (progress.streak, len(progress.failed), len(progress.solved)) == (0, 1, 0)


def test_replies_are_announced(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, name=long_puzzle().id)
    text = session.feed(session.attempt.expected.uci())
    assert text.startswith("Right! The other side answers: ")
    assert len(session.game) == 2


def test_hints_go_from_the_theme_to_the_animal(tmp_path: Path) -> None:
    session, _ = opened(tmp_path)
    assert session.feed("hint").startswith("Theme: ")
    assert session.attempt.clean
    assert session.feed("hint") == f"The {session.attempt.expected.animal} moves.\n"
    target = session.game.grid.names[session.attempt.expected.target]
    assert session.feed("hint") == f"It goes to {target}.\n"
    assert "That's it." in solve(session)
    assert load_progress(tmp_path).streak == 0


def test_an_untouched_puzzle_is_skipped(tmp_path: Path) -> None:
    session, _ = opened(tmp_path)
    seen = {session.attempt.puzzle}
    for _ in range(3):
        session.feed("next")
        seen.add(session.attempt.puzzle)
    assert len(seen) == 4
    assert not load_progress(tmp_path).failed
    session.feed("hint")
    session.feed("hint")
    session.feed("next")
    assert len(load_progress(tmp_path).failed) == 1


def test_puzzles_of_the_face_down_game(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, kind="flip")
    assert session.attempt.puzzle == course("flip")[0]
    assert "Solved!" in solve(session)


def test_a_streak_ends_with_the_first_mistake(tmp_path: Path) -> None:
    session, text = opened(tmp_path, mode=Mode.STREAK)
    assert text.startswith("-PUZZLE 1-  (rated ")
    assert "Solved!\n-PUZZLE 2-" in solve(session)
    wrong = next(move for move in session.game.legal_moves() if move != session.attempt.expected)
    text = session.feed(wrong.uci())
    assert "The move was: " in text
    assert "The streak is over: 1 puzzle solved. Your best: 1\n" in text
    assert session.is_over()
    progress = load_progress(tmp_path)
    assert (progress.best_run, progress.streak, progress.solved) == (1, 0, frozenset())


def test_a_sprint_shows_the_time(tmp_path: Path) -> None:
    session, text = opened(tmp_path, mode=Mode.SPRINT)
    assert "180 seconds left; 0 solved so far" in text
    wrong = next(move for move in session.game.legal_moves() if move != session.attempt.expected)
    assert "-PUZZLE 2-" in session.feed(wrong.uci())
    assert "; 1 solved so far" in solve(session)
    session._series._until = 0  # type: ignore[union-attr]
    text = solve(session)
    assert "Time's up: 1 puzzle solved. Your best: 1" in text


def test_the_solution_is_shown(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, name=long_puzzle().id)
    text = session.feed("show")
    assert text.count("The move was: ") == (len(long_puzzle().moves) + 1) // 2
    assert session.attempt.is_solved()
    assert session.prompt.endswith("Another one? (yes/no):\n")


def test_the_daily_puzzle_and_its_streak(tmp_path: Path) -> None:
    for number, day in enumerate((DAY, date(2026, 11, 17)), start=1):
        session, text = opened(tmp_path, day=day)
        assert session.attempt.puzzle == daily(day)
        assert f"Puzzle of {day}; daily streak: {number - 1}" in text
        assert f"Daily streak: {number}\n" in solve(session)


def test_only_puzzles_of_a_theme(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, theme="capture")
    for _ in range(4):
        assert "capture" in session.attempt.puzzle.themes
        solve(session)
        session.feed("yes")


@pytest.mark.parametrize("line", ["", "x", "undo", "move tige up", "a1", "走", "\x00", "99", "move lion"])
def test_lines_that_are_not_moves_are_explained(line: str, tmp_path: Path) -> None:
    session, _ = opened(tmp_path)
    prompt = session.prompt
    assert session.feed(line).count("\n") == 1
    assert session.prompt == prompt
    assert load_progress(tmp_path).rating == 400


def test_a_puzzle_is_solved_in_chinese(tmp_path: Path) -> None:
    session, text = opened(tmp_path, lang="zh")
    assert text.startswith("-习题 ")
    assert session.feed("提示").startswith("主题：")
    assert session.completions([]) == ["提示", "答案", "下一题", "退出", "棋盘"]
    assert "解出来了！" in solve(session)


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    session, _ = opened(tmp_path / "file")
    assert "(Your progress can't be saved: " in solve(session)


def test_the_command_opens_and_lists_puzzles(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["puzzle", "--daily"], ["show", "no"], environment, tmp_path)
    assert (ran.code, ran.complaints) == (0, "")
    assert f"-PUZZLE {daily(date.today()).id}-" in ran.shown
    listing = play(["puzzle", "--list"], [], environment, tmp_path).shown
    assert listing.startswith(f"0 of {len(all_puzzles())} puzzles solved; your rating: ")
    assert "(den_race): 0 of " in listing
    assert " 0 of 0" not in listing
    wrong = play(["puzzle", "--id", "nonsense"], [], environment, tmp_path)
    assert (wrong.code, wrong.complaints) == (2, "jungle: there is no puzzle 'nonsense'\n")
    assert find_puzzle(puzzles()[0].id) == puzzles()[0]


def test_in_a_terminal_of_eighty_by_twentyfour(environment: dict[str, str], tmp_path: Path) -> None:
    own = environment | {"TERM": "xterm", "COLORFGBG": "15;0"}
    with PseudoTerminal(["puzzle"], own, tmp_path, columns=80, lines=24) as terminal:
        terminal.wait_for("exit): ")
        assert len(terminal.screen.splitlines()) <= 24
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0


def test_a_puzzle_in_traditional_characters(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, lang="zh-Hant")
    assert session.completions([]) == ["提示", "答案", "下一題", "退出", "棋盤"]
    assert session.feed("棋盤") == session.feed("board")


@pytest.mark.parametrize(
    ("word", "leaves"), [("next", False), ("yes", False), ("exit", True), ("quit", True), ("n", True)]
)
def test_after_a_puzzle_the_words_of_puzzles_are_answers_too(word: str, leaves: bool, tmp_path: Path) -> None:
    session, _ = opened(tmp_path)
    session.feed("show")
    shown = session.feed(word)
    assert session.is_over() is leaves
    assert ("-PUZZLE " in shown) is not leaves
