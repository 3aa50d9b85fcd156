"""A game in progress, without a pixel: what is selected, what may be played, what moves, who is thinking.

It knows no rules: the game says what is legal and how it ended. Tests use it without a window.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jungle.boardgame import BoardGame
from jungle.clock import Clock
from jungle.desktop.animation import Animation, motion_of
from jungle.desktop.evaluation_bar import EvaluationBar
from jungle.desktop.hand import Hand
from jungle.desktop.thinking import Thinking, hint_player
from jungle.desktop.words import capitalised
from jungle.engine import LEVELS, STRENGTHS, Hint, number_of
from jungle.language import Speaker
from jungle.moves import BoardMove
from jungle.outcome import Outcome, Reason
from jungle.phrases import hint_words
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


class LiveGame:
    """A game, its players, and everything about it that a window shows.

    Where the first piece turned up decides the colours, whoever turns it up sits in Red's place until then.
    """

    def __init__(
        self,
        game: BoardGame,
        players: Players,
        say: Speaker,
        *,
        pace: str = "normal",
        speed: float = 1.0,
        judging: bool = True,
        names: tuple[str, str] = ("", ""),
        clock: Clock | None = None,
        turning: bool = False,
    ) -> None:
        self.game = game
        self.say = say
        self.pace = pace
        self.speed = speed
        self.judging = judging
        self.places = by_colour(game, players)
        """The players by place, as before the colours were decided."""
        self.turned = game.has_direction and self.humans == [Side.RED]
        self.turning = turning
        """Does the board turn to whoever is to move?"""
        self.names = names
        """What people call themselves, by place; empty where they have not said."""
        self.clock = clock
        self.viewing: int | None = None
        """The past ply on the board, or None for the present."""
        self.paused = False
        self.notice: Notice | None = None
        self.hint: BoardMove | None = None
        self.animation = Animation()
        self.hand = Hand(self, self._play)
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
    def level(self) -> str | None:
        """The number of the level that a person plays against; None in any other game."""
        opponents = [name for name in self.players if name in (*STRENGTHS, *LEVELS)]
        return str(number_of(opponents[0] or "")) if len(self.humans) == len(opponents) == 1 else None

    def name(self, side: Side) -> str:
        """What a person is called; empty where that was not said."""
        return by_colour(self.game, self.names)[side] or ""

    def clock_text(self, side: Side) -> str:
        """What a player's clock shows; nothing without a clock."""
        return "" if self.clock is None else self.clock.text(self._place(side))

    def _place(self, side: Side) -> int:
        """The place where a colour sits."""
        return int(by_colour(self.game, ("0", "1"))[side] or 0)

    @property
    def bottom(self) -> Side:
        """Who sits at the lower edge: the only person, where the board has no edges of its own."""
        if not self.game.has_direction and len(self.humans) == 1:
            return self.humans[0]
        return Side.RED if self.turned else Side.BLUE

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

    # Input

    def cancel(self) -> bool:
        """Deselect, or return to the present; False if there is nothing to cancel."""
        if self.hand.selection is not None:
            self.hand.selection = None
            return True
        if self.viewing is not None:
            self.look(None)
            return True
        return False

    def look(self, ply: int | None) -> None:
        """Show the board after some plies; None, or the number played, is the present."""
        self.hand.selection = self.hint = self.notice = None
        self._thinking.stop("hint")  # A hint applies to the present only.
        self.animation.finish()
        self.viewing = None if ply is None or ply >= len(self.game) else max(ply, 0)

    def undo(self) -> bool:
        """Take moves back until it is a person's turn; between computers, one move, and pause. False if it cannot."""
        self.stop_thinking()
        self.look(None)
        if not len(self.game) and self.outcome is None:
            return False
        earlier, taken = self.game.copy(), list[BoardMove | None]()
        while len(earlier) or earlier.outcome() is not None:
            taken.append(earlier.undo())
            if taken[-1] is None or not self.humans or earlier.side in (None, *self.humans):
                break
        if not self._may_take_back(taken):
            return False
        if self.outcome is not None and self.outcome.reason is Reason.TIMEOUT:
            self.clock = None  # It would run out again at once.
        for _ in taken:
            self.game.undo()
        self._follow()
        self.paused = not self.humans
        if move := taken[-1]:
            self.animation.begin(motion_of(self.game, move, len(self.game), speed=self.speed, backwards=True))
        self.animation.sounds.append("back")
        return True

    def _may_take_back(self, moves: Sequence[BoardMove | None]) -> bool:
        """What was turned up has been seen: it stays where it is."""
        if any(move is not None and move.is_flip for move in moves):
            self.refuse(self.say("desktop.undo.seen"))
            return False
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
        if self.viewing is not None and self._may_take_back(self.game.moves[self.viewing :]):
            ply, self.viewing = self.viewing, None
            self.stop_thinking()
            while len(self.game) > ply or self.game.outcome() is not None:
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
        self._tick(seconds)
        self.bar.update(seconds, self.outcome, asking=self.judging)
        self._take_hint()
        if self.outcome is not None:
            if self.animation.motion is None:
                self._announce()
                self._ended_for += seconds
        elif self.is_computers_turn and not self.paused:
            self._take_move(seconds)

    def refuse(self, words: str) -> None:
        """Tell the player that something cannot be done."""
        self.animation.sounds.append("refuse")
        self.tell(words)

    def _play(self, move: BoardMove, carried: bool = False) -> None:
        self._thinking.stop("hint")
        if self.clock is not None and len(self.game):
            self.clock.moved(self._place(self.turn))
        self._show(self.game.play(move), carried=carried)

    def _tick(self, seconds: float) -> None:
        """Time passes for whoever is to move, once there has been a move."""
        if self.clock is None or self.outcome is not None or not len(self.game):
            return
        if not self.clock.tick(self._place(self.turn), seconds):
            self.look(None)
            self.game.time_out(self.turn)
            self._follow()

    def _show(self, move: BoardMove, *, carried: bool = False) -> None:
        """Animate a move that has just been played."""
        self._follow()
        self.animation.begin(motion_of(self.game, move, len(self.game) - 1, speed=self.speed, carried=carried))

    def _follow(self) -> None:
        """The game has changed: ask it for its legal moves, and drop what belonged to the old position."""
        self.legal_moves: list[BoardMove] = self.game.legal_moves()
        self.outcome: Outcome | None = self.game.outcome()
        self.hand.selection = self.hint = self.notice = None
        self.bar.forget()
        self._waited = self._ended_for = 0.0
        if self.turning and self.outcome is None and self.turn in self.humans:
            self.turned = self.turn is Side.RED
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
            self.hand.cursor = choice.move.origin
            self.animation.sounds.append("hint")
            if choice.score is not None:
                self.bar.agree_with(choice.score)
            words = hint_words(self.say, Hint.of(self.game, choice))
            self.notice = Notice(capitalised(words), left=3 * NOTICE_SECONDS)
