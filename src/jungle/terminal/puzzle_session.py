"""Puzzles in the terminal, one after the other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from time import monotonic

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidSquareError
from jungle.games import DEFAULT_GAME
from jungle.moves import BoardMove
from jungle.phrases import theme_words
from jungle.pieces import Animal
from jungle.play.events import Refusal, Refused
from jungle.puzzles import Answer, Attempt, Mode, Puzzle, Series, daily, find_puzzle, load_progress, save_progress
from jungle.storage import LockedError, os_error_text
from jungle.terminal.board import BoardView
from jungle.terminal.commands import (
    AFTER_A_PUZZLE,
    PUZZLE_WORDS,
    Verb,
    chosen,
    next_words,
    parse_command,
    parse_step,
    plain,
)
from jungle.terminal.dialogue import Dialogue
from jungle.terminal.text_renderer import side_name
from jungle.training import Grade, record_answer


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """Which puzzles to show."""

    day: date | None = None
    """The puzzle of that day first."""
    theme: str | None = None
    name: str | None = None
    """The puzzle of that id first."""
    kind: str = DEFAULT_GAME
    mode: Mode | None = None
    """A sprint or a streak."""


class PuzzleSession(Dialogue):
    """A series of puzzles, each as close to the solver's rating as possible."""

    def __init__(self, view: BoardView, folder: Path, wish: PuzzleRequest) -> None:
        super().__init__(view)
        self._folder = folder
        self._wish = wish
        self._progress = load_progress(folder)
        self._attempt: Attempt | None = None
        self._day: date | None = None
        self._skipped: set[str] = set()
        self._series: Series | None = None
        self._number = 0
        self._hints = 0
        self._is_counted = False

    @property
    def attempt(self) -> Attempt:
        assert self._attempt is not None
        return self._attempt

    @property
    def game(self) -> BoardGame:
        return self.attempt.game

    @property
    def shown_game(self) -> BoardGame | None:
        return None if self._attempt is None else self._attempt.game

    def open(self) -> str:
        if self._wish.mode is not None:
            self._series = Series(self._wish.mode, now=monotonic(), kind=self._wish.kind)
            return self._next()
        if self._wish.name is not None:
            return self._begin(find_puzzle(self._wish.name))
        if self._wish.day is not None:
            return self._begin(daily(self._wish.day), self._wish.day)
        return self._next()

    def leave(self) -> str:
        self._over = True
        return f"\n{self.say('terminal.goodbye')}\n"

    def _next(self) -> str:
        """Start the next puzzle, or say goodbye if all are solved."""
        if self._series is not None:
            return self._end_series(self._series) if self._series.puzzle is None else self._begin(self._series.puzzle)
        puzzle = self._progress.next(self._wish.theme, kind=self._wish.kind, skipped=self._skipped)
        if puzzle is None:
            return self.say("puzzle.all") + "\n" + self.leave()
        return self._begin(puzzle)

    def _end_series(self, series: Series) -> str:
        self._progress = series.recorded(self._progress)
        best = self._progress.best_sprint if series.mode is Mode.SPRINT else self._progress.best_run
        text = self.say(f"puzzle.run.over.{series.mode.value}", count=series.score, best=best) + "\n"
        return text + self._save() + self.leave()

    def _begin(self, puzzle: Puzzle, day: date | None = None) -> str:
        self._attempt, self._day = self._attempt_at(puzzle), day
        self._hints, self._is_counted = 0, False
        self._number += 1
        return "".join(f"{line}\n" for line in self._heading(puzzle)) + self._round()

    def _attempt_at(self, puzzle: Puzzle) -> Attempt:
        return Attempt(puzzle)

    def _heading(self, puzzle: Puzzle) -> list[str]:
        """The lines above a puzzle."""
        progress = self._progress
        if (series := self._series) is not None:
            left, heading = series.seconds_left(monotonic()), "puzzle.run.heading"
            done = {"score": series.score}
            state = (
                self.say("puzzle.run.score", **done)
                if left is None
                else self.say("puzzle.run.left", count=round(left), **done)
            )
            return [self.say(heading, number=self._number, rating=puzzle.rating), state]
        lines = [
            self.say("puzzle.heading", id=puzzle.id, rating=puzzle.rating),
            self.say("puzzle.progress", rating=progress.rating, streak=progress.streak),
        ]
        if self._day is not None:
            lines.insert(1, self.say("puzzle.daily", day=self._day.isoformat(), streak=progress.daily_streak))
        return lines

    def _round(self) -> str:
        self._turn()
        return self.redraw()

    def _turn(self) -> None:
        self._ask(self._turn_prompt, self._answered, self._command_words)

    def _turn_prompt(self) -> str:
        side = side_name(self.say, self.game, self.game.side).capitalize()
        goal = self.say(f"puzzle.{self.attempt.puzzle.goal}", side=side)
        return f"\n{goal}\n{self.say('puzzle.ask')}"

    def _command_words(self, words: Sequence[str]) -> Iterable[str]:
        return PUZZLE_WORDS if not words else next_words(self.game, words, turned=False)

    def _answered(self, line: str) -> str:
        """Handle a line: a move, or one of `PUZZLE_WORDS`."""
        if not line.strip():
            return self.say("terminal.empty") + "\n"
        game = self.game
        command = parse_command(line, game)
        if command is not None and command.squares is not None:
            return self._try(partial(game.parse_move, command.squares), text=command.squares)
        if command is not None and command.verb in (Verb.MOVE, Verb.JUMP) and command.words:
            step = parse_step(command.words, uses_directions=True)
            if isinstance(step, str):
                return self.say(step, verb=command.verb.value) + "\n"
            (animal, direction), verb = step, command.verb
            return self._try(partial(game.find_step, animal, direction, jump=verb is Verb.JUMP), animal, verb)
        match chosen(PUZZLE_WORDS, plain(line)):
            case "hint":
                return self._hint()
            case "show":
                return self._show()
            case "next":
                return self._skip()
            case "exit":
                return self.leave()
            case "board":
                return self.redraw()
        return self.say("puzzle.unknown") + "\n"

    def _try(
        self, find: Callable[[], BoardMove], animal: Animal | None = None, verb: Verb = Verb.MOVE, *, text: str = ""
    ) -> str:
        """Try the move that `find` returns, or explain why it is refused."""
        plies = len(self.game)
        try:
            answer = self.attempt.play(find())
        except (InvalidMoveError, InvalidSquareError):
            return self.words.refused(self.game, Refused(Refusal.NOT_A_MOVE), verb) + "\n"
        except IllegalMoveError as error:
            refused = Refused(error.reason, animal if error.piece is None else error.piece.animal, text)
            return self.words.refused(self.game, refused, verb) + "\n"
        if answer is Answer.WRONG and self._series is not None:
            words = self.words.move(self.game, self.attempt.expected)
            return self.say("puzzle.shown", words=words) + "\n" + self._count(is_solved=False) + self._next()
        if answer is Answer.WRONG:
            return self.say("puzzle.wrong") + "\n" + self._count(is_solved=False)
        reply = self._reply(plies)
        if answer is Answer.RIGHT:
            return f"{self.say('puzzle.right')} {reply}\n" + self._round()
        is_clean = self.attempt.clean
        praise = self.say("puzzle.solved" if is_clean else "puzzle.found") + "\n"
        if self._series is not None:
            return praise + self._count(is_solved=is_clean) + self._next()
        return self.redraw() + praise + self._count(is_solved=is_clean) + self._after()

    def _skip(self) -> str:
        """Go to the next puzzle. One that was not tried does not count, except in a series."""
        if self._series is None and self.attempt.clean and not len(self.game) and not self._hints:
            self._skipped.add(self.attempt.puzzle.id)
            return self._next()
        return self._count(is_solved=False) + self._next()

    def _reply(self, plies: int) -> str:
        """The other side's reply to the move of a ply, if any."""
        moves = self.game.moves
        if len(moves) < plies + 2:
            return ""
        return self.say("puzzle.reply", words=self.words.move(self.game, moves[-1]))

    def _hint(self) -> str:
        """First the theme, then the animal to move, then where it goes.

        After the second hint it no longer counts as solved.
        """
        self._hints += 1
        expected, grid = self.attempt.expected, self.game.grid
        if self._hints == 1 and self.attempt.puzzle.themes:
            return self.say("puzzle.theme", themes=theme_words(self.say, self.attempt.puzzle.themes)) + "\n"
        self.attempt.clean = False
        if self._hints <= 2 and expected.animal is not None:
            return self.say("puzzle.animal", animal=self.say(f"animal.{expected.animal}")) + "\n"
        return self.say("puzzle.target", square=grid.names[expected.target]) + "\n"

    def _show(self) -> str:
        """Play the solution to its end."""
        shown = ""
        while not self.attempt.is_solved():
            words = self.words.move(self.game, self.attempt.expected)
            plies = len(self.game)
            self.attempt.show()
            shown += f"{self.say('puzzle.shown', words=words)} {self._reply(plies)}".rstrip() + "\n"
        return shown + self.redraw() + self._count(is_solved=False) + self._after()

    def _after(self) -> str:
        question = self.say("puzzle.again")
        return self._confirm(f"\n{question}", yes=self._next, no=self.leave, answers=AFTER_A_PUZZLE)

    def _count(self, *, is_solved: bool) -> str:
        """Record the first result of this puzzle, and report the new rating."""
        if self._is_counted:
            return ""
        self._is_counted = True
        if self._series is not None:
            self._series.answered(is_solved=is_solved, now=monotonic())
            return ""
        before, self._progress = self._progress, self._progress.after(self.attempt.puzzle, is_solved, day=self._day)
        after = self._progress
        text = self.say("puzzle.rated", before=before.rating, after=after.rating, streak=after.streak) + "\n"
        if self._day is not None and is_solved:
            text += self.say("puzzle.days", streak=after.daily_streak) + "\n"
        return text + self._save(Grade.GOOD if is_solved else Grade.AGAIN)

    def _save(self, grade: Grade | None = None) -> str:
        """Save the progress and the card; an explanation if that fails."""
        try:
            save_progress(self._folder, self._progress)
            if grade is not None:
                record_answer(self._folder, self.attempt.puzzle, grade)
        except OSError as error:
            return self.say("puzzle.not kept", why=os_error_text(error)) + "\n"
        except LockedError as error:
            return self.say("puzzle.not kept", why=error) + "\n"
        return ""
