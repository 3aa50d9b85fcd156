"""A sitting at a game, whichever: turns, the commands all games have, and the journal that is kept meanwhile."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jungle.language import Speaker
from jungle.pieces import Side
from jungle.terminal.board import Canvas
from jungle.terminal.commands import Command, Verb, parse_command
from jungle.terminal.conversation import Conversation
from jungle.terminal.game_files import GameFileError, exists, file_named, printable
from jungle.terminal.journal import Journal

ALONE = {
    Verb.DEFEAT,
    Verb.EXIT,
    Verb.UNDO,
    Verb.HINT,
    Verb.HISTORY,
    Verb.BOARD,
    Verb.MARKS,
}
"""Commands that nothing follows."""


class Sitting(Conversation):
    """What the games have in common: who plays, whose turn it is, and how to leave."""

    def __init__(self, say: Speaker, canvas: Canvas, journal: Journal) -> None:
        super().__init__(say)
        self.canvas = canvas
        self.journal = journal
        self.levels: dict[Side, str | None] = dict.fromkeys(Side)
        """The computer that plays a side, by its level; None for a person."""
        self._has_warned = False
        self._commands: dict[Verb, Callable[[Command], str]] = {
            Verb.DEFEAT: lambda command: self._defeat(),
            Verb.EXIT: lambda command: self._exit(),
            Verb.UNDO: lambda command: self._undo(),
            Verb.BOARD: lambda command: self._board(),
            Verb.MARKS: lambda command: self._mark(),
            Verb.SAVE: self._save,
            Verb.LOAD: self._load,
        }

    def feed(self, line: str) -> str:
        # Before the game there is nothing to lose, so no question is asked.
        if self.plies is None and parse_command(line) == Command(Verb.EXIT, (), ""):
            return self.leave()
        return super().feed(line)

    @property
    @abstractmethod
    def plies(self) -> int | None:
        """The moves played so far, or None before the game has begun."""

    @property
    @abstractmethod
    def side(self) -> Side | None:
        """Whose turn it is, if anybody has a side yet."""

    @abstractmethod
    def _movers(self) -> Sequence[Side | None]:
        """Who made each move so far."""

    @abstractmethod
    def _picture(self) -> str:
        """The board."""

    @abstractmethod
    def _side_name(self, side: Side | None, *, capital: bool = False) -> str:
        """What a player is called."""

    @abstractmethod
    def _command_question(self) -> str: ...

    @abstractmethod
    def _unknown(self) -> str:
        """What to say to a line that is no command."""

    @abstractmethod
    def _typed(self, line: str) -> str | None:
        """Answer a line in the shape of a move; None for another."""

    @abstractmethod
    def _let_computer_play(self, level: str) -> None:
        """Begin the thought of a computer whose turn it is."""

    @abstractmethod
    def _take_back(self, plies: int) -> str:
        """Undo so many moves and tell."""

    @abstractmethod
    def _begin_journal(self) -> str | None:
        """Start the journal with the game as it is."""

    @abstractmethod
    def _save_to(self, path: Path) -> None:
        """Write the game to a file. Raises GameFileError."""

    @abstractmethod
    def _load_from(self, path: Path) -> bool:
        """Go on with the unfinished game of a file, if there is one. Raises GameFileError."""

    # Turns.

    def _round(self) -> str:
        """Begin the next round: heading and board; then it is somebody's turn."""
        self._turn()
        assert self.plies is not None
        return f"{self.say('terminal.round', round=self.plies + 1)}\n{self.canvas.gap}{self._picture()}\n"

    def _turn(self) -> None:
        """Ask the person, or set the computer thinking."""
        self._ask(self._turn_prompt, self._command)
        if self.side is not None and (level := self.levels[self.side]):
            self._let_computer_play(level)

    def _turn_prompt(self) -> str:
        side = self.canvas.paint(self._side_name(self.side), self.side)
        return f"{self.canvas.gap}{self.say('terminal.turn', side=side)}\n{self._command_question()}"

    def _back(self) -> str:
        """Go on with the turn."""
        self._turn()
        return ""

    def _command(self, line: str) -> str:
        """Answer a line typed at a turn."""
        if not line.strip():
            return self.say("terminal.empty") + "\n"
        typed = self._typed(line)
        if typed is not None:
            return typed
        command = parse_command(line)
        if command is None or command.verb not in self._commands:
            return self._unknown() + "\n"
        if command.words and command.verb in ALONE:
            return self.say("terminal.alone", verb=command.verb.value) + "\n"
        return self._commands[command.verb](command)

    # Commands.

    def _defeat(self) -> str:
        return self._confirm("\n" + self.say("terminal.defeat"), yes=self._give_up, no=self._back)

    def _give_up(self) -> str:
        assert self.plies is not None
        assert self.side is not None
        return self._end(self.side.opponent, rounds=self.plies + 1)

    def _exit(self) -> str:
        return self._confirm("\n" + self.say("terminal.exit"), yes=self.leave, no=self._back)

    def leave(self) -> str:
        self.is_over = True
        text = f"\n{self.say('terminal.goodbye')}\n"
        if self.plies is not None:
            text += self.say("terminal.rounds", round=self.plies + 1) + "\n"
            if self.plies and self.journal.is_kept:
                text += self.say("terminal.resume") + "\n"
        self.journal.close()
        return text

    def _undo(self) -> str:
        """Take back as far as a person's last move."""
        backwards = enumerate(reversed(self._movers()), start=1)
        plies = next((plies for plies, side in backwards if side is None or self.levels[side] is None), 0)
        return self._take_back(plies) if plies else self.say("terminal.nothing to undo") + "\n"

    def _board(self) -> str:
        return f"\n{self._picture()}\n"

    def _mark(self) -> str:
        self.canvas = replace(self.canvas, has_marks=not self.canvas.has_marks)
        return self._board()

    def _save(self, command: Command) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        if exists(path):
            question = self.say("terminal.overwrite", file=printable(path))
            return self._confirm(question, yes=lambda: self._write(path), no=self._not_saved)
        return self._write(path)

    def _write(self, path: Path) -> str:
        self._turn()
        try:
            self._save_to(path)
        except GameFileError as error:
            return self.say("terminal.save.failed", why=error) + "\n"
        return self.say("terminal.saved", file=printable(path)) + "\n"

    def _not_saved(self) -> str:
        self._turn()
        return self.say("terminal.not saved") + "\n"

    def _load(self, command: Command) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        try:
            is_loaded = self._load_from(path)
        except GameFileError as error:
            return self.say("terminal.load.failed", why=error) + "\n"
        if not is_loaded:
            return self.say("terminal.load.none", file=printable(path)) + "\n"
        self.journal = self.journal.another()
        return (
            self.say("terminal.loaded", file=printable(path)) + "\n" + self._kept(self._begin_journal()) + self._round()
        )

    # The end, and what is kept.

    def _end(self, winner: Side | None, *, rounds: int, why: str = "") -> str:
        """End the game: who has won, how long it took, and goodbye. `why` comes first, and tells of a draw."""
        self.is_over = True
        text = f"\n{why}\n" if why else ""
        if winner is not None:
            side = self.canvas.paint(self._side_name(winner, capital=True), winner)
            text += f"\n{self.say('terminal.wins', side=side)}\n"
        text += f"\n{self.say('terminal.rounds', round=rounds)}\n{self.say('terminal.goodbye')}\n"
        warning = self._kept(self.journal.end("draw" if winner is None else str(winner)))
        self.journal.close()
        return warning + text

    def _kept(self, problem: str | None) -> str:
        """A line to warn that the game is not on disk, the first time it is not."""
        if problem is None or self._has_warned:
            self._has_warned = problem is not None
            return ""
        self._has_warned = True
        return self.say("terminal.state.failed", why=problem) + "\n"

    def _setting(self, **values: Any) -> dict[str, Any]:
        """The setting for the journal: what the game adds, and who plays."""
        return values | {"levels": [self.levels[side] for side in Side]}

    def _seat(self, levels: Sequence[str | None]) -> None:
        self.levels = dict(zip(Side, levels, strict=True))
