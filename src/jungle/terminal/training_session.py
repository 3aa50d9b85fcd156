"""Training in the terminal: the cards that are due, then puzzles on the weakest theme."""

from datetime import datetime
from pathlib import Path

from jungle.phrases import theme_words
from jungle.puzzles import Attempt, Puzzle
from jungle.storage import LockedError, os_error_text
from jungle.terminal.board import BoardView
from jungle.terminal.puzzle_session import PuzzleRequest, PuzzleSession
from jungle.training import (
    Card,
    Grade,
    drop_unreadable,
    is_as_good,
    load_deck,
    milliseconds,
    record_answer,
    weak_spots,
    weakest_puzzles,
)


class TrainingSession(PuzzleSession):
    """One card after the other. A move as good as the one on the card counts, if the card is from a game."""

    def __init__(self, view: BoardView, folder: Path) -> None:
        super().__init__(view, folder, PuzzleRequest())
        self._cards = load_deck(folder).due(milliseconds())
        self._count_of_cards = len(self._cards)
        self._card: Card | None = None
        self._set: list[Puzzle] | None = None

    def open(self) -> str:
        if self._cards:
            text = self.say("train.due", count=len(self._cards))
        else:
            text = self.say("train.none" if load_deck(self._folder).cards else "train.empty")
        return f"{self._dropped()}{text}\n{self._next()}"

    def _dropped(self) -> str:
        """Drop the cards that cannot be opened, and say so."""
        try:
            count = drop_unreadable(self._folder)
        except (OSError, LockedError):
            return ""  # They are still there next time.
        return self.say("train.dropped", count=count) + "\n" if count else ""

    def _next(self) -> str:
        while self._cards:
            self._card = self._cards.pop(0)
            if (puzzle := self._card.puzzle()) is not None:
                return self._begin(puzzle)
        self._card = None
        text = ""
        if self._set is None:
            deck = load_deck(self._folder)
            self._set = weakest_puzzles(self._progress, deck)
            if self._set:
                theme = weak_spots(self._progress, deck)[0].theme
                theme = theme if theme in self._set[0].themes else self._set[0].themes[0]
                text = self.say("train.set", theme=theme_words(self.say, [theme])) + "\n"
        if not self._set:
            return self.say("train.done") + "\n" + self.leave()
        return text + self._begin(self._set.pop(0))

    def _attempt_at(self, puzzle: Puzzle) -> Attempt:
        return Attempt(puzzle, is_as_good) if self._card and self._card.mistake else Attempt(puzzle)

    def _heading(self, puzzle: Puzzle) -> list[str]:
        if self._card is None:
            return super()._heading(puzzle)
        number = self._count_of_cards - len(self._cards)
        source = self.say("train.from game" if self._card.mistake else "train.from puzzle")
        return [self.say("train.heading", number=number, count=self._count_of_cards), source]

    def _count(self, *, is_solved: bool) -> str:
        if self._card is None:
            return super()._count(is_solved=is_solved)
        if self._is_counted:
            return ""
        self._is_counted = True
        grade = Grade.AGAIN if not is_solved else Grade.HARD if self._hints else Grade.GOOD
        try:
            deck = record_answer(self._folder, self.attempt.puzzle, grade)
        except (OSError, LockedError) as error:
            why = os_error_text(error) if isinstance(error, OSError) else str(error)
            return self.say("puzzle.not kept", why=why) + "\n"
        due = deck.cards[self._card.key].memory.due
        return self.say("train.back", day=datetime.fromtimestamp(due / 1000).date().isoformat()) + "\n"
