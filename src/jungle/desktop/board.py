"""The state of the board in the window: selection, hint, ply shown and animation. Nothing here draws."""

from collections.abc import Iterable
from dataclasses import dataclass

from jungle.board_game import BoardGame
from jungle.desktop.animation import Animation, motion_of
from jungle.desktop.pointer_controller import PointerController
from jungle.desktop.words import capitalised
from jungle.engine import Hint
from jungle.errors import IllegalMoveReason
from jungle.language import Translator
from jungle.moves import BoardMove
from jungle.phrases import hint_words, refusal
from jungle.pieces import Piece, Side
from jungle.play import LiveGame, events
from jungle.play.events import Event, Refusal
from jungle.svg.layout import BoardLayout

NOTICE_SECONDS = 4.0
RESULT_DELAY = 1.5
"""Seconds between the last move and the card with the result."""
EASE = 5.0
"""How fast the evaluation bar follows a new evaluation."""
NEAR = 0.002
"""A difference too small to see."""


@dataclass(slots=True)
class Notice:
    """A message to the player, and the seconds it remains."""

    text: str
    left: float = NOTICE_SECONDS


class Board:
    """A game in progress as a window shows it.

    Input goes to the game, and what happens in it comes back as motion, sounds and notices. Seats have places on the
    screen, and sides have edges of the board: `bottom` is the seat whose plate is the lower one.
    """

    def __init__(
        self, live: LiveGame, say: Translator, *, speed: float = 1.0, turned: bool | None = None, turning: bool = False
    ) -> None:
        self.live = live
        self.say = say
        self.speed = speed
        sides = [live.game.side_of(seat) for seat in live.persons]
        self.turned = live.game.uses_directions and sides == [Side.RED] if turned is None else turned
        """Whether Red is at the lower edge."""
        self.turning = turning
        """Whether the board turns to the player to move."""
        self.viewing: int | None = None
        """The past ply on the board, or None for the present."""
        self.notice: Notice | None = None
        self.hint: BoardMove | None = None
        self.way: tuple[tuple[int, int], ...] = ()
        """What the hint's plan does after the move, from square to square."""
        self.chance = live.chance
        """Blue's chance of winning, as the evaluation bar shows it."""
        self.animation = Animation()
        self.hand = PointerController(self)
        self.changed = False
        """Whether anything has event that the screen does not show yet."""
        self._ended_for = 0.0
        self._is_announced = live.outcome is not None
        self._is_carried = False
        """Whether the moving piece was dragged."""
        self._turn()

    # State

    @property
    def game(self) -> BoardGame:
        return self.live.game

    @property
    def bottom(self) -> int:
        """The seat at the lower edge. Where the board has no edges, it is that of the only person."""
        if not self.game.uses_directions and len(self.live.persons) == 1:
            return self.live.persons[0]
        lower = Side.RED if self.turned else Side.BLUE
        # From the start of the game: a flip that decides the colours does not swap the players' places.
        first = self.game.start.side
        return int(self.turned) if first is None else int(first is not lower)

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
    def may_play(self) -> bool:
        """Whether it is a person's turn in the position on the board."""
        return self.viewing is None and self.live.is_persons_turn()

    def is_moving(self) -> bool:
        """Whether anything changes without input."""
        live = self.live
        return bool(
            self.animation.is_busy()
            or self.notice
            or live.is_hinting()
            or self.chance != live.chance
            or (live.outcome is not None and self._ended_for < RESULT_DELAY)
            or (live.is_computers_turn() and self.viewing is None and not live.paused)
        )

    @property
    def result_due(self) -> bool:
        """Whether it is time to show the result."""
        return self.live.outcome is not None and self.animation.motion is None and self._ended_for >= RESULT_DELAY

    # Input

    def play_between(self, origin: int, target: int, *, carried: bool = False) -> None:
        """Play a person's move. `carried` is True if the piece was dragged, and is on its target already."""
        self._is_carried = carried
        self.live.play_between(origin, target)
        self.take(self.live.events())
        self._is_carried = False

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
        self.way = ()
        self.animation.finish()
        self.viewing = None if ply is None or ply >= len(self.game) else max(ply, 0)

    def ask_hint(self) -> None:
        """Look for a good move in the background."""
        if self.may_play and not self.live.is_hinting():
            self.hint, self.way = None, ()
            self.live.hint()
            self.tell(self.say("desktop.hint.looking"))

    def tell(self, text: str, seconds: float = NOTICE_SECONDS) -> None:
        self.notice = Notice(text, seconds)

    def refuse(self, words: str) -> None:
        """Tell the player that something cannot be done."""
        self.animation.sounds.append("refuse")
        self.tell(words)

    # Time

    def update(self, seconds: float) -> None:
        """Advance by some seconds."""
        live = self.live
        self.animation.update(seconds)
        if self.notice is not None:
            self.notice.left -= seconds
            if self.notice.left <= 0:
                self.notice = None
        self.take(live.advance(seconds, hold=self.viewing is not None or self.animation.motion is not None))
        self.chance += (live.chance - self.chance) * min(seconds * EASE, 1.0)
        if abs(self.chance - live.chance) < NEAR:
            self.chance = live.chance
        if live.outcome is not None and self.animation.motion is None:
            self._announce()
            self._ended_for += seconds

    def take(self, reported: Iterable[Event]) -> None:
        """Show and sound what has event in the game."""
        for event in reported:
            if isinstance(event, events.Ticked) and self.live.clock is None:
                continue  # The window shows no time without a clock.
            self.changed = True
            match event:
                case events.Moved():
                    self._follow()
                    self._animate(event.move, len(self.game) - 1, carried=self._is_carried)
                case events.Redone():
                    self._follow()
                    for ply, move in enumerate(event.moves, start=len(self.game) - len(event.moves)):
                        self._animate(move, ply)
                case events.Undone():
                    self._follow()
                    if event.moves:
                        self._animate(event.moves[-1], len(self.game), backwards=True)
                    self.animation.sounds.append("back")
                case events.Began():
                    self._follow()
                    self.animation = Animation()
                case events.Ended():
                    self._follow()
                case events.Refused():
                    self._explain(event)
                case events.Hinted():
                    self._show_hint(event.hint)
                case events.Failed():
                    self.tell(self.say("desktop.thinking.failed", why=event.why))
                case events.Unsaved():
                    self.tell(self.say("desktop.autosave.failed", why=event.why))

    def _follow(self) -> None:
        """The game has changed: return to the present, and drop what belonged to the old position."""
        self.viewing = self.hand.selection = self.hint = self.notice = None
        self.way = ()
        self._ended_for, self._is_announced = 0.0, False
        self._turn()

    def _turn(self) -> None:
        if self.turning and self.live.is_persons_turn():
            self.turned = self.game.side is Side.RED

    def _animate(self, move: BoardMove, ply: int, *, backwards: bool = False, carried: bool = False) -> None:
        self.animation.begin(motion_of(self.game, move, ply, speed=self.speed, backwards=backwards, carried=carried))

    def _explain(self, refused: events.Refused) -> None:
        """Explain why an action is refused, unless the screen already shows it."""
        if refused.why is Refusal.TURNED_UP:
            self.refuse(self.say("desktop.undo.seen"))
        elif isinstance(refused.why, IllegalMoveReason) and refused.why not in self._obvious():
            if refused.why is IllegalMoveReason.STRONGER and refused.animal is not None:
                words = self.say("desktop.refused.stronger", animal=self.say(f"animal.{refused.animal}"))
            else:
                words = refusal(self.say, refused.why, self.game.rules)
            self.refuse(words)

    def _obvious(self) -> tuple[IllegalMoveReason, ...]:
        """What needs no explanation; a click far away merely deselects."""
        return (IllegalMoveReason.OVER,) if self._is_carried else (IllegalMoveReason.OVER, IllegalMoveReason.TOO_FAR)

    def _show_hint(self, hint: Hint) -> None:
        if self.viewing is None:  # A hint applies to the present only.
            self.hint, self.way = hint.move, hint.way()
            self.hand.cursor = hint.move.origin
            self.animation.sounds.append("hint")
            self.tell(capitalised(hint_words(self.say, hint)), 3 * NOTICE_SECONDS)

    def _announce(self) -> None:
        """Play the sound of the ending, once."""
        outcome = self.live.outcome
        if outcome is not None and not self._is_announced:
            self._is_announced = True
            winner, persons = outcome.winner, self.live.persons
            has_lost = winner is not None and persons and self.live.seat_of(winner) not in persons
            self.animation.sounds.append("draw" if winner is None else "lose" if has_lost else "win")
