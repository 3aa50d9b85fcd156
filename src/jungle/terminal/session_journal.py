"""The journal of a session's game, with a warning when it cannot be written."""

from pathlib import Path
from typing import Any

from jungle.boardgame import BoardGame
from jungle.language import Speaker
from jungle.outcome import Outcome
from jungle.storage import GameJournal, Players, by_colour, by_seat


class SessionJournal:
    """Saves the game after every move. Each method that writes returns a warning, or nothing.

    The warning comes once, not with every move, and again only after a move that was saved.
    """

    def __init__(self, say: Speaker, folder: Path) -> None:
        self._say = say
        self._journal = GameJournal(folder)
        self._has_warned = False

    def begin(self, game: BoardGame, players: Players) -> str:
        """Save this game from now on. The one before it, if any, can still be resumed."""
        self.close()
        self._journal = GameJournal.create(self._journal.folder, game, by_seat(game.start, by_colour(game, players)))
        return self._warning()

    def resume(self, journal: GameJournal) -> str:
        """Continue a journal that was resumed."""
        self._journal = journal
        return self._warning()

    def moved(self, move: Any) -> str:
        self._journal.moved(move)
        return self._warning()

    def undone(self, plies: int) -> str:
        self._journal.undone(plies)
        return self._warning()

    def remember(self, **setting: Any) -> str:
        self._journal.remember(**setting)
        return self._warning()

    def ended(self, outcome: Outcome) -> str:
        self._journal.ended(outcome)
        self.close()
        return self._warning()

    @property
    def is_kept(self) -> bool:
        """Is the whole game on the disk?"""
        return self._journal.is_kept

    def close(self) -> None:
        """Let others resume the game."""
        self._journal.close()

    def _warning(self) -> str:
        trouble = self._journal.trouble
        had_warned, self._has_warned = self._has_warned, trouble is not None
        if trouble is None or had_warned:
            return ""
        return self._say("terminal.state.failed", why=trouble) + "\n"
