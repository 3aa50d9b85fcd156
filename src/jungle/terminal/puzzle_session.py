"""Puzzles in the terminal, one after the other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidSquareError
from jungle.game import Game
from jungle.moves import BoardMove
from jungle.phrases import theme_words
from jungle.pieces import Animal
from jungle.play.events import Refusal, Refused
from jungle.puzzles import Answer, Attempt, Puzzle, daily, find_puzzle, load_progress, save_progress
from jungle.storage import os_error_text
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


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """Which puzzles to show."""

    day: date | None = None
    """The puzzle of that day first."""
    theme: str | None = None
    name: str | None = None
    """The puzzle of that id first."""


class PuzzleSession(Dialogue):
    """A series of puzzles, each as close to the solver's rating as possible."""

    def __init__(self, view: BoardView, folder: Path, wish: PuzzleRequest) -> None:
        super().__init__(view)
        self._folder = folder
        self._wish = wish
        self._progress = load_progress(folder)
        self._attempt: Attempt | None = None
        self._day: date | None = None
        self._hints = 0
        self._is_counted = False

    @property
    def attempt(self) -> Attempt:
        assert self._attempt is not None
        return self._attempt

    @property
    def game(self) -> Game:
        return self.attempt.game

    @property
    def shown_game(self) -> BoardGame | None:
        return None if self._attempt is None else self._attempt.game

    def open(self) -> str:
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
        puzzle = self._progress.next(self._wish.theme)
        if puzzle is None:
            return self.say("puzzle.all") + "\n" + self.leave()
        return self._begin(puzzle)

    def _begin(self, puzzle: Puzzle, day: date | None = None) -> str:
        self._attempt, self._day = Attempt(puzzle), day
        self._hints, self._is_counted = 0, False
        progress = self._progress
        heading = self.say("puzzle.heading", id=puzzle.id, rating=puzzle.rating)
        lines = [heading, self.say("puzzle.progress", rating=progress.rating, streak=progress.streak)]
        if day is not None:
            lines.insert(1, self.say("puzzle.daily", day=day.isoformat(), streak=progress.daily_streak))
        return "".join(f"{line}\n" for line in lines) + self._round()

    def _round(self) -> str:
        self._turn()
        return self.redraw()

    def _turn(self) -> None:
        self._ask(self._turn_prompt, self._answered, self._command_words)

    def _turn_prompt(self) -> str:
        side = side_name(self.say, self.game, self.game.side).capitalize()
        goal = self.say("puzzle.win" if self.attempt.puzzle.goal == "win" else "puzzle.save", side=side)
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
                return self._count(is_solved=False) + self._next()
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
        if answer is Answer.WRONG:
            return self.say("puzzle.wrong") + "\n" + self._count(is_solved=False)
        reply = self._reply(plies)
        if answer is Answer.RIGHT:
            return f"{self.say('puzzle.right')} {reply}\n" + self._round()
        is_clean = self.attempt.clean
        praise = self.say("puzzle.solved" if is_clean else "puzzle.found") + "\n"
        return self.redraw() + praise + self._count(is_solved=is_clean) + self._after()

    def _reply(self, plies: int) -> str:
        """The other side's reply to the move of a ply, if any."""
        moves = self.game.moves
        if len(moves) < plies + 2:
            return ""
        return self.say("puzzle.reply", words=self.words.move(self.game, moves[-1]))

    def _hint(self) -> str:
        """First the theme, then the animal to move. The second hint means that it does not count as solved."""
        self._hints += 1
        if self._hints == 1 and self.attempt.puzzle.themes:
            return self.say("puzzle.theme", themes=theme_words(self.say, self.attempt.puzzle.themes)) + "\n"
        self.attempt.clean = False
        return self.say("puzzle.animal", animal=self.say(f"animal.{self.attempt.expected.animal}")) + "\n"

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
        before, self._progress = self._progress, self._progress.after(self.attempt.puzzle, is_solved, day=self._day)
        after = self._progress
        text = self.say("puzzle.rated", before=before.rating, after=after.rating, streak=after.streak) + "\n"
        if self._day is not None and is_solved:
            text += self.say("puzzle.days", streak=after.daily_streak) + "\n"
        try:
            save_progress(self._folder, after)
        except OSError as error:
            text += self.say("puzzle.not kept", why=os_error_text(error)) + "\n"
        return text
