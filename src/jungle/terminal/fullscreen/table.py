"""The state of a full-screen game: what is selected, whose turn it is, what was said last. It needs no terminal."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jungle.boardgame import BoardGame
from jungle.clock import Clock
from jungle.errors import IllegalMoveError
from jungle.house_rules import rules_text
from jungle.language import Speaker
from jungle.options import command_name
from jungle.phrases import refusal
from jungle.pieces import Side
from jungle.storage import GameJournal, Players, SavedGame, by_colour
from jungle.terminal.computers import Computers, computer_name
from jungle.terminal.draws import draw_warning
from jungle.terminal.opening import Setup
from jungle.terminal.paint import COLOURLESS
from jungle.terminal.results import is_level, results_line
from jungle.terminal.session_journal import SessionJournal
from jungle.terminal.words import hint_line, move_words, side_name, told, why_ended

if TYPE_CHECKING:
    from jungle.engine import Handle

DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Table:
    """A game that is played with a cursor.

    Call `poll` now and then: it plays the computer's move when there is one, and lets the clocks run out.
    """

    def __init__(
        self,
        say: Speaker,
        computers: Computers,
        folder: Path,
        start: Setup | tuple[GameJournal, SavedGame],
        *,
        control: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.say = say
        self.message = ""
        self.is_turned = False
        self.question: tuple[str, Callable[[], None]] | None = None
        """Something to be confirmed, and what is done then."""
        self._computers = computers
        self._folder = folder
        self._journal = SessionJournal(say, folder)
        self._control = control
        self._now = now
        self._handle: Handle[Any] | None = None
        self._is_hint = False
        self._setup = start if isinstance(start, Setup) else None
        self.game: BoardGame
        self.clock: Clock | None
        if isinstance(start, Setup):
            self._deal(start)
        else:
            journal, saved = start
            self.game, self._places = saved.game, by_colour(saved.game, saved.players)
            self._begin(self._journal.resume(journal) or say("terminal.resumed"))
            self.clock = self.clock or Clock.restored(saved.setting.get("clock"))

    def _deal(self, setup: Setup) -> None:
        """Begin a new game; whoever has not chosen a side sits at the bottom, or moves first."""
        side = setup.side
        if side is None and setup.versus is not None:
            side = Side.BLUE if setup.sample.has_direction else setup.sample.side
        self._setup = setup = replace(setup, side=side)
        self.game, self._places = setup.game(), setup.places()
        self._begin(self._journal.begin(self.game, self.players))
        self.is_turned = self.game.has_direction and side is Side.RED and setup.versus is not None

    def _begin(self, message: str) -> None:
        self.clock = Clock.of(self._control)
        self._used = [0.0, 0.0]
        self._ticked = self._now()
        self.cursor = self._first_square()
        self.selected: int | None = None
        self.hinted: Any = None
        self.message = message.strip()
        self.question = None
        self._turn()

    def _first_square(self) -> int:
        origins = [move.origin for move in self.game.legal_moves()]
        return min(origins) if origins else 0

    @property
    def players(self) -> Players:
        return by_colour(self.game, self._places)

    def player(self, side: Side | None) -> str | None:
        """The name of the computer that plays a side; None is a person."""
        return self.players[Side.RED if side is None else side]

    @property
    def is_thinking(self) -> bool:
        return self._handle is not None

    @property
    def is_persons_turn(self) -> bool:
        return not self.is_over and self.player(self.game.side) is None

    @property
    def is_over(self) -> bool:
        return self.game.outcome() is not None

    def targets(self) -> dict[int, Any]:
        """The moves of the selected piece, by the squares they go to."""
        if self.selected is None:
            return {}
        return {move.target: move for move in self.game.moves_from(self.selected)}

    def name(self, side: Side | None, *, capital: bool = False) -> str:
        name = side_name(self.say, self.game, side)
        return name.capitalize() if capital else name

    def clock_text(self, side: Side) -> str:
        """The time a side has left or, without a clock, has used."""
        if self.clock is not None:
            return self.clock.text(side)
        minutes, seconds = divmod(int(self._used[side]), 60)
        return f"{minutes}:{seconds:02}"

    # What a person does.

    def move_cursor(self, direction: str) -> None:
        """One square up, down, left or right as the board is seen, as far as it goes."""
        grid = self.game.grid
        file, rank = DIRECTIONS[direction]
        if self.is_turned:
            file, rank = -file, -rank
        file, rank = grid.file_of(self.cursor) + file, grid.rank_of(self.cursor) + rank
        if 0 <= file < grid.files and 0 <= rank < grid.ranks:
            self.cursor = grid.square(file, rank)

    def press(self, square: int | None = None) -> None:
        """Choose a square, or the one below the cursor: select a piece, turn it up, or go there."""
        if square is not None:
            self.cursor = square
        self.question = None
        if not self.is_persons_turn:
            return
        if self.cursor in (targets := self.targets()):
            self._play(targets[self.cursor])
            return
        moves = self.game.moves_from(self.cursor)
        flip = next((move for move in moves if move.is_flip), None)
        if flip is not None:
            self._play(flip)
        elif moves and self.cursor != self.selected:
            self.selected, self.message = self.cursor, ""
        elif self.selected is not None and self.cursor != self.selected:
            self.message = self._refusal(self.selected, self.cursor)
            self.selected = None
        else:
            self.selected = None

    def _refusal(self, origin: int, target: int) -> str:
        try:
            self.game.find_move(origin, target)
        except IllegalMoveError as error:
            piece = self.game.faces().get(origin)
            return refusal(self.say, error.obstacle, self.game.rules, piece.animal if piece else None)
        return ""

    def release(self) -> None:
        """Escape: nothing is selected, asked or hinted any more."""
        self.selected = self.hinted = self.question = None
        self.message = ""

    def undo(self) -> None:
        """Take back everything since a person's last move, unless a piece was turned up or the game is over."""
        game, moves = self.game, self.game.moves
        backwards = range(len(game) - 1, -1, -1)
        first = next((ply for ply in backwards if self.player(game.positions[ply].side) is None), None)
        if first is None or self.is_over:
            self.message = self.say("terminal.nothing to undo")
            return
        if any(move.is_flip for move in moves[first:]):
            self.message = self.say("terminal.no undo")
            return
        self._stop()
        words = [move_words(self.say, game, game.undo(), turned=self.is_turned) for _ in moves[first:]]
        self.release()
        self.message = self.say("terminal.undone", words=self.say("list.comma").join(words))
        self.message += " " + self._journal.undone(len(words)).strip()
        self._turn()

    def hint(self) -> None:
        if self.is_persons_turn and self._handle is None:
            self._think(self._computers.hint(self.game), is_hint=True)

    def tell_keys(self) -> None:
        self.message = self.say("screen.keys").strip()

    def turn_board(self) -> None:
        self.is_turned = not self.is_turned

    def ask_resign(self) -> None:
        if self.is_persons_turn and self.game.side is not None:
            self.question = self.say("screen.resign"), self._resign

    def ask_new_game(self) -> None:
        if self._setup is None or self.is_over or not len(self.game):
            self.new_game()
        else:
            self.question = self.say("screen.new"), self.new_game

    def confirm(self) -> None:
        """Yes to the question that is open."""
        if self.question is not None:
            _, action = self.question
            self.question = None
            action()

    def new_game(self, by: int = 0) -> None:
        """The same game once more; the computer may be a bit stronger or weaker."""
        self._stop()
        game, opponent = self.game, self.opponent
        setup = self._setup or Setup(kind=game.kind, rules=rules_text(game.rules))
        if opponent is not None:
            side = None if game.start.side is None else Side(self.players.index(None))
            setup = replace(setup, side=side, versus=_stronger(opponent, by))
        self._deal(replace(setup, fen=None, seed=None))

    @property
    def opponent(self) -> str | None:
        """The computer that a person plays against."""
        names = [name for name in self.players if name is not None]
        return names[0] if len(names) == 1 else None

    def change_level(self, by: int) -> None:
        """After a game: another one against somebody a bit stronger or weaker."""
        if self.is_over and self.opponent is not None and is_level(self.opponent):
            self.new_game(by)

    # What happens by itself.

    def poll(self) -> bool:
        """Conclude what the computer was thinking about, and look at the clocks. Has anything changed?"""
        if not self._tick():
            self._stop()
            self.game.time_out()
            self._finish()
            return True
        if self._handle is None or not self._handle.done:
            return False
        handle, self._handle = self._handle, None
        choice = handle.result()
        if self._is_hint:
            self.hinted = choice.move
            self.message = hint_line(self.say, self.game, choice, turned=self.is_turned)
        else:
            self._play(choice.move)
        return True

    def _tick(self) -> bool:
        """Time passes for whoever is to move, after the first move; False when it has run out."""
        now = self._now()
        seconds, self._ticked = now - self._ticked, now
        side = self.game.side
        if self.is_over or side is None or not len(self.game):
            return True
        self._used[side] += seconds
        return self.clock is None or self.clock.tick(side, seconds)

    def close(self) -> str:
        """Stop thinking and release the game. Returns the closing lines, as the line game has them."""
        self._stop()
        if self.clock is not None and len(self.game) and not self.is_over:
            self._journal.remember(clock=self.clock.saved())
        lines = [self.say("terminal.goodbye")]
        if len(self.game) and self._journal.is_kept and not self.is_over:
            lines.append(self.say("terminal.resume", command=command_name()))
        self._journal.close()
        return "".join(f"{line}\n" for line in lines)

    def _play(self, move: Any) -> None:
        game, side = self.game, self.game.side
        words = move_words(self.say, game, move, turned=self.is_turned)
        computer = self.player(side)
        self._tick()
        if self.clock is not None and side is not None and len(game):
            self.clock.moved(side)
        played = game.play(move)
        lines = [told(self.say, game, played, COLOURLESS), draw_warning(self.say, game)]
        if computer is not None:
            level = computer_name(self.say, computer)
            who = side_name(self.say, game, side).capitalize()
            lines.insert(0, self.say("terminal.plays", side=who, level=level, words=words))
        lines.append(self._journal.moved(played).strip())
        self.release()
        self.message = " ".join(filter(None, lines))
        self._turn()

    def _turn(self) -> None:
        """Let the computer think, where it is its turn, or end the game."""
        if self.is_over:
            self._finish()
            return
        if name := self.player(self.game.side):
            self._think(self._computers.choice(self.game, name), is_hint=False)

    def _think(self, handle: "Handle[Any]", *, is_hint: bool) -> None:
        self._handle, self._is_hint = handle, is_hint
        handle.start()

    def _stop(self) -> None:
        if self._handle is not None:
            self._handle.stop()
            self._handle.wait(2)
            self._handle = None

    def _resign(self) -> None:
        self._stop()
        self.game.resign()
        self._finish()

    def _finish(self) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        self.selected = None
        ended = why_ended(self.say, self.game, outcome, self.name)
        warning = self._journal.ended(outcome).strip()
        lines = [self.message, ended, warning]
        if self.opponent is not None:
            lines.append(results_line(self.say, self._folder, self.game, self.opponent))
        has_level = self.opponent is not None and is_level(self.opponent)
        lines.append(self.say("screen.again.level" if has_level else "screen.again"))
        self.message = " ".join(filter(None, lines))


def _stronger(name: str, by: int) -> str:
    from jungle.engine import stronger

    return stronger(name, by) if by else name
