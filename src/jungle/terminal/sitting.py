"""A sitting at a game, whichever: turns, leaving, giving up, and the journal that is kept meanwhile."""

from abc import abstractmethod
from typing import Any

from jungle.language import Speaker
from jungle.pieces import Side
from jungle.terminal.board import Canvas
from jungle.terminal.conversation import Conversation
from jungle.terminal.journal import Journal


class Sitting(Conversation):
    """What the games have in common: who plays, whose turn it is, and how to leave."""

    def __init__(self, say: Speaker, canvas: Canvas, journal: Journal) -> None:
        super().__init__(say)
        self.canvas = canvas
        self.journal = journal
        self.levels: dict[Side, str | None] = dict.fromkeys(Side)
        """The computer that plays a side, by its level; None for a person."""
        self._has_warned = False

    @property
    @abstractmethod
    def plies(self) -> int | None:
        """The moves played so far, or None before the game has begun."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """Whose turn it is."""

    @abstractmethod
    def _command(self, line: str) -> str:
        """Answer a line typed at a turn."""

    @abstractmethod
    def _let_computer_play(self, level: str) -> None:
        """Begin the thought of a computer whose turn it is."""

    @abstractmethod
    def _picture(self) -> str:
        """The board."""

    @abstractmethod
    def _side_name(self, side: Side, *, capital: bool = False) -> str:
        """What a player is called."""

    def _is_computers(self) -> bool:
        return self.levels[self.side] is not None

    def _round(self) -> str:
        """Begin the next round: heading and board; then it is somebody's turn."""
        self._turn()
        assert self.plies is not None
        return f"{self.say('terminal.round', round=self.plies + 1)}\n\n{self._picture()}\n"

    def _turn(self) -> None:
        """Ask the person, or set the computer thinking."""
        self._ask(self._turn_prompt, self._command)
        if level := self.levels[self.side]:
            self._let_computer_play(level)

    def _turn_prompt(self) -> str:
        side = self.canvas.paint(self._side_name(self.side), self.side)
        return f"\n{self.say('terminal.turn', side=side)}\n{self._command_question()}"

    def _command_question(self) -> str:
        return self.say("terminal.ask.command")

    def _back(self) -> str:
        """Go on with the turn."""
        self._turn()
        return ""

    def _defeat(self) -> str:
        return self._confirm("\n" + self.say("terminal.defeat"), yes=self._give_up, no=self._back)

    def _give_up(self) -> str:
        assert self.plies is not None
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

    def _seat(self, levels: list[str | None]) -> None:
        self.levels = dict(zip(Side, levels, strict=True))
