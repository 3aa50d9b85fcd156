"""Training at the terminal."""

from pathlib import Path

from jungle.language import Translator
from jungle.puzzles import PuzzleProgress, course, puzzles, save_progress
from jungle.terminal.board import BoardView
from jungle.terminal.text_renderer import TextRenderer
from jungle.terminal.training_session import TrainingSession
from jungle.training import Deck, Grade, Mistake, load_deck, puzzle_key, update_deck
from tests.needs import needs_core
from tests.terminal.sessions import solve
from tests.terminal.transcript import play

MISTAKE = Mistake("standard", "7/3W3/7/7/7/7/7/3r3/7 b 0 1", "d8d9", "run")


def opened(folder: Path, lang: str = "en") -> tuple[TrainingSession, str]:
    session = TrainingSession(BoardView(TextRenderer(Translator(lang))), folder)
    return session, session.open()


def test_due_cards_are_trained_and_come_back_later(tmp_path: Path) -> None:
    puzzle = puzzles()[3]
    update_deck(tmp_path, lambda _: Deck().after(puzzle_key(puzzle), Grade.AGAIN, 0).with_mistakes([MISTAKE], 1))
    session, text = opened(tmp_path)
    assert text.startswith("2 cards are due.\n-TRAINING-  card 1 of 2\nA puzzle that you did not solve\n")
    assert session.attempt.puzzle == puzzle
    assert "This card comes back on 20" in solve(session)
    text = session.feed("yes")
    assert text.startswith("-TRAINING-  card 2 of 2\nFrom a game of yours\n")
    assert "in your game you missed something here" in session.prompt
    assert session.feed("hint") == "Theme: missed runs.\n"
    solve(session)
    cards = load_deck(tmp_path).cards
    assert [card.memory.reviews for card in cards.values()] == [2, 2]
    assert "That's all for today.\n" in session.feed("yes")
    assert session.is_over()


def test_a_card_that_cannot_be_opened_is_dropped_and_training_goes_on(tmp_path: Path) -> None:
    update_deck(tmp_path, lambda _: Deck().with_mistakes([MISTAKE], 0).after(puzzle_key(puzzles()[3]), Grade.AGAIN, 1))
    path = tmp_path / "cards.json"
    path.write_text(path.read_text().replace("d8d9", "a1a9"))
    _, text = opened(tmp_path)
    assert text.startswith("1 card could not be opened and was removed.\n1 card is due.\n-TRAINING-  card 1 of 1\n")
    assert "removed" not in opened(tmp_path)[1]


@needs_core
def test_a_card_is_graded_by_the_first_try(tmp_path: Path) -> None:
    update_deck(tmp_path, lambda _: Deck().with_mistakes([MISTAKE], 0))
    session, _ = opened(tmp_path)
    assert session.feed("d8c8").startswith("Not that one. Try again!\nThis card comes back on ")
    before = load_deck(tmp_path)
    assert "That's it." in solve(session)
    assert load_deck(tmp_path) == before


def test_without_cards_the_weakest_theme_is_trained(tmp_path: Path) -> None:
    jumps = [puzzle for puzzle in course() if puzzle.themes == ("jump",)][:4]
    save_progress(
        tmp_path, PuzzleProgress(solved=frozenset(puzzle.id for puzzle in jumps[1:]), failed=frozenset({jumps[0].id}))
    )
    session, text = opened(tmp_path)
    assert "Here are puzzles on your weakest theme: jump.\n-PUZZLE " in text
    assert "jump" in session.attempt.puzzle.themes
    assert "Your rating: 400 -> 4" in solve(session)


def test_there_may_be_nothing_to_train(tmp_path: Path) -> None:
    session, text = opened(tmp_path)
    assert text.startswith("You have no cards yet. ")
    assert session.is_over()


def test_the_command_says_that_there_are_no_cards_yet(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["train"], [], environment, tmp_path)
    assert (ran.code, ran.complaints) == (0, "")
    assert "You have no cards yet." in ran.shown
    assert "Solve a few more puzzles" in play(["train", "--list"], [], environment, tmp_path).shown
