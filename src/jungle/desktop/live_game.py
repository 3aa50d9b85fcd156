"""A game in progress, without a pixel: what is selected, what may be played, what moves, who thinks.

No rule is known here: the game says what is legal and how it ended. Tests play it without a window.
"""

from dataclasses import dataclass

from jungle.boardgame import AnyGame
from jungle.desktop.animation import Animation, motion_of
from jungle.desktop.judgement import Judgement
from jungle.desktop.thinking import Thinking, hint_player
from jungle.desktop.words import hint_words, refusal_words
from jungle.errors import IllegalMoveError, Obstacle
from jungle.language import Speaker
from jungle.moves import BoardMove
from jungle.outcome import Outcome
from jungle.pieces import Piece, Side
from jungle.players import Choice
from jungle.svg.layout import BoardLayout

Players = tuple[str | None, str | None]
"""Who plays Blue and Red: a player's name, or None for a person."""
PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.15, "instant": 0.0}
"""The least seconds between two moves of the computer's."""
NOTICE_SECONDS = 4.0
RESULT_DELAY = 1.5
"""Seconds between the last move and the card that tells who won."""


@dataclass(slots=True)
class Notice:
    """A line for the player, and how long it stays."""

    text: str
    left: float = NOTICE_SECONDS


@dataclass(slots=True)
class Selection:
    """The piece that is picked up: by a click or, while `held`, by a pointer that is down."""

    square: int
    targets: frozenset[int]
    held: bool = False
    again: bool = False
    """Was it picked up already when the pointer went down on it? Then a click puts it back."""


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
        self.places = self._by_colour(players)
        """The players before the colours were known."""
        self.turned = game.has_direction and self.humans == [Side.RED]
        self.selection: Selection | None = None
        self.cursor = game.grid.files * (game.grid.ranks // 2) + game.grid.files // 2
        self.cursor_shown = False
        self.viewing: int | None = None
        """The ply that is looked back at; None: the present."""
        self.paused = False
        self.notice: Notice | None = None
        self.hint: BoardMove | None = None
        self.animation = Animation()
        self._thinking = Thinking()
        self.judgement = Judgement(game, self._thinking)
        self._follow()
        self.changed = False
        """Has the game changed since it was saved? Looking at a game leaves the saved one alone."""
        self._announced = self.outcome is not None

    def _by_colour(self, players: Players) -> Players:
        """Players by colour from players by place, and the other way round."""
        game, (blue, red) = self.game, players
        return (red, blue) if game.start.side is None and game.first is Side.BLUE else players

    # What is to be seen.

    @property
    def players(self) -> Players:
        """Who plays which colour, as far as the colours are known."""
        return self._by_colour(self.places)

    @property
    def humans(self) -> list[Side]:
        return [side for side in Side if self.players[side] is None]

    @property
    def turn(self) -> Side:
        """Whose turn it is; Red's place while nobody has a colour yet."""
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
        """The move that led to what is seen."""
        return self.game.moves[self.ply - 1] if self.ply else None

    @property
    def is_judged(self) -> bool:
        """Is there anything for an evaluation bar to show?"""
        return self.judging and self.judgement.is_possible

    @property
    def is_thinking(self) -> bool:
        return "move" in self._thinking

    @property
    def is_moving(self) -> bool:
        """Does anything change without an input?"""
        return bool(
            self.animation.is_busy
            or self.notice
            or self._thinking.is_busy
            or self.judgement.is_moving
            or (self.outcome is not None and self._ended_for < RESULT_DELAY)
            or (self.is_computers_turn and not self.paused)
        )

    @property
    def result_due(self) -> bool:
        """Is it time to tell who won?"""
        return self.outcome is not None and self.animation.motion is None and self._ended_for >= RESULT_DELAY

    @property
    def may_play(self) -> bool:
        """Is it a person's turn, now?"""
        return self.viewing is None and self.outcome is None and self.players[self.turn] is None

    @property
    def is_computers_turn(self) -> bool:
        return self.viewing is None and self.outcome is None and self.players[self.turn] is not None

    def pickable(self) -> set[int]:
        """The squares that a person may begin a move on."""
        return {move.origin for move in self.legal_moves} if self.may_play else set()

    # What people do.

    def press(self, square: int) -> None:
        """The pointer goes down on a square."""
        self.cursor, self.cursor_shown = square, False
        if not self.may_play or (self.selection and square in self.selection.targets):
            return  # What a second click on a target means is decided when the pointer goes up.
        if square in self.pickable():
            self._pick(square)
        elif self.selection is None and (piece := self.faces().get(square)) and piece.side is self.turn:
            self._refuse(self.say("refusal.stuck", animal=self.say(f"animal.{piece.animal}")))

    def release(self, square: int | None) -> None:
        """The pointer goes up on a square, or outside the board."""
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
        """Enter on the cursor's square: pick up, put back, or go there."""
        square = self.cursor
        self.press(square)
        self.cursor_shown = True
        self.release(square)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the keyboard's cursor as it is seen; it stays on the board."""
        self.cursor_shown = True
        column, row = self.layout.cell(self.cursor)
        column = min(max(column + columns, 0), self.game.grid.files - 1)
        row = min(max(row + rows, 0), self.game.grid.ranks - 1)
        self.cursor = self.layout.square_at(column, row)

    def cancel(self) -> bool:
        """Put back what is picked up, or come back to the present; False where there is nothing to give up."""
        if self.selection is not None:
            self.selection = None
            return True
        if self.viewing is not None:
            self.look(None)
            return True
        return False

    def look(self, ply: int | None) -> None:
        """Look at the board as it was after some plies; None, or the last of them: the present."""
        self.selection = self.hint = self.notice = None
        self._thinking.stop("hint")  # A hint is for the present.
        self.animation.finish()
        self.viewing = None if ply is None or ply >= len(self.game) else max(ply, 0)

    def undo(self) -> bool:
        """Take back until it is a person's turn; without people, one move, and pause. False at the start."""
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
        """Play again what was taken back, up to a person's turn."""
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
        """Go on from the ply that is looked back at: what came after is taken back."""
        if self.viewing is not None:
            ply, self.viewing = self.viewing, None
            self.stop_thinking()
            while len(self.game) > ply:
                self.game.undo()
            self._follow()
            self.animation.sounds.append("back")

    def resign(self) -> None:
        """The person to move, or else the only one who plays, gives up."""
        humans = self.humans
        if self.outcome is None and humans:
            self.stop_thinking()
            self.look(None)
            self.game.resign(self.turn if self.turn in humans else humans[0])
            self._follow()

    def agree_draw(self) -> None:
        """Two people call it a draw."""
        if self.outcome is None and len(self.humans) == 2:
            self.look(None)
            self.game.agree_draw()
            self._follow()

    def ask_hint(self) -> None:
        """Look for a good move, beside the drawing."""
        if self.may_play and "hint" not in self._thinking:
            self.hint = None
            self._thinking.start("hint", hint_player(self.game.kind), self.game)
            self.tell(self.say("desktop.hint.looking"))

    def tell(self, text: str) -> None:
        self.notice = Notice(text)

    def pause(self) -> None:
        """Let the computer wait, or go on."""
        self.paused = not self.paused
        self._thinking.stop("move")

    def stop_thinking(self) -> None:
        """Stop all thinking, for now."""
        self._thinking.stop()
        self.judgement.forget()

    def close(self) -> None:
        """Stop all thinking and wait for it."""
        self._thinking.close()

    # As time goes by.

    def update(self, seconds: float) -> None:
        """So much time went by."""
        self.animation.update(seconds)
        if self.notice is not None:
            self.notice.left -= seconds
            if self.notice.left <= 0:
                self.notice = None
        self.judgement.update(seconds, self.outcome, asking=self.judging)
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
        """Say why there is no move between two squares."""
        try:
            self.game.find_move(origin, target)
        except IllegalMoveError as error:
            if error.obstacle is not Obstacle.TOO_FAR or carried:  # A click far away just puts a piece back.
                piece = self.faces().get(origin)
                self._refuse(refusal_words(self.say, error.obstacle, self.game, piece))

    def _refuse(self, words: str) -> None:
        self.animation.sounds.append("refuse")
        self.tell(words)

    def _play(self, move: BoardMove, *, carried: bool = False) -> None:
        self._thinking.stop("hint")
        self._show(self.game.play(move), carried=carried)

    def _show(self, move: BoardMove, *, carried: bool = False) -> None:
        """Let a move be seen that has just been played."""
        self._follow()
        self.animation.begin(motion_of(self.game, move, len(self.game) - 1, speed=self.speed, carried=carried))

    def _follow(self) -> None:
        """The game is another than before: ask it what may be played, and forget what was about the old one."""
        self.legal_moves: list[BoardMove] = self.game.legal_moves()
        self.outcome: Outcome | None = self.game.outcome()
        self.selection = self.hint = self.notice = None
        self.judgement.forget()
        self._waited = self._ended_for = 0.0
        self._announced = False
        self.changed = True

    def _announce(self) -> None:
        """Let the ending be heard, once."""
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
        """What a task has found, or None while it has not, or where it failed, which is told."""
        try:
            return self._thinking.take(task)
        except Exception as error:  # Whatever goes wrong in a player must not end the game.
            self.paused = self.paused or task == "move"
            self.tell(self.say("desktop.thinking.failed", why=str(error) or type(error).__name__))
            return None

    def _take_hint(self) -> None:
        if choice := self._taken("hint"):
            self.hint = choice.move
            self.cursor = choice.move.origin
            self.animation.sounds.append("hint")
            self.notice = Notice(hint_words(self.say, self.game, choice), left=3 * NOTICE_SECONDS)
