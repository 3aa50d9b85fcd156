"""The state of a full-screen game: the cursor, the selection and the last message. Needs no terminal."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jungle.board_game import BoardGame
from jungle.clock import Clock
from jungle.moves import BoardMove
from jungle.options import command_name
from jungle.outcome import Outcome
from jungle.pieces import Side
from jungle.play import LiveGame, Review, Setup, events
from jungle.play.events import Event
from jungle.terminal.text_renderer import TextRenderer

DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class FullScreenGame:
    """A game played with a cursor. Call `poll` regularly to let time pass."""

    def __init__(
        self,
        words: TextRenderer,
        folder: Path,
        start: Setup | LiveGame,
        *,
        clock: Clock | None = None,
        pace: float = 0.0,
        seed: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.words = words
        self.say = words.say
        self.message = ""
        self.question: tuple[str, Callable[[], None]] | None = None
        """A question to confirm, and what to do if it is."""
        self.cursor = 0
        self.selected: int | None = None
        self.hinted: BoardMove | None = None
        self.planned: frozenset[int] = frozenset()
        """The squares that the plan of a hint passes."""
        self.reviewed: Review | None = None
        """The review that covers the board."""
        self._folder = folder
        self._now = now
        self._ticked = now()
        if isinstance(start, Setup):
            setup = replace(start, side=_side(start))
            game = setup.game()
            self.live = LiveGame(game, setup.seats(game), folder=folder, clock=clock, pace=pace, seed=seed)
            words.turned = game.uses_directions and setup.side is Side.RED and setup.versus is not None
            self._begin()
        else:
            self.live = start
            self._begin()
            self.message = self.say("terminal.resumed")
        if self.live.outcome is not None:
            self.message = self._ended(self.live.outcome)

    def _begin(self) -> None:
        self.cursor = min((move.origin for move in self.live.legal_moves), default=0)
        self.release()

    @property
    def game(self) -> BoardGame:
        return self.live.game

    def is_turned(self) -> bool:
        return self.words.turned

    def is_thinking(self) -> bool:
        live = self.live
        return live.is_hinting() or live.reviewing is not None or (live.is_computers_turn() and not live.paused)

    def is_over(self) -> bool:
        return self.live.outcome is not None

    def targets(self) -> set[int]:
        """The squares that the selected piece can move to."""
        return {move.target for move in self._moves_from(self.selected)}

    def _moves_from(self, square: int | None) -> list[BoardMove]:
        return [move for move in self.live.legal_moves if move.origin == square]

    def name(self, side: Side | None, *, capital: bool = False) -> str:
        return self.words.side(self.game, side, capital=capital)

    def clock_text(self, side: Side) -> str:
        """A side's remaining time or, without a clock, the time it has used."""
        return self.live.clock_text(self.live.seat_of(side))

    # What a person does

    def move_cursor(self, direction: str) -> None:
        """Move the cursor one square in a direction as seen on the screen; it stays on the board."""
        grid = self.game.grid
        file, rank = DIRECTIONS[self.words.seen(direction)]
        file, rank = grid.file_of(self.cursor) + file, grid.rank_of(self.cursor) + rank
        if 0 <= file < grid.files and 0 <= rank < grid.ranks:
            self.cursor = grid.square(file, rank)

    def press(self, square: int | None = None) -> None:
        """Select or turn up the piece on a square, or move there; by default the cursor's square."""
        self.poll()
        if self.reviewed is not None:
            self.release()
            return
        if square is not None:
            self.cursor = square
        self.question = None
        if not self.live.is_persons_turn():
            return
        moves, origin = self._moves_from(self.cursor), self.selected
        self.selected = None
        if any(move.is_flip() for move in moves):
            self._do(lambda: self.live.play_between(self.cursor, self.cursor))
        elif moves and self.cursor != origin:
            self.selected, self.message = self.cursor, ""
        elif origin is not None and self.cursor != origin:
            self._do(lambda: self.live.play_between(origin, self.cursor))

    def release(self) -> None:
        """Clear the selection, the question, the hint and the review (Escape)."""
        self.selected = self.hinted = self.question = self.reviewed = None
        self.planned = frozenset()
        self.message = ""

    def undo(self) -> None:
        self._do(self.live.undo)

    def redo(self) -> None:
        self._do(self.live.redo)

    def hint(self) -> None:
        self._do(self.live.hint)

    def review(self) -> None:
        self._do(self.live.review)

    def pause(self) -> None:
        """Pause the computers and the clocks, or let them continue."""
        self.live.pause(not self.live.paused)

    def tell_keys(self) -> None:
        self.message = self.say("screen.keys.more")

    def turn_board(self) -> None:
        self.words.turned = not self.words.turned

    def ask_resign(self) -> None:
        if self.live.is_persons_turn() and self.game.side is not None:
            self.question = self.say("screen.resign"), lambda: self._do(self.live.resign)

    def ask_draw(self) -> None:
        if self.live.is_persons_turn() and self.live.opponent is None:
            self.question = self.say("screen.draw"), lambda: self._do(self.live.agree_draw)

    def ask_new_game(self) -> None:
        if self.is_over() or not len(self.game):
            self._do(self.live.again)
        else:
            self.question = self.say("screen.new"), lambda: self._do(self.live.again)

    def confirm(self) -> None:
        """Answer the open question with yes."""
        if self.question is not None:
            _, action = self.question
            self.question = None
            action()

    def change_level(self, by: int) -> None:
        """After a game, start another against a stronger or weaker level."""
        if self.is_over() and self.live.level is not None:
            self._do(lambda: self.live.again(by))

    def _do(self, act: Callable[[], None]) -> None:
        """Carry out a person's action and report the result."""
        self.poll()
        act()
        self._tell(self.live.events())

    # What happens

    def poll(self) -> bool:
        """Let time pass. Returns whether anything has changed."""
        now = self._now()
        seconds, self._ticked = now - self._ticked, now
        reported = self.live.advance(seconds)
        self._tell(reported)
        return bool(reported)

    def _tell(self, reported: list[Event]) -> None:
        """Turn events into the message."""
        lines: list[str] = []
        for event in reported:
            match event:
                case events.Began():
                    self._begin()
                case events.Changed():
                    self.release()
                case events.Hinted(hint):
                    self.hinted = hint.move
                    self.planned = frozenset(square for step in hint.way() for square in step)
                case events.Reviewed(review):
                    self.reviewed = review
                    lines.append(self.say("screen.review"))
                case events.Unsaved():
                    lines.append(self.message)
            if isinstance(event, events.Ended):
                lines.append(self._ended(event.outcome))
            else:
                lines += self.words.event(self.game, event)
        if lines:
            self.message = "\n".join(filter(None, lines))

    def _ended(self, outcome: Outcome) -> str:
        """Who won, the person's results against the computer, and the keys for what comes next."""
        self.live.flush()
        opponent = self.live.opponent
        results = "" if opponent is None else self.words.results(self._folder, self.game, opponent)
        again = self.say("screen.again.level" if self.live.level is not None else "screen.again")
        return "\n".join(filter(None, [self.words.ended(self.game, outcome), results, again]))

    def close(self) -> str:
        """Stop thinking and release the game. Returns the same closing lines as the line game."""
        lines = [self.say("terminal.goodbye")]
        if self.live.can_be_resumed():
            lines.append(self.say("terminal.resume", command=command_name()))
        self.live.close()
        return "".join(f"{line}\n" for line in lines)


def _side(setup: Setup) -> Side | None:
    """The person's side. By default, against the computer, it is the bottom one, or the one that moves first."""
    if setup.side is not None or setup.versus is None:
        return setup.side
    return Side.BLUE if setup.sample.uses_directions else setup.sample.side
