"""A game in progress, without a screen."""

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.clock import Clock
from jungle.errors import IllegalMoveError, IllegalMoveReason, InvalidMoveError, InvalidSquareError
from jungle.geometry import SquareLike
from jungle.moves import BoardMove
from jungle.outcome import Outcome, Reason
from jungle.pieces import Animal, Side
from jungle.play import events
from jungle.play.autosave import Autosave
from jungle.play.events import Event, Job, Moved, Refusal
from jungle.play.review import Review
from jungle.play.thinking import Background
from jungle.rules_text import rules_text
from jungle.storage import GameJournal, SavedGame, Seats, by_seat, resume

if TYPE_CHECKING:
    from jungle.engine import Hint, Score
    from jungle.players import AnyPlayer, Player

Result = TypeVar("Result")

CLOCK_STEP = 0.1
"""Seconds that `wait` sleeps at most while a clock runs."""


class LiveGame:
    """A game in progress: its players, clock, undo, hints, autosave and review, until it is closed.

    Seat 0 moves first. A seat is a player or its name, or None for a person. Front ends call methods for people's
    input, let time pass with `advance` or `wait`, and render the events that these return. An action that is not
    possible now does not raise: it causes a `Refused` event instead. All calls must come from one thread.

    With a `folder` the game is saved after every change. `setting` is data that the front end saves with it.

    >>> from jungle import Game
    >>> live = LiveGame(Game(), (None, "random"))
    >>> live.play("a3a4")
    >>> [event.move.uci() for event in live.events()]
    ['a3a4']
    >>> live.play("g7g6")
    >>> live.events()
    [Refused(why=<Refusal.NOT_YOUR_TURN: 'not your turn'>, animal=None, text='g7g6')]
    >>> [type(event).__name__ for event in live.wait()]
    ['Thinking']
    >>> [event.player for event in live.wait()]
    ['random']
    >>> live.close()
    """

    def __init__(
        self,
        game: BoardGame,
        seats: "tuple[AnyPlayer | None, AnyPlayer | None]" = (None, None),
        *,
        folder: Path | None = None,
        clock: Clock | None = None,
        names: tuple[str, str] = ("", ""),
        pace: float = 0.0,
        seed: int | None = None,
        setting: Mapping[str, object] | None = None,
        saved: GameJournal | None = None,
        save_at_once: bool = True,
    ) -> None:
        """Start playing. `saved` is the journal of a resumed game: see `resume`.

        A game that already has moves is saved immediately or, if it may only be looked at, on its first change.

        Players given by name are opened when they are needed, and closed. Raises InvalidPlayerError for an object that
        is not a player, and for a saved game with a player whose name would not open it again.
        """
        self.game = game
        self._is_saved = folder is not None
        self._seat(seats)
        self.clock = clock
        self._control = "" if clock is None else clock.control
        self.names = names
        """The names of the people in the seats; empty if they gave none."""
        self.pace = pace
        """The minimum number of seconds between the last move and a computer's move."""
        self.paused = False
        """While paused, computers do not think and clocks stand still."""
        self.evaluating = False
        """Whether to keep Blue's chance of winning up to date."""
        self.chance = 0.5
        """Blue's chance of winning, if known."""
        self.setting: dict[str, object] = dict(setting or {})
        self.outcome: Outcome | None
        self.legal_moves: list[BoardMove]
        self.used = [0.0, 0.0]
        """The seconds that each seat has spent."""
        self.reviewing: Review | None = None
        """The review that is in progress."""
        self._events: list[Event] = []
        self._woken = threading.Event()
        self._background = Background(self._woken.set, seed)
        self._last_hint: Hint | None = None
        self._has_warned = self._is_evaluated = self._is_closed = False
        self._follow()
        self._autosave = None if folder is None else Autosave(folder, self._woken.set)
        if self._autosave is not None and saved is not None:
            self._autosave.resume(saved, game, self._remembered())
        elif save_at_once and len(game) and self.outcome is None:
            self._keep()

    @classmethod
    def resume(
        cls, folder: Path, path: Path | None = None, *, clock: Clock | None = None, seed: int | None = None
    ) -> Self:
        """Resume the most recent unfinished game that is not open elsewhere, or the one at `path`.

        A given clock replaces the saved one. Raises NothingToResumeError.
        """
        journal, saved = resume(folder, path, check=_check_players)
        kept = read_setting(saved.game.start, saved.setting)
        return cls(
            saved.game,
            saved.seats,
            folder=folder,
            clock=clock or kept.clock,
            names=kept.names,
            seed=seed,
            setting=kept.rest,
            saved=journal,
        )

    def _seat(self, seats: "tuple[AnyPlayer | None, AnyPlayer | None]") -> None:
        """Give the players their seats."""
        first, second = (one if one is None or isinstance(one, str) else self._checked(one) for one in seats)
        self._players = first, second

    def _checked(self, wanted: "AnyPlayer") -> "Player":
        from jungle.players import InvalidPlayerError, PlayerSpec, as_player

        player = as_player(wanted, game=self.game.kind)
        if self._is_saved:
            try:
                PlayerSpec.parse(player.name)
            except InvalidPlayerError as error:
                message = f"a saved game needs players that can be opened by name: {error}"
                raise InvalidPlayerError(message) from None
        return player

    # State

    @property
    def seats(self) -> Seats:
        """The names of the computer players; None for a person."""
        first, second = (one if one is None or isinstance(one, str) else one.name for one in self._players)
        return first, second

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in (0, 1) if self._players[seat] is None)

    @property
    def people(self) -> frozenset[Side]:
        """The sides that people play."""
        return frozenset(side for seat in self.persons if (side := self.game.side_of(seat)) is not None)

    def is_persons_turn(self) -> bool:
        return self.outcome is None and self._players[self.game.seat] is None

    def is_computers_turn(self) -> bool:
        return self.outcome is None and self._players[self.game.seat] is not None

    @property
    def opponent(self) -> str | None:
        """The computer that a person plays against; None in any other game."""
        names = [name for name in self.seats if name is not None]
        return names[0] if len(names) == 1 else None

    @property
    def level(self) -> str | None:
        """The number of the level that a person plays against; None in any other game."""
        from jungle.players import canonical_level, is_level

        name = self.opponent
        return canonical_level(name) if name is not None and is_level(name) else None

    def player(self, side: Side) -> str | None:
        """The computer that plays a side; None for a person. Before the colours are decided, Red moves first."""
        return self.seats[self.seat_of(side)]

    def seat_of(self, side: Side) -> int:
        """The seat of a side. Before the colours are decided, Red moves first."""
        seat = self.game.seat_of(side)
        return int(side is not Side.RED) if seat is None else seat

    def clock_text(self, seat: int) -> str:
        """The time shown for a seat: the time left or, without a clock, the time spent."""
        if self.clock is not None:
            return self.clock.text(seat)
        minutes, seconds = divmod(int(self.used[seat]), 60)
        return f"{minutes}:{seconds:02}"

    def is_thinking(self) -> bool:
        """Whether a computer is thinking about its move."""
        return Job.MOVE in self._background

    def is_hinting(self) -> bool:
        return Job.HINT in self._background

    def is_busy(self) -> bool:
        """Whether anything will happen without input."""
        is_running = not self.paused and (self.is_computers_turn() or self._has_clock_running())
        is_working = self.reviewing is not None or self._background.is_busy()
        return not self._is_closed and (is_running or is_working)

    def can_be_resumed(self) -> bool:
        """Whether `resume` would continue this game: it has a move and is completely on disk."""
        return self._autosave is not None and len(self.game) > 0 and self.outcome is None and self._autosave.is_kept()

    # Output

    def events(self) -> list[Event]:
        """The events since the last call."""
        trouble = None if self._autosave is None else self._autosave.trouble
        if trouble is not None and not self._has_warned:
            self._tell(events.Unsaved(trouble))
        self._has_warned = trouble is not None
        reported, self._events = self._events, []
        return reported

    def advance(self, seconds: float, *, hold: bool = False) -> list[Event]:
        """Let time pass and return the events.

        `hold` delays the computer's next move, perhaps because the last one is still being animated.
        """
        if not self._is_closed:
            self._tick(seconds)
            if not hold:
                self._waited += seconds
            self._take_review()
            self._take_hint()
            if not self.paused and self.is_computers_turn():
                self._think(hold=hold)
            self._evaluate()
        return self.events()

    def wait(self, timeout: float | None = None) -> list[Event]:
        """Wait for events, at most this many seconds, and return them; returns immediately if nothing can happen."""
        started = before = time.monotonic()
        reported = self.advance(0)
        while not reported and self.is_busy():
            now = time.monotonic()
            left = float("inf") if timeout is None else started + timeout - now
            if left <= 0:
                break
            if self._background.is_done(Job.MOVE):
                left = min(left, max(self.pace - self._waited, 0.001))
            if self._has_clock_running():
                left = min(left, CLOCK_STEP)
            self._woken.wait(None if left == float("inf") else left)
            self._woken.clear()
            now = time.monotonic()
            reported, before = self.advance(now - before), now
        return reported

    # Input: moves

    def play(self, move: BoardMove | str) -> None:
        """Play a person's move, given as an object or text."""
        self._try(partial(self.game.check, move), text=move if isinstance(move, str) else "")

    def play_between(self, origin: SquareLike, target: SquareLike) -> None:
        """Play a person's move between two squares, or a flip if both are the same."""
        self._try(partial(self.game.find_move, origin, target))

    def play_step(self, animal: Animal, direction: str, *, jump: bool = False) -> None:
        """Move a person's animal up, down, left or right, as Blue sees the board."""
        self._try(partial(self.game.find_step, animal, direction, jump=jump), animal=animal)

    def _try(self, find: Callable[[], BoardMove], *, animal: Animal | None = None, text: str = "") -> None:
        """Play the legal move that `find` returns for a person, or refuse it."""
        if not self.is_persons_turn():
            why = Refusal.NOT_YOUR_TURN if self.outcome is None else IllegalMoveReason.OVER
            self._tell(events.Refused(why, animal, text))
        else:
            seat, side = self.game.seat, self.game.side
            try:
                move = self.game.push(find())
            except IllegalMoveError as error:
                meant = animal if error.piece is None else error.piece.animal
                self._tell(events.Refused(error.reason, meant, text))
            except (InvalidMoveError, InvalidSquareError):
                self._tell(events.Refused(Refusal.NOT_A_MOVE, animal, text))
            else:
                self._moved(Moved(move, seat, side, None))

    def undo(self) -> None:
        """Take back everything since a person's last move; between computers, take back one move and pause.

        A declared ending is taken back alone. After a loss on time the game continues without a clock, which
        would run out again immediately. A flip that revealed a piece cannot be taken back.
        """
        if self.outcome is not None and self.outcome.reason.is_declared():
            self.take_back_to(len(self.game))
            return
        plies = range(len(self.game) - 1, -1, -1)
        self.take_back_to(next((ply for ply in plies if not self.persons or ply % 2 in self.persons), -1))

    def take_back_to(self, ply: int) -> None:
        """Take back every move after this many plies."""
        game = self.game
        has_declared = self.outcome is not None and self.outcome.reason.is_declared()
        if not 0 <= ply < len(game) + has_declared:
            self._tell(events.Refused(Refusal.NOTHING_TO_UNDO))
            return
        moves = game.moves[ply:]
        if any(move.is_flip() for move in moves):
            self._tell(events.Refused(Refusal.TURNED_UP))
            return
        if self.outcome is not None and self.outcome.reason is Reason.TIMEOUT:
            self.clock = None
        for _ in range(len(moves) + has_declared):
            game.undo()
        if self.clock is not None:
            for undone in range(max(ply, 1), ply + len(moves)):  # The first move of a game is not timed.
                self.clock.taken_back(undone % 2)
        self.paused = self.paused or not self.persons
        self._changed(events.Undone(moves[::-1]))

    def redo(self) -> None:
        """Replay undone moves, up to a person's turn."""
        game, moves = self.game, list[BoardMove]()
        while game.undone and game.outcome() is None:
            if self.clock is not None and len(game):
                self.clock.moved(game.seat)
            moves.append(game.redo())
            if not self.persons or game.seat in self.persons:
                break
        if moves:
            self._changed(events.Redone(tuple(moves)))
        else:
            self._tell(events.Refused(Refusal.NOTHING_TO_REDO))

    # Input: endings and other games

    def resign(self) -> None:
        """Resign for the person to move or, on the computer's turn, for its opponent."""
        if self.outcome is not None:
            self._tell(events.Refused(IllegalMoveReason.OVER))
        elif not self.persons:
            self._tell(events.Refused(Refusal.NO_PERSON))
        elif self.game.side is None:
            self._tell(events.Refused(Refusal.NO_COLOURS))
        else:
            seat = self.game.seat if self.game.seat in self.persons else self.persons[0]
            self.game.resign(self.game.side_of(seat))
            self._changed()

    def agree_draw(self) -> None:
        """Declare a draw agreed by two people."""
        if self.outcome is not None:
            self._tell(events.Refused(IllegalMoveReason.OVER))
        elif len(self.persons) < 2:
            self._tell(events.Refused(Refusal.NO_PERSON))
        else:
            self.game.agree_draw()
            self._changed()

    def again(self, by: int = 0) -> None:
        """Start the same game again, optionally against a stronger or weaker level, if there is one."""
        seats, level = self._players, self.level if by else None
        if by and level is None:
            self._tell(events.Refused(Refusal.NO_LEVEL))
            return
        if level is not None:
            from jungle.players import stronger

            other = stronger(level, by)
            seats = (seats[0] and other, seats[1] and other)
        game = self.game
        self.begin(type(game).new(rules_text(game.rules), fen=game.start.fen()), seats)

    def try_again(self, ply: int) -> None:
        """Start another game from the position before the move of this ply, counted from 0."""
        if not 0 <= ply < len(self.game):
            self._tell(events.Refused(Refusal.NOTHING_TO_UNDO))
            return
        from jungle.engine.review import try_again

        self.begin(try_again(self.game, ply))

    def begin(self, game: BoardGame, seats: "tuple[AnyPlayer | None, AnyPlayer | None] | None" = None) -> None:
        """Start another game. By default players keep their colours. The last game can still be resumed."""
        first, before = game.side_of(0), self.game.side_of(0)
        if seats is not None:
            self._seat(seats)
        elif None not in (first, before) and first is not before:
            self._players, self.names = (self._players[1], self._players[0]), (self.names[1], self.names[0])
        self._stop_review()
        self._background.close()
        if self._autosave is not None and not self._is_closed:
            self._autosave.release()
        self.game = game
        self.clock = Clock.of(self._control)
        self.used = [0.0, 0.0]
        self.chance, self.paused = 0.5, False
        self.outcome = self._last_hint = None
        self._changed(events.Began())

    # Input: everything else

    def hint(self) -> None:
        """Look for a hint for the person to move, in the background."""
        if self.outcome is not None:
            self._tell(events.Refused(IllegalMoveReason.OVER))
        elif not self.is_persons_turn():
            self._tell(events.Refused(Refusal.NOT_YOUR_TURN))
        elif not self.is_hinting() and not self._is_closed:
            self._background.hint(self.game, self._last_hint)

    def review(self) -> None:
        """Review all moves so far, in the background."""
        if not len(self.game):
            self._tell(events.Refused(Refusal.NOTHING_TO_REVIEW))
        elif self.reviewing is None and not self._is_closed:
            self.reviewing = Review(self.game, self._woken.set, people=self.people)

    def pause(self, paused: bool) -> None:
        """Pause the game, or continue it."""
        self.paused = paused
        if paused:
            self._background.stop(Job.MOVE)

    def remember(self, **setting: object) -> None:
        """Change the data that the front end saves with the game."""
        self.setting |= setting
        if len(self.game) and self.outcome is None:
            self._keep()

    def stop(self) -> None:
        """Stop all thinking for now; the next `advance` resumes it."""
        self._background.stop()
        self._is_evaluated = False

    def flush(self) -> None:
        """Wait until the game is on disk."""
        if self._autosave is not None:
            self._autosave.flush()

    def close(self) -> None:
        """Stop all thinking, save the clocks, and let other programs resume the game. May be called twice."""
        if self._is_closed:
            return
        if self.clock is not None and len(self.game) and self.outcome is None:
            self._keep()
        self._is_closed = True
        self._stop_review()
        self._background.close()
        if self._autosave is not None:
            self._autosave.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Without input

    def _tell(self, event: Event) -> None:
        self._events.append(event)

    def _moved(self, event: Moved) -> None:
        """A move has been played."""
        if self.clock is not None and len(self.game) > 1:
            self.clock.moved(event.seat)
        self._changed(event)

    def _changed(self, event: Event | None = None) -> None:
        """The game has changed: report it, save it, and drop what belonged to the old position."""
        before = self.outcome
        self._background.stop()
        self._follow()
        if event is not None:
            self._tell(event)
        if self.outcome is not None and before is None:
            self._tell(events.Ended(self.outcome))
        self._keep()

    def _follow(self) -> None:
        """Update the state from the game."""
        self.outcome = self.game.outcome()
        self.legal_moves = self.game.legal_moves()
        self._waited, self._is_evaluated = 0.0, False

    def _keep(self) -> None:
        if self._autosave is not None and not self._is_closed:
            self._autosave.keep(self.game, self.seats, self._remembered())

    def _remembered(self) -> dict[str, object]:
        """The setting in the form it is saved: with names and clock in journal order."""
        start, kept = self.game.start, dict(self.setting)
        if any(self.names):
            kept["names"] = list(by_seat(start, self.names))
        if self.clock is not None:
            saved = self.clock.saved()
            kept["clock"] = saved | {"left": list(by_seat(start, (saved["left"][0], saved["left"][1])))}
        return kept

    def _runs(self) -> bool:
        """Whether the clock runs. It starts with the first move."""
        return self.outcome is None and not self.paused and len(self.game) > 0

    def _has_clock_running(self) -> bool:
        return self.clock is not None and self._runs()

    def _tick(self, seconds: float) -> None:
        """Charge the elapsed time to the seat to move; its clock may run out."""
        if not self._runs():
            return
        seat = self.game.seat
        before = self.clock_text(seat)
        self.used[seat] += seconds
        if self.clock is not None and not self.clock.tick(seat, seconds):
            self.game.time_out(self.game.side)
            self._changed()
        elif self.clock_text(seat) != before:
            self._tell(events.Ticked(seat))

    def _think(self, *, hold: bool) -> None:
        """Let the computer to move think, and play its choice."""
        seat, side = self.game.seat, self.game.side
        player, name = self._players[seat], self.seats[seat]
        assert player is not None
        assert name is not None
        if not self.is_thinking():
            self._background.choose(self.game, seat, player)
            self._tell(events.Thinking(seat, name))
        elif not hold and self._waited >= self.pace and (choice := self._taken(Job.MOVE, self._background.take_move)):
            self._moved(Moved(self.game.push(choice.move), seat, side, name))

    def _taken(self, task: Job, take: Callable[[], Result | None]) -> Result | None:
        """The result of a finished task, or None. A failing player must not end the game."""
        try:
            return take()
        except Exception as error:
            self.paused = self.paused or task is Job.MOVE
            if task is not Job.EVALUATION:
                self._tell(events.Failed(task, error))
            return None

    def _take_hint(self) -> None:
        if hint := self._taken(Job.HINT, self._background.take_hint):
            self._last_hint = hint
            self._tell(events.Hinted(hint))
            if hint.score is not None and self.evaluating:
                # Show the hint's own evaluation, not a second opinion.
                self._background.stop(Job.EVALUATION)
                self._set_chance(hint.score)

    def _evaluate(self) -> None:
        """Keep Blue's chance up to date."""
        if not self.evaluating:
            return
        if score := self._taken(Job.EVALUATION, self._background.take_score):
            self._set_chance(score)
        elif not self._is_evaluated:
            self._is_evaluated = True
            if self.outcome is not None:
                winner = self.outcome.winner
                self._tell_chance(0.5 if winner is None else float(winner is Side.BLUE))
            else:
                self._background.evaluate(self.game)

    def _set_chance(self, score: "Score") -> None:
        from jungle.engine import Judgement

        chance = 0.5 if score.judgement() is Judgement.EVEN else score.win_probability()
        self._tell_chance(chance if self.game.side is Side.BLUE else 1 - chance)

    def _tell_chance(self, chance: float) -> None:
        self.chance, self._is_evaluated = chance, True
        self._tell(events.Evaluated(chance))

    def _take_review(self) -> None:
        if self.reviewing is not None and self.reviewing.done:
            review, self.reviewing = self.reviewing, None
            try:
                review.result()
            except Exception as error:
                self._tell(events.Failed(Job.REVIEW, error))
            else:
                self._tell(events.Reviewed(review))

    def _stop_review(self) -> None:
        if self.reviewing is not None:
            self.reviewing.close()
            self.reviewing = None


class KeptSetting(NamedTuple):
    """Data saved with a game: names and clock by seat, and the front end's own data."""

    names: tuple[str, str]
    clock: Clock | None
    rest: dict[str, object]


def read_setting(start: BoardPosition, setting: Mapping[str, object]) -> KeptSetting:
    """The setting of a game that began in a position. Invalid values are dropped."""
    rest = dict(setting)
    clock, names = Clock.restored(rest.pop("clock", None)), rest.pop("names", None)
    if clock is not None:
        clock.left = list(by_seat(start, (clock.left[0], clock.left[1])))
    if not isinstance(names, list) or len(names) != 2:
        names = ["", ""]
    return KeptSetting(by_seat(start, (str(names[0]), str(names[1]))), clock, rest)


def _check_players(saved: SavedGame) -> None:
    """Raise InvalidPlayerError if a saved game needs a player that is not available."""
    for name in filter(None, saved.seats):
        from jungle.players import PlayerSpec

        PlayerSpec.parse(name)
