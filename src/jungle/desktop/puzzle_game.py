"""A puzzle on the board: right moves are answered, wrong ones put back."""

from datetime import date
from pathlib import Path

from jungle.desktop.animation import motion_of
from jungle.desktop.live_game import LiveGame
from jungle.language import Speaker
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.puzzles import Answer, Attempt, Puzzle, daily, load_progress, next_puzzle, save_progress
from jungle.storage import why

REPLY_SECONDS = 0.45
"""Between a right move and the reply to it."""


class PuzzleGame(LiveGame):
    """The game of an attempt, seen from the side of whoever is to solve it."""

    def __init__(self, attempt: Attempt, say: Speaker, *, speed: float) -> None:
        super().__init__(attempt.game, (None, None), say, speed=speed, judging=False)
        self.attempt = attempt
        self.solver = self.turn
        self.turned = self.turn is Side.RED
        self.answers: list[Answer] = []
        """What the moves so far were; whoever reacts to them takes them out."""
        self._reply_in: float | None = None

    def _play(self, move: BoardMove, carried: bool = False) -> None:
        answer = self.attempt.play(move)
        self.answers.append(answer)
        if answer is Answer.WRONG:
            self.hand.selection = None
            self.refuse(self.say("desktop.puzzle.wrong"))
        else:
            self._show_answer(answer, carried=carried)

    def show_solution(self) -> None:
        """Play the move that is to be found."""
        before = len(self.game)
        if before < len(self.attempt.puzzle.moves) and self.viewing is None:
            self.attempt.show()
            self._show_answer(Answer.SOLVED if len(self.game) == before + 1 else Answer.RIGHT)

    def _show_answer(self, answer: Answer, *, carried: bool = False) -> None:
        self._follow()
        own = len(self.game) - (1 if answer is Answer.SOLVED else 2)
        motion = motion_of(self.game, self.game.moves[own], own, speed=self.speed, carried=carried)
        if answer is Answer.RIGHT:
            # Both moves have been played: show the first, and the reply a moment later.
            self.viewing, self._reply_in = own + 1, REPLY_SECONDS
        self.animation.begin(motion)

    @property
    def is_moving(self) -> bool:
        return super().is_moving or self._reply_in is not None

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._reply_in is None or self.animation.motion is not None:
            return
        self._reply_in -= seconds
        if self._reply_in <= 0:
            self.viewing = self._reply_in = None
            ply = len(self.game) - 1
            self.animation.begin(motion_of(self.game, self.game.moves[ply], ply, speed=self.speed))


class PuzzleRun:
    """Which puzzle comes next, and how somebody is doing, kept in a folder that all front ends share."""

    def __init__(self, folder: Path, today: date) -> None:
        self.folder = folder
        self.today = today
        self.progress = load_progress(folder)
        self.theme: str | None = None
        self.is_daily = self.progress.last_daily != today.isoformat()
        """Is the puzzle that of the day? It comes first, once."""
        self.trouble: str | None = None
        """Why the progress could not be kept, or None."""

    def choose(self) -> Puzzle | None:
        """The daily puzzle, or the next one of the theme; None when all are solved."""
        if self.is_daily:
            return daily(self.today)
        return next_puzzle(
            self.progress.rating, self.progress.solved | self.progress.failed, self.theme
        ) or next_puzzle(self.progress.rating, self.progress.solved, self.theme)

    def answered(self, puzzle: Puzzle, answer: Answer) -> None:
        """Remember a wrong move, or a solution."""
        if answer is not Answer.RIGHT:
            day = self.today if self.is_daily else None
            self.progress = self.progress.after(puzzle, answer is Answer.SOLVED, day=day)
            self._keep()

    def gave_up(self, puzzle: Puzzle) -> None:
        self.progress = self.progress.after(puzzle, False)
        self._keep()

    def _keep(self) -> None:
        try:
            save_progress(self.folder, self.progress)
        except OSError as error:
            self.trouble = why(error)
        else:
            self.trouble = None
