"""A game in progress, without a pixel: what is selected, what may be played, what moves, who is thinking.

It knows no rules: the game says what is legal and how it ended. Tests use it without a window.
"""

from dataclasses import dataclass

from jungle.boardgame import AnyGame
from jungle.desktop.animation import Animation, motion_of
from jungle.desktop.evaluation_bar import EvaluationBar
from jungle.desktop.thinking import Thinking, hint_player
from jungle.desktop.words import capitalised, refusal_words
from jungle.engine import Hint
from jungle.errors import IllegalMoveError, Obstacle
from jungle.language import Speaker
from jungle.language.phrases import hint_words
from jungle.moves import BoardMove
from jungle.outcome import Outcome
from jungle.pieces import Piece, Side
from jungle.players import Choice
from jungle.storage import Players, by_colour
from jungle.svg.layout import BoardLayout

PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.15, "instant": 0.0}
"""The minimum seconds between two moves of the computer."""
NOTICE_SECONDS = 4.0
RESULT_DELAY = 1.5
"""Seconds between the last move and the card with the result."""


@dataclass(slots=True)
class Notice:
    """A message to the player, and the seconds it remains."""

    text: str
    left: float = NOTICE_SECONDS


@dataclass(slots=True)
class Selection:
    """The selected piece; `held` while the pointer is down on it or drags it."""

    square: int
    targets: frozenset[int]
    held: bool = False
    again: bool = False
    """Was it selected already when the pointer was pressed? Then a click deselects it."""


class LiveGame:
    """A game, its players, and everything about it that a window shows.

    Where the first piece turned up decides the colours, whoever turns it up sits in Red's place until then.
    """

    def __init__(
        self,
        game: AnyGame,
        players: Players,
        say: Speaker,
        *,
        pace: str = "normal",
        speed: float = 1.0,
        judging: bool = True,
    ) -> None:
        self.game = game
        self.say = say
        self.pace = pace
        self.speed = speed
        self.judging = judging
        self.places = by_colour(game, players)
        """The players by place, as before the colours were decided."""
        self.turned = game.has_direction and self.humans == [Side.RED]
        self.selection: Selection | None = None
        self.cursor = game.grid.files * (game.grid.ranks // 2) + game.grid.files // 2
        self.cursor_shown = False
        self.viewing: int | None = None
        """The past ply on the board, or None for the present."""
        self.paused = False
        self.notice: Notice | None = None
        self.hint: BoardMove | None = None
        self.animation = Animation()
        self._thinking = Thinking()
        self.bar = EvaluationBar(game, self._thinking)
        self._follow()
        self.changed = False
        """Has the game changed since it was last saved? Looking at a game does not save it."""
        self._announced = self.outcome is not None

    # State

    @property
    def players(self) -> Players:
        """The players by colour, as far as the colours are decided."""
        return by_colour(self.game, self.places)

    @property
    def humans(self) -> list[Side]:
        return [side for side in Side if self.players[side] is None]

    @property
    def turn(self) -> Side:
        """The side to move; Red's place before the colours are decided."""
        return Side.RED if self.game.side is None else self.game.side

    @property
    def layout(self) -> BoardLayout:
        return BoardLayout(self.game.grid, self.turned)

    @property
    def ply(self) -> int:
        return len(self.game) if self.viewing is None else self.viewing

    def faces(self) -> dict[int, Piece | None]:
        return self.game.faces(self.ply)

    @property
    def last_move(self) -> BoardMove | None:
        """The move that led to the position on the board."""
        return self.game.moves[self.ply - 1] if self.ply else None

    @property
    def is_judged(self) -> bool:
        """Is there anything for an evaluation bar to show?"""
        return self.judging and self.bar.is_possible

    @property
    def is_thinking(self) -> bool:
        return "move" in self._thinking

    @property
    def is_moving(self) -> bool:
        """Does anything change without input?"""
        return bool(
            self.animation.is_busy
            or self.notice
            or self._thinking.is_busy
            or self.bar.is_moving
            or (self.outcome is not None and self._ended_for < RESULT_DELAY)
            or (self.is_computers_turn and not self.paused)
        )

    @property
    def result_due(self) -> bool:
        """Is it time to show the result?"""
        return self.outcome is not None and self.animation.motion is None and self._ended_for >= RESULT_DELAY

    @property
    def may_play(self) -> bool:
        """Is it a person's turn?"""
        return self.viewing is None and self.outcome is None and self.players[self.turn] is None

    @property
    def is_computers_turn(self) -> bool:
        return self.viewing is None and self.outcome is None and self.players[self.turn] is not None

    def pickable(self) -> set[int]:
        """The squares from which a person may move now."""
        return {move.origin for move in self.legal_moves} if self.may_play else set()

    # Input

    def press(self, square: int) -> None:
        """The pointer is pressed on a square."""
        self.cursor, self.cursor_shown = square, False
        if not self.may_play or (self.selection and square in self.selection.targets):
            return  # A click on a target plays when the pointer is released.
        if square in self.pickable():
            self._pick(square)
        elif self.selection is None and (piece := self.faces().get(square)) and piece.side is self.turn:
            self._refuse(self.say("refusal.stuck", animal=self.say(f"animal.{piece.animal}")))

    def release(self, square: int | None) -> None:
        """The pointer is released on a square, or outside the board."""
        selection = self.selection
        if not self.may_play or selection is None:
            return
        carried = selection.held and square != selection.square
        selection.held = False
        if square is None:
            return
        if square in selection.targets and (carried or square != selection.square or not selection.again):
            self._play(self.game.find_move(selection.square, square), carried=carried)
        elif square == selection.square:
            if selection.again:
                self.selection = None
        elif carried or square not in self.pickable():
            self.selection = None
            self._explain(selection.square, square, carried=carried)

    def confirm(self) -> None:
        """Enter on the cursor's square: select, deselect or move."""
        square = self.cursor
        self.press(square)
        self.cursor_shown = True
        self.release(square)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the keyboard cursor, as seen on the screen; it stays on the board."""
        self.cursor_shown = True
        column, row = self.layout.cell(self.cursor)
        column = min(max(column + columns, 0), self.game.grid.files - 1)
        row = min(max(row + rows, 0), self.game.grid.ranks - 1)
        self.cursor = self.layout.square_at(column, row)

    def cancel(self) -> bool:
        """Deselect, or return to the present; False if there is nothing to cancel."""
        if self.selection is not None:
            self.selection = None
            return True
        if self.viewing is not None:
            self.look(None)
            return True
        return False

    def look(self, ply: int | None) -> None:
        """Show the board after some plies; None, or the number played, is the present."""
        self.selection = self.hint = self.notice = None
        self._thinking.stop("hint")  # A hint applies to the present only.
        self.animation.finish()
        self.viewing = None if ply is None or ply >= len(self.game) else max(ply, 0)

    def undo(self) -> bool:
        """Take moves back until it is a person's turn; between computers, one move, and pause. False at the start."""
        self.stop_thinking()
        self.look(None)
        if not len(self.game) and self.outcome is None:
            return False
        move = None
        while len(self.game) or self.outcome is not None:
            move = self.game.undo()
            self._follow()
            if not self.humans or self.turn in self.humans or move is None:
                break
        self.paused = not self.humans
        if move is not None:
            self.animation.begin(motion_of(self.game, move, len(self.game), speed=self.speed, backwards=True))
        self.animation.sounds.append("back")
        return True

    def redo(self) -> bool:
        """Replay moves that were taken back, up to a person's turn."""
        if not self.game.undone:
            return False
        self.stop_thinking()
        self.look(None)
        while self.game.undone:
            self._show(self.game.redo())
            if not self.humans or self.turn in self.humans:
                break
        return True

    def resume_here(self) -> None:
        """Resume the game at the ply on the board; later moves are taken back."""
        if self.viewing is not None:
            ply, self.viewing = self.viewing, None
            self.stop_thinking()
            while len(self.game) > ply:
                self.game.undo()
            self._follow()
            self.animation.sounds.append("back")

    def resign(self) -> None:
        """The person to move resigns or, on the computer's turn, the one who plays against it."""
        humans = self.humans
        if self.outcome is None and humans:
            self.stop_thinking()
            self.look(None)
            self.game.resign(self.turn if self.turn in humans else humans[0])
            self._follow()

    def agree_draw(self) -> None:
        """Two people agree on a draw."""
        if self.outcome is None and len(self.humans) == 2:
            self.look(None)
            self.game.agree_draw()
            self._follow()

    def ask_hint(self) -> None:
        """Look for a good move in the background."""
        if self.may_play and "hint" not in self._thinking:
            self.hint = None
            self._thinking.start("hint", hint_player(self.game.kind), self.game)
            self.tell(self.say("desktop.hint.looking"))

    def tell(self, text: str) -> None:
        self.notice = Notice(text)

    def pause(self) -> None:
        """Pause or resume the computer."""
        self.paused = not self.paused
        self._thinking.stop("move")

    def stop_thinking(self) -> None:
        """Stop all thinking, for now."""
        self._thinking.stop()
        self.bar.forget()

    def close(self) -> None:
        """Stop all thinking and wait for it."""
        self._thinking.close()

    # Time

    def update(self, seconds: float) -> None:
        """Advance by some seconds."""
        self.animation.update(seconds)
        if self.notice is not None:
            self.notice.left -= seconds
            if self.notice.left <= 0:
                self.notice = None
        self.bar.update(seconds, self.outcome, asking=self.judging)
        self._take_hint()
        if self.outcome is not None:
            if self.animation.motion is None:
                self._announce()
                self._ended_for += seconds
        elif self.is_computers_turn and not self.paused:
            self._take_move(seconds)

    def _pick(self, square: int) -> None:
        targets = frozenset(move.target for move in self.legal_moves if move.origin == square)
        again = self.selection is not None and self.selection.square == square
        self.selection = Selection(square, targets, held=True, again=again)
        if not again and targets != {square}:
            self.animation.sounds.append("pick")

    def _explain(self, origin: int, target: int, *, carried: bool) -> None:
        """Tell why there is no move between two squares."""
        try:
            self.game.find_move(origin, target)
        except IllegalMoveError as error:
            if error.obstacle is not Obstacle.TOO_FAR or carried:  # A click far away merely deselects.
                piece = self.faces().get(origin)
                self._refuse(refusal_words(self.say, error.obstacle, self.game, piece))

    def _refuse(self, words: str) -> None:
        self.animation.sounds.append("refuse")
        self.tell(words)

    def _play(self, move: BoardMove, *, carried: bool = False) -> None:
        self._thinking.stop("hint")
        self._show(self.game.play(move), carried=carried)

    def _show(self, move: BoardMove, *, carried: bool = False) -> None:
        """Animate a move that has just been played."""
        self._follow()
        self.animation.begin(motion_of(self.game, move, len(self.game) - 1, speed=self.speed, carried=carried))

    def _follow(self) -> None:
        """The game has changed: ask it for its legal moves, and drop what belonged to the old position."""
        self.legal_moves: list[BoardMove] = self.game.legal_moves()
        self.outcome: Outcome | None = self.game.outcome()
        self.selection = self.hint = self.notice = None
        self.bar.forget()
        self._waited = self._ended_for = 0.0
        self._announced = False
        self.changed = True

    def _announce(self) -> None:
        """Play the sound of the ending, once."""
        assert self.outcome is not None
        if not self._announced:
            self._announced = True
            winner, humans = self.outcome.winner, self.humans
            sound = "draw" if winner is None else "lose" if humans and winner not in humans else "win"
            self.animation.sounds.append(sound)

    def _take_move(self, seconds: float) -> None:
        if self.animation.motion is None:
            self._waited += seconds
        name = self.players[self.turn]
        assert name is not None
        if not self.is_thinking:
            self._thinking.start("move", name, self.game, seat=str(self.turn))
        elif self.animation.motion is None and self._waited >= PACES.get(self.pace, PACES["normal"]):
            choice = self._taken("move")
            if choice:
                self._play(choice.move)

    def _taken(self, task: str) -> Choice | None:
        """The result of a finished task, or None; a failure is shown as a notice."""
        try:
            return self._thinking.take(task)
        except Exception as error:  # A failing player must not crash the game.
            self.paused = self.paused or task == "move"
            self.tell(self.say("desktop.thinking.failed", why=str(error) or type(error).__name__))
            return None

    def _take_hint(self) -> None:
        if choice := self._taken("hint"):
            self.hint = choice.move
            self.cursor = choice.move.origin
            self.animation.sounds.append("hint")
            words = hint_words(self.say, Hint.of(self.game, choice))
            self.notice = Notice(capitalised(words), left=3 * NOTICE_SECONDS)
