"""What everything that is said about a game at the terminal has: the game, who plays, the board, and the turn."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.language import Speaker
from jungle.pieces import Side
from jungle.storage import Players, by_colour
from jungle.terminal.completion import next_words
from jungle.terminal.computers import Computers
from jungle.terminal.dialogue import Dialogue
from jungle.terminal.facts import main_verbs
from jungle.terminal.session_journal import SessionJournal
from jungle.terminal.view import BoardView
from jungle.terminal.words import side_name


class GameDialogue(Dialogue):
    """A dialogue about a game."""

    def __init__(self, say: Speaker, view: BoardView, computers: Computers, folder: Path) -> None:
        super().__init__(say)
        self.view = view
        self._computers = computers
        self._folder = folder
        self._journal = SessionJournal(say, folder)
        self._begun: BoardGame | None = None
        self._places: Players = (None, None)

    @property
    def game(self) -> BoardGame:
        assert self._begun is not None
        return self._begun

    @property
    def players(self) -> Players:
        """The computers that play Blue and Red, by their names; None is a person."""
        return by_colour(self.game, self._places)

    def _player(self, side: Side | None) -> str | None:
        return self.players[Side.RED if side is None else side]

    def _name(self, side: Side | None, *, capital: bool = False) -> str:
        name = side_name(self.say, self.game, side)
        return self.view.paint(name.capitalize() if capital else name, side)

    @abstractmethod
    def _turn(self) -> None:
        """Ask the person, or let the computer think."""

    @abstractmethod
    def _round(self) -> str:
        """Begin the next round: heading and board; then it is somebody's turn."""

    @property
    def shape(self) -> object:
        return None if self._begun is None else self.view.size(self.game.grid)

    def redraw(self) -> str:
        return self._board()

    def _board(self) -> str:
        return f"\n{self.view.picture(self.game)}\n"

    def _turn_prompt(self) -> str:
        turn = self.say("terminal.turn", side=self._name(self.game.side))
        return f"{self.view.gap(self.game.grid)}{turn}\n{self.say('terminal.ask.command', verbs=self._verbs())}"

    def _verbs(self) -> str:
        return "/".join(self.say(f"terminal.verb.{verb.value}") for verb in main_verbs(self.game))

    def _command_words(self, words: Sequence[str]) -> Iterable[str]:
        return next_words(self.game, words, turned=self.view.is_turned)
